"""robots.txt files as the crawler processes share them: what was last read, and when it was last asked for.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select, text
from sqlalchemy.dialects.postgresql import insert

from db.crawling.tables import RobotsFile


@dataclass(frozen=True, slots=True)
class StoredRobots:
    """A robots.txt: ``body`` is None when there is none to obey, ``read_at`` when it was never read.

    ``failures`` counts the times in a row it could not be read, ``error`` says why; the body is then that of
    ``read_at``.
    """

    origin: str
    asked_at: datetime
    read_at: datetime | None
    body: str | None
    error: str | None = None
    failures: int = 0


def load_robots(connection: Connection, origin: str) -> StoredRobots | None:
    """Give the file of an origin (``https://example.org:8443``) as it was last asked for."""
    query = select(*RobotsFile.__table__.columns).where(RobotsFile.origin == origin)
    row = connection.execute(query).one_or_none()
    return None if row is None else StoredRobots(**row._mapping)  # the columns have the fields' names


def save_robots(connection: Connection, file: StoredRobots) -> None:
    """Keep a file, or that it could not be read."""
    values = asdict(file)
    upsert = insert(RobotsFile).values(values)
    connection.execute(upsert.on_conflict_do_update(index_elements=[RobotsFile.origin], set_=values))


def make_robots_due(connection: Connection, sites: Sequence[str]) -> None:
    """Let each robots.txt of the sites' hosts that could not be read be asked for as soon as it is needed.

    What was read before holds on, and what was read at the last time is left as it is.
    """
    connection.execute(_MAKE_DUE, {"sites": list(sites)})


# A day is longer than any of them is waited for.
_MAKE_DUE: Final = text(
    """
    UPDATE robots_files SET asked_at = asked_at - interval '1 day'
      FROM sites
     WHERE sites.name = ANY (:sites) AND robots_files.failures > 0
       AND regexp_replace(robots_files.origin, '^[a-z]+://(www[.])?', '') = ANY (sites.hosts)
    """
)
