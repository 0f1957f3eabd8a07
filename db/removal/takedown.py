"""Taking a page or a site down for good: bytes, extractions and documents go, a tombstone keeps it from coming back.

All is gone for the database at once; ``db.removal.raw_deletions`` then lets the raw store delete the bytes.

The tombstone is the page's own row (its URL must be known to be refused) and, for a site, the site's. The fetches stay
as bare lines of a log, with time and status only and the outcome ``taken-down``, so that counts still agree.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    CursorResult,
    Delete,
    Update,
    and_,
    delete,
    func,
    literal,
    or_,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.dialects.postgresql import insert

from db.column_types import storable
from db.crawling.found_pages import FoundPage
from db.models import Crawl, CrawlState, Document, Extraction, Fetch, FetchOutcome, Page, RawPage, StoredSite
from db.processing.templates import delete_template, forget_pages
from db.reextraction.tables import ReextractedPage
from db.removal.raw_deletions import delete_later
from db.threads.tables import Thread, ThreadPage
from db.threads.thread_storage import forget_posts, renew_document
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from mezmun.core.web.web_address import spellings

NEVER_FETCHED: Final = "skip"
"""Role of an address that no crawl asks for: what it shows is stored at another address, so barring it says nothing."""


@dataclass(frozen=True, slots=True)
class TakenDown:
    """How much went: pages now barred, the documents, extractions and raw pages removed, and addresses barred that no
    page had."""

    pages: int = 0
    documents: int = 0
    extractions: int = 0
    raw_pages: int = 0
    barred: int = 0


def pages_at(connection: Connection, url: str, at_sites: Sequence[FoundPage]) -> list[int]:
    """Give the ids of the pages that ``take_down_page`` takes down."""
    wanted = {*spellings(url), *(page.url for page in at_sites)}
    urls = [storable(each) for each in wanted]
    redirected = select(Fetch.page_id).where(Fetch.final_url.in_(urls))
    threads = {(page.site, page.thread_key) for page in at_sites if page.thread_key is not None}
    of_threads = tuple_(Page.site, Page.thread_key).in_(sorted(threads))
    return _with_all_of_them(connection, or_(Page.url.in_(urls), Page.id.in_(redirected), of_threads))


def pages_of_documents(connection: Connection, numbers: Iterable[int]) -> list[int]:
    """Give the ids of the pages that ``take_down_document`` takes down of each of these documents."""
    return _with_all_of_them(connection, Page.id.in_(select(Document.page_id).where(Document.page_id.in_(numbers))))


def take_down_page(connection: Connection, url: str, *, now: datetime, at_sites: Sequence[FoundPage] = ()) -> TakenDown:
    """Take down every page with this URL in any of its spellings, or that was redirected to it, whatever its site.

    A page goes with all its aliases, also when the URL is that of one of them; one of a thread with all pages of the
    thread, which are one document. ``at_sites`` are the pages that the URL is, or would be, at each site that may ask
    for it: those that are not known are barred as well, but for addresses that are never fetched and of no thread.
    The bytes are deleted after the caller has committed; those that another page has as well stay. What was learned of
    the site's template is forgotten, as words of the page may be in it; the next pages teach it anew.

    Raises:
        InvalidInputError: no page has this URL, and no site would ask for it.
    """
    known = _sites_of(connection, pages_at(connection, url, at_sites))
    _lock_sites(connection, {*known, *(page.site for page in at_sites)})
    to_bar = [page for page in at_sites if page.role != NEVER_FETCHED or page.thread_key is not None]
    barred = set(_bar(connection, to_bar, now))
    gone = _take_down_pages(connection, lambda: set(pages_at(connection, url, at_sites)) - barred, now)
    if not gone.pages and not to_bar:
        raise InvalidInputError(
            f"There is no page {url} in the database, and no site that fetches it. What it shows may stand at another"
            " address, as a post does in its thread: give that one, or the number of the document."
        )
    return replace(gone, barred=len(barred))


def take_down_document(connection: Connection, number: int, *, now: datetime) -> TakenDown:
    """Take down the page of a document, of a thread all that are known, by the document's number; as ``take_down_page``
    otherwise.

    Raises:
        InvalidInputError: there is no such document.
    """
    gone = _take_down_pages(connection, lambda: pages_of_documents(connection, [number]), now)
    if not gone.pages:
        raise InvalidInputError(f"There is no document {number}.")
    return gone


def _with_all_of_them(connection: Connection, named: ColumnElement[bool]) -> list[int]:
    """Give the ids of pages with those of their threads, also where a thread was moved to, and of all their aliases."""
    pages: set[int] = set()
    new = set(connection.scalars(select(Page.id).where(named)))
    while new:
        pages |= new
        threads = select(Page.site, Page.thread_key).where(Page.id.in_(new), Page.thread_key.is_not(None))
        mains = select(Page.alias_of).where(Page.id.in_(new), Page.alias_of.is_not(None))
        of_threads = select(Page.id).where(tuple_(Page.site, Page.thread_key).in_(threads))
        new = set(connection.scalars(union(mains, of_threads))) - pages
    return sorted(connection.scalars(select(Page.id).where(or_(Page.id.in_(pages), Page.alias_of.in_(pages)))))


def _take_down_pages(connection: Connection, look: Callable[[], Collection[int]], now: datetime) -> TakenDown:
    """Take down the pages that ``look`` gives, also those that come to be while one waits for the sites' locks."""
    sites = _sites_of(connection, look())
    _lock_sites(connection, sites)
    gone = _take_down(connection, Page.id.in_(look()), now)
    for site in sites:
        forget_pages(connection, site, now=now)
    return gone


