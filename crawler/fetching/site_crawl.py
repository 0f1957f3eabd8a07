"""The crawl of one site: take a page that is due, fetch it, write down what came of it; one after the other.

Each page is asked for and awaited (``download_async``) instead of handing out requests with callbacks: so whatever
happens to a request comes back to this one place, and every page ends as exactly one fetch row. What waits for the
database, the raw store or the parser waits in a thread, while the other sites of the process go on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final, Protocol, TypeVar

from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from crawler.fetching import response_classification
from crawler.fetching.thread_time import work_in_thread
from crawler.links import feeds
from crawler.links.canonical_url import canonical_url
from crawler.links.discovery import Discovery, Link, discover, follows, link_to
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import role_of
from crawler.politeness.request_filter import PERMANENT, MovedError, meta_of
from crawler.politeness.throttle import LONGEST_WAIT, HostAtRestError
from crawler.politeness.usage_signals import usage_signals
from crawler.schedule.frontier import Frontier
from crawler.schedule.revisit_policy import asks_conditionally
from crawler.schedule.visit import MOST_BARREN, Redirect, Visit
from db.crawling.fetches import Fetched
from db.crawling.pages import DuePage
from mezmun.core.clock import Clock
from mezmun.core.counts import count_of
from mezmun.core.errors import UnavailableError
from mezmun.core.outcomes import Outcome, outcome_of_content
from mezmun.core.sites.site_schema import Site
from mezmun.core.web.web_address import bare_host_of
from normalization import Content, ContentKind, sniff
from store.raw_store import RawStore

LINE_EVERY: Final = timedelta(hours=1)
"""A running crawl writes a line of the log, which tells how far it is, once in so much time."""
READ_TIMEOUT: Final = 20.0
"""Seconds of processor time that reading the links of a page may take: the worst real one of 20 MB takes four."""

log = logging.getLogger(__name__)

_WITH_LINKS: Final = frozenset({ContentKind.HTML, ContentKind.FEED, ContentKind.SITEMAP})
_Result = TypeVar("_Result")


class Downloads(Protocol):
    """What a crawl asks the process for."""

    async def download(self, request: Request) -> Response:
        """Get a page over all middlewares; raises whatever happened instead."""

    async def render(self, response: Response, site: Site) -> Response:
        """Give a page as its scripts leave it; raises whatever happened instead."""

    async def sitemaps(self, url: str, site: Site) -> tuple[str, ...]:
        """Give the sitemaps that the robots.txt of the URL's host names."""

    def rest_of(self, url: str) -> float:
        """Give the seconds for which the host of a URL must not be asked."""


@dataclass(frozen=True, slots=True)
class EndedCrawl:
    """What came of a crawl, for the site's row: when it is due again, and how often in a row it was down."""

    next_due_at: datetime
    failures: int | None = None
    """None: as before, of a crawl that did not come to its end."""
    free_at: Mapping[str, datetime] = field(default_factory=dict)
    """Until when hosts asked to be left alone."""


