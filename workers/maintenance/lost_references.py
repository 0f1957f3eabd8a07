"""References that were lost on the way to a worker, and failed pages whose time has come, are sent again.

The queue gives references about in the order they were sent. So one is lost when what was fetched after it has been
read: that is seen beside the busiest queue, and without counting it.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Engine

from db.processing.fetch_outcomes import unprocessed_fetches
from db.processing.retries import last_fetch, oldest_unread, read_up_to, take_due_retries
from mezmun.core.clock import Clock
from mezmun.core.queue.messages import FetchReference, SendReferences

GRACE: Final = timedelta(seconds=45)
"""The workers must be past a reference by so much: some references wait in a worker's hands behind a slow page."""

AT_ONCE: Final = 1000
"""References sent in one look; the next goes on."""

LATE: Final = 1000
"""Fetches that may be committed after one with a higher number: they are looked at again."""

log = logging.getLogger(__name__)


class LostReferences:
    """Finds the references that were lost, and sends them again.

    Args:
        engine: the database of this process.
        waiting: counts the references in the queue.
        send: sends references to the workers.
        now: the time with its zone.
    """

    def __init__(self, engine: Engine, waiting: Callable[[], int], send: SendReferences, now: Clock) -> None:
        self._engine = engine
        self._waiting = waiting
        self._send = send
        self._now = now
        self._read_before = 0
        self._sent: dict[int, datetime] = {}

    def look(self) -> int:
        """Send what was lost, and the failed pages that are due; give how many.

        Raises:
            UnavailableError, sqlalchemy.exc.DBAPIError: a service is away; the next look goes on.
        """
        now = self._now()
        is_empty = self._waiting() == 0
        with self._engine.begin() as connection:
            lost = self._lost(connection, now if is_empty else read_up_to(connection))
            retried = take_due_retries(connection, now=now, limit=AT_ONCE)
        self._send(*lost, *retried)
        self._sent.update((reference.fetch_id, now) for reference in lost)
        if lost:
            log.warning("%d references were lost and have been sent again", len(lost))
        return len(lost) + len(retried)

    def _lost(self, connection: Connection, horizon: datetime | None) -> list[FetchReference]:
        oldest = oldest_unread(connection, after=self._read_before)
        if oldest is None:
            self._read_before = max(0, last_fetch(connection) - LATE)
            self._sent.clear()
            return []
        self._read_before = max(0, oldest - LATE)
        if horizon is None:
            return []
        unread = unprocessed_fetches(
            connection, older_than=horizon - GRACE, after=self._read_before, limit=len(self._sent) + AT_ONCE
        )
        # One that was sent again stands behind what was sent until then.
        past = horizon - GRACE
        lost = [one for one in unread if one.fetch_id not in self._sent or self._sent[one.fetch_id] < past]
        self._sent = {fetch_id: at for fetch_id, at in self._sent.items() if fetch_id >= oldest}
        return lost[:AT_ONCE]
