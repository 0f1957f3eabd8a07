"""How a part that has the installation's services is watched: what is measured of them, and whether they answer."""

from collections.abc import Iterable, Iterator
from functools import cache, partial

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from db.crawling.raw_store import open_raw_store
from db.engine import check
from db.monitoring.installation import measure_installation
from mezmun.core.clock import Clock
from mezmun.core.error_text import first_line
from mezmun.core.errors import UnavailableError
from mezmun.core.monitoring.endpoint import Part
from mezmun.core.monitoring.metrics import Measurement, Metric
from mezmun.core.queue.page_queue import PageQueue


class ServicesWatch:
    """Measures the installation, and checks that its services answer.

    Args:
        engine: the database.
        queue: of the references.
        raw_store: where the bytes of pages are; opened when it is first asked, for it may be away when a part starts.
        now: the time with its zone.
    """

    def __init__(self, engine: Engine, queue: PageQueue, raw_store: str, now: Clock) -> None:
        self._engine = engine
        self._queue = queue
        self._open_store = cache(partial(open_raw_store, engine, raw_store))
        self._now = now

    def installation(self) -> Part:
        """Watch the whole installation, as a part that does not fork may."""
        return Part(self._measure, self.check_ready)

    def check_ready(self) -> None:
        """Ask database, broker and raw store.

        Raises:
            UnavailableError: one does not answer, or does not fit; the message says which.
        """
        check(self._engine)
        self._queue.declare()
        self._open_store().free_bytes()

    def _measure(self) -> Iterator[Measurement]:
        for measure in (self._measure_database, self._measure_queue, self._measure_room):
            yield from measure()

    def _measure_database(self) -> Iterable[Measurement]:
        try:
            with self._engine.connect() as connection:
                return list(measure_installation(connection, now=self._now()))
        except DBAPIError as error:
            raise UnavailableError(f"The database does not answer ({first_line(error)}).") from error

    def _measure_queue(self) -> Iterable[Measurement]:
        return [Measurement(Metric.QUEUE, self._queue.declare())]

    def _measure_room(self) -> Iterable[Measurement]:
        room = self._open_store().free_bytes()
        return [] if room is None else [Measurement(Metric.ROOM, room)]
