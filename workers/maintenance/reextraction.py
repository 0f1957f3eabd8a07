"""Re-extractions that operators asked for: begun, read by the workers below their live work, promoted or dropped."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, Engine

from db.reextraction import promotion, reextractions
from db.reextraction.reextractions import OpenReextraction
from db.reextraction.tables import State
from db.sites import stored_site
from mezmun.core.clock import Clock
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from workers.maintenance.renewal import Renewal
from workers.present_versions import PRESENT_VERSIONS
from workers.reading_options import ReadingOptions

AT_ONCE: Final = 500
"""Pages promoted or dropped in a transaction, and in a look: their workers wait for it no longer than a page takes."""


class Reextractions:
    """Brings open re-extractions on, a step in a look; whatever is done stands in the database.

    Args:
        engine: the database of this process.
        queue: where references of pages to read again are sent.
        now: the time with its zone.
    """

    def __init__(self, engine: Engine, queue: PageQueue, now: Clock) -> None:
        self._engine = engine
        self._queue = queue
        self._now = now
        self._renewals: dict[int, Renewal] = {}

    def look(self) -> list[str]:
        """Take the next step of each; give the sites of which one was promoted to its end.

        Raises:
            UnavailableError, sqlalchemy.exc.DBAPIError: a service is away; the next look goes on.
        """
        with self._engine.connect() as connection:
            present = reextractions.open_reextractions(connection)
        promoted = [one.site for one in present if self._step(one) is State.PROMOTED]
        numbers = {one.id for one in present}
        self._renewals = {number: renewal for number, renewal in self._renewals.items() if number in numbers}
        return promoted

    def _step(self, one: OpenReextraction) -> State:
        """Take its next step; give the state that it is in then, as far as this look knows."""
        match one.state:
            case State.WAITING:
                self._begin(one)
            case State.RUNNING if not self._read(one):
                return self._move_on(one, State.READY)
            case State.PROMOTING if not self._read(one) and not self._apply(one, self._promote):
                return self._move_on(one, State.PROMOTED)
            case State.DROPPING if not self._apply(one, self._drop):
                return self._move_on(one, State.DROPPED)
        return one.state

    def _begin(self, one: OpenReextraction) -> None:
        with self._engine.begin() as connection:
            name = one.method or ReadingOptions.of(stored_site(connection, one.site)).method
            version, known = PRESENT_VERSIONS.methods.get(name), ", ".join(PRESENT_VERSIONS.methods)
            if version is None:
                reason = f"There is no extraction method {name!r}; choose one of {known}."
                reextractions.refuse(connection, one.id, reason, now=self._now())
            else:
                normalizer = PRESENT_VERSIONS.normalizer
                reextractions.begin(connection, one.id, name, method_version=version, normalizer_version=normalizer)

    def _read(self, one: OpenReextraction) -> bool:
        """Send pages to the workers; give whether any is still unread."""

        def due(connection: Connection, after: int, limit: int) -> list[FetchReference]:
            return reextractions.unread_fetches(connection, one.id, after=after, limit=limit)

        self._renewals.setdefault(one.id, Renewal(self._engine, self._queue, due)).look()
        with self._engine.connect() as connection:
            return bool(due(connection, 0, 1))

    def _apply(self, one: OpenReextraction, apply: Callable[[Connection, int], int]) -> bool:
        with self._engine.begin() as connection:
            return apply(connection, one.id) > 0

    def _promote(self, connection: Connection, number: int) -> int:
        return promotion.promote_pages(connection, number, limit=AT_ONCE, now=self._now())

    def _drop(self, connection: Connection, number: int) -> int:
        return promotion.drop_pages(connection, number, limit=AT_ONCE)

    def _move_on(self, one: OpenReextraction, state: State) -> State:
        with self._engine.begin() as connection:
            reextractions.move_on(connection, one.id, one.state, state, now=self._now())
        return state
