"""The one spider of a process: it keeps Scrapy's engine running for the crawls of all sites in the process's hands."""

from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cached_property
from typing import Any, TypeVar

import scrapy
from scrapy import Request
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from crawler.fetching.browser import Browser
from crawler.politeness.request_filter import RequestFilter, meta_of
from crawler.politeness.robots_shelf import RobotsShelf
from crawler.politeness.throttle import HostThrottle
from mezmun.core.clock import Clock, utc_now
from mezmun.core.sites.site_schema import Site

_Kind = TypeVar("_Kind")


class SitesSpider(scrapy.Spider):
    """Runs ``work`` inside Scrapy's engine, and downloads for it (``crawler.fetching.site_crawl.Downloads``)."""

    name = "sites"

    def __init__(
        self,
        work: Callable[["SitesSpider"], Awaitable[None]],
        shelf: RobotsShelf | None = None,
        now: Clock = utc_now,
        **arguments: Any,
    ) -> None:
        super().__init__(**arguments)
        self.shelf = shelf
        self.now = now
        self._work = work
        self._browser = Browser()

    async def start(self) -> AsyncIterator[Any]:
        """Do the work. Scrapy asks for requests here and gets none: each is made and awaited inside."""
        try:
            await self._work(self)
        finally:
            await self._browser.close()
        nothing: tuple[Request, ...] = ()
        for request in nothing:  # what makes this the generator that Scrapy asks for
            yield request

    async def download(self, request: Request) -> Response:
        """Get a page over all middlewares; raises whatever happened instead.

        Past Scrapy's engine and the slots of its downloader, which are for requests that nobody waits for and for hosts
        that nobody keeps the pace of. ``engine.download_async`` does not tell which request it was at, after retries
        and redirects, when a crawl is stopped meanwhile: the host of that one has to be released.
        """
        downloader = self.crawler.engine.downloader
        answer: Response | Request = request
        try:
            while isinstance(answer, Request):
                request = answer
                answer = await downloader.middleware.download_async(downloader.handlers.download_request_async, request)
            answer.request = request
            return answer
        except BaseException:
            self._throttle.release(request)  # a crawl that was stopped must not keep its host from the others
            raise

    async def render(self, response: Response, site: Site) -> Response:
        """Give a page as its scripts leave it; what they ask for is downloaded as pages of the site are."""

        async def fetch(url: str) -> Response:
            return await self.download(Request(url, callback=NO_CALLBACK, meta=meta_of(site)))

        most_bytes = site.limits.page_bytes or self.settings.getint("DOWNLOAD_MAXSIZE")
        return await self._browser.render(response, fetch, seconds=site.limits.timeout, most_bytes=most_bytes)

    async def sitemaps(self, url: str, site: Site) -> tuple[str, ...]:
        """Give the sitemaps that the robots.txt of the URL's host names."""
        return await self._filter.sitemaps(url, site)

    def rest_of(self, url: str) -> float:
        """Give the seconds for which the host of a URL must not be asked."""
        return self._throttle.rest_of(url)

    def rest(self, host: str, seconds: float) -> None:
        """Leave a host alone for so long."""
        self._throttle.rest(host, seconds)

    @cached_property
    def _throttle(self) -> HostThrottle:
        return _sure(self.crawler.get_downloader_middleware(HostThrottle))

    @cached_property
    def _filter(self) -> RequestFilter:
        return _sure(self.crawler.get_downloader_middleware(RequestFilter))


def _sure(middleware: _Kind | None) -> _Kind:
    if middleware is None:
        raise RuntimeError("DOWNLOADER_MIDDLEWARES lacks one of ours")
    return middleware
