"""The processor time of work in a thread, told from outside: what hangs there cannot be stopped, but given up."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from threading import get_ident
from typing import Any, Final, Generic, TypeVar

LOOK: Final = 1.0
"""Seconds between two looks at the time that the work has taken."""

Result = TypeVar("Result")


class _TimedWork(Generic[Result]):
    """Does a piece of work, and tells other threads meanwhile how long it has worked; its waits do not count."""

    def __init__(self, work: Callable[..., Result]) -> None:
        self._work = work
        self._began: tuple[int, float] | None = None

    def __call__(self, *arguments: Any) -> Result:
        self._began = time.pthread_getcpuclockid(get_ident()), time.thread_time()
        try:
            return self._work(*arguments)
        finally:
            self._began = None  # the thread goes on with other work

    def seconds(self) -> float:
        """Give the seconds of processor time; 0 before the work has begun, and after its end."""
        if (began := self._began) is None:
            return 0.0
        clock, start = began
        return time.clock_gettime(clock) - start


async def work_in_thread(
    threads: Executor, most_seconds: float, work: Callable[..., Result], *arguments: Any
) -> Result:
    """Do something in a thread, and give it up when it has worked for too long.

    What it waits for does not count: a free thread, the raw store, the database, a process that stands still.

    Raises:
        TimeoutError: it has had so many seconds of processor time, and may go on in its thread for ever.
    """
    timed = _TimedWork(work)
    working = asyncio.get_running_loop().run_in_executor(threads, timed, *arguments)
    try:
        while not (await asyncio.wait([working], timeout=LOOK))[0]:
            if timed.seconds() > most_seconds:
                raise TimeoutError
        return working.result()
    finally:
        working.cancel()  # of no effect on what is done; nobody asks for the rest
