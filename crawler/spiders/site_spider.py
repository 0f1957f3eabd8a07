"""The base of every spider: take a page of the frontier, fetch it, write down what came of it; one after the other.

The spider asks the engine for each page and waits (``download_async``), instead of handing out requests with callbacks:
so whatever happens to a request comes back to this one place, and every page ends as exactly one fetch row.
"""

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar, Final

import scrapy
from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from crawler import response_classification
from crawler.frontier import Frontier
from crawler.links import feeds
from crawler.links.canonical_url import identity
from crawler.links.discovery import Discovery, Link, discover
from crawler.links.url_patterns import Role
from crawler.links.url_rules import role_of
from crawler.politeness.request_filter import Guard
from crawler.revisit_policy import asks_conditionally
from db.crawling.fetches import Fetched
from db.crawling.pages import DuePage
from mezmun.core.clock import Clock, utc_now
from mezmun.core.outcomes import Outcome, outcome_of_content
from mezmun.core.site_schema import Kind, Site
from normalization import Content, ContentKind, sniff
from store.raw_store import RawStore

log = logging.getLogger(__name__)

_PERMANENT: Final = frozenset({301, 308})
_WITH_LINKS: Final = frozenset({ContentKind.HTML, ContentKind.FEED, ContentKind.SITEMAP})


