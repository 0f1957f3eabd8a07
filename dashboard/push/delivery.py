"""The delivery of the feed to one receiver: what was taken is remembered in the database, what was not is sent again.

Every change that is asked for comes at least once and in order, whatever stops the process or the receiver: one whose
batch was taken and not remembered comes again, with the same id. Of several processes for one receiver one delivers.
"""

import logging
import threading
from collections.abc import Sequence
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError

from dashboard.push.events import event_of
from db.publication.changes import Filter, read_feed
from db.publication.deliveries import delivered_position, lock_delivery, set_delivered_position, unlock_delivery
from mezmun.core.clock import Clock
from mezmun.core.errors import InvalidInputError, MezmunError, UnavailableError

BATCH: Final = 100
"""Changes sent at once: some hundred kilobytes."""
PAUSE: Final = 1.0
"""Seconds between two looks for new changes, and before the second try."""
LONGEST_PAUSE: Final = 300.0
"""Seconds between two tries; doubled from ``PAUSE`` on."""

log = logging.getLogger(__name__)


class NotDeliveredError(MezmunError):
    """The receiver did not take the changes; they are sent again."""


class Receiver(Protocol):
    """Whom the changes are sent to."""

    def send(self, events: Sequence[dict[str, Any]]) -> None:
        """Send events in order, or raise ``NotDeliveredError``."""


class Delivery:
    """The delivery under a name, to a receiver, of the changes that pass a filter; with ``latest`` of each document
    the last one alone."""

    def __init__(
        self, engine: Engine, name: str, receiver: Receiver, wanted: Filter, now: Clock, *, latest: bool = False
    ) -> None:
        self._engine, self._name, self._receiver, self._wanted, self._now = engine, name, receiver, wanted, now
        self._latest = latest

    def run(self, stop: threading.Event, *, follow: bool = True) -> int:
        """Deliver until ``stop`` is set, or, without ``follow``, until nothing is left; give the number of changes.

        Raises:
            InvalidInputError: another process delivers under this name.
            UnavailableError: the database has gone away.
        """
        try:
            with self._engine.connect() as connection:
                connection.detach()  # closed with the block, and the lock with it: the pool would keep both
                if not lock_delivery(connection, self._name):
                    raise InvalidInputError(f"Another process delivers the feed to {self._name} already.")
                connection.commit()
                delivered = self._deliver(stop, connection, follow=follow)
                unlock_delivery(connection, self._name)  # a closed connection's lock is free a moment later
                return delivered
        except OperationalError as error:
            raise UnavailableError(
                "The database has gone away. Run it again: it goes on where the receiver was."
            ) from error

    def _deliver(self, stop: threading.Event, lock: Connection, *, follow: bool) -> int:
        delivered, pause = 0, PAUSE
        while not stop.is_set():
            lock.scalar(text("SELECT 1"))  # who has lost the connection has lost the lock
            lock.commit()
            try:
                count, more = self._deliver_batch()
            except NotDeliveredError as error:
                log.warning("%s did not take the changes (%s); again in %.0f s", self._name, error, pause)
                stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
                continue
            delivered, pause = delivered + count, PAUSE
            if not more:
                if not follow:
                    break
                stop.wait(PAUSE)
        return delivered

    def _deliver_batch(self) -> tuple[int, bool]:
        """Send the next changes; give how many, and whether there are more."""
        with self._engine.connect() as connection:
            after = delivered_position(connection, self._name)
        page = read_feed(self._engine, after=after, limit=BATCH, wanted=self._wanted, latest=self._latest)
        if page.entries:
            self._receiver.send([event_of(entry) for entry in page.entries])
        if page.position > after:
            with self._engine.begin() as connection:
                set_delivered_position(connection, self._name, page.position, now=self._now())
        return len(page.entries), page.more
