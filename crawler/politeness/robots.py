"""robots.txt as RFC 9309 has it; Scrapy's own middleware fetches pages whose robots.txt could not be read, for ever.

What cannot be read (a server error, a time-out, a dropped connection) forbids everything (2.3.1.4) and is asked for
again a little later; a client error allows everything (2.3.1.3); what was read holds for a day (2.4).
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from urllib.parse import urlsplit

from protego import Protego

TOKEN: Final = "mezmun"  # noqa: S105 - a name, no secret
"""Our name in robots.txt. The whole ``User-Agent`` would also match groups named like a word of the contact address."""
LIFETIME: Final = 24 * 3600.0
"""Seconds a file that was read may be used (RFC 9309, 2.4)."""
RETRY_AFTER: Final = 300.0
"""Seconds until a file that could not be read is asked for again."""
RETRIES: Final = 5
"""How often that is done per host and crawl; after that the host stays forbidden until the next crawl."""
SIZE_LIMIT: Final = 500 * 1024
"""Octets that are read of a file: the least RFC 9309 (2.5) asks for."""
LONGEST_DELAY: Final = 3600.0
"""A ``Crawl-delay`` of more seconds is obeyed by staying away: at this pace nothing is crawled in any case."""


class Robots(StrEnum):
    """What robots.txt says to a request; kept with every fetch."""

    ALLOWED = "allowed"
    DENIED = "denied"
    ABSENT = "absent"
    """There is none (a client error), so everything is allowed."""
    UNREACHABLE = "unreachable"
    """It could not be read, so everything is forbidden."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking for a robots.txt: status and body, or why there is none."""

    status: int | None
    body: bytes = b""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """May this URL be fetched, why, and with how many seconds between two requests."""

    robots: Robots
    detail: str = ""
    delay: float = 0.0

    @property
    def allowed(self) -> bool:
        """Say whether the URL may be fetched."""
        return self.robots in {Robots.ALLOWED, Robots.ABSENT}


@dataclass(slots=True)
class _File:
    rules: Protego | None
    robots: Robots
    detail: str
    good_until: float
    failures: int = 0


class RobotsPolicy:
    """The robots.txt files of the hosts that a process asks.

    Args:
        ask: gets one robots.txt by its URL, redirects followed and tries repeated; it never raises.
        clock: seconds, never going back.
    """

    def __init__(self, ask: Callable[[str], Awaitable[Answer]], clock: Callable[[], float]) -> None:
        self._ask = ask
        self._clock = clock
        self._files: dict[str, _File] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def ruling(self, url: str) -> Ruling:
        """Say what robots.txt of the URL's host says to it; asks for the file when there is none or it is too old."""
        file = await self._file(url)
        if file.rules is None:
            return Ruling(file.robots, file.detail)
        delay = max(file.rules.crawl_delay(TOKEN) or 0.0, _seconds_per_request(file.rules))
        if delay > LONGEST_DELAY:
            return Ruling(Robots.DENIED, f"robots.txt asks for {delay:g} seconds between requests")
        if not file.rules.can_fetch(url, TOKEN):
            return Ruling(Robots.DENIED, "robots.txt forbids this page", delay)
        return Ruling(Robots.ALLOWED, delay=delay)

    async def sitemaps(self, url: str) -> tuple[str, ...]:
        """Give the sitemaps that the robots.txt of the URL's host names."""
        file = await self._file(url)
        return tuple(file.rules.sitemaps) if file.rules is not None else ()

    async def _file(self, url: str) -> _File:
        origin = origin_of(url)
        async with self._locks.setdefault(origin, asyncio.Lock()):
            return await self._current_file(origin)

    async def _current_file(self, origin: str) -> _File:
        old = self._files.get(origin)
        if old is not None and (self._clock() < old.good_until or old.failures > RETRIES):
            return old
        new = _read(await self._ask(f"{origin}/robots.txt"), self._clock())
        if new.robots is Robots.UNREACHABLE and old is not None:
            new.failures = old.failures + 1
            if old.robots is not Robots.UNREACHABLE:
                # RFC 9309, 2.4: the old copy serves on while the file cannot be read.
                new.rules, new.robots, new.detail = old.rules, old.robots, old.detail
        self._files[origin] = new
        return new


def origin_of(url: str) -> str:
    """Give scheme, host and port: what a robots.txt holds for (RFC 9309, 2.3)."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _read(answer: Answer, now: float) -> _File:
    status = answer.status
    if status is not None and 200 <= status < 300:
        # Cut at a line's end: half a rule could forbid or allow something else.
        body = answer.body[:SIZE_LIMIT]
        if len(answer.body) > SIZE_LIMIT:
            body = body[: body.rfind(b"\n") + 1]
        text = body.decode("utf-8", errors="replace").removeprefix("\ufeff").replace("\0", "")
        return _File(Protego.parse(text), Robots.ALLOWED, "", now + LIFETIME)
    if status is not None and 400 <= status < 500 and status != 429:
        return _File(None, Robots.ABSENT, "", now + LIFETIME)
    why = answer.error or f"status {status}"
    return _File(None, Robots.UNREACHABLE, f"robots.txt could not be read: {why}", now + RETRY_AFTER)


def _seconds_per_request(rules: Protego) -> float:
    rate = rules.request_rate(TOKEN)
    return rate.seconds / rate.requests if rate is not None and rate.requests else 0.0
