"""How fast: one request at a time to a host, with a pause after each, longer when the server asks for it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Final, Self

from scrapy import Request, Spider
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.retry import RetryMiddleware
from scrapy.exceptions import DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response

from mezmun.core.clock import Clock, utc_now
from mezmun.core.web.web_address import bare_host_of

LONGEST_WAIT: Final = 120.0
"""Seconds of a ``Retry-After`` that are waited for; a server that asks for more ends the crawls of its sites."""
LONGEST_REST: Final = 7 * 24 * 3600.0
"""Seconds of a ``Retry-After`` that are obeyed; a date years ahead is a mistake."""
FIRST_WAIT: Final = 1.0
"""Seconds before the first retry when the server says nothing; doubled for each further one."""
ASKS_FOR_REST: Final = frozenset({429, 503})
"""Statuses whose ``Retry-After`` speaks for the whole server (RFC 6585, 4; RFC 9110, 15.6.4)."""


def clock_of(crawler: Crawler) -> Clock:
    """Give the clock that the spider of a process goes by."""
    now: Clock = getattr(crawler.spider, "now", utc_now)
    return now


def _loop_time() -> float:
    return asyncio.get_running_loop().time()


class HostAtRestError(IgnoreRequest):
    """A request that was not sent, for its host asked to be left alone for longer than a crawl waits."""


@dataclass(slots=True)
class _Host:
    asked_at: float = float("-inf")
    """When the last request ended."""
    pause: float = 0.0
    """Seconds that its site and its robots.txt asked for."""
    rest_until: float = 0.0
    """Until when the server asked to be left alone."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class HostThrottle:
    """Downloader middleware next to the downloader: every request waits here until its host's pause is over.

    Request meta: ``delay`` is the least pause of the site, ``crawl_delay`` what robots.txt asks for, in seconds;
    ``download_timeout`` the seconds of all tries and redirects together, of which each leaves the rest to the next.

    Args:
        now: the time with its zone.
        clock: seconds, never going back; those that sleeps are measured in.
    """

    def __init__(self, now: Clock = utc_now, clock: Callable[[], float] = _loop_time) -> None:
        self._now = now
        self._clock = clock
        self._hosts: dict[str, _Host] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        """Make the middleware of a process, which keeps the pace of all its sites."""
        return cls(clock_of(crawler))

    def rest_of(self, url: str) -> float:
        """Give the seconds for which the host of a URL must not be asked yet."""
        host = self._hosts.get(bare_host_of(url))
        return 0.0 if host is None else max(0.0, host.rest_until - self._clock())

    def rest(self, host: str, seconds: float) -> None:
        """Leave a host alone for so long."""
        known = self._hosts.setdefault(host.removeprefix("www."), _Host())
        known.rest_until = max(known.rest_until, self._clock() + min(seconds, LONGEST_REST))

    async def process_request(self, request: Request) -> None:
        """Wait for the end of the pause, and of what the server asked for.

        Raises:
            HostAtRestError: that is too long to wait for.
            DownloadTimeoutError: the tries before this one took all the time that the page may take.
        """
        _leave_rest(request)
        host = self._hosts.setdefault(bare_host_of(request.url), _Host())
        await host.lock.acquire()
        try:
            # The request before may have been that for robots.txt, which did not know yet how long a pause it asks for.
            pause_until = host.asked_at + max(host.pause, _pause(request))
            while (wait := max(pause_until, host.rest_until, request.meta.get("not_before", 0.0)) - self._clock()) > 0:
                if (rest := host.rest_until - self._clock()) > LONGEST_WAIT:
                    raise HostAtRestError(f"the server asked to be left alone for {rest:.0f} seconds more")
                await asyncio.sleep(wait)
        except BaseException:
            host.lock.release()
            raise
        request.meta["holds_host"], request.meta["sent_at"] = host, self._clock()

    def process_response(self, request: Request, response: Response) -> Response:
        """Begin the pause after an answer."""
        if response.status in ASKS_FOR_REST and (wait := retry_after(response, self._now())):
            self.rest(bare_host_of(request.url), wait)
        self.release(request)
        return response

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Begin the pause after a failure; a request that was refused before it was sent costs none."""
        self.release(request)

    def release(self, request: Request) -> None:
        """Let the host of a request go, and begin its pause; also when the sender was stopped."""
        host: _Host | None = request.meta.pop("holds_host", None)
        if host is not None:
            host.asked_at, host.pause = self._clock(), _pause(request)
            spent = host.asked_at - request.meta.pop("sent_at", host.asked_at)
            request.meta["seconds_spent"] = request.meta.get("seconds_spent", 0.0) + spent
            host.lock.release()


class PatientRetry(RetryMiddleware):
    """Scrapy's retries, with a growing pause between tries; a time-out has had its time, and is not tried again."""

    def process_response(
        self, request: Request, response: Response, spider: Spider | None = None
    ) -> Request | Response:
        """Give the request again when its answer calls for that, unless the server asks for a long rest."""
        wait = retry_after(response, clock_of(self.crawler)())
        if wait is not None and wait > LONGEST_WAIT:
            return response
        result = super().process_response(request, response)
        return _later(result, wait) if isinstance(result, Request) else result

    def process_exception(
        self, request: Request, exception: Exception, spider: Spider | None = None
    ) -> Request | Response | None:
        """Give the request again after a failure of the network."""
        if isinstance(exception, DownloadTimeoutError):
            return None
        result = super().process_exception(request, exception)
        return _later(result, None) if isinstance(result, Request) else result


def retry_after(response: Response, now: datetime) -> float | None:
    """Read the seconds of a ``Retry-After`` header (RFC 9110, 10.2.3: seconds or a date), never less than 0."""
    value = (response.headers.get("Retry-After") or b"").decode("ascii", "replace").strip()
    if not value:
        return None
    if value.isdecimal() and len(value) < 12:
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now.timestamp())
    except (ValueError, OverflowError):
        return None


def _leave_rest(request: Request) -> None:
    """Let a try have the time that those before it left of the page's."""
    whole = request.meta.setdefault("whole_timeout", request.meta.get("download_timeout"))
    if whole is None:
        return
    rest = whole - request.meta.get("seconds_spent", 0.0)
    if rest <= 0:
        raise DownloadTimeoutError(f"its tries took {whole:g} seconds together")
    request.meta["download_timeout"] = rest


def _pause(request: Request) -> float:
    delay, crawl_delay = request.meta.get("delay", 0.0), request.meta.get("crawl_delay", 0.0)
    return float(max(delay, crawl_delay))


def _later(request: Request, wait: float | None) -> Request:
    tries = request.meta.get("retry_times", 1)
    request.meta["not_before"] = _loop_time() + (FIRST_WAIT * 2 ** (tries - 1) if wait is None else wait)
    return request
