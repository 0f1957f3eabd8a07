"""What an operator tells the crawlers of a site: pause, go on, look now.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, func, not_, or_, select, tuple_, update

from db.crawling import pages, robots_files
from db.models import StoredSite
from mezmun.core.errors import InvalidInputError

LISTS = ("listing", "feed")


def pause(connection: Connection, site: str, *, now: datetime) -> int:
    """Leave a site alone until it is resumed.

    Raises:
        InvalidInputError: there is no such site, or it was taken down. So do all functions here.
    """
    return _update(connection, site, paused_at=func.coalesce(StoredSite.paused_at, now))


def resume(connection: Connection, site: str) -> int:
    """Crawl a paused site again. What is known of it stays: whether it is down only a crawl can say."""
    return _update(connection, site, paused_at=None)


def make_due(connection: Connection, site: str, *, now: datetime, whole: bool = False) -> int:
    """Make a site due now with its seeds, or with all its lists, archives and feeds; give the number of pages.

    A robots.txt of it that could not be read is asked for again: without it no page would be.
    """
    _update(connection, site, next_due_at=now)
    robots_files.make_robots_due(connection, [site])
    if whole:
        return pages.make_due(connection, site, roles=LISTS, now=now)
    return pages.make_due(connection, site, roles=(*LISTS, "content", "unknown"), now=now, most_cost=0)


def is_paused(connection: Connection, site: str) -> bool:
    """Say whether an operator has paused a site."""
    paused = StoredSite.paused_at.is_not(None)
    return connection.scalar(select(StoredSite.name).where(StoredSite.name == site, paused)) is not None


def to_be_stopped(connection: Connection, crawler: UUID, digests: Mapping[str, str]) -> set[str]:
    """Name the sites in a process's hands that were paused, switched off or taken down meanwhile, or have another file.

    ``digests`` are the files' by the names of the sites, as they were leased.
    """
    stopped = or_(
        StoredSite.paused_at.is_not(None),
        not_(StoredSite.enabled),
        StoredSite.taken_down_at.is_not(None),
        tuple_(StoredSite.name, StoredSite.config_digest).not_in(digests.items()),
    )
    return set(connection.scalars(select(StoredSite.name).where(StoredSite.leased_by == crawler, stopped)))


def _update(connection: Connection, site: str, **values: Any) -> int:
    statement = update(StoredSite).where(StoredSite.name == site, StoredSite.taken_down_at.is_(None)).values(**values)
    count = connection.execute(statement).rowcount
    if not count:
        why = "it was taken down, or no crawl has read its file yet"
        raise InvalidInputError(f"There is no site {site!r} in the database: {why}.")
    return count
