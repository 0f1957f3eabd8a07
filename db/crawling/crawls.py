"""Crawls of sites: begun, taken up again, ended, and how much of a site was fetched.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from db.models import Crawl, CrawlState, Fetch, Page, StoredSite
from db.removal.tombstones import sites_taken_down
from mezmun.core.errors import InvalidInputError


@dataclass(frozen=True, slots=True)
class BegunCrawl:
    """A crawl to work on."""

    id: int
    site: str
    started_at: datetime


def begin_crawl(connection: Connection, site: str, *, now: datetime) -> BegunCrawl:
    """Begin a crawl of the site, or take up again the one that was never ended.

    Raises:
        InvalidInputError: the site was taken down.
    """
    if sites_taken_down(connection, [site]):
        raise InvalidInputError(f"The site {site!r} was taken down for good, and is crawled no more.")
    crawl_id = connection.scalar(
        insert(Crawl)
        .values(site=site, started_at=now, state=CrawlState.RUNNING)
        .on_conflict_do_nothing(index_elements=[Crawl.site], index_where=Crawl.state == CrawlState.RUNNING)
        .returning(Crawl.id)
    )
    if crawl_id is not None:
        return BegunCrawl(crawl_id, site, started_at=now)
    running = connection.execute(
        select(Crawl.id, Crawl.started_at).where(Crawl.site == site, Crawl.state == CrawlState.RUNNING)
    ).one()
    return BegunCrawl(running.id, site, started_at=running.started_at)


def finish_crawl(
    connection: Connection,
    crawl: BegunCrawl,
    *,
    now: datetime,
    state: CrawlState = CrawlState.FINISHED,
    detail: str | None = None,
    fetches: int = 0,
    new_pages: int = 0,
) -> None:
    """End a crawl: ``FINISHED`` when nothing is due, ``STOPPED`` before that, with the reason as ``detail``.

    The detail of a finished one says why nothing came of it.

    One that has ended stays as it ended.
    """
    connection.execute(
        update(Crawl)
        .where(Crawl.id == crawl.id, Crawl.state == CrawlState.RUNNING)
        .values(state=state, finished_at=now, detail=detail, fetches=fetches, new_pages=new_pages)
    )


def stop_reason(connection: Connection, crawl: BegunCrawl) -> str | None:
    """Say why a crawl ended although pages may be due; None when it did not."""
    return connection.scalar(select(Crawl.detail).where(Crawl.id == crawl.id, Crawl.state == CrawlState.STOPPED))


def found_down(connection: Connection, site: str) -> bool:
    """Say whether the last crawl of a site that asked for anything ended because the site is down."""
    return bool(connection.scalar(select(StoredSite.failures > 0).where(StoredSite.name == site)))


def add_finished(connection: Connection, site: str, *, now: datetime, detail: str) -> int:
    """Add a crawl that has ended, for fetches that were made elsewhere, and give its number."""
    row = {"site": site, "started_at": now, "finished_at": now, "state": CrawlState.FINISHED, "detail": detail}
    return connection.execute(insert(Crawl).values(row).returning(Crawl.id)).scalar_one()


def fetched_count(connection: Connection, crawl: BegunCrawl) -> int:
    """Count the fetches of a crawl so far: a resumed crawl's page limit goes on from here."""
    return connection.scalar(select(func.count()).select_from(Fetch).where(Fetch.crawl_id == crawl.id)) or 0


def found_count(connection: Connection, crawl: BegunCrawl) -> int:
    """Count the pages that a crawl has come to know so far, without those it begins with."""
    query = select(func.count()).select_from(Page).where(Page.site == crawl.site, Page.discovered_at > crawl.started_at)
    return connection.scalar(query) or 0


def fetches_since(connection: Connection, site: str, *, since: datetime) -> int:
    """Count the fetches of a site since a time: what of a day's budget is used up."""
    query = (
        select(func.count())
        .select_from(Fetch)
        .join(Crawl, Crawl.id == Fetch.crawl_id)
        .where(
            Crawl.site == site,
            or_(Crawl.finished_at.is_(None), Crawl.finished_at >= since),
            Fetch.requested_at >= since,
        )
    )
    return connection.scalar(query) or 0
