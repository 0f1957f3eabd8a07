"""Crawls, the pages still to fetch, and what was fetched: a crawler's view of the database.

Every function takes an open ``Connection`` and neither begins nor commits: ``with engine.begin() as connection:``
around one call, or around several that must happen together, is the transaction. Times are zone-aware and passed in.
"""

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, and_, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from db.column_types import storable
from db.fetch_outcomes import record_outcome
from db.models import Crawl, CrawlState, Fetch, FetchOutcome, Page, RawPage
from db.tombstones import is_taken_down
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from mezmun.core.web_address import MAX_URL_OCTETS
from store.raw_store import StoredBytes

HEADERS_KEPT: Final = frozenset(
    {
        "content-encoding",
        "content-language",
        "content-type",
        "date",
        "etag",
        "last-modified",
        "location",
        "server",
        "x-robots-tag",
    }
)
"""Response headers that say something about the page or help to ask for it again; never a cookie."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BegunCrawl:
    """A crawl to work on; ``resumed`` when it was begun before and never ended."""

    id: int
    site: str
    resumed: bool
    started_at: datetime


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A link worth following: canonical URL, role (``article``, ``listing``, ``thread`` ...) and link depth."""

    url: str
    role: str
    depth: int


@dataclass(frozen=True, slots=True)
class PendingPage:
    """A page that the crawl has found and not fetched."""

    id: int
    url: str
    role: str
    depth: int


@dataclass(frozen=True, slots=True)
class Validators:
    """What to send along to be told "not modified", and the bytes that answer would stand for."""

    etag: str | None
    last_modified: str | None
    sha256: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """What came of asking for a page. ``headers`` may be all of them: those of ``HEADERS_KEPT`` are kept.

    ``status`` is None when no answer came; ``raw`` is None when no body is kept; ``attempts`` counts the retries in.
    """

    url: str
    requested_at: datetime
    fetched_at: datetime
    final_url: str | None = None
    status: int | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    robots: str | None = None
    raw: StoredBytes | None = None
    error: str | None = None
    attempts: int = 1


@dataclass(frozen=True, slots=True)
class RecordedFetch:
    """A fetch as it now stands: its id, the pages its links added to the crawl, and the outcome if it has one already.

    Only a fetch without outcome waits for a worker and is to be published.
    """

    id: int
    outcome: Outcome | None
    new_pages: tuple[PendingPage, ...]


# Crawls and what they have still to fetch ---------------------------------------------------------------------------


def begin_crawl(connection: Connection, site: str, *, now: datetime) -> BegunCrawl:
    """Begin a crawl of the site, or take up again the one that was never ended.

    Raises:
        InvalidInputError: the site was taken down.
    """
    if is_taken_down(connection, site):
        raise InvalidInputError(f"The site {site!r} was taken down for good, and is crawled no more.")
    begun = connection.scalar(
        insert(Crawl)
        .values(site=site, started_at=now, state=CrawlState.RUNNING)
        .on_conflict_do_nothing(index_elements=[Crawl.site], index_where=Crawl.state == CrawlState.RUNNING)
        .returning(Crawl.id)
    )
    if begun is not None:
        return BegunCrawl(begun, site, resumed=False, started_at=now)
    running = connection.execute(
        select(Crawl.id, Crawl.started_at).where(Crawl.site == site, Crawl.state == CrawlState.RUNNING)
    ).one()
    return BegunCrawl(running.id, site, resumed=True, started_at=running.started_at)


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

    One that has ended stays as it ended.
    """
    connection.execute(
        update(Crawl)
        .where(Crawl.id == crawl.id, Crawl.state == CrawlState.RUNNING)
        .values(state=state, finished_at=now, detail=detail, fetches=fetches, new_pages=new_pages)
    )


def pending_pages(connection: Connection, crawl: BegunCrawl, *, limit: int | None = None) -> Iterator[PendingPage]:
    """Go through the pages found in this crawl and not fetched in it, nearest to the seeds first."""
    rows = connection.execute(
        select(Page.id, Page.url, Page.role, Page.depth)
        .where(
            Page.last_crawl_id == crawl.id,
            Page.taken_down_at.is_(None),
            ~select(Fetch.id).where(Fetch.crawl_id == crawl.id, Fetch.page_id == Page.id).exists(),
        )
        .order_by(Page.depth, Page.id)
        .limit(limit)
    )
    for row in rows:
        yield PendingPage(row.id, row.url, row.role, row.depth)


def fetched_count(connection: Connection, crawl: BegunCrawl) -> int:
    """Count the fetches of a crawl so far: a resumed crawl's page limit goes on from here."""
    return connection.scalar(select(func.count()).select_from(Fetch).where(Fetch.crawl_id == crawl.id)) or 0


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


