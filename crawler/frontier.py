"""What a crawl has still to fetch, and the books it keeps: the page schedule in PostgreSQL.

Pages found are committed with the fetch that found them, and each page's next date with its fetch. So a crawl may be
killed at any point, and one that ends at the day's budget goes on the next day with the pages it did not come to.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Engine

from crawler.links.canonical_url import identity
from crawler.links.discovery import Link
from crawler.links.url_patterns import Role
from crawler.links.url_shape import shape_of
from crawler.revisit_policy import MISTRUSTED, Finding, finding_of, next_visit
from db import crawls
from db.crawling import fetches, pages
from db.crawling.fetches import Fetched
from db.crawling.pages import DuePage, FoundPage, Visited
from db.models import CrawlState
from mezmun.core.clock import Clock
from mezmun.core.messages import FetchReference
from mezmun.core.outcomes import Outcome
from mezmun.core.site_schema import Site

PAGES_PER_LISTING: Final = 50_000
"""Links taken of one page: as many as a sitemap may hold (sitemaps.org), and more than any honest page has."""
BATCH: Final = 50
"""Pages taken from the schedule at once: what they lead to is looked at after them."""
MOST_BARREN: Final = 10
"""Next pages in a row that lead to nothing new, after which a chain is not followed on: a calendar has no end."""
LONGEST_CRAWL: Final = timedelta(hours=1)
"""After that a crawl ends and the next one begins: a crawl looks at no page twice, however often it is due."""
SHORTEST_PAUSE: Final = timedelta(minutes=15)
"""Between two crawls of a site, unless its schedule is shorter than an hour."""
FIRST_RETRY: Final = timedelta(minutes=5)
"""After which a site that is down is looked at again; twice as late each time."""
MOST_KNOWN: Final = 5_000
"""Links that a crawl remembers to be known: 0.3 MB, and there are hundreds of crawls."""
FEWEST_CHANGED: Final = 20
"""Pages of one feed that may all have changed since it was last read."""
DOWN_AFTER: Final = 5
"""Requests in a row that the site's server did not serve, after which the crawl ends and tries again later."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """The page of the site that a page leads to, and whether it does so for good."""

    target: str
    role: Role
    permanent: bool


