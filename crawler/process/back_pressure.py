"""Back-pressure: crawls slow down and wait while what comes after them cannot keep up, and go on by themselves.

A page that is fetched while the workers are hours behind, the disk is full or the database is away was asked of its
server for nothing, or in vain.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from math import inf
from typing import Final

from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from mezmun.core.counts import count_of, size_of
from mezmun.core.error_text import first_line
from mezmun.core.errors import UnavailableError
from store.raw_store import RawStore

EVERY: Final = 5.0
"""Seconds between two looks."""

SLOWEST: Final = 10.0
"""Seconds that each site waits before a page when the queue is nearly as long as it may be."""

SLOW_FROM: Final = 0.5
"""Share of the limits from which crawls slow down: of the queue's length, and of twice the room that must be free."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pressure:
    """What keeps crawls from fetching more."""

    seconds: float | None
    """That each site waits before its next page; None is until it is over."""
    reason: str
    """In words, for people."""


@dataclass(frozen=True, slots=True)
class PressureLimits:
    """From where on crawls wait."""

    queue_length: int
    """References that may wait in the queue."""
    free_bytes: int
    """Room that must be left in the raw store."""


class Load:
    """Looks at what comes after the crawls.

    Args:
        engine: the database.
        raw_store: where fetched pages go.
        waiting: counts the references in the queue, or raises ``UnavailableError``.
        limits: from where on crawls wait.
    """

    def __init__(self, engine: Engine, raw_store: RawStore, waiting: Callable[[], int], limits: PressureLimits) -> None:
        self._engine = engine
        self._raw_store = raw_store
        self._waiting = waiting
        self._limits = limits

    def pressure(self) -> Pressure | None:
        """Give the strongest pressure there is now; None when there is none."""
        return max(self._pressures(), key=lambda each: inf if each.seconds is None else each.seconds, default=None)

    def _pressures(self) -> Iterator[Pressure]:
        try:
            with self._engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except DBAPIError as error:
            yield Pressure(None, f"the database does not answer ({first_line(error)})")
        try:
            yield from self._of_room(self._raw_store.free_bytes())
        except UnavailableError as error:
            yield Pressure(None, first_line(error))
        try:
            yield from self._of_queue(self._waiting())
        except UnavailableError:
            return  # the pages are safe without it, and the publisher says so

    def _of_room(self, free: int | None) -> Iterator[Pressure]:
        least = self._limits.free_bytes
        if free is None or least == 0:
            return
        reason = f"the raw store has {size_of(free)} left, and {size_of(least)} are to stay free"
        if free < least:
            yield Pressure(None, reason)
        elif free < least / SLOW_FROM:
            yield Pressure(SLOWEST * (least / SLOW_FROM - free) / least, reason)

    def _of_queue(self, waiting: int) -> Iterator[Pressure]:
        most = self._limits.queue_length
        reason = f"{count_of(waiting, 'reference waits', 'references wait')} in the queue, and the limit is {most:,}"
        if waiting >= most:
            yield Pressure(None, reason)
        elif waiting > most * SLOW_FROM:
            yield Pressure(SLOWEST * (waiting - most * SLOW_FROM) / (most * SLOW_FROM), reason)


class BackPressure:
    """Lets the crawls of one process go on, wait or go slowly.

    Args:
        look: gives the pressure, and may take seconds.
        threads: where it is asked.
    """

    def __init__(self, look: Callable[[], Pressure | None], threads: Executor) -> None:
        self._look = look
        self._threads = threads
        self._pressure: Pressure | None = None
        self._open = asyncio.Event()
        self._open.set()

    async def watch(self) -> None:
        """Look again and again, until cancelled; what begins and what ends is said once."""
        while True:
            self._take(await asyncio.get_running_loop().run_in_executor(self._threads, self._look))
            await asyncio.sleep(EVERY)

    async def admit(self) -> None:
        """Wait until one more page may be fetched."""
        await self._open.wait()
        if self._pressure is not None and self._pressure.seconds is not None:
            await asyncio.sleep(self._pressure.seconds)

    def _take(self, pressure: Pressure | None) -> None:
        before, self._pressure = self._pressure, pressure
        if pressure is None:
            if before is not None:
                log.info("the crawls go on")
        elif before is None or (before.seconds is None) != (pressure.seconds is None):
            log.warning("the crawls %s: %s", "wait" if pressure.seconds is None else "slow down", pressure.reason)
        if pressure is not None and pressure.seconds is None:
            self._open.clear()
        else:
            self._open.set()
