"""What is not kept once the workers are done with it: bytes of pages that ask for that, or whose site keeps them for
some days only, or that were taken down while the store was away, old fetches that nothing needs, delivered messages,
and signs of life of processes long dead."""

from datetime import timedelta
from typing import Final

from sqlalchemy import Engine

from db.crawling.fetches import not_to_be_archived
from db.crawling.heartbeats import forget_the_dead
from db.removal.fetch_log import remove_old_fetches
from db.removal.raw_deletions import delete_waiting
from db.removal.retention import RawPosition, expired, next_raw_pages, raw_pages_were_removed
from mezmun.core.clock import Clock
from services import embedded_broker
from store.raw_store import RawStore

DELIVERED_FOR: Final = timedelta(days=1)
"""How long the embedded queue's delivered messages stay to be looked at."""

DEAD_FOR: Final = timedelta(days=1)
"""How long the last sign of life of a process stays that was killed: one that ends takes its own back."""

AT_ONCE: Final = 1000
"""Raw pages looked at in one look; the next goes on."""

DELETED_AT_ONCE: Final = 5000
"""Raw pages that the store deletes in one look: more than are given up in one, so what waited becomes less."""

FETCHES_AT_ONCE: Final = 1000
"""Fetches looked at in one look: 1.4 million a day."""


class Removal:
    """Removes what is not to be kept.

    Args:
        engine: the database of this process.
        raw: where the bytes of pages are.
        queue_in_database: the queue is the embedded one, which never forgets a message by itself.
        now: the time with its zone.
    """

    def __init__(self, engine: Engine, raw: RawStore, queue_in_database: bool, now: Clock) -> None:
        self._engine = engine
        self._raw = raw
        self._queue_in_database = queue_in_database
        self._now = now
        self._looked_up_to: RawPosition | None = None
        self._looked_up_to_fetch = 0

    def look(self) -> None:
        """Remove what there is.

        Raises:
            UnavailableError, sqlalchemy.exc.DBAPIError: a service is away; the next look goes on.
        """
        with self._engine.begin() as connection:
            if self._queue_in_database:
                embedded_broker.prune(connection, before=self._now() - DELIVERED_FOR)
            forget_the_dead(connection, before=self._now() - DEAD_FOR)
            now = self._now()
            raw_pages_were_removed(connection, not_to_be_archived(connection, limit=AT_ONCE), now=now)
        with self._engine.begin() as connection:
            raw_pages = next_raw_pages(connection, self._looked_up_to, now=now, limit=AT_ONCE)
            raw_pages_were_removed(connection, expired(connection, raw_pages, now=now), now=now)
        self._looked_up_to = raw_pages[-1] if raw_pages else None  # at the end from the oldest on again
        with self._engine.begin() as connection:
            fetches = remove_old_fetches(connection, self._looked_up_to_fetch, now=self._now(), limit=FETCHES_AT_ONCE)
        self._looked_up_to_fetch = fetches.last_id or 0
        delete_waiting(self._engine, self._raw, limit=DELETED_AT_ONCE)  # last: the store may be away
