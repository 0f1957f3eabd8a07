"""How fast: one request at a time to a host, with a pause after each, longer when the server asks for it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from time import monotonic, time
from typing import Final, Self

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.exceptions import DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response

from mezmun.core.web_address import host_of

LONGEST_WAIT: Final = 120.0
"""Seconds of a ``Retry-After`` that are waited for; a server that asks for more ends the crawls of its sites."""
LONGEST_REST: Final = 7 * 24 * 3600.0
"""Seconds of a ``Retry-After`` that are obeyed; a date years ahead is a mistake."""
FIRST_WAIT: Final = 1.0
"""Seconds before the first retry when the server says nothing; doubled for each further one."""
ASKS_FOR_REST: Final = frozenset({429, 503})
"""Statuses whose ``Retry-After`` speaks for the whole server (RFC 6585, 4; RFC 9110, 15.6.4)."""


class HostAtRestError(IgnoreRequest):
    """A request that was not sent, for its host asked to be left alone for longer than a crawl waits."""


@dataclass(slots=True)
class _Host:
    free_at: float = 0.0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Pace:
    """Downloader middleware next to the downloader: every request waits here until its host's pause is over.

    Request meta: ``delay`` is the least pause of the site, ``pace`` what robots.txt asks for, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._hosts: dict[str, _Host] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a process, which keeps the pace of all its sites."""
        return cls()

    def rest_of(self, url: str) -> float:
        """Give the seconds for which the host of a URL must not be asked yet."""
        host = self._hosts.get(_name(url))
        return 0.0 if host is None else max(0.0, host.free_at - self._clock())

    def rest(self, host: str, seconds: float) -> None:
        """Leave a host alone for so long."""
        known = self._hosts.setdefault(host.removeprefix("www."), _Host())
        known.free_at = max(known.free_at, self._clock() + min(seconds, LONGEST_REST))

    async def process_request(self, request: Request) -> None:
        """Wait for the end of the pause, and of what the server asked for.

        Raises:
            HostAtRestError: that is too long to wait for.
        """
        host = self._hosts.setdefault(_name(request.url), _Host())
        await host.lock.acquire()
        try:
            while (wait := max(host.free_at, request.meta.get("not_before", 0.0)) - self._clock()) > 0:
                if wait > LONGEST_WAIT and wait > request.meta.get("pace", 0.0) + request.meta.get("delay", 0.0):
                    raise HostAtRestError(f"the server asked to be left alone for {wait:.0f} seconds more")
                await asyncio.sleep(wait)
        except BaseException:
            host.lock.release()
            raise
        request.meta["holds_host"] = host

    def process_response(self, request: Request, response: Response) -> Response:
        """Begin the pause after an answer."""
        if response.status in ASKS_FOR_REST and (wait := retry_after(response, time())):
            self.rest(_name(request.url), wait)
        self._release(request)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Begin the pause after a failure; a request that was refused before it was sent costs none."""
        self._release(request)

    def release(self, request: Request) -> None:
        """Let the host of a request go whose sender was stopped."""
        self._release(request)

    def _release(self, request: Request) -> None:
        host: _Host | None = request.meta.pop("holds_host", None)
        if host is not None:
            pause = max(request.meta.get("delay", 0.0), request.meta.get("pace", 0.0))
            host.free_at = max(host.free_at, self._clock() + pause)
            host.lock.release()


class PatientRetry(RetryMiddleware):
    """Scrapy's retries, with a growing pause between tries; a time-out has had its time, and is not tried again."""

    def process_response(self, request: Request, response: Response) -> Request | Response:  # type: ignore[override]
        """Give the request again when its answer calls for that, unless the server asks for a long rest."""
        wait = retry_after(response, time())
        if wait is not None and wait > LONGEST_WAIT:
            return response
        result = super().process_response(request, response)
        return _later(result, wait) if isinstance(result, Request) else result

    def process_exception(self, request: Request, exception: Exception) -> Request | Response | None:  # type: ignore[override]
        """Give the request again after a failure of the network."""
        if isinstance(exception, DownloadTimeoutError):
            return None
        result = super().process_exception(request, exception)
        return _later(result, None) if isinstance(result, Request) else result


def retry_after(response: Response, now: float) -> float | None:
    """Read the seconds of a ``Retry-After`` header (RFC 9110, 10.2.3: seconds or a date), never less than 0."""
    value = (response.headers.get("Retry-After") or b"").decode("ascii", "replace").strip()
    if not value:
        return None
    if value.isdecimal() and len(value) < 12:
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now)
    except (ValueError, OverflowError):
        return None


def _name(url: str) -> str:
    return host_of(url).removeprefix("www.")


def _later(request: Request, wait: float | None) -> Request:
    tries = request.meta.get("retry_times", 1)
    request.meta["not_before"] = monotonic() + (FIRST_WAIT * 2 ** (tries - 1) if wait is None else wait)
    return request