def add_pages(
    connection: Connection, crawl: BegunCrawl, found_pages: Iterable[FoundPage], *, now: datetime
) -> list[PendingPage]:
    """Add pages to what the crawl is to fetch, and give those it did not know yet, nearest first.

    A URL that is there twice counts once, at its smallest depth. Pages taken down, and URLs too long, are
    passed over. The batch is sorted, so that two crawlers adding the same pages never wait for each other in a ring.
    """
    best: dict[str, FoundPage] = {}
    for page in found_pages:
        url = storable(page.url)
        if len(url.encode()) > MAX_URL_OCTETS:
            log.warning("passed over a URL of %d characters at site %s: %s...", len(url), crawl.site, url[:100])
        elif url not in best or page.depth < best[url].depth:
            best[url] = page
    if not best or is_taken_down(connection, crawl.site):
        return []
    rows = connection.execute(
        _ADD_PAGES,
        [
            {
                "site": crawl.site,
                "url": url,
                "role": best[url].role,
                "depth": best[url].depth,
                "discovered_at": now,
                "first_crawl_id": crawl.id,
                "last_crawl_id": crawl.id,
            }
            for url in sorted(best)
        ],
    )
    return sorted((PendingPage(*row) for row in rows), key=lambda page: (page.depth, page.id))


# Fetches ------------------------------------------------------------------------------------------------------------


def record_fetch(
    connection: Connection,
    crawl: BegunCrawl,
    page_id: int,
    fetched: Fetched,
    *,
    links: Sequence[FoundPage] = (),
    outcome: Outcome | None = None,
    detail: str | None = None,
) -> RecordedFetch:
    """Write a fetch, its raw page, the links found on it, and its outcome if no worker is to see it.

    All in the caller's one transaction, so a crawler killed at any point has either fetched the page or not. A page is
    fetched once in a crawl: recording it again changes nothing and gives what is there. A page taken down meanwhile is
    recorded without bytes, as ``taken-down``. The raw bytes must be in the raw store before this is called.
    """
    down = is_taken_down(connection, crawl.site, page_id)
    raw, headers = fetched.raw, {key.lower(): value for key, value in fetched.headers.items()}
    if down:
        raw, headers, links, outcome, detail = None, {}, (), Outcome.TAKEN_DOWN, None
    if raw is not None:
        connection.execute(_ADD_RAW_PAGE, {**asdict(raw), "stored_at": fetched.fetched_at})
    fetch_id = connection.scalar(
        _ADD_FETCH,
        {
            "page_id": page_id,
            "crawl_id": crawl.id,
            "requested_at": fetched.requested_at,
            "fetched_at": fetched.fetched_at,
            "url": fetched.url,
            "final_url": None if down else fetched.final_url,
            "status": fetched.status,
            "headers": {key: headers[key] for key in sorted(HEADERS_KEPT & headers.keys())},
            "robots": fetched.robots,
            "sha256": raw and raw.sha256,
            "size": raw and raw.size,
            "error": None if down else fetched.error,
            "attempts": fetched.attempts,
        },
    )
    if fetch_id is None:
        return _recorded(connection, crawl, page_id)
    if outcome is not None:
        record_outcome(connection, fetch_id, outcome, detail=detail, at=fetched.fetched_at)
    return RecordedFetch(fetch_id, outcome, tuple(add_pages(connection, crawl, links, now=fetched.fetched_at)))


def validators(connection: Connection, page_id: int) -> Validators | None:
    """Give what makes the next request for a page conditional; None when it has to be asked for whole.

    Only a fetch that came to a good end counts: "not modified" since one that failed would never be mended.
    """
    row = connection.execute(
        select(
            Fetch.sha256,
            Fetch.headers["etag"].as_string().label("etag"),
            Fetch.headers["last-modified"].as_string().label("last_modified"),
        )
        .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id)
        .where(
            Fetch.page_id == page_id,
            Fetch.status == 200,
            Fetch.sha256.is_not(None),
            FetchOutcome.outcome.in_([Outcome.STORED, Outcome.UNCHANGED, Outcome.LISTING]),
        )
        .order_by(Fetch.id.desc())
        .limit(1)
    ).one_or_none()
    if row is None or (row.etag is None and row.last_modified is None):
        return None
    return Validators(row.etag, row.last_modified, row.sha256)


def _recorded(connection: Connection, crawl: BegunCrawl, page_id: int) -> RecordedFetch:
    row = connection.execute(
        select(Fetch.id, FetchOutcome.outcome)
        .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id, isouter=True)
        .where(Fetch.crawl_id == crawl.id, Fetch.page_id == page_id)
    ).one()
    return RecordedFetch(row.id, None if row.outcome is None else Outcome(row.outcome), ())


def _add_pages() -> Any:
    upsert = insert(Page)
    return upsert.on_conflict_do_update(
        index_elements=[Page.site, Page.url],
        set_={name: upsert.excluded[name] for name in ("role", "depth", "last_crawl_id")},
        # A page this crawl knows already is left as it is, and not returned.
        where=and_(Page.last_crawl_id < upsert.excluded.last_crawl_id, Page.taken_down_at.is_(None)),
    ).returning(Page.id, Page.url, Page.role, Page.depth)


# Made once: to put them together takes longer than PostgreSQL takes to run them.
_ADD_PAGES: Final = _add_pages()
_ADD_RAW_PAGE: Final = insert(RawPage).on_conflict_do_nothing()
_ADD_FETCH: Final = (
    insert(Fetch).on_conflict_do_nothing(index_elements=[Fetch.crawl_id, Fetch.page_id]).returning(Fetch.id)
)
