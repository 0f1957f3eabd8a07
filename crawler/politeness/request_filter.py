"""The gate every request passes, redirects and retries too: allowed hosts, robots.txt, no walking in a circle."""

import logging
from time import monotonic
from typing import TYPE_CHECKING, Final, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http.request import NO_CALLBACK

from crawler.politeness.robots import Answer, Robots, RobotsPolicy
from mezmun.core.outcomes import Outcome
from mezmun.core.web_address import host_of

if TYPE_CHECKING:
    from mezmun.core.site_schema import Site

ROBOTS_MAXSIZE: Final = 5_000_000
"""Octets of a robots.txt that are downloaded before it counts as unreadable; ten times what is read of it."""

log = logging.getLogger(__name__)


class RefusedError(IgnoreRequest):
    """A request that was not sent, with the outcome of its fetch."""

    def __init__(self, outcome: Outcome, detail: str) -> None:
        super().__init__(detail)
        self.outcome = outcome
        self.detail = detail


class Guard:
    """Downloader middleware; the spider must have the ``site``.

    Request meta: ``robots`` becomes what robots.txt said, ``pace`` the seconds it asks for between two requests.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._site: Site = crawler.spider.site  # type: ignore[union-attr] # the spider is made before its middlewares
        self.robots = RobotsPolicy(self._ask, monotonic)
        self._told_of_pace = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawl."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let a request pass, or raise ``RefusedError``."""
        if not self._site.allows(request.url):
            raise RefusedError(
                Outcome.REDIRECTED_AWAY, f"to {host_of(request.url) or request.url}, no host of the site"
            )
        if request.url in request.meta.get("redirect_urls", ()):
            raise RefusedError(Outcome.REDIRECTED_AWAY, f"round in a loop, back to {request.url}")
        if request.meta.get("is_robots"):
            return
        ruling = await self.robots.ruling(request.url)
        request.meta["robots"] = ruling.robots.value
        if not ruling.allowed:
            raise RefusedError(Outcome.ROBOTS_DENIED, ruling.detail)
        request.meta["pace"] = ruling.delay
        if ruling.delay > self._site.limits.delay and not self._told_of_pace:
            self._told_of_pace = True
            log.info("%s: robots.txt asks for %g seconds between requests", self._site.name, ruling.delay)

    async def _ask(self, url: str) -> Answer:
        request = Request(
            url,
            callback=NO_CALLBACK,
            meta={"is_robots": True, "download_slot": self._site.name, "download_maxsize": ROBOTS_MAXSIZE},
        )
        try:
            response = await self._crawler.engine.download_async(request)
        except Exception as error:  # whatever happened, the file was not read
            answer = Answer(None, error=str(error) or type(error).__name__)
        else:
            answer = Answer(response.status, response.body)
        if answer.status is None or answer.status >= 500:
            log.warning(
                "%s: %s: %s", self._site.name, Robots.UNREACHABLE, answer.error or f"{url} says {answer.status}"
            )
        return answer
