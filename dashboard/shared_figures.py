"""Figures of the whole installation, which cost the database much and which all visitors see alike: they are counted
once for many who ask."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from fastapi import Request
from sqlalchemy import Connection, Row
from sqlalchemy.exc import SQLAlchemyError

from dashboard import patience
from dashboard.resources import Resources
from db.monitoring import overview
from db.monitoring.alerts import Alert
from db.monitoring.open_alerts import open_alerts
from db.monitoring.site_health import site_health
from mezmun.core.errors import UnavailableError

FRESH: Final = 15.0
"""Seconds for which a figure is shown again; then it is counted anew, beside whoever asks."""

OLD: Final = 60.0
"""Seconds after which it is shown to nobody: all wait for the new one."""

T = TypeVar("T")


class Remembered(Generic[T]):
    """What ``count`` gives, for a while. It runs one at a time; only who finds no value waits for it."""

    def __init__(self, count: Callable[[], T]) -> None:
        self._count = count
        self._lock = threading.Lock()
        self._last: tuple[T, float] | None = None

    def get(self) -> T:
        """Give the value; while it is counted anew, the one before, unless that is too old."""
        last = self._last
        age = OLD if last is None else monotonic() - last[1]
        if last is not None and age < OLD:
            if age >= FRESH and not self._lock.locked():
                threading.Thread(target=self._renew_aside, args=(last,), daemon=True, name="figures").start()
            return last[0]
        return self._renew(last)

    def _renew(self, last: tuple[T, float] | None) -> T:
        """Count, unless somebody has since ``last``."""
        with self._lock:
            if self._last is None or self._last is last:
                self._last = (self._count(), monotonic())
            return self._last[0]

    def _renew_aside(self, last: tuple[T, float]) -> None:
        with suppress(SQLAlchemyError):  # whoever asks when the value is old is answered that the database is away
            self._renew(last)

    def forget(self) -> None:
        """Count anew when it is asked for next, for something was changed."""
        self._last = None


@dataclass(frozen=True, slots=True)
class Overview:
    """What the first page shows: all there is, what is wrong, and what came of the last day."""

    totals: overview.Totals
    alerts: list[Alert]
    hours: list[Row[Any]]
    outcomes: list[Row[Any]]
    waiting: overview.Waiting


@dataclass(frozen=True, slots=True)
class Room:
    """How many bytes are free in the raw store (None: there is no end to it), or the ``fault`` for which it does not
    tell."""

    free: int | None
    fault: str = ""


class Figures:
    """The figures of an installation."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self.overview = Remembered(lambda: self._read(self._overview))
        self.sites = Remembered(lambda: self._read(site_health))
        self._room = Remembered(self._ask_for_room)

    def room(self) -> Room:
        """Ask for the room in the raw store; a store that does not answer soon is said not to."""
        try:
            return patience.soon(self._room.get, patience.ROOM_SECONDS)
        except UnavailableError as error:
            return Room(None, str(error))

    def _ask_for_room(self) -> Room:
        try:
            return Room(self._resources.raw.free_bytes())
        except UnavailableError as error:  # the page shows all the same what the database knows
            return Room(None, str(error))

    def _read(self, read: Callable[[Connection], T]) -> T:
        with self._resources.engine.connect() as connection:
            return read(connection)

    def _overview(self, connection: Connection) -> Overview:
        now = self._resources.now()
        return Overview(
            totals=overview.totals(connection),
            alerts=open_alerts(connection, now=now),
            hours=overview.hours(connection, now=now),
            outcomes=overview.outcomes_since(connection, now - timedelta(days=1)),
            waiting=overview.waiting(connection, since=now - timedelta(days=7)),
        )


def figures_of(request: Request) -> Figures:
    """Give the figures of the application that answers a request."""
    figures: Figures = request.app.state.figures
    return figures
