"""Web archives of others become pages of a site: through the same rules, the same store and the same queue as a crawl.

A capture keeps the time it was made at. Captures of a page are taken in the order of time and none that is older than
what is stored of the page, for the newest fetch is what a document shows. So an import that was stopped is called
again, and does what is left.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from typing import Final

from sqlalchemy import Connection, Engine

from crawler.fetching.publishing import Publisher
from crawler.links.canonical_url import canonical_url
from crawler.links.discovery import discover
from crawler.links.thread_address import thread_page
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import role_of
from crawler.politeness.usage_signals import UsageSignals, usage_signals
from db import sites
from db.crawling import crawls, fetches
from db.crawling.fetches import Fetched, KnownPage
from db.crawling.found_pages import FoundPage, add_pages
from db.removal.tombstones import sites_taken_down
from mezmun.core.clock import Clock
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.messages import FetchReference
from mezmun.core.sites.site_schema import Site
from normalization import ContentKind, sniff
from store.raw_store import RawStore
from workers.bulk.input import sources
from workers.bulk.input.items import NoPage, SourcePage

AT_ONCE: Final = 100
"""Captures of one transaction."""

ROBOTS: Final = "archived"
"""What stands in place of the answer of robots.txt, which whoever made the archive asked."""


NEW_FETCH: Final = "taken"
"""What is counted for a page that became a fetch."""


class LeftOut(StrEnum):
    """Why a page of an archive is not taken; beside what ``workers.bulk.input`` passes over."""

    NO_ADDRESS = "no-address"
    """Its record has no web address, or no time."""
    OTHER_HOST = "other-host"
    """It is on none of the site's hosts."""
    SKIPPED = "skipped"
    """The site's rules never fetch it."""
    LISTING = "listing"
    """Read for its links only."""
    TAKEN_DOWN = "taken-down"
    KNOWN = "known"
    """As new a capture of the page is stored, or a newer one."""
    TOO_LARGE = "too-large"


@dataclass(frozen=True, slots=True)
class _Capture:
    url: str
    role: PageRole
    at: datetime
    page: SourcePage


