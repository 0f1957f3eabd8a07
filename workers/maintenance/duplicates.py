"""Documents of nearly the same text find each other beside the way of a page: in a look, some of those that changed."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import Engine

from db.duplicates import clusters
from db.publication.changes import number_changes
from workers.maintenance.renewal import BUSY
from workers.text_signatures import are_near, sign

AT_ONCE: Final = 200
"""Changes gone through in a look, in a transaction: some tenths of a second."""


class Duplicates:
    """Keeps the clusters of documents up with their changes; how far it is stands in the database.

    Args:
        engine: the database of this process.
        waiting: counts the references in the queue: while many wait, pages come first.
    """

    def __init__(self, engine: Engine, waiting: Callable[[], int]) -> None:
        self._engine = engine
        self._waiting = waiting

    def look(self) -> int:
        """Go through the next changes; give of how many documents.

        Raises:
            UnavailableError, sqlalchemy.exc.DBAPIError: a service is away; the next look goes on.
        """
        number_changes(self._engine)
        with self._engine.connect() as connection:
            if not clusters.is_behind(connection):
                return 0
        if self._waiting() > BUSY:
            return 0
        with self._engine.begin() as connection:
            changed = clusters.changed_documents(connection, limit=AT_ONCE)
            signed = clusters.signed(connection, changed.pages)
            for page in changed.pages:
                if page in signed:
                    clusters.remove(connection, page)
                if page in changed.texts:
                    clusters.add(connection, page, sign(changed.texts[page]), are_near)
            if changed.pages:
                clusters.note_progress(connection, changed.position)
        return len(changed.pages)
