"""What a crawl has still to fetch, and the books it keeps: in PostgreSQL, so that a killed crawl goes on where it was.

Pages found are committed with the fetch that found them, and pages are taken in one fixed order (depth, then the order
in which they became known). So a crawl that was killed and taken up again fetches what an undisturbed one fetches.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from sqlalchemy import Engine

from crawler.links.canonical_url import identity
from crawler.links.discovery import Link
from crawler.links.url_patterns import Role
from db import crawls
from db.crawls import Fetched, FoundPage, PendingPage, Validators
from db.models import CrawlState
from mezmun.core.clock import Clock
from mezmun.core.messages import FetchReference
from mezmun.core.outcomes import Outcome
from mezmun.core.site_schema import Site

PAGES_PER_LISTING: Final = 50_000
"""Links taken of one page: as many as a sitemap may hold (sitemaps.org), and more than any honest page has."""


class Frontier:
    """The pages of one crawl, first those nearest to the seeds.

    Args:
        engine: the database of this process.
        site: what is crawled; its row in the database must be there.
        publish: sends a reference to the workers; must not raise, the sweep sends again what is lost.
        now: the time with its zone.
        max_pages: a smaller limit than the site's own for this crawl.
    """

    def __init__(
        self,
        engine: Engine,
        site: Site,
        publish: Callable[[FetchReference], None],
        now: Clock,
        max_pages: int | None = None,
    ) -> None:
        self._engine = engine
        self._site = site
        self._publish = publish
        self._now = now
        self._limit = min(site.limits.pages, max_pages or site.limits.pages)
        self._heap: list[tuple[int, int, PendingPage]] = []
        self.fetched = 0
        """Fetches of this crawl, also those made before it was killed and taken up again."""

    def open(self, seeds: Iterable[str] = ()) -> None:
        """Begin a crawl, or take up the one that was never ended; ``seeds`` are sitemaps, on top of the site's own."""
        roots = [FoundPage(url, Role.LISTING, 0) for seed in self._site.seeds if (url := identity(seed, self._site))]
        roots += [FoundPage(url, Role.FEED, 0) for url in seeds]
        with self._engine.begin() as connection:
            self._crawl = crawls.begin_crawl(connection, self._site.name, now=self._now())
            crawls.add_pages(connection, self._crawl, roots, now=self._now())
            self.fetched = crawls.fetched_count(connection, self._crawl)
            self._push(crawls.pending_pages(connection, self._crawl))

    def next(self) -> PendingPage | None:
        """Take the next page; ``None`` when all are fetched or the limit is reached."""
        if not self._heap or self.fetched >= self._limit:
            return None
        return heapq.heappop(self._heap)[2]

    def validators(self, page: PendingPage) -> Validators | None:
        """Give what makes the request for a page conditional."""
        with self._engine.connect() as connection:
            return crawls.validators(connection, page.id)

    def record(
        self,
        page: PendingPage,
        fetched: Fetched,
        *,
        links: Sequence[Link] = (),
        outcome: Outcome | None = None,
        detail: str | None = None,
    ) -> None:
        """Write a fetch with what was found on the page, then tell the workers if it is theirs."""
        found = [
            FoundPage(link.url, link.role, depth)
            for link in links[:PAGES_PER_LISTING]
            if (depth := page.depth + (0 if link.next_page else 1)) <= self._site.limits.depth
        ]
        with self._engine.begin() as connection:
            recorded = crawls.record_fetch(
                connection, self._crawl, page.id, fetched, links=found, outcome=outcome, detail=detail
            )
        self.fetched += 1
        self._push(recorded.new_pages)
        if recorded.outcome is None:
            self._publish(FetchReference(recorded.id, self._site.name))

    def close(self) -> None:
        """End the crawl: everything was fetched, or the limit was reached."""
        state = CrawlState.STOPPED if self._heap else CrawlState.FINISHED
        with self._engine.begin() as connection:
            crawls.finish_crawl(connection, self._crawl, now=self._now(), state=state)

    def _push(self, pages: Iterable[PendingPage]) -> None:
        for page in pages:
            heapq.heappush(self._heap, (page.depth, page.id, page))