class SiteSpider(scrapy.Spider):
    """Fetches what is due of one site.

    Args:
        site: what to crawl.
        frontier: the pages of this crawl, not yet opened.
        raw_store: where the bytes go before their fetch is written.
        now: the time with its zone.
    """

    kind: ClassVar[Kind]

    def __init__(
        self, site: Site, frontier: Frontier, raw_store: RawStore, now: Clock = utc_now, **arguments: Any
    ) -> None:
        super().__init__(**arguments)
        self.site = site
        self.content_pages = 0
        self.done = False
        """The crawl came to its end; it is taken up again otherwise."""
        self._frontier = frontier
        self._raw_store = raw_store
        self._now = now

    def follows(self, source: Role, link: Link) -> bool:
        """Say whether a link of a page of this role is worth a fetch; a kind may be choosier."""
        return True

    async def start(self) -> AsyncIterator[Any]:
        """Crawl the site. Scrapy asks for requests here and gets none: each is made and awaited inside."""
        self._frontier.open(await self._sitemaps())
        while (page := self._frontier.next()) is not None:
            await self._fetch(page)
        self._frontier.close()
        self.done = True
        wanted = self.site.assertions.min_content_pages
        if wanted is not None and self.content_pages < wanted:
            log.error(
                "%s: %d content pages were fetched, the site file expects %d or more: has the site changed?",
                self.site.name,
                self.content_pages,
                wanted,
            )
        nothing: tuple[Request, ...] = ()
        for request in nothing:  # what makes this the generator that Scrapy asks for
            yield request

    async def _sitemaps(self) -> list[str]:
        guard = self.crawler.get_downloader_middleware(Guard)
        if not self.site.sitemaps or guard is None:
            return []
        named = [url for seed in self.site.seeds for url in await guard.robots.sitemaps(seed)]
        found = (identity(url, self.site) for url in dict.fromkeys(named))
        return [url for url in found if url is not None and self.site.allows(url)]

    async def _fetch(self, page: DuePage) -> None:
        """Ask for a page and write what came of it."""
        request = self._request(page)
        asked = self._now()
        try:
            response = await self.crawler.engine.download_async(request)
        except Exception as error:  # every failure is an outcome, and the crawl goes on
            outcome, detail = response_classification.outcome_of_error(error)
            if outcome is Outcome.FAILED:
                log.exception("%s: %s", self.site.name, page.url)
            fetched = replace(
                self._begun(page, request, asked),
                error=f"{type(error).__name__}: {error}"[:1000],
                outcome=outcome,
                detail=detail,
            )
            self._frontier.record(page, fetched, role=Role(page.role))
            return
        self._take(page, self._fetched(self._begun(page, request, asked), response), response)

    def _request(self, page: DuePage) -> Request:
        headers = {}
        if asks_conditionally(page):
            headers = {"If-None-Match": page.etag, "If-Modified-Since": page.last_modified}
        return Request(
            page.url,
            headers={name: value for name, value in headers.items() if value},
            callback=NO_CALLBACK,
            meta={"download_slot": self.site.name},
        )

    def _take(self, page: DuePage, fetched: Fetched, response: Response) -> None:
        final = identity(response.url, self.site)
        ended = response_classification.outcome_of_answer(response)
        if ended is not None:
            outcome, detail = ended
            self._frontier.record(page, replace(fetched, outcome=outcome, detail=detail), role=Role(page.role))
            return
        if final is not None and final != page.url:
            self._take_redirect(page, fetched, response, final)
            return
        try:
            content = self._content(page, response)
        except feeds.FeedTooLargeError as error:
            fetched = replace(fetched, outcome=Outcome.TOO_LARGE, detail=f"the feed {error}")
            self._frontier.record(page, fetched, role=Role(page.role))
            return
        if content.kind not in _WITH_LINKS:
            fetched = replace(fetched, outcome=outcome_of_content(content.kind), detail=content.reason)
            self._frontier.record(page, fetched, role=Role(page.role))
            return
        discovery = self._read(page, response, content)
        fetched = replace(fetched, raw=self._raw_store.put(response.body))
        if discovery.role is Role.CONTENT:
            self.content_pages += 1
        else:
            fetched = replace(fetched, outcome=Outcome.LISTING)
        self._frontier.record(page, fetched, role=discovery.role, links=discovery.links)

    def _take_redirect(self, page: DuePage, fetched: Fetched, response: Response, final: str) -> None:
        """Take a redirect to another page as a link: that page is fetched as itself, and makes the one document."""
        role = role_of(final, self.site)
        if role is Role.SKIP:
            detail = f"to {final}, which is never fetched"
            fetched = replace(fetched, outcome=Outcome.REDIRECTED_AWAY, detail=detail)
            self._frontier.record(page, fetched, role=Role(page.role))
        else:
            fetched = replace(fetched, outcome=Outcome.LISTING, detail=f"redirect to {final}")
            permanent = _PERMANENT.issuperset(response.meta.get("redirect_reasons", ()))
            self._frontier.redirect(page, fetched, final, role, permanent=permanent)

    def _content(self, page: DuePage, response: Response) -> Content:
        """Decode a body; a feed may be gzipped as a file.

        Raises:
            feeds.FeedTooLargeError: it unpacks to more than a page may have.
        """
        body = response.body
        if page.role == Role.FEED:
            body = feeds.unpack(body, self.settings.getint("DOWNLOAD_MAXSIZE"))
        return sniff(body, _header(response, "Content-Type"))

    def _read(self, page: DuePage, response: Response, content: Content) -> Discovery:
        """Read the links of a page or a feed, and what the page is."""
        if content.kind is not ContentKind.HTML:
            return Discovery(tuple(self._feed_links(feeds.read(content.text), response.url)), Role.FEED)
        role = Role.LISTING if page.role == Role.FEED else Role(page.role)  # a feed that answers with a page
        discovery = discover(content.text, response.url, self.site, role=role, encoding=content.decoded.encoding)
        links = tuple(link for link in discovery.links if self.follows(discovery.role, link))
        return Discovery(links, discovery.role)

    def _feed_links(self, feed: feeds.Feed, base: str) -> list[Link]:
        links = []
        for address in feed.pages:
            url = identity(address, self.site, base)
            if url is not None and (role := role_of(url, self.site)) is not Role.SKIP:
                links.append(Link(url, Role.CONTENT if role is Role.UNKNOWN and feed.articles else role))
        for address in feed.feeds:
            url = identity(address, self.site, base)
            if url is not None and self.site.allows(url):
                links.append(Link(url, Role.FEED))
        return links

    def _begun(self, page: DuePage, request: Request, asked: datetime) -> Fetched:
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

    def _fetched(self, begun: Fetched, response: Response) -> Fetched:
        return replace(
            begun,
            final_url=response.url,
            status=response.status,
            headers={name.decode("latin-1"): _header(response, name) or "" for name in response.headers},
            robots=response.meta.get("robots"),
            attempts=response.meta.get("retry_times", 0) + 1,
        )


def _header(response: Response, name: str | bytes) -> str | None:
    value = response.headers.get(name)
    return None if value is None else value.decode("latin-1")
