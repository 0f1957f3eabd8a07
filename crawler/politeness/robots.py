"""robots.txt as RFC 9309 has it; Scrapy's own middleware fetches pages whose robots.txt could not be read, for ever.

What cannot be read (a server error, a time-out, a dropped connection) forbids everything (2.3.1.4) and is asked for
again a little later; a client error allows everything (2.3.1.3); what was read holds for a day (2.4).
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Protocol
from urllib.parse import urlsplit

from protego import Protego

from db.crawling.robots_files import StoredRobots
from mezmun.core.clock import Clock, utc_now

ROBOT: Final = "mezmun"
"""Our name in robots.txt (RFC 9309, 2.2.1). The whole ``User-Agent`` would also match groups named like a word of the
contact address."""
LIFETIME: Final = 24 * 3600.0
"""Seconds a file that was read may be used (RFC 9309, 2.4)."""
RETRY_AFTER: Final = 300.0
"""Seconds until a file that could not be read is asked for again; twice as many each further time."""
LONGEST_RETRY: Final = 3600.0
"""Seconds after which it is asked for again at the latest. The crawls of a site that is down are no closer together
(``crawler.schedule.frontier``): so each of them asks, and none counts the site as down on the word of an older one."""
_USER_AGENT: Final = frozenset({"user-agent", "useragent", "user agent"})
_KNOWN: Final = _USER_AGENT | {
    *("allow", "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw"),
    *("crawl-delay", "crawl delay", "request-rate", "request rate", "sitemap", "sitemaps", "site-map"),
}
"""The lines that are read, with the slips that stand on many sites."""
_TOKEN: Final = re.compile(r"\*$|[a-z_-]+")
"""A robot's name (RFC 9309, 2.2.1), without its version."""
_ANOTHER_ROBOT: Final = "-"
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
    content_signal: str | None = None
    """What the file says of the use of pages (``Content-Signal``)."""

    @property
    def allowed(self) -> bool:
        """Say whether the URL may be fetched."""
        return self.robots in {Robots.ALLOWED, Robots.ABSENT}


class Shelf(Protocol):
    """Where files are kept between processes."""

    async def load(self, origin: str) -> StoredRobots | None:
        """Give the file of an origin as it was last asked for."""

    async def save(self, file: StoredRobots) -> None:
        """Keep a file."""


@dataclass(frozen=True, slots=True)
class _File:
    stored: StoredRobots
    rules: Protego | None
    content_signal: str | None

    @property
    def good_until(self) -> datetime:
        if self.stored.failures:
            wait = min(RETRY_AFTER * 2 ** (min(self.stored.failures, 20) - 1), LONGEST_RETRY)
        else:
            wait = LIFETIME
        return self.stored.asked_at + timedelta(seconds=wait)

    @property
    def robots(self) -> Robots:
        if self.stored.read_at is None:
            return Robots.UNREACHABLE
        return Robots.ABSENT if self.rules is None else Robots.ALLOWED


class RobotsPolicy:
    """The robots.txt files of the hosts that a process asks.

    Args:
        ask: gets one robots.txt by its URL, redirects followed and tries repeated; it never raises.
        now: the time with its zone.
        shelf: where the files are kept between processes, if anywhere.
    """

    def __init__(
        self, ask: Callable[[str], Awaitable[Answer]], now: Clock = utc_now, shelf: Shelf | None = None
    ) -> None:
        self._ask = ask
        self._now = now
        self._shelf = shelf
        self._files: dict[str, _File] = {}
        self._locks: dict[str, asyncio.Lock] = {}

    async def ruling(self, url: str) -> Ruling:
        """Say what robots.txt of the URL's host says to it; asks for the file when there is none or it is too old."""
        file = await self._file(url)
        if file.rules is None:
            detail = f"robots.txt could not be read: {file.stored.error}" if file.stored.read_at is None else ""
            return Ruling(file.robots, detail)
        delay = max(file.rules.crawl_delay(ROBOT) or 0.0, _seconds_per_request(file.rules))
        if delay > LONGEST_DELAY:
            return Ruling(Robots.DENIED, f"robots.txt asks for {delay:g} seconds between requests")
        if not file.rules.can_fetch(url, ROBOT):
            return Ruling(Robots.DENIED, "robots.txt forbids this page", delay)
        return Ruling(Robots.ALLOWED, delay=delay, content_signal=file.content_signal)

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
        # One that could not be read may have been read by another process since, or an operator wants it asked for.
        if self._shelf is not None and (old is None or old.stored.failures):
            stored = await self._shelf.load(origin)
            if stored is not None and (old is None or stored != old.stored):
                old = _parsed(stored)
        if old is None or self._now() >= old.good_until:
            answer = await self._ask(f"{origin}/robots.txt")
            old = _parsed(_read(origin, answer, None if old is None else old.stored, self._now()))
            if self._shelf is not None:
                await self._shelf.save(old.stored)
        self._files[origin] = old
        return old


def origin_of(url: str) -> str:
    """Give scheme, host and port: what a robots.txt holds for (RFC 9309, 2.3)."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"


def _read(origin: str, answer: Answer, old: StoredRobots | None, now: datetime) -> StoredRobots:
    status = answer.status
    if status is not None and 200 <= status < 300:
        # Cut at a line's end: half a rule could forbid or allow something else.
        body = answer.body[:SIZE_LIMIT]
        if len(answer.body) > SIZE_LIMIT:
            body = body[: body.rfind(b"\n") + 1]
        text = body.decode("utf-8", errors="replace").removeprefix("\ufeff").replace("\0", "")
        return StoredRobots(origin, now, now, text)
    if status is not None and 400 <= status < 500 and status != 429:
        return StoredRobots(origin, now, now, None)
    # RFC 9309, 2.4: the old copy serves on while the file cannot be read.
    old = old or StoredRobots(origin, now, None, None)
    return replace(old, asked_at=now, error=answer.error or f"status {status}", failures=min(old.failures + 1, 30_000))


def _parsed(stored: StoredRobots) -> _File:
    if stored.body is None:
        return _File(stored, None, None)
    return _File(stored, Protego.parse(_in_plain_form(stored.body)), _content_signal(stored.body))


def _in_plain_form(text: str) -> str:
    """Give a file with what Protego knows and no more.

    To it ``mezmun/1.0`` is another robot and ``mez`` is us, and a line it does not know parts the names of a group (RFC
    9309, 2.2.1 and 2.2.4).
    """
    lines = []
    for line in text.splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        key = key.strip().lower()
        if key in _USER_AGENT and value.strip():
            token = _TOKEN.match(value.strip().lower())
            lines.append(f"user-agent: {token[0] if token and token[0] in {ROBOT, '*'} else _ANOTHER_ROBOT}")
        elif not colon or key in _KNOWN:
            lines.append(line)
    return "\n".join(lines)


def _content_signal(text: str) -> str | None:
    """Give the ``Content-Signal`` of our group, or of the group for all (contentsignals.org)."""
    signals: dict[str, str] = {}
    agents: list[str] = []
    in_rules = False
    for line in text.splitlines():
        key, colon, value = line.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if not colon:
            continue
        if key == "user-agent":
            agents = [value.lower()] if in_rules else [*agents, value.lower()]
            in_rules = False
            continue
        in_rules = True
        if key == "content-signal":
            signals |= dict.fromkeys(agents or ["*"], value)
    return signals.get(ROBOT, signals.get("*"))


def _seconds_per_request(rules: Protego) -> float:
    rate = rules.request_rate(ROBOT)
    return rate.seconds / rate.requests if rate is not None and rate.requests else 0.0