def _sites_of(connection: Connection, pages: Collection[int]) -> list[str]:
    return sorted(connection.scalars(select(Page.site).where(Page.id.in_(pages)).distinct()))


def _lock_sites(connection: Connection, sites: Iterable[str]) -> None:
    """Lock sites before their pages, against all who write pages (``db.removal.tombstones``).

    A page that somebody found of a thread would be none of its known pages yet, and bring the thread back.
    """
    for site in sorted(sites):
        connection.execute(select(StoredSite.name).where(StoredSite.name == site).with_for_update())


def _bar(connection: Connection, at_sites: Sequence[FoundPage], now: datetime) -> Sequence[int]:
    """Make those of these pages that are not known, taken down; give their ids."""
    if not at_sites:
        return []
    rows = [
        {
            "site": page.site,
            "url": storable(page.url),
            "role": page.role,
            "depth": page.depth,
            "thread_key": page.thread_key,
            "thread_page": page.thread_page,
            "discovered_at": now,
            "taken_down_at": now,
        }
        for page in sorted(at_sites, key=lambda page: (page.site, page.url))
    ]
    adding = insert(Page).values(rows).on_conflict_do_nothing(index_elements=[Page.site, Page.url])
    return connection.scalars(adding.returning(Page.id)).all()


def take_down_site(connection: Connection, name: str, *, now: datetime) -> TakenDown:
    """Take down a site with all its pages and its template; it is crawled no more. As ``take_down_page`` otherwise.

    Raises:
        InvalidInputError: there is no such site.
    """
    site = connection.scalar(select(StoredSite.name).where(StoredSite.name == name).with_for_update())
    if site is None:
        raise InvalidInputError(f"There is no site {name!r} in the database.")
    since = func.coalesce(StoredSite.taken_down_at, now)
    connection.execute(
        update(StoredSite).where(StoredSite.name == name).values(taken_down_at=since, enabled=False, leased_by=None)
    )
    connection.execute(
        update(Crawl)
        .where(Crawl.site == name, Crawl.state == CrawlState.RUNNING)
        .values(state=CrawlState.STOPPED, finished_at=now)
    )
    gone = _take_down(connection, Page.site == name, now)
    delete_template(connection, name)
    return gone


def _take_down(connection: Connection, which: ColumnElement[bool], now: datetime) -> TakenDown:
    # Site first, threads second, pages third: see db.threads.thread_storage.
    of_thread = and_(Thread.site == Page.site, Thread.key == Page.thread_key)
    threads = select(Thread.id).where(select(Page.id).where(which, of_thread).exists()).order_by(Thread.id)
    connection.execute(threads.with_for_update())
    # Writers hold a key-share lock on the page until they commit; after this nobody adds to these pages.
    connection.execute(select(Page.id).where(which).order_by(Page.id).with_for_update())
    pages = select(Page.id).where(which).scalar_subquery()
    known: dict[str, Any] = dict.fromkeys(("sha256", "etag", "last_modified", "list_digest", "index_state"))
    since = func.coalesce(Page.taken_down_at, now)
    barred = _change(connection, update(Page).where(which).values(taken_down_at=since, **known))
    connection.execute(delete(ReextractedPage).where(ReextractedPage.page_id.in_(pages)))
    documents = _change(connection, delete(Document).where(Document.page_id.in_(pages)))
    of_threads = delete(ThreadPage).where(ThreadPage.page_id.in_(pages)).returning(ThreadPage.thread_id)
    left = set(connection.scalars(of_threads))
    forget_posts(connection, left)
    extractions = _change(connection, delete(Extraction).where(Extraction.page_id.in_(pages)))
    fetches = select(Fetch.id).where(Fetch.page_id.in_(pages))
    addresses = connection.scalars(
        select(Fetch.sha256).where(Fetch.page_id.in_(pages), Fetch.sha256.is_not(None)).distinct()
    ).all()
    bare: dict[str, Any] = {"sha256": None, "size": None, "headers": {}, "final_url": None, "error": None}
    _change(connection, update(Fetch).where(Fetch.page_id.in_(pages)).values(**bare))
    over = insert(FetchOutcome).from_select(
        ["fetch_id", "outcome", "at"], fetches.add_columns(literal(Outcome.TAKEN_DOWN.value), literal(now))
    )
    connection.execute(
        over.on_conflict_do_update(
            index_elements=[FetchOutcome.fetch_id],
            set_={"outcome": over.excluded.outcome, "at": over.excluded.at, "detail": None, "seconds": None},
            where=FetchOutcome.outcome != Outcome.TAKEN_DOWN,
        )
    )
    # A thread without any page has no document any more: it stood under one of them.
    for thread in set(connection.scalars(select(ThreadPage.thread_id).where(ThreadPage.thread_id.in_(left)))):
        renew_document(connection, thread, now=now)
    return TakenDown(barred, documents, extractions, _forget(connection, addresses))


def _forget(connection: Connection, addresses: Iterable[str | None]) -> int:
    """Let go, of these raw pages, those that no page points to any more; give their number."""
    wanted = RawPage.sha256.in_(list(addresses))
    # A fetch being written with the same bytes holds its raw page; wait for it, then look who points where.
    connection.execute(select(RawPage.sha256).where(wanted).order_by(RawPage.sha256).with_for_update())
    gone = connection.scalars(
        delete(RawPage)
        .where(
            wanted,
            ~select(Fetch.id).where(Fetch.sha256 == RawPage.sha256).exists(),
            ~select(Extraction.id).where(Extraction.sha256 == RawPage.sha256).exists(),
        )
        .returning(RawPage.sha256)
    ).all()
    delete_later(connection, gone)
    return len(gone)


def _change(connection: Connection, statement: Update | Delete) -> int:
    done: CursorResult[Any] = connection.execute(statement)
    return done.rowcount
