"""One call in a process of its own, which ends with its time limit: for commands that have one page to work on."""

import os
import pickle
from collections.abc import Callable
from typing import TypeVar

from mezmun.core.processes.child_processes import describe_exit
from mezmun.core.processes.failure import Failure, FailureKind
from mezmun.core.processes.item_limits import CLOCK_SIGNAL, TIME_SIGNAL, limit_memory, limit_time

Result = TypeVar("Result")


def call(work: Callable[[], Result], seconds: float, item_bytes: int) -> Result | Failure:
    """Give what a function gives in a fork of this process, or why there is nothing: it ran too long or died.

    A fork has all that is loaded already, so it costs milliseconds; but only the thread that called goes on in it, so
    this is for processes that have no others. Use a pool elsewhere.

    Args:
        work: takes nothing from outside that a fork shares (connections, files that are read).
        seconds: after so many of processor time the fork is killed (see ``item_limits``).
        item_bytes: size of what is worked on, by which its memory is limited.

    Raises:
        Exception: what the function raises.
    """
    answers, question = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(answers)
        _answer(work, seconds, item_bytes, question)
    os.close(question)
    with os.fdopen(answers, "rb") as pipe:
        answer = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if -code in (TIME_SIGNAL, CLOCK_SIGNAL):
        return Failure(FailureKind.TIMEOUT, f"stopped after {seconds:g} s")
    if code != 0:
        return Failure(FailureKind.DIED, f"its process died ({describe_exit(code)})")
    result, error = pickle.loads(answer)  # noqa: S301  # of this process's own child
    if error is not None:
        raise error
    outcome: Result = result
    return outcome


def _answer(work: Callable[[], Result], seconds: float, item_bytes: int, question: int) -> None:
    """Write what the function gives or raises, and end without what the parent does at its end."""
    code = 1
    try:
        limit_time(seconds)
        try:
            with limit_memory(item_bytes):
                answer = pickle.dumps((work(), None))
        except Exception as error:  # the caller is to know
            answer = pickle.dumps((None, error))
        with os.fdopen(question, "wb") as pipe:
            pipe.write(answer)
        code = 0
    finally:
        os._exit(code)
