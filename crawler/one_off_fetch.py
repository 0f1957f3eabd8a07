"""One page, asked for by hand and kept nowhere (``mezmun extract URL``); robots.txt is obeyed here as well."""

import asyncio
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

import requests

from crawler.politeness.robots import SIZE_LIMIT, Answer, RobotsPolicy
from mezmun.core.errors import InvalidInputError, UnavailableError

REDIRECTS: Final = 5
"""Redirects that are followed, each asked of its own host's robots.txt."""

TIMEOUT: Final = 30.0
"""Seconds without a byte after which a host has stalled."""


@dataclass(frozen=True, slots=True)
class SinglePage:
    """A page's bytes, the address they came from after redirects, and the ``Content-Type`` header."""

    url: str
    content_type: str | None
    body: bytes


def fetch(url: str, *, user_agent: str, max_bytes: int) -> SinglePage:
    """Get a public page.

    Raises:
        UnavailableError: it cannot be had: robots.txt forbids it, the host does not answer, it answers with an error,
            redirects without end, or sends more than ``max_bytes``.
        InvalidInputError: the URL is no web address.
    """
    with requests.Session() as session:
        session.headers["User-Agent"] = user_agent
        # No proxy and no password from the environment's netrc: a public page, as everybody sees it.
        session.trust_env = False

        async def ask(address: str) -> Answer:
            try:
                answer = _get(session, address, SIZE_LIMIT + 1, redirects=True)
            except requests.RequestException as error:
                return Answer(None, error=type(error).__name__)
            return Answer(answer[0].status_code, answer[1])

        policy = RobotsPolicy(ask)
        for _ in range(REDIRECTS + 1):
            ruling = asyncio.run(policy.ruling(url))
            if not ruling.allowed:
                raise UnavailableError(f"{url} is not fetched: {ruling.detail}.")
            try:
                response, body = _get(session, url, max_bytes + 1)
            except (requests.exceptions.InvalidURL, requests.exceptions.InvalidSchema) as error:
                raise InvalidInputError(f"{url} is no web address: {error}.") from None
            except requests.RequestException as error:
                raise UnavailableError(f"{url} does not answer: {type(error).__name__}.") from error
            if response.is_redirect:
                url = urljoin(url, response.headers["Location"])
                continue
            if not response.ok:
                raise UnavailableError(f"{url} answers with {response.status_code} {response.reason}.")
            if len(body) > max_bytes:
                raise UnavailableError(f"{url} has more than {max_bytes:,} bytes (MEZMUN_MAX_PAGE_BYTES).")
            return SinglePage(url, response.headers.get("Content-Type"), body)
    raise UnavailableError(f"{url} redirects more than {REDIRECTS} times.")


def _get(session: requests.Session, url: str, most: int, *, redirects: bool = False) -> tuple[requests.Response, bytes]:
    with session.get(url, stream=True, timeout=TIMEOUT, allow_redirects=redirects) as response:
        body = bytearray()
        for chunk in response.iter_content(65536):
            body += chunk
            if len(body) >= most:
                break
        return response, bytes(body[:most])
