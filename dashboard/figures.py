"""Figures of the whole installation, which cost the database much and which all visitors see alike: they are counted
once for many who ask."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Any, Final, Generic, TypeVar

from fastapi import Request
from sqlalchemy import Connection, Row

from dashboard.resources import Resources
from db.crawling.alerts import Alert
from db.monitoring import overview
from db.monitoring.open_alerts import open_alerts
from db.monitoring.site_health import site_health

FRESH: Final = 15.0
"""Seconds for which a figure is shown again; then whoever asks first counts anew."""

OLD: Final = 60.0
"""Seconds after which it is shown to nobody: all wait for the new one."""

T = TypeVar("T")


class Remembered(Generic[T]):
    """What ``count`` gives, for a while. ``count`` runs in the thread of whoever asks, one at a time."""

    def __init__(self, count: Callable[[], T]) -> None:
        self._count = count
        self._lock = threading.Lock()
        self._last: tuple[T, float] | None = None

    def get(self) -> T:
        """Give the value; while somebody counts, others get the one before, unless it is too old."""
        last = self._last
        age = OLD if last is None else monotonic() - last[1]
        if last is not None and (age < FRESH or (age < OLD and self._lock.locked())):
            return last[0]
        with self._lock:
            if self._last is None or self._last is last:
                self._last = (self._count(), monotonic())
            return self._last[0]

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


class Figures:
    """The figures of an installation."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self.overview = Remembered(lambda: self._read(self._overview))
        self.sites = Remembered(lambda: self._read(site_health))

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