class Frontier:
    """The pages of one site that are due.

    Args:
        engine: the database of this process.
        site: what is crawled; its row in the database must be there.
        publish: sends a reference to the workers; must not raise, the sweep sends again what is lost.
        now: the time with its zone.
        max_pages: a limit for this crawl, beside the day's budget of the site.
        from_seeds: look at the seeds now, whether they are due or not.
    """

    def __init__(
        self,
        engine: Engine,
        site: Site,
        publish: Callable[[FetchReference], None],
        now: Clock,
        max_pages: int | None = None,
        *,
        from_seeds: bool = False,
    ) -> None:
        self._engine = engine
        self._site = site
        self._publish = publish
        self._now = now
        self._max_pages = max_pages
        self._from_seeds = from_seeds
        self._batch: deque[DuePage] = deque()
        self._known: set[int] = set()
        self._failures = 0
        self.crawl_id = 0
        self.fetched = 0
        """Fetches of this crawl, also those made before it was killed and taken up again."""
        self.new_pages = 0
        """Pages it came to know, or to know as changed."""
        self.limit_reached = False
        """Pages are due, and the budget is used up."""
        self.is_first = False
        """Nothing of the site was fetched before this crawl."""

    @property
    def is_down(self) -> bool:
        """Say whether the site's server does not answer any more."""
        return self._failures >= DOWN_AFTER or (self._failures > 0 and self.fetched == self._failures)

    def open(self, feeds: Iterable[str] = ()) -> None:
        """Begin a crawl, or take up the one that was never ended; ``feeds`` are sitemaps, on top of the site's own."""
        now = self._now()
        seeds = [url for seed in self._site.seeds if (url := identity(seed, self._site))]
        starts = [FoundPage(self._site.name, url, Role.LISTING) for url in seeds]
        starts += [FoundPage(self._site.name, url, Role.FEED, cost=0.5, shape=shape_of(url)) for url in feeds]
        with self._engine.begin() as connection:
            self._crawl = crawls.begin_crawl(connection, self._site.name, now=now)
            self.crawl_id = self._crawl.id
            pages.add_pages(connection, starts, now=now)
            self.is_first = pages.known_pages(connection, self._site.name) == len(set(starts))
            if self._from_seeds:
                pages.make_due(connection, self._site.name, roles=list(Role), now=now, most_cost=0)
            self.fetched = crawls.fetched_count(connection, self._crawl)
            used = crawls.fetches_since(connection, self._site.name, since=start_of_day(now))
        self._budget = max(0, self._site.limits.pages - used)
        if self._max_pages is not None:
            self._budget = min(self._budget, max(0, self._max_pages - self.fetched))

    def next_known(self) -> DuePage | None:
        """Take the next page without asking the database; None when that, or the end, has come."""
        if self.is_down or self._is_over_time or not self._batch:
            return None
        if self._budget <= 0:
            self.limit_reached = True
            return None
        self._budget -= 1
        return self._batch.popleft()

    def next(self) -> DuePage | None:
        """Take the next page; None when none is due, the budget is used up, or the server is down."""
        if not self._batch and not self.is_down and not self._is_over_time:
            with self._engine.connect() as connection:
                self._batch.extend(
                    pages.due_pages(
                        connection, self._site.name, now=self._now(), limit=BATCH, not_since=self._crawl.started_at
                    )
                )
        return self.next_known()

    @property
    def stop_reason(self) -> str | None:
        """Say why the crawl ends although pages may be due; None when it does not."""
        if self.is_down:
            return "the server does not answer"
        if self.limit_reached:
            return "the budget is used up"
        return "more is due" if self._is_over_time else None

    @property
    def _is_over_time(self) -> bool:
        return self._now() - self._crawl.started_at > max(LONGEST_CRAWL, self._site.schedule)

    def record(
        self,
        page: DuePage,
        fetched: Fetched,
        *,
        role: Role,
        links: Sequence[Link] = (),
        redirect: Redirect | None = None,
    ) -> None:
        """Write a fetch, what was found on the page and its next date; then tell the workers if it is theirs."""
        new = 0
        with self._engine.begin() as connection:
            [recorded] = fetches.record_fetches(connection, [fetched])
            if recorded.outcome is not Outcome.TAKEN_DOWN:
                new = self._add(connection, page, links, fetched.fetched_at)
                if redirect is not None:
                    self._follow(connection, page, redirect, fetched.fetched_at)
                pages.reschedule(connection, [self._visited(page, fetched, role, links, new)])
        self.fetched += 1
        self.new_pages += new
        if recorded.outcome is None:
            self._publish(FetchReference(recorded.id, self._site.name))

    def close(self, failures: int = 0) -> datetime:
        """End the crawl, and say when the site is to be crawled again.

        ``failures`` counts the crawls in a row, with this one, that found the server down.
        """
        now, site = self._now(), self._site
        with self._engine.begin() as connection:
            crawls.finish_crawl(
                connection,
                self._crawl,
                now=now,
                state=CrawlState.STOPPED if self.stop_reason else CrawlState.FINISHED,
                detail=self.stop_reason,
                fetches=self.fetched,
                new_pages=self.new_pages,
            )
            due = pages.next_due(connection, site.name)
        if self.is_down:
            wait: timedelta = FIRST_RETRY * 2 ** min(failures - 1, 10)
            return now + min(wait, max(site.schedule, timedelta(hours=1)))
        if self.limit_reached:
            return start_of_day(now) + timedelta(days=1)
        # Pages fall due one by one: a visit for each would begin a crawl a minute.
        earliest: datetime = now + min(site.schedule / 4, SHORTEST_PAUSE)
        return max(due or now + site.schedule, earliest)

    def _follow(self, connection: Connection, page: DuePage, redirect: Redirect, now: datetime) -> None:
        target, site = redirect.target, self._site.name
        shape = shape_of(target)
        target_page = FoundPage(site, target, redirect.role, depth=page.depth, cost=page.cost, shape=shape)
        pages.add_pages(connection, [target_page], now=now)
        other = pages.page_at(connection, site, target)
        if redirect.permanent and page.cost > 0 and other is not None:
            pages.make_alias(connection, page.id, other)

    def _add(self, connection: Connection, page: DuePage, links: Sequence[Link], now: datetime) -> int:
        """Add the links of a page, the next pages after all others: whether a chain goes on depends on the others."""
        links = believed(links[:PAGES_PER_LISTING], page.fetched_at, now)
        others = [self._found_page(page, link, page.depth + 1) for link in links if not link.next_page]
        others = [each for each in others if each.depth <= self._site.limits.depth]
        new = pages.add_pages(connection, self._not_known(others), now=now).get(page.id, 0)
        chain = [self._found_page(page, link, page.depth) for link in links if link.next_page]
        barren = 0 if new else page.barren + 1
        if not chain or barren > MOST_BARREN:
            return new
        # When all that a list shows is new, the news went on over its end.
        went_over = page.fetched_at is not None and 0 < len(others) <= new
        chain = [replace(each, barren=barren, modified_at=now if went_over else None) for each in chain]
        return new + pages.add_pages(connection, chain, now=now).get(page.id, 0)

    def _not_known(self, links: Sequence[FoundPage]) -> list[FoundPage]:
        """Leave out the links that this crawl has shown to the database already: the same menu stands on every page."""
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        unknown = [link for link in links if link.modified_at is not None or hash(link.url) not in self._known]
        self._known.update(hash(link.url) for link in unknown)
        return unknown

    def _found_page(self, page: DuePage, link: Link, depth: int) -> FoundPage:
        return FoundPage(
            self._site.name,
            link.url,
            link.role,
            depth=depth,
            cost=page.cost + 1,
            shape=shape_of(link.url),
            found_on=page.id,
            modified_at=link.modified_at,
        )

    def _visited(self, page: DuePage, fetched: Fetched, role: Role, links: Sequence[Link], new: int) -> Visited:
        is_last = not any(link.next_page for link in links)
        finding = finding_of(
            fetched.outcome,
            status=fetched.status,
            robots_unread=fetched.robots == "unreachable",
            is_news=self._is_news(page, fetched, role, new),
        )
        self._failures = self._failures + 1 if finding is Finding.DOWN else 0
        visit = next_visit(page, finding, self._site, role=role, is_last=is_last, now=fetched.fetched_at)
        whole, not_modified = fetched.raw is not None, fetched.outcome is Outcome.UNCHANGED
        headers = {name.lower(): value for name, value in fetched.headers.items()}
        same_validators = (headers.get("etag"), headers.get("last-modified")) == (page.etag, page.last_modified)
        lied = whole and page.conditional_gets > 0 and same_validators and fetched.raw.sha256 != page.sha256  # type: ignore[union-attr] # whole says so
        return Visited(
            id=page.id,
            role=role,
            next_due_at=visit.due_at,
            revisit_interval=visit.interval,
            fetched_at=fetched.fetched_at,
            failures=visit.failures,
            sha256=fetched.raw.sha256 if fetched.raw is not None else page.sha256,
            etag=headers.get("etag") if whole else page.etag,
            last_modified=headers.get("last-modified") if whole else page.last_modified,
            validator_trust=MISTRUSTED if lied else page.validator_trust,
            conditional_gets=page.conditional_gets + 1 if not_modified else 0 if whole else page.conditional_gets,
            list_digest=None,
            thread_key=page.thread_key,
            thread_page=page.thread_page,
        )

    def _is_news(self, page: DuePage, fetched: Fetched, role: Role, new: int) -> bool:
        if page.fetched_at is None or new:
            return True
        if role is not Role.CONTENT or fetched.raw is None or fetched.raw.sha256 == page.sha256:
            return False
        # Whether other bytes are another text, the workers tell; what they told of the last time stands for it.
        return page.last_outcome == Outcome.STORED


def believed(links: Sequence[Link], last_read: datetime | None, now: datetime) -> Sequence[Link]:
    """Leave out when a feed says its pages were changed, where that says nothing.

    Times to come do not; nor does a feed that says it of more than half of its pages since it was last read: programs
    write the time of the file there.
    """
    changed = [link for link in links if link.modified_at is not None and last_read and link.modified_at > last_read]
    if len(changed) > max(FEWEST_CHANGED, len(links) / 2):
        return [replace(link, modified_at=None) for link in links]
    return [replace(link, modified_at=None) if link.modified_at and link.modified_at > now else link for link in links]


def start_of_day(now: datetime) -> datetime:
    """Give the time since which the fetches of a day's budget count."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
