"""How fast: one request at a time with a pause after each, longer when a server asks for it."""

import asyncio
from collections.abc import Callable
from email.utils import parsedate_to_datetime
from time import monotonic, time
from typing import Final, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.http import Response

from mezmun.core.site_schema import Site

LONGEST_WAIT: Final = 120.0
"""Seconds of a ``Retry-After`` that are waited for; a server that asks for more gets its page's fetch ended instead."""
FIRST_WAIT: Final = 1.0
"""Seconds before the first retry when the server says nothing; doubled for each further one."""


class Pace:
    """Downloader middleware next to the downloader: every request waits here until the site's pause is over."""

    def __init__(self, site: Site, clock: Callable[[], float] = monotonic) -> None:
        self._delay = site.limits.delay
        self._clock = clock
        self._free_at = 0.0
        self._lock = asyncio.Lock()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a crawl."""
        return cls(crawler.spider.site)  # type: ignore[union-attr] # the spider is made before its middlewares

    async def process_request(self, request: Request) -> None:
        """Wait for the end of the pause, and of what the server asked for this request."""
        await self._lock.acquire()
        request.meta["holds_pace"] = True
        while (wait := max(self._free_at, request.meta.get("not_before", 0.0)) - self._clock()) > 0:
            await asyncio.sleep(wait)

    def process_response(self, request: Request, response: Response) -> Response:
        """Begin the pause after an answer."""
        self._rest(request)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Begin the pause after a failure; a request that was refused before it was sent costs none."""
        self._rest(request)

    def _rest(self, request: Request) -> None:
        if request.meta.pop("holds_pace", False):
            self._free_at = self._clock() + max(self._delay, request.meta.get("pace", 0.0))
            self._lock.release()


class PatientRetry(RetryMiddleware):
    """Scrapy's retries, with ``Retry-After`` honoured and a growing pause between tries."""

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        """Give the request again when its answer calls for that, to be sent no sooner than the server says."""
        wait = retry_after(response, time())
        if wait is not None and wait > LONGEST_WAIT:
            return response
        result = super().process_response(request, response)
        return _later(result, wait) if isinstance(result, Request) else result

    def process_exception(self, request: Request, exception: Exception) -> Request | Response | None:  # type: ignore[override]
        """Give the request again after a failure of the network."""
        result = super().process_exception(request, exception)
        return _later(result, None) if isinstance(result, Request) else result


def retry_after(response: Response, now: float) -> float | None:
    """Read the seconds of a ``Retry-After`` header (RFC 9110, 10.2.3: seconds or a date), never less than 0."""
    value = (response.headers.get("Retry-After") or b"").decode("ascii", "replace").strip()
    if not value:
        return None
    if value.isdecimal():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except ValueError:
        return None


def _later(request: Request, wait: float | None) -> Request:
    tries = request.meta.get("retry_times", 1)
    request.meta["not_before"] = monotonic() + (FIRST_WAIT * 2 ** (tries - 1) if wait is None else wait)
    return request