class ArchiveImport:
    """Takes the pages of archives into a site.

    Args:
        engine: the database.
        store: where the bytes go.
        site: whose hosts and rules decide what is taken; it is written as its file has it.
        publish: hands references to the workers.
        now: the time with its zone.
        max_page_bytes: a larger page is left out.
    """

    def __init__(
        self, engine: Engine, store: RawStore, site: Site, publish: Publisher, now: Clock, max_page_bytes: int
    ) -> None:
        self._engine = engine
        self._store = store
        self._site = site
        self._publish = publish
        self._now = now
        self._max_page_bytes = max_page_bytes
        self._crawls: list[int] = []
        self._captures: Counter[int] = Counter()
        """Captures of each page in this run: those of one page stand in several crawls."""

    def run(self, archives: Iterable[str]) -> Iterator[Counter[str]]:
        """Import archives; gives again and again what was counted since: ``NEW_FETCH``, or why not.

        Raises:
            InvalidInputError: the site was taken down.
            UnavailableError: the raw store is away; called again, it goes on.
            OSError: an archive cannot be opened or read.
        """
        with self._engine.begin() as connection:
            sites.sync_site(connection, self._site, now=self._now())
            if sites_taken_down(connection, [self._site.name]):
                raise InvalidInputError(f"The site {self._site.name!r} was taken down for good; nothing is imported.")
        for archive in archives:
            items = sources.read_web_archive(archive, self._max_page_bytes)
            while batch := list(islice(items, AT_ONCE)):
                counts: Counter[str] = Counter()
                captures = []
                for item in batch:
                    read = item.reason if isinstance(item, NoPage) else self._read(item)
                    if isinstance(read, _Capture):
                        captures.append(read)
                    else:
                        counts[read] += 1
                yield counts + self._write(captures)

    def _read(self, page: SourcePage) -> "_Capture | LeftOut":
        at = _time(page.recorded_at)
        url = canonical_url(page.url or "", self._site)
        if url is None or at is None:
            return LeftOut.NO_ADDRESS
        if not self._site.allows(url):
            return LeftOut.OTHER_HOST
        role = role_of(url, self._site)
        if role is PageRole.SKIP:
            return LeftOut.SKIPPED
        if role in (PageRole.LISTING, PageRole.FEED):
            return LeftOut.LISTING
        if page.fault is not None:
            return LeftOut.TOO_LARGE
        return _Capture(url, role, at, page)

    def _write(self, captures: Sequence[_Capture]) -> Counter[str]:
        """Write captures, those of one page one after the other; give what was counted."""
        counts: Counter[str] = Counter()
        ready = []
        for capture in sorted(captures, key=lambda each: each.at):
            role, signals = self._judge(capture)
            if role is PageRole.CONTENT:
                ready.append((capture, signals))
            else:
                counts[LeftOut.LISTING] += 1
        while ready:
            turn: dict[str, tuple[_Capture, UsageSignals]] = {}
            rest = [each for each in ready if turn.setdefault(each[0].url, each) is not each]
            counts += self._write_turn(list(turn.values()))
            ready = rest
        return counts

    def _judge(self, capture: _Capture) -> tuple[PageRole, UsageSignals]:
        page = capture.page
        headers: dict[str, list[str]] = {}
        for name, value in page.headers:
            headers.setdefault(name.lower(), []).append(value)
        content = sniff(page.body, page.content_type)
        if content.kind is not ContentKind.HTML:
            return PageRole.CONTENT, usage_signals(headers)  # the worker says what it is
        discovery = discover(
            content.text, capture.url, self._site, role=capture.role, encoding=content.decoded.encoding
        )
        return discovery.role, usage_signals(headers, discovery.metas)

    def _write_turn(self, turn: Sequence[tuple[_Capture, UsageSignals]]) -> Counter[str]:
        """Write captures of different pages."""
        counts: Counter[str] = Counter()
        with self._engine.begin() as connection:
            known = self._pages(connection, [capture for capture, _ in turn])
        answers = {}
        for capture, signals in turn:
            page = known.get(capture.url)
            if page is None or page.is_taken_down:
                counts[LeftOut.TAKEN_DOWN] += 1
            elif page.id in answers or (page.newest_at is not None and page.newest_at >= capture.at):
                counts[LeftOut.KNOWN] += 1
            else:
                answers[page.id] = self._fetched(capture, signals, page.id)
                counts[NEW_FETCH] += 1
        name = self._site.name
        by_crawl: dict[int, list[Fetched]] = {}
        with self._engine.begin() as connection:
            for page_id, fetched in answers.items():
                by_crawl.setdefault(self._captures[page_id], []).append(fetched)
            recorded = []
            for number, batch in by_crawl.items():
                while len(self._crawls) <= number:
                    self._crawls.append(crawls.add_finished(connection, name, now=self._now(), detail="import"))
                crawl = self._crawls[number]
                recorded += fetches.record_fetches(connection, [replace(each, crawl_id=crawl) for each in batch])
        self._captures.update(answers.keys())
        self._publish(*(FetchReference(each.id, name) for each in recorded if each.outcome is None))
        return counts

    def _pages(self, connection: Connection, captures: Sequence[_Capture]) -> dict[str, KnownPage]:
        found_pages = []
        for capture in captures:
            kind = self._site.at(capture.url).kind
            page = FoundPage(
                self._site.name, capture.url, PageRole.CONTENT, kind=kind if kind is not self._site.kind else None
            )
            thread = thread_page(capture.url, self._site)
            if thread is not None:
                page = replace(page, thread_key=thread.thread, thread_page=thread.number)
            found_pages.append(page)
        add_pages(connection, found_pages, now=self._now())
        return fetches.known_pages_at(connection, self._site.name, [capture.url for capture in captures])

    def _fetched(self, capture: _Capture, signals: UsageSignals, page_id: int) -> Fetched:
        """Keep the bytes of a capture, unless the page asked not to be indexed."""
        page = capture.page
        denied = signals.noindex
        return Fetched(
            site=self._site.name,
            crawl_id=0,
            page_id=page_id,
            url=capture.url,
            requested_at=capture.at,
            fetched_at=capture.at,
            final_url=capture.url,
            status=200,
            headers=dict(page.headers),
            robots=ROBOTS,
            signals=signals.recorded(),
            raw=None if denied else self._store.put(page.body),
            outcome=Outcome.ROBOTS_DENIED if denied else None,
            detail="the page asks not to be indexed (noindex)" if denied else None,
        )


def _time(value: str | None) -> datetime | None:
    """Read ``WARC-Date``: W3C's form of ISO 8601, in UTC (ISO 28500, 5.4)."""
    try:
        return None if value is None else datetime.fromisoformat(value).astimezone(UTC)
    except ValueError:
        return None
