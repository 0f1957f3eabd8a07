"""Stored pages that are to be read again are sent to the workers: those of an older template, those of a re-extraction.

What is to be read again stands in the database, so a renewal can end at any time and another go on from there.
"""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, Engine

from db.processing.fetch_outcomes import allow_tries
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue

Due = Callable[[Connection, int, int], list[FetchReference]]
"""Lists what is to be read again after a fetch, up to a number: the oldest first."""

AT_ONCE: Final = 500
"""References sent before the workers have read those pages: seconds of work, so that new pages wait little."""

BUSY: Final = 1000
"""References that wait in the queue above which new pages come first, before all that can wait."""

RESENT_AFTER: Final = 120
"""Looks after which a page that is still outdated is sent again, for its reference may be lost."""

QUIET_LOOKS: Final = 15
"""Looks between two questions of the database while nothing is to be read again."""


class Renewal:
    """The renewal of some pages, looked after until none is to be read again any more.

    Args:
        engine: the database of this process.
        queue: where references go to the workers.
        due: lists what is to be read again.
    """

    def __init__(self, engine: Engine, queue: PageQueue, due: Due) -> None:
        self._engine = engine
        self._queue = queue
        self._due = due
        self._sent: dict[int, int] = {}
        self._looks = -1
        self._quiet_since = 0

    def look(self) -> bool:
        """Send what is due; give whether the renewal is over.

        A page that a worker had in hand when the template was learned becomes outdated when it ends, so the database
        is asked a few times more.
        """
        self._looks += 1
        if self._sent or self._looks % QUIET_LOOKS == 0:
            self._send_outdated()
        return self._looks - self._quiet_since >= RESENT_AFTER

    def _send_outdated(self) -> None:
        with self._engine.begin() as connection:
            after = min(self._sent, default=1) - 1  # the oldest are sent first, so nothing older is outdated
            outdated = self._due(connection, after, AT_ONCE)
            due = [reference for reference in outdated if self._is_due(reference.fetch_id)]
            if due and self._queue.declare() > BUSY:
                due = []
            if due:
                allow_tries(connection, [reference.fetch_id for reference in due])
        self._queue.publish(*due)
        if outdated:
            self._quiet_since = self._looks
        still = {one.fetch_id for one in outdated}
        self._sent = {fetch_id: look for fetch_id, look in self._sent.items() if fetch_id in still}
        self._sent.update((reference.fetch_id, self._looks) for reference in due)

    def _is_due(self, fetch_id: int) -> bool:
        return fetch_id not in self._sent or self._looks - self._sent[fetch_id] >= RESENT_AFTER
