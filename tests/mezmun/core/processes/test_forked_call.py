import os
import signal
import time

import pytest

from mezmun.core.outcomes import Outcome
from mezmun.core.processes import item_limits
from mezmun.core.processes.failure import Failure, FailureKind
from mezmun.core.processes.forked_call import call
from workers.pipeline import process


def test_a_call_gives_what_the_function_gives_in_another_process():
    assert call(lambda: (os.getppid(), "x" * 1_000_000), 60, 1) == (os.getpid(), "x" * 1_000_000)


def test_a_call_raises_what_the_function_raises():
    with pytest.raises(ZeroDivisionError):
        call(lambda: 1 // 0, 60, 1)


def test_a_call_that_takes_too_long_is_stopped():
    assert call(lambda: time.sleep(60), 0.1, 1) == Failure(FailureKind.TIMEOUT, "stopped after 0.1 s")


def test_a_call_whose_process_dies_does_no_harm():
    def work():
        os.kill(os.getpid(), signal.SIGKILL)

    assert call(work, 60, 1) == Failure(FailureKind.DIED, "its process died (signal 9)")


def test_a_page_that_takes_too_much_memory_ends_as_an_outcome(monkeypatch):
    monkeypatch.setattr(item_limits, "BASE_MEMORY", 1_000_000)
    monkeypatch.setattr(item_limits, "MEMORY_PER_BYTE", 2)
    page = b"<ul>" + b"<li>x" * 400_000  # more than an earlier page can have left free
    assert call(lambda: process(page, method="all-text"), 60, len(page)).outcome is Outcome.TOO_LARGE
