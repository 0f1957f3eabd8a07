"""What a crawl has still to fetch, and the books it keeps: the page schedule in PostgreSQL.

Pages found are committed with the fetch that found them, and each page's next date with its fetch. So a crawl may be
killed at any point, and one that ends at the day's budget goes on the next day with the pages it did not come to.
"""

from collections import deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Engine

from crawler.links.canonical_url import canonical_url
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import is_skipped
from crawler.links.url_shape import shape_of
from crawler.schedule.recorder import KnownLinks, Recorder
from crawler.schedule.revisit_policy import SKIPPED_AGAIN, VisitResult
from crawler.schedule.site_addresses import join_pages_of_one_address, learn_junk_parameters
from crawler.schedule.visit import Visit
from db.crawling import crawls, pages
from db.crawling.found_pages import FoundPage, add_pages
from db.crawling.pages import DuePage
from db.models import CrawlState
from mezmun.core.clock import Clock
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Site

BATCH: Final = 50
"""Pages taken from the schedule at once: what they lead to is looked at after them."""
LONGEST_CRAWL: Final = timedelta(hours=1)
"""A crawl ends after so much time, and the next one begins: a crawl looks at no page twice, however often it is due."""
SHORTEST_PAUSE: Final = timedelta(minutes=15)
"""Between two crawls of a site passes at least so much time, unless its schedule is shorter than an hour."""
FIRST_RETRY: Final = timedelta(minutes=5)
"""A site that is down is looked at again after so much time, and twice as late each further time."""
DOWN_AFTER: Final = 5
"""Requests in a row that the site's server did not serve, after which the crawl ends and tries again later."""


class Frontier:
    """The pages of one site that are due.

    Args:
        engine: the database of this process.
        site: what is crawled; its row in the database must be there.
        recorder: writes what came of the pages.
        now: the time with its zone.
        max_pages: a limit for this crawl, beside the day's budget of the site.
    """

    def __init__(
        self,
        engine: Engine,
        site: Site,
        recorder: Recorder,
        now: Clock,
        max_pages: int | None = None,
    ) -> None:
        self._engine = engine
        self._site = site
        self._recorder = recorder
        self._now = now
        self._max_pages = max_pages
        self._batch: deque[DuePage] = deque()
        self._known = KnownLinks()
        self._failures = 0
        self._failed_because = ""
        self._failed_again = 0
        self._denials = 0
        self._denied_because = ""
        self.crawl_id = 0
        self.fetched = 0
        """Fetches of this crawl, also those made before it was killed and taken up again."""
        self.new_pages = 0
        """Pages it came to know, also before it was killed, or to know as changed."""
        self.limit_reached = False
        """Pages are due, and the budget is used up."""
        self.rest_until: datetime | None = None
        """Until when a server asked to be left alone, if that is too long to wait for."""
        self.is_first = False
        """Nothing of the site was fetched before this crawl."""

    @property
    def is_down(self) -> bool:
        """Say whether the site's server does not answer any more."""
        all_failed = self.fetched == self._failures + self._failed_again
        return self._failures >= DOWN_AFTER or (self._failures > 0 and all_failed)

    @property
    def tells_nothing(self) -> bool:
        """Say whether nothing was asked for but pages that failed the last time, too, and did again."""
        return self.fetched == self._failed_again

    def open(self, feeds: Iterable[str] = ()) -> None:
        """Begin a crawl, or take up the one that was never ended; ``feeds`` are sitemaps, on top of the site's own."""
        now = self._now()
        seeds = [url for seed in self._site.all_seeds if (url := canonical_url(seed, self._site))]
        starts = [FoundPage(self._site.name, url, PageRole.LISTING) for url in seeds]
        starts += [FoundPage(self._site.name, url, PageRole.FEED, cost=0.5, shape=shape_of(url)) for url in feeds]
        with self._engine.begin() as connection:
            self._crawl = crawls.begin_crawl(connection, self._site.name, now=now)
            self.crawl_id = self._crawl.id
            add_pages(connection, starts, now=now)
            self.is_first = pages.known_pages(connection, self._site.name) == len(set(starts))
            self.fetched = crawls.fetched_count(connection, self._crawl)
            if self._crawl.started_at != now:  # it is taken up again
                self.new_pages = crawls.found_count(connection, self._crawl)
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
        while not self._batch and not self.is_down and not self._is_over_time:
            now, begin = self._now(), self._crawl.started_at
            with self._engine.begin() as connection:
                due = pages.due_pages(connection, self._site.name, now=now, limit=BATCH, not_since=begin)
                skipped = [page.id for page in due if is_skipped(page.url, PageRole(page.role), self._site)]
                if skipped:
                    pages.put_off(connection, skipped, until=now + SKIPPED_AGAIN)
            self._batch.extend(page for page in due if page.id not in skipped)
            if not skipped:
                break
        return self.next_known()

    @property
    def stop_reason(self) -> str | None:
        """Say why the crawl ends although pages may be due; None when it does not."""
        if self.is_down:
            return f"the server does not answer: {self._failed_because}"
        if self.rest_until is not None:
            return f"the server asks to be left alone until {self.rest_until:%Y-%m-%d %H:%M}Z (Retry-After)"
        if self.limit_reached:
            return "the budget of a day (limits.pages of the site file, or --max-pages) is used up"
        return "more is due" if self._is_over_time else None

    @property
    def denial(self) -> str | None:
        """Say that robots.txt let no page be fetched that was asked for, and why; None when it let any."""
        if not self._denials or self._denials < self.fetched:
            return None
        return f"no page that was asked for may be fetched: {self._denied_because}"

    @property
    def _is_over_time(self) -> bool:
        return self._now() - self._crawl.started_at > max(LONGEST_CRAWL, self._site.interval)

    async def record(self, visit: Visit) -> None:
        """Write a visit down with what was found and the page's next date, and count what came of it."""
        new = await self._recorder.record(visit, self._known)
        self.fetched += 1
        self.new_pages += new
        fetched = visit.fetched
        if fetched.outcome is Outcome.ROBOTS_DENIED and fetched.status is None:  # one that answered asks for it itself
            self._denials, self._denied_because = self._denials + 1, fetched.detail or ""
        if visit.finding(new) is VisitResult.DOWN and visit.fails_again:
            self._failed_again += 1
        elif visit.finding(new) is VisitResult.DOWN:
            # It ends a sentence, as some errors of other software do.
            self._failures, self._failed_because = (
                self._failures + 1,
                (fetched.detail or fetched.outcome or "").rstrip("."),
            )
        else:
            self._failures = 0

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
                detail=self.stop_reason or self.denial,
                fetches=self.fetched,
                new_pages=self.new_pages,
            )
            learn_junk_parameters(connection, site)
            join_pages_of_one_address(connection, site)
            if self.is_down:
                wait: timedelta = FIRST_RETRY * 2 ** min(failures - 1, 10)
                retry: datetime = now + min(wait, max(site.interval, timedelta(hours=1)))
                # Else the next crawl might find nothing to ask for that tells whether the site is up again.
                pages.make_due(connection, site.name, roles=list(PageRole), now=retry, most_cost=0)
                return retry
            due = pages.next_due(connection, site.name)
        if self.limit_reached:
            return start_of_day(now) + timedelta(days=1)
        # Pages fall due one by one: a visit for each would begin a crawl a minute.
        earliest: datetime = now + min(site.interval / 4, SHORTEST_PAUSE)
        return max(due or now + site.interval, earliest)


def start_of_day(now: datetime) -> datetime:
    """Give the time since which the fetches of a day's budget count."""
    return now.replace(hour=0, minute=0, second=0, microsecond=0)
