"""The sweep: what was fetched and never processed is sent again, so losing the whole broker loses no page."""

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from db.crawling.fetches import bytes_were_removed, not_to_be_archived
from db.fetch_outcomes import unprocessed_fetches
from mezmun.core.clock import Clock, utc_now
from mezmun.core.errors import UnavailableError
from mezmun.core.messages import FetchReference
from mezmun.core.queue import PageQueue
from services import embedded_broker
from store.raw_store import RawStore

BATCH: Final = 10_000
"""References sent in one sweep: a minute or two of sending; the next sweep goes on."""

EVERY: Final = 60.0
"""Seconds between two looks."""

PATIENCE: Final = timedelta(minutes=10)
"""Age at which a fetch without an outcome counts as lost when no reference waits in the queue: ten pages that hang to
their time limit of a minute, one after the other in one worker's hand."""

KEPT: Final = timedelta(days=1)
"""How long the embedded queue's delivered messages stay to be looked at."""

log = logging.getLogger(__name__)


def sweep(
    engine: Engine, send: Callable[[FetchReference], None], *, older_than: datetime, crawl_id: int | None = None
) -> int:
    """Send the references of fetches that wait for a worker since before ``older_than``, and give their number.

    Sending one that is still on its way is harmless: the second delivery finds the outcome of the first.

    Raises:
        UnavailableError: the broker does not take them; nothing is lost, the next sweep tries again.
    """
    with engine.connect() as connection:
        references = list(unprocessed_fetches(connection, older_than=older_than, crawl_id=crawl_id, limit=BATCH))
    for reference in references:
        send(reference)
    return len(references)


class Sweeper:
    """Sweeps all sites in the background of the long-running crawler.

    Args:
        engine: the database of this process.
        queue: where lost references are sent again.
        embedded_queue: the database that holds the queue, to be rid of delivered messages; None on RabbitMQ.
        now: the time with its zone.
        raw_store: from which the bytes of pages go that ask not to be archived, once they are read.
    """

    def __init__(
        self,
        engine: Engine,
        queue: PageQueue,
        embedded_queue: str | None = None,
        now: Clock = utc_now,
        raw_store: RawStore | None = None,
    ) -> None:
        self._engine = engine
        self._queue = queue
        self._embedded_queue = embedded_queue
        self._now = now
        self._raw_store = raw_store

    def run(self, stop: threading.Event) -> None:
        """Sweep every minute until told to stop; services that are away are waited for."""
        while not stop.wait(EVERY):
            try:
                self.look()
            except (UnavailableError, DBAPIError) as error:
                log.warning("not swept, tried again in a minute: %s", str(error).partition("\n")[0])

    def look(self) -> int:
        """Send again what was lost, and give its number: none while references wait, as those are not lost.

        Raises:
            UnavailableError, sqlalchemy.exc.DBAPIError: a service is away.
        """
        if self._embedded_queue is not None:
            embedded_broker.prune(self._embedded_queue, before=self._now() - KEPT)
        if self._raw_store is not None:
            self._remove_what_is_not_to_be_archived(self._raw_store)
        if self._queue.declare():
            return 0
        sent = sweep(self._engine, self._queue.publish, older_than=self._now() - PATIENCE)
        if sent:
            log.warning("%d references were lost and have been sent again", sent)
        return sent

    def _remove_what_is_not_to_be_archived(self, raw_store: RawStore) -> None:
        with self._engine.begin() as connection:
            addresses = not_to_be_archived(connection, limit=1000)
            for sha256 in addresses:
                raw_store.delete(sha256)
            if addresses:
                bytes_were_removed(connection, addresses)
