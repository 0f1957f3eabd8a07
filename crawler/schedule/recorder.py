"""Visits are written down together: all that end while one transaction is at work go into the next one.

A transaction for each page costs ten waits for the database, and each of them a wait for the interpreter's lock: with
hundreds of sites at once that was most of a crawl's time.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from crawler.links.discovery import Link
from crawler.links.url_patterns import PageRole
from crawler.schedule.visit import Visit
from db.crawling import fetches, pages
from db.crawling.fetches import RecordedFetch
from db.crawling.found_pages import FoundCounts, FoundPage, add_pages
from db.threads.thread_storage import lock_threads, renew_document
from mezmun.core.clock import Clock
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.messages import FetchReference, SendReferences

MOST_VISITS: Final = 100
"""Visits in one transaction: more save nothing, and hold their rows for longer."""
MOST_LINKS: Final = 20_000
"""Links in one transaction, unless a single page has more."""
MOST_KNOWN: Final = 2_000
"""Links that a crawl remembers to be known: 0.2 MB, and there are hundreds of crawls."""

log = logging.getLogger(__name__)


class KnownLinks:
    """The links that a crawl has shown to the database already: the same menu stands on every page."""

    def __init__(self) -> None:
        self._known: set[int] = set()
        self._new: set[int] = set()

    def unknown(self, links: Sequence[Link]) -> list[Link]:
        """Leave out what is known, and remember the rest."""
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        unknown = [
            link
            for link in links
            if link.modified_at is not None or link.index_state is not None or hash(link.url) not in self._known
        ]
        self._known.update(hash(link.url) for link in unknown)
        return unknown

    def remember_new(self, urls: Iterable[str]) -> None:
        """Remember addresses that nobody knew before this crawl."""
        if len(self._new) > MOST_KNOWN:
            self._new.clear()
        self._new.update(map(hash, urls))

    def count_new(self, urls: Iterable[str]) -> int:
        """Count those that nobody knew before this crawl, by whatever page they came first."""
        return sum(hash(url) in self._new for url in urls)


@dataclass(frozen=True, slots=True)
class _PendingVisit:
    visit: Visit
    known: KnownLinks
    new: "asyncio.Future[int]"


@dataclass(frozen=True, slots=True)
class _Finds:
    """A visit with what it leads to: the addresses of articles, and the pages that the database has not been shown."""

    visit: Visit
    known: KnownLinks
    articles: list[str]
    unknown: Sequence[FoundPage]


class Recorder:
    """Writes the visits of all crawls of a process.

    Args:
        engine: the database of this process.
        publish: sends references to the workers; must not raise, the workers find what is lost.
        threads: where what waits for the database is done.
        sender: where what waits for the broker is done.
        now: the time with its zone.
    """

    def __init__(
        self,
        engine: Engine,
        publish: SendReferences,
        threads: Executor,
        sender: Executor,
        now: Clock,
    ) -> None:
        self._engine = engine
        self._publish = publish
        self._threads = threads
        self._sender = sender
        self._now = now
        self._waiting: list[_PendingVisit] = []
        self._writing: asyncio.Task[None] | None = None

    async def record(self, visit: Visit, known: KnownLinks) -> int:
        """Write a visit; when this returns it is committed. Gives how many pages it led to that nobody knew.

        The bytes must be in the raw store before. The visit of a caller that is cancelled meanwhile is written all the
        same.

        Raises:
            sqlalchemy.exc.DBAPIError: it was not written.
        """
        entry = _PendingVisit(visit, known, asyncio.get_running_loop().create_future())
        self._waiting.append(entry)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await entry.new

    async def finish(self) -> None:
        """Wait until everything is written."""
        while self._writing is not None and not self._writing.done():
            await asyncio.wait([self._writing])

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch = self._take_batch()
            results = await loop.run_in_executor(self._threads, self._write, batch)
            for entry, result in zip(batch, results, strict=True):
                if entry.new.done():
                    continue
                if isinstance(result, Exception):
                    entry.new.set_exception(result)
                else:
                    entry.new.set_result(result)

    def _take_batch(self) -> list[_PendingVisit]:
        """Take what waits, up to the limits, and each page once."""
        batch: dict[int, _PendingVisit] = {}
        left, links = [], 0
        for entry in self._waiting:
            page, links = entry.visit.page.id, links + len(entry.visit.links)
            if page in batch or len(batch) >= MOST_VISITS or (batch and links > MOST_LINKS):
                left.append(entry)
            else:
                batch[page] = entry
        self._waiting = left
        return list(batch.values())

    def _write(self, batch: Sequence[_PendingVisit]) -> list[int | Exception]:
        """Write a batch; one visit that the database refuses takes no other with it."""
        finds = [self._finds(entry) for entry in batch]
        try:
            return list(self._write_together(finds))
        except DBAPIError as error:
            if len(batch) == 1 or error.connection_invalidated:
                return [error] * len(batch)
        except Exception as error:  # its crawls break off and tell it
            return [error] * len(batch)
        results: list[int | Exception] = []
        for find in finds:
            try:
                results += self._write_together([find])
            except Exception as error:
                results.append(error)
        return results

    def _finds(self, entry: _PendingVisit) -> _Finds:
        links = entry.visit.found_links()
        articles = [link.url for link in links if link.role in {PageRole.CONTENT, PageRole.UNKNOWN}]
        unknown = [entry.visit.found_page(link) for link in entry.known.unknown(links)]
        return _Finds(entry.visit, entry.known, articles, unknown)

    def _write_together(self, batch: Sequence[_Finds]) -> list[int]:
        """Write visits in one transaction, then send the references; give how many new pages each led to."""
        moved = [find.visit.page.id for find in batch if find.visit.makes_alias]
        with self._engine.begin() as connection:
            # Before the pages, as all who write threads do.
            threads = lock_threads(connection, moved) if moved else {}
            recorded = fetches.record_fetches(connection, [find.visit.fetched for find in batch])
            down = {fetch.page_id for fetch in recorded if fetch.outcome is Outcome.TAKEN_DOWN}
            new = self._add_pages(connection, [find for find in batch if find.visit.page.id not in down])
            # A page that was redirected to one that is taken down is none itself, and would be asked for again at once.
            pages.reschedule(connection, [find.visit.visited(0) for find in batch if find.visit.page.id in down])
            for thread in sorted(set(threads.values())):
                renew_document(connection, thread, now=self._now())  # what moved is not its own any more
        self._sender.submit(self._send, batch, recorded)
        return [new.get(find.visit.page.id, 0) for find in batch]

    def _add_pages(self, connection: Connection, batch: Sequence[_Finds]) -> dict[int, int]:
        """Add what was found, the next pages after all others: whether a chain goes on depends on the others."""
        now = self._now()
        others = add_pages(connection, [page for find in batch for page in find.unknown], now=now)
        counts = {find.visit.page.id: others.get(find.visit.page.id) or FoundCounts() for find in batch}
        for find in batch:
            find.known.remember_new(counts[find.visit.page.id].added)
        chains = [
            page
            for find in batch
            for count in [counts[find.visit.page.id]]
            for page in find.visit.next_pages(
                len(find.articles), find.known.count_new(find.articles), count.new + count.revised
            )
        ]
        for page_id, further in add_pages(connection, chains, now=now).items():
            if page_id is not None:
                counts[page_id].new += further.new + further.revised
        self._follow(connection, [find.visit for find in batch if find.visit.redirect is not None])
        visited = [
            find.visit.visited(count.new, count.revised) for find in batch for count in [counts[find.visit.page.id]]
        ]
        pages.reschedule(connection, visited)
        for find, row in zip(batch, visited, strict=True):
            if row.failures and find.visit.page.sha256 is None:
                pages.try_alias(connection, row.id, now=now)
        return {page_id: count.new + count.revised for page_id, count in counts.items()}

    def _follow(self, connection: Connection, redirects: Sequence[Visit]) -> None:
        targets = {visit.page.id: target for visit in redirects if (target := visit.redirected_page()) is not None}
        add_pages(connection, targets.values(), now=self._now())
        for visit in redirects:
            target = targets[visit.page.id]
            other = pages.page_at(connection, target.site, target.url) if visit.makes_alias else None
            if other is not None:
                pages.make_alias(connection, visit.page.id, other, now=self._now())

    def _send(self, batch: Sequence[_Finds], recorded: Sequence[RecordedFetch]) -> None:
        unread = []
        for find, fetch in zip(batch, recorded, strict=True):
            site, word = find.visit.site.name, fetch.outcome or "waits for a worker"
            about = {"page": fetch.page_id, "fetch": fetch.id, "site": site}
            log.debug("fetch %d of %s: %s (%s)", fetch.id, site, word, find.visit.fetched.url, extra=about)
            if fetch.outcome is None:
                unread.append(FetchReference(fetch.id, find.visit.site.name))
        self._publish(*unread)
