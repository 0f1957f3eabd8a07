import threading
from contextlib import suppress

import psutil
import pytest

from mezmun.core.errors import UnavailableError
from mezmun.core.processes.failure import Failure, FailureKind
from mezmun.core.processes.process_pool import ProcessPool
from tests.mezmun.core.processes.tasks_for_tests import (
    DyingAtStart,
    Echo,
    Growing,
    KilledAtStart,
    Unpicklable,
    Unprepared,
)


def test_results_come_in_the_order_of_the_items():
    with ProcessPool(Echo(), 2, 60) as pool:
        results = list(pool.run(map(str, range(200))))
    assert [item for item, _ in results] == [*map(str, range(200))]


@pytest.mark.slow
def test_no_item_takes_the_others_with_it():
    items = ["0", "HANG", *map(str, range(20)), "DIE", "RAISE", "DIE", "last"]
    with ProcessPool(Echo(), 2, 3) as pool:
        results = list(pool.run(items))
    assert [item for item, _ in results] == items
    assert [failure for _, failure in results if isinstance(failure, Failure)] == [
        Failure(FailureKind.TIMEOUT, "stopped after 3 s"),
        Failure(FailureKind.DIED, "its process died (signal 6)"),
        Failure(FailureKind.RAISED, "ValueError: no such item"),
        Failure(FailureKind.DIED, "its process died (signal 6)"),
    ]


def test_an_item_whose_worker_stood_still_is_begun_once_more(tmp_path):
    """As with a machine that was suspended: the item has not used its time."""
    is_over = threading.Event()

    def resume():
        while not is_over.wait(0.1):
            for child in psutil.Process().children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    if child.status() == psutil.STATUS_STOPPED:
                        is_over.wait(3)  # its time by the clock is over then
                        child.resume()

    resuming = threading.Thread(target=resume)
    resuming.start()
    try:
        with ProcessPool(Echo(str(tmp_path / "stood still")), 1, 0.2) as pool:
            results = list(pool.run(["STAND STILL", "other"]))
    finally:
        is_over.set()
        resuming.join()
    assert [item for item, _ in results] == ["STAND STILL", "other"]
    assert not [result for _, result in results if isinstance(result, Failure)]


def test_an_item_that_does_nothing_for_ever_ends_too():
    with ProcessPool(Echo(), 1, 0.1) as pool:
        results = list(pool.run(["SLEEP", "other"]))
    assert results[0] == ("SLEEP", Failure(FailureKind.TIMEOUT, "stopped after 0.1 s"))
    assert results[1][0] == "other"


@pytest.mark.slow
def test_a_worker_that_grew_too_large_is_replaced_between_batches_and_no_item_is_lost():
    items = [str(number) for number in range(36)]
    with ProcessPool(Growing(), 1, 60) as pool:
        results = list(pool.run(items))
    assert [item for item, _ in results] == items
    assert len({process for _, process in results}) > 1


@pytest.mark.slow
def test_a_worker_may_be_kept_however_large_it_is():
    with ProcessPool(Growing(), 1, 60, max_resident=None) as pool:
        assert len({process for _, process in pool.run(map(str, range(20)))}) == 1


def test_workers_stay_from_run_to_run():
    with ProcessPool(Echo(), 1, 60) as pool:
        [(_, first)] = pool.run(["a"])
        [(_, second)] = pool.run(["b"])
    assert first == second


def test_a_run_that_is_given_up_leaves_nothing_to_the_next():
    with ProcessPool(Echo(), 1, 60) as pool:
        results = pool.run(map(str, range(100)))
        next(results)
        results.close()
        assert [item for item, _ in pool.run(["next"])] == ["next"]


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        (Unprepared(), "ImportError: half installed"),
        (Unpicklable(), "RuntimeError: cannot be unpickled"),
        (DyingAtStart(), "signal 6, the licence has run out"),
    ],
)
def test_a_task_that_does_not_start_says_why(task, reason, tmp_path):
    with ProcessPool(task, 1, 60, log=tmp_path / "log") as pool, pytest.raises(UnavailableError, match=reason):
        list(pool.run(["a"]))


def test_a_worker_that_is_killed_while_it_starts_is_started_again_and_not_for_ever(tmp_path):
    times = tmp_path / "times"
    task = KilledAtStart(times=str(times))
    with ProcessPool(task, 1, 60) as pool:
        times.write_bytes(b"xx")
        assert [item for item, _ in pool.run(["a", "b"])] == ["a", "b"]
    times.write_bytes(b"x" * 20)
    with ProcessPool(task, 1, 60) as pool, pytest.raises(UnavailableError, match="signal 9"):
        list(pool.run(["a"]))
    assert len(times.read_bytes()) == 17


def test_what_a_task_prints_goes_to_the_log(tmp_path):
    log = tmp_path / "log"
    with ProcessPool(Echo(), 1, 60, log=log) as pool:
        list(pool.run(["PRINT"]))
    assert log.read_text() == "a task may print\n"


@pytest.mark.slow
def test_no_more_items_are_read_ahead_than_may_be_pending(monkeypatch):
    monkeypatch.setattr("mezmun.core.processes.process_pool.MAX_PENDING_ITEMS", 50)
    read = 0

    def counted():
        nonlocal read
        for item in ("HANG", *map(str, range(300))):
            read += 1
            yield item

    with ProcessPool(Echo(), 2, 3) as pool:
        results = pool.run(counted())
        assert next(results)[1].kind is FailureKind.TIMEOUT
        assert read <= 50
        assert len(list(results)) == 300


@pytest.mark.parametrize(("size", "read_ahead"), [(1, 16), (500_000, 4), (3_000_000, 2)])
def test_items_are_sent_in_batches_of_a_limited_size(size, read_ahead):
    items = iter([str(number) for number in range(100)])
    with ProcessPool(Echo(), 1, 60, size_of=lambda _: size) as pool:
        next(pool.run(items))
        assert 100 - len(list(items)) == read_ahead


def test_no_items_make_no_process():
    with ProcessPool(Unprepared(), 2, 60) as pool:
        assert list(pool.run([])) == []
