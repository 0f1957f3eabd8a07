"""The gate every request passes, redirects and retries too: allowed hosts, robots.txt, no walking in a circle."""

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, StopDownload
from scrapy.http.request import NO_CALLBACK

from crawler.links.canonical_url import canonical_url
from crawler.politeness.download_errors import words_of
from crawler.politeness.robots import SIZE_LIMIT, Answer, RobotsPolicy, origin_of
from crawler.politeness.throttle import clock_of
from mezmun.core.outcomes import Outcome
from mezmun.core.web.public_address import names_local_host
from mezmun.core.web.web_address import host_of

if TYPE_CHECKING:
    from mezmun.core.sites.site_schema import Site

ROBOTS_MAXSIZE: Final = 5_000_000
"""Octets that a packed robots.txt may unpack to; ten times what is read of it."""
PERMANENT: Final = frozenset({HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT})
"""Statuses of a page that has moved for good (RFC 9110, 15.4)."""

log = logging.getLogger(__name__)


class RefusedError(IgnoreRequest):
    """A request that was not sent, with the outcome of its fetch."""

    def __init__(self, outcome: Outcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


class MovedError(IgnoreRequest):
    """A request that was not sent: the page that was asked for has moved to ``url`` for good, with this status."""

    def __init__(self, url: str, status: int) -> None:
        super().__init__(f"{status}, to {url}")
        self.url = url
        self.status = status


class RequestFilter:
    """Downloader middleware.

    Request meta: ``site`` is whose rules hold; ``page`` the address of the page that is asked for, if it is one;
    ``robots`` becomes what robots.txt said, ``crawl_delay`` the seconds it asks for between two requests.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._robots = RobotsPolicy(self._ask, clock_of(crawler), getattr(crawler.spider, "shelf", None))
        self._reading = 0
        self._site_of_origin: dict[str, Site] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a process, for all its sites."""
        return cls(crawler)

    async def sitemaps(self, url: str, site: "Site") -> tuple[str, ...]:
        """Give the sitemaps that the robots.txt of the URL's host names."""
        self._site_of_origin[origin_of(url)] = site
        return await self._robots.sitemaps(url)

    async def process_request(self, request: Request) -> None:
        """Let a request pass.

        Raises:
            RefusedError: it may not be sent.
            MovedError: it is one to another page, which is asked for as itself.
        """
        site: Site = request.meta["site"]
        if "@" in urlsplit(request.url).netloc:  # nobody logs in, and no log has what for
            raise RefusedError(Outcome.REDIRECTED_AWAY, "to an address with a log-in")
        if not (site.allows(request.url) or self._is_public_robots(request)):
            raise RefusedError(
                Outcome.REDIRECTED_AWAY, f"to {host_of(request.url) or request.url}, no host of the site"
            )
        if request.url in request.meta.get("redirect_urls", ()):
            raise RefusedError(Outcome.REDIRECTED_AWAY, f"round in a loop, back to {request.url}")
        reasons = request.meta.get("redirect_reasons", ())
        if (
            reasons
            and PERMANENT.issuperset(reasons)
            and request.meta.get("page") not in {None, canonical_url(request.url, site)}
        ):
            raise MovedError(request.url, reasons[-1])
        if request.meta.get("is_robots"):
            return
        self._site_of_origin[origin_of(request.url)] = site
        ruling = await self._robots.ruling(request.url)
        request.meta["robots"] = ruling.robots.value
        if not ruling.allowed:
            raise RefusedError(Outcome.ROBOTS_DENIED, ruling.detail)
        request.meta["crawl_delay"] = ruling.delay
        request.meta["content_signal"] = ruling.content_signal

    def _is_public_robots(self, request: Request) -> bool:
        """Say whether a robots.txt led to another host (RFC 9309, 2.3.1.2), and to none that is local."""
        is_local = names_local_host(request.url) and not self._crawler.settings.getbool("ALLOW_LOCAL")
        return bool(request.meta.get("is_robots")) and not is_local

    async def _ask(self, url: str) -> Answer:
        site = self._site_of_origin[origin_of(url)]
        # No limit, for a file that is too long is read as far as it counts; _cut_robots ends it there.
        meta = {**meta_of(site), "is_robots": True, "download_maxsize": 0, "octets": 0}
        request = Request(url, callback=NO_CALLBACK, meta=meta)
        self._read_robots(1)
        try:
            response = await self._crawler.engine.download_async(request)
        except Exception as error:  # whatever happened, the file was not read
            answer = Answer(None, error=words_of(error))
        else:
            answer = Answer(response.status, response.body)
        finally:
            self._read_robots(-1)
        if answer.status is None or answer.status >= 500:
            log.warning("%s: %s could not be read: %s", site.name, url, answer.error or f"status {answer.status}")
        return answer

    def _read_robots(self, more: int) -> None:
        """Watch what arrives while any robots.txt is read, and not each piece of each page."""
        self._reading += more
        if more > 0 and self._reading == 1:
            self._crawler.signals.connect(self._cut_robots, signals.bytes_received)
        elif not self._reading:
            self._crawler.signals.disconnect(self._cut_robots, signals.bytes_received)

    def _cut_robots(self, data: bytes, request: Request) -> None:
        """End the download of a robots.txt after as much as is read of it (RFC 9309, 2.5)."""
        if request.meta.get("is_robots"):
            request.meta["download_maxsize"] = ROBOTS_MAXSIZE  # from here on it limits what is unpacked
            request.meta["octets"] = request.meta.get("octets", 0) + len(data)
            if request.meta["octets"] > SIZE_LIMIT:
                raise StopDownload(fail=False)


def meta_of(site: "Site") -> dict[str, Any]:
    """Give what the downloader and its middlewares must know of the site that a request is made for."""
    limits = site.limits
    meta = {
        "site": site,
        "delay": limits.delay,
        "download_timeout": limits.timeout,
        "max_retry_times": limits.retries,
    }
    return meta if limits.page_bytes is None else {**meta, "download_maxsize": limits.page_bytes}
