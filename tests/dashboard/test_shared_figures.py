import threading
import time

import pytest
from sqlalchemy.exc import OperationalError

from dashboard import shared_figures
from dashboard.shared_figures import Remembered


@pytest.fixture
def clock(monkeypatch):
    """A clock that is set by hand."""
    now = [1000.0]
    monkeypatch.setattr(shared_figures, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def counted():
    """What was counted, one number more each time."""
    numbers = []
    return Remembered(lambda: numbers.append(None) or len(numbers))


def test_a_figure_is_counted_again_when_it_is_not_fresh_any_more(clock, counted):
    assert counted.get() == counted.get() == 1
    clock[0] += shared_figures.FRESH
    assert counted.get() == 1, "nobody waits for the new one"
    end = time.monotonic() + 20
    while counted.get() == 1:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert counted.get() == 2


def test_a_count_that_fails_beside_those_who_ask_is_told_when_the_value_is_old(clock):
    def count():
        if clock[0] > 1000:
            raise OperationalError("SELECT 1", None, Exception("the server is away"))
        return 1

    value = Remembered(count)
    assert value.get() == 1
    clock[0] += shared_figures.FRESH
    assert value.get() == 1
    clock[0] += shared_figures.OLD
    with pytest.raises(OperationalError):
        value.get()


def test_a_figure_is_counted_again_after_a_change(clock, counted):
    assert counted.get() == 1
    counted.forget()
    assert counted.get() == 2


@pytest.mark.parametrize(("age", "shown"), [(shared_figures.FRESH, 1), (shared_figures.OLD, 2)])
def test_while_one_counts_others_get_the_value_before_unless_it_is_old(clock, age, shown):
    started, go_on, numbers = threading.Event(), threading.Event(), []

    def count():
        numbers.append(None)
        if len(numbers) == 2:
            started.set()
            assert go_on.wait(20)
        return len(numbers)

    value = Remembered(count)
    value.get()
    clock[0] += age
    first = threading.Thread(target=value.get)
    first.start()
    assert started.wait(20)
    results = []
    other = threading.Thread(target=lambda: results.append(value.get()))
    other.start()
    if shown == 2:
        go_on.set()
    other.join(20)
    go_on.set()
    first.join(20)
    assert results == [shown]
    assert len(numbers) == 2
