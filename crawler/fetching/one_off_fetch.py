"""One page, asked for by hand and kept nowhere (``mezmun extract URL``); robots.txt is obeyed here as well."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final, Self
from urllib.parse import urljoin

import requests
from urllib3.exceptions import NameResolutionError, NewConnectionError

from crawler.politeness.robots import SIZE_LIMIT, Answer, RobotsPolicy
from mezmun.core.errors import UnavailableError, UsageError
from mezmun.core.settings import Settings
from mezmun.core.sites.site_schema import CrawlLimits
from mezmun.core.web.public_address import is_public, names_local_host
from mezmun.core.web.timed_session import TimedSession
from mezmun.core.web.web_address import bare_host_of, check_address, fault_of

REDIRECTS: Final = 5
"""Redirects that are followed, each asked of its own host's robots.txt."""

TIMEOUT: Final = 30.0
"""Seconds that an answer may take, from the connection to the last byte of its body."""


@dataclass(frozen=True, slots=True)
class SinglePage:
    """A page's bytes, the address they came from after redirects, and the ``Content-Type`` header."""

    url: str
    content_type: str | None
    body: bytes


class _NotPublicError(ValueError):
    """The address of a host is not of the public internet."""


class OneOffFetcher:
    """Gets public pages one after the other, with a pause between two requests to a host; robots.txt is read once.

    Args:
        user_agent: who asks.
        max_bytes: octets of a page at the most.
        allow_local: hosts may have addresses that are not public; those that are named by address may in any case.
        delay: seconds between two requests to a host; a longer ``Crawl-delay`` of its robots.txt wins.
    """

    def __init__(self, user_agent: str, max_bytes: int, *, allow_local: bool = False, delay: float = 0.0) -> None:
        check_peer = {} if allow_local else {"check_peer": _check_public}
        # No proxy and no password from the environment's netrc: a public page, as everybody sees it.
        self._session = TimedSession(TIMEOUT, user_agent=user_agent, uses_environment=False, **check_peer)
        self._max_bytes = max_bytes
        self._delay = delay
        self._asked_at: dict[str, float] = {}
        self._robots = RobotsPolicy(self._ask_robots)

    @classmethod
    def of(cls, settings: Settings, url: str) -> Self:
        """Make the fetcher for a page or its site, as the settings have it; a host that is named by a local address is
        meant."""
        is_local = settings.allow_local or names_local_host(url)
        return cls(settings.user_agent, settings.max_page_bytes, allow_local=is_local, delay=CrawlLimits().delay)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()

    def fetch(self, url: str) -> SinglePage:
        """Get a page, with redirects on its host alone.

        Raises:
            UnavailableError: it cannot be had: robots.txt forbids it, the host does not answer, it answers with an
                error, redirects elsewhere or without end, sends more than ``max_bytes``, or is no public address.
            UsageError: the URL is no web address.
        """
        check_address(url)
        for _ in range(REDIRECTS + 1):
            ruling = asyncio.run(self._robots.ruling(url))
            if not ruling.allowed:
                raise UnavailableError(f"{url} is not fetched: {ruling.detail}.")
            self._pause(url, max(self._delay, ruling.delay))
            response, body = self._answer(url)
            if response.is_redirect:
                target = _target(url, response)
                if fault := fault_of(target):
                    raise UnavailableError(f"{url} leads to {target}, which is no web address: {fault}.")
                if bare_host_of(target) != bare_host_of(url):
                    raise UnavailableError(f"{url} leads to {target}, on another host; ask for that if you mean it.")
                url = target
                continue
            if not response.ok:
                raise UnavailableError(f"{url} answers with {response.status_code} {response.reason}.")
            if len(body) > self._max_bytes:
                raise UnavailableError(f"{url} has more than {self._max_bytes:,} bytes (MEZMUN_MAX_PAGE_BYTES).")
            return SinglePage(url, response.headers.get("Content-Type"), body)
        raise UnavailableError(f"{url} redirects more than {REDIRECTS} times.")

    def sitemaps(self, url: str) -> tuple[str, ...]:
        """Give the sitemaps that the robots.txt of the URL's host names."""
        return asyncio.run(self._robots.sitemaps(url))

    def crawl_delay(self, url: str) -> float:
        """Give the seconds between two requests that the robots.txt of the URL's host asks for."""
        return asyncio.run(self._robots.ruling(url)).delay

    def _answer(self, url: str) -> tuple[requests.Response, bytes]:
        try:
            return _get(self._session, url, self._max_bytes + 1)
        except (requests.exceptions.InvalidURL, requests.exceptions.InvalidSchema) as error:
            raise UsageError(f"{url!r} is no web address: {error}.") from None
        except _NotPublicError as error:
            raise UnavailableError(f"{url} is not fetched: {error}.") from None
        except requests.RequestException as error:
            raise UnavailableError(f"{url} does not answer: {_reason(error)}.") from error

    async def _ask_robots(self, address: str) -> Answer:
        try:
            for _ in range(REDIRECTS + 1):
                response, body = _get(self._session, address, SIZE_LIMIT + 1)
                if not response.is_redirect:
                    return Answer(response.status_code, body)
                address = _target(address, response)
        except _NotPublicError as error:
            return Answer(None, error=str(error))
        except requests.RequestException as error:
            return Answer(None, error=_reason(error))
        return Answer(None, error=f"it redirects more than {REDIRECTS} times")

    def _pause(self, url: str, delay: float) -> None:
        host = bare_host_of(url)
        wait = self._asked_at.get(host, float("-inf")) + delay - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        self._asked_at[host] = time.monotonic()


def _get(session: TimedSession, url: str, most: int) -> tuple[requests.Response, bytes]:
    """Get an answer with as much of its body as is wanted.

    Raises:
        requests.RequestException: it did not come, or not in time.
    """
    with session.answer("GET", url) as response:
        body = bytearray()
        while len(body) < most and (chunk := response.raw.read1(65536, decode_content=True)):
            body += chunk
        return response, bytes(body[:most])


def _target(url: str, response: requests.Response) -> str:
    """Give where a redirect leads, as it is written if it can be no address."""
    location = response.headers["Location"]
    try:
        return urljoin(url, location)
    except ValueError:
        return location


def _reason(error: requests.RequestException) -> str:
    """Say why an answer did not come."""
    if isinstance(error, requests.exceptions.SSLError):
        return "its certificate is not accepted"
    if isinstance(error, requests.Timeout):
        return f"no whole answer came within {TIMEOUT:g} seconds"
    match getattr(error.args[0] if error.args else None, "reason", None):
        case NameResolutionError():
            return "there is no host of that name, or no network"
        case NewConnectionError():
            return "nothing accepts connections there"
    return f"the connection broke ({type(error).__name__})"


def _check_public(address: str) -> None:
    if not is_public(address):
        raise _NotPublicError(f"its host has the address {address}, which is no public one")
