"""Pages that were read with an older template of their site are sent to the workers again."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Engine

from db.processing.fetch_outcomes import allow_tries
from db.processing.templates import outdated_fetches
from mezmun.core.queue.messages import FetchReference

AT_ONCE: Final = 500
"""References sent before the workers have read those pages: seconds of work, so that new pages wait little."""

RESENT_AFTER: Final = 120
"""Looks after which a page that is still outdated is sent again, for its reference may be lost."""

QUIET_LOOKS: Final = 15
"""Looks between two questions of the database while nothing is outdated."""


class Renewal:
    """The renewal of one site's pages, looked after until none is outdated any more.

    Args:
        engine: the database of this process.
        send: sends a reference to the workers.
        site: whose pages.
    """

    def __init__(self, engine: Engine, send: Callable[[FetchReference], None], site: str) -> None:
        self._engine = engine
        self._send = send
        self._site = site
        self._sent: dict[int, int] = {}
        self._looks = -1
        self._quiet_since = 0

    def look(self) -> bool:
        """Send what is due; give whether the renewal is over.

        A page that a worker had in hand when the template was learned becomes outdated when it ends, so a quiet site
        is asked a few times more.
        """
        self._looks += 1
        if self._sent or self._looks % QUIET_LOOKS == 0:
            self._send_outdated()
        return self._looks - self._quiet_since >= RESENT_AFTER

    def _send_outdated(self) -> None:
        with self._engine.begin() as connection:
            after = min(self._sent, default=1) - 1  # the oldest are sent first, so nothing older is outdated
            outdated = outdated_fetches(connection, self._site, after=after, limit=AT_ONCE)
            due = [reference for reference in outdated if self._is_due(reference.fetch_id)]
            if due:
                allow_tries(connection, [reference.fetch_id for reference in due])
        for reference in due:
            self._send(reference)
        if outdated:
            self._quiet_since = self._looks
        self._sent = {one.fetch_id: self._sent.get(one.fetch_id, self._looks) for one in outdated}
        self._sent.update((reference.fetch_id, self._looks) for reference in due)

    def _is_due(self, fetch_id: int) -> bool:
        return fetch_id not in self._sent or self._looks - self._sent[fetch_id] >= RESENT_AFTER
