"""An event loop whose time passes only while it has nothing to do: thirty days of waiting take no time at all."""

import asyncio
import selectors
from concurrent.futures import Executor
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

BEGIN = datetime(2026, 3, 2, tzinfo=UTC)
"""When every simulation begins: a Monday."""
ANOTHER_LOOK = 0.0005
"""Seconds in which what was sent on the loopback device arrives, though it mostly does at once."""


class SimulatedLoop(asyncio.SelectorEventLoop):
    """asyncio's loop with a time of its own.

    Time stands still while threads work or sockets have data, and while ``is_held`` says so; otherwise it jumps to the
    next timer, or further, to where ``skip_to`` says that something happens next.
    """

    def __init__(self) -> None:
        self._seconds = 0.0
        self._in_threads = 0
        self.skip_to: Callable[[], datetime | None] = lambda: None
        self.is_held: Callable[[], bool] = lambda: False
        super().__init__(_JumpingSelector(self))

    def time(self) -> float:
        return self._seconds

    def now(self) -> datetime:
        return BEGIN + timedelta(seconds=self._seconds)

    def run_in_executor(self, executor: Executor | None, func, *args):
        self._in_threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._thread_is_done)
        return future

    def _thread_is_done(self, _) -> None:
        self._in_threads -= 1

    @property
    def is_busy(self) -> bool:
        return self._in_threads > 0

    def jump(self, seconds: float) -> None:
        if self.is_held():
            return
        other = self.skip_to()
        later = (other - self.now()).total_seconds() if other is not None else 0.0
        self._seconds += max(seconds, later)


class _JumpingSelector(selectors.EpollSelector):
    def __init__(self, loop: SimulatedLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout=None):
        events = super().select(0)
        if events or (timeout is not None and timeout <= 0):
            return events
        if self._loop.is_busy or timeout is None:
            return super().select(0.05)
        events = super().select(ANOTHER_LOOK)
        if not events:
            self._loop.jump(timeout)
        return events