class SiteCrawl:
    """Fetches what is due of one site.

    Args:
        site: what to crawl.
        frontier: the pages of this crawl, not yet opened.
        downloads: the process's downloader.
        raw_store: where the bytes go before their fetch is written.
        threads: where what blocks is done.
        max_page_bytes: the installation's limit of a page.
        now: the time with its zone.
        admit: waits until one more page may be fetched.
        failures: crawls in a row, before this one, that found the site down.
    """

    def __init__(
        self,
        site: Site,
        frontier: Frontier,
        downloads: Downloads,
        raw_store: RawStore,
        threads: Executor,
        max_page_bytes: int,
        now: Clock,
        admit: Callable[[], Awaitable[None]],
        failures: int = 0,
    ) -> None:
        self.site = site
        self.content_pages = 0
        self.has_fetched = False
        self._frontier = frontier
        self._downloads = downloads
        self._raw_store = raw_store
        self._threads = threads
        self._max_page_bytes = site.limits.page_bytes or max_page_bytes
        self._now = now
        self._admit = admit
        self._failures = failures

    async def run(self) -> EndedCrawl:
        """Crawl until nothing is due, the budget is used up, or the server cannot be asked any more."""
        free_at: dict[str, datetime] = {}
        await self._in_thread(self._frontier.open, await self._sitemaps())
        log.info("%s: crawl %d begins", self.site.name, self._frontier.crawl_id)
        line_at = self._now()
        while not free_at and (page := await self._next()) is not None:
            await self._admit()
            await self._fetch(page)
            if self._now() - line_at >= LINE_EVERY:
                self._tell("goes on", "")
                line_at = self._now()
            if (rest := self._downloads.rest_of(page.url)) > LONGEST_WAIT:
                log.warning("%s: the server asks to be left alone for %d seconds", self.site.name, rest)
                free_at[bare_host_of(page.url)] = self._frontier.rest_until = self._now() + timedelta(seconds=rest)
        failures = self._failures + 1 if self._frontier.is_down else 0
        if self._frontier.tells_nothing:  # who asked for nothing knows nothing
            failures = self._failures
        next_due_at = await self._in_thread(self._frontier.close, failures)
        next_due_at = max([next_due_at, *free_at.values()])
        self._tell_end(next_due_at)
        return EndedCrawl(next_due_at, failures, free_at)

    def _tell_end(self, next_due_at: datetime) -> None:
        frontier = self._frontier
        reason = f", {frontier.stop_reason}" if frontier.stop_reason else ""
        self._tell("ends", f"{reason}; next at {next_due_at:%Y-%m-%d %H:%M}Z")
        if frontier.denial and not frontier.stop_reason:
            log.warning("%s: %s", self.site.name, frontier.denial)
        wanted = self.site.assertions.min_content_pages
        if wanted is not None and self.content_pages < wanted and frontier.is_first:
            log.error(
                "%s: %d content pages were fetched, the site file expects %d or more: has the site changed?",
                self.site.name,
                self.content_pages,
                wanted,
            )

    def _tell(self, what: str, more: str) -> None:
        log.info(
            "%s: crawl %d %s: %s fetched, %s found that are new or changed%s",
            *(self.site.name, self._frontier.crawl_id, what, count_of(self._frontier.fetched, "page")),
            *(f"{self._frontier.new_pages:,}", more),
        )

    async def _next(self) -> DuePage | None:
        return self._frontier.next_known() or await self._in_thread(self._frontier.next)

    async def _sitemaps(self) -> list[str]:
        if not self.site.sitemaps:
            return []
        named = [url for seed in self.site.all_seeds for url in await self._downloads.sitemaps(seed, self.site)]
        urls = (canonical_url(url, self.site) for url in dict.fromkeys(named))
        return [url for url in urls if url is not None and self.site.allows(url)]

    async def _fetch(self, page: DuePage) -> None:
        """Ask for a page and write what came of it."""
        request = self._request(page)
        asked = self._now()
        try:
            response = await self._downloads.download(request)
            if self.site.render and response_classification.is_page(response):
                response = await self._downloads.render(response, self.site)
        except HostAtRestError:
            return  # the page stays due
        except MovedError as moved:
            fetched = replace(self._without_answer(page, request, asked), final_url=moved.url, status=moved.status)
            target = canonical_url(moved.url, self.site) or moved.url
            await self._frontier.record(self._take_redirect(page, fetched, target, permanent=True))
            self.has_fetched = True
            return
        except UnavailableError:
            raise  # there is no browser, for no page of the site
        except Exception as error:  # every failure is an outcome, and the crawl goes on
            outcome, detail = response_classification.outcome_of_error(error)
            if outcome is Outcome.FAILED:
                log.exception("%s: %s", self.site.name, page.url)
            fetched = replace(
                self._without_answer(page, request, asked),
                error=f"{type(error).__name__}: {error}"[:1000],
                outcome=outcome,
                detail=detail,
            )
            await self._frontier.record(self._visit(page, fetched))
            return
        fetched = self._fetched(self._without_answer(page, request, asked), response)
        try:
            visit = await work_in_thread(self._threads, READ_TIMEOUT, self._take, page, fetched, response)
        except TimeoutError:
            detail = f"its links were not read in {READ_TIMEOUT:g} seconds"
            visit = self._visit(page, replace(fetched, outcome=Outcome.TIMEOUT, detail=detail))
        self.content_pages += visit.fetched.raw is not None and visit.role is PageRole.CONTENT
        await self._frontier.record(visit)
        self.has_fetched = True

    async def _in_thread(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _visit(
        self,
        page: DuePage,
        fetched: Fetched,
        role: PageRole | None = None,
        links: tuple[Link, ...] = (),
        redirect: Redirect | None = None,
    ) -> Visit:
        return Visit(self.site, page, fetched, role or PageRole(page.role), links, redirect)

    def _request(self, page: DuePage) -> Request:
        headers = {}
        if asks_conditionally(page) and not self.site.render:  # it speaks for the page without what its scripts get
            headers = {"If-None-Match": page.etag, "If-Modified-Since": page.last_modified}
        return Request(
            page.url,
            headers={name: value for name, value in headers.items() if value},
            callback=NO_CALLBACK,
            meta={**meta_of(self.site), "page": page.url},
        )

    def _take(self, page: DuePage, fetched: Fetched, response: Response) -> Visit:
        """Read an answer, and keep its bytes when a worker or a later look needs them."""
        ended = response_classification.outcome_of_answer(response)
        if ended is not None:
            outcome, detail = ended
            return self._visit(page, replace(fetched, outcome=outcome, detail=detail))
        target = canonical_url(response.url, self.site)
        if target is not None and target != page.url:
            permanent = PERMANENT.issuperset(response.meta.get("redirect_reasons", ()))
            return self._take_redirect(page, fetched, target, permanent=permanent)
        try:
            content = self._content(page, response)
        except feeds.FeedTooLargeError as error:
            return self._visit(page, replace(fetched, outcome=Outcome.TOO_LARGE, detail=f"the feed {error}"))
        if content.kind not in _WITH_LINKS:
            outcome = outcome_of_content(content.kind)
            return self._visit(page, replace(fetched, outcome=outcome, detail=content.reason))
        discovery = self._read(page, response, content)
        signals = usage_signals(_headers(response), discovery.metas, response.meta.get("content_signal"))
        fetched = replace(fetched, signals=signals.recorded())
        links = () if signals.nofollow else discovery.links
        if discovery.role is not PageRole.CONTENT:
            fetched = replace(fetched, outcome=Outcome.LISTING)
        elif signals.noindex:
            fetched = replace(
                fetched, outcome=Outcome.ROBOTS_DENIED, detail="the page asks not to be indexed (noindex)"
            )
            return self._visit(page, fetched, discovery.role, links)
        if discovery.role is PageRole.CONTENT or not signals.noarchive:
            fetched = replace(fetched, raw=self._raw_store.put(response.body))
        return self._visit(page, fetched, discovery.role, links)

    def _take_redirect(self, page: DuePage, fetched: Fetched, target: str, *, permanent: bool) -> Visit:
        """Take a redirect to another page as a link: that page is fetched as itself, and makes the one document."""
        role = role_of(target, self.site)
        if role is PageRole.SKIP:
            detail = f"to {target}, which is never fetched"
            return self._visit(page, replace(fetched, outcome=Outcome.REDIRECTED_AWAY, detail=detail))
        if page.barren >= MOST_BARREN:
            detail = f"to {target}, after {page.barren} other redirects"
            return self._visit(page, replace(fetched, outcome=Outcome.REDIRECTED_AWAY, detail=detail))
        fetched = replace(fetched, outcome=Outcome.LISTING, detail=f"redirect to {target}")
        return self._visit(page, fetched, redirect=Redirect(target, role, permanent))

    def _content(self, page: DuePage, response: Response) -> Content:
        """Decode a body; a feed may be gzipped as a file.

        Raises:
            feeds.FeedTooLargeError: it unpacks to more than a page may have.
        """
        body = response.body
        if page.role == PageRole.FEED:
            body = feeds.unpack(body, self._max_page_bytes)
        return sniff(body, _header(response, "Content-Type"))

    def _read(self, page: DuePage, response: Response, content: Content) -> Discovery:
        """Read the links of a page or a feed, and what the page is."""
        if content.kind is not ContentKind.HTML:
            return Discovery(tuple(self._feed_links(feeds.read(content.text), response.url)), PageRole.FEED)
        role = (
            PageRole.LISTING if page.role == PageRole.FEED else PageRole(page.role)
        )  # a feed that answers with a page
        discovery = discover(content.text, response.url, self.site, role=role, encoding=content.decoded.encoding)
        kind = self.site.at(page.url).kind
        links = tuple(link for link in discovery.links if follows(kind, discovery.role, link))
        return replace(discovery, links=links)

    def _feed_links(self, feed: feeds.Feed, base: str) -> list[Link]:
        links = []
        for address in feed.pages:
            link = link_to(address, base, self.site)
            if link is not None and link.role is not PageRole.SKIP:
                role = PageRole.CONTENT if link.role is PageRole.UNKNOWN and feed.articles else link.role
                links.append(Link(link.url, role, modified_at=feed.modified.get(address)))
        for address in feed.feeds:
            url = canonical_url(address, self.site, base)
            if url is not None and self.site.allows(url):
                links.append(Link(url, PageRole.FEED, modified_at=feed.modified.get(address)))
        return links

    def _without_answer(self, page: DuePage, request: Request, asked: datetime) -> Fetched:
        return Fetched(
            site=self.site.name,
            crawl_id=self._frontier.crawl_id,
            page_id=page.id,
            url=page.url,
            requested_at=asked,
            fetched_at=self._now(),
            robots=request.meta.get("robots"),
            attempts=request.meta.get("retry_times", 0) + 1,
        )

    def _fetched(self, fetched: Fetched, response: Response) -> Fetched:
        return replace(
            fetched,
            final_url=response.url,
            status=response.status,
            headers={name.decode("latin-1"): _header(response, name) or "" for name in response.headers},
            robots=response.meta.get("robots"),
            attempts=response.meta.get("retry_times", 0) + 1,
        )


def _headers(response: Response) -> dict[str, list[str]]:
    return {
        name.decode("latin-1").lower(): [value.decode("latin-1") for value in response.headers.getlist(name)]
        for name in response.headers
    }


def _header(response: Response, name: str | bytes) -> str | None:
    value = response.headers.get(name)
    return None if value is None else value.decode("latin-1")
