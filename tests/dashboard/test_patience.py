"""What the raw store answers comes through, also what it raises; what does not come is given up."""

import threading

import pytest

from dashboard.patience import MOST_QUESTIONS, soon
from mezmun.core.errors import UnavailableError
from store.raw_store import MissingRawPageError


def test_an_answer_comes_through_also_one_that_is_nothing():
    assert soon(lambda: b"<p>one", 20) == b"<p>one"
    assert soon(lambda: None, 20) is None


def test_what_the_question_raises_is_raised():
    def ask():
        raise MissingRawPageError("It is not there.")

    with pytest.raises(MissingRawPageError, match=r"It is not there\."):
        soon(ask, 20)


def test_an_answer_that_does_not_come_is_given_up():
    comes = threading.Event()
    with pytest.raises(UnavailableError, match=r"The raw store has not answered for 0 seconds\."):
        soon(lambda: comes.wait(60), 0.01)
    comes.set()


def test_a_store_that_hangs_is_not_asked_by_ever_more_threads():
    answer = threading.Event()
    try:
        for _ in range(MOST_QUESTIONS):
            with pytest.raises(UnavailableError, match="has not answered for 0 seconds"):
                soon(answer.wait, 0.001)
        with pytest.raises(UnavailableError, match="many earlier questions"):
            soon(lambda: 1, 0.001)
    finally:
        answer.set()
    assert soon(lambda: 1, 5) == 1
