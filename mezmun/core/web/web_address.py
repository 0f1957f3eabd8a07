"""Web addresses as far as every room must agree on them: what is one, which host it names, how long it may be, and how
people read it."""

import re
from functools import lru_cache
from typing import Final
from unicodedata import category, normalize
from urllib.parse import quote, unquote, urlsplit, urlunsplit

from mezmun.core.errors import UsageError

MAX_URL_OCTETS: Final = 2048
"""Longest URL of a page, in UTF-8: index rows of PostgreSQL end at 2,704, and what is longer is session litter or a
trap."""

TRACKING: Final = re.compile(
    r"utm_\w+|fbclid|gclid|gclsrc|dclid|yclid|msclkid|twclid|igshid|mc_cid|mc_eid|_ga|_gl|_openstat|ysclid|wt\.mc_id|spm"
)
"""Names of query parameters, in small letters, that say where a reader came from and never make another page."""

_ORIGIN: Final = re.compile(r"[^/?#]*//[^/?#]*")
"""Scheme and authority of a URL (RFC 3986, 3)."""
_ESCAPES: Final = re.compile("(?:%[89A-Fa-f][0-9A-Fa-f])+")
"""These are escapes of octets beyond ASCII."""
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}


def fault_of(url: str) -> str | None:
    """Say why a URL is none that Mezmun can ask for; None when it is one."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        return str(error)
    if parts.scheme not in _DEFAULT_PORTS:
        return "it must begin with http:// or https://"
    if not parts.hostname or re.search(r"\s", url):
        return "it needs a host name and no spaces"
    if parts.username or parts.password:
        return "Mezmun logs in nowhere, leave out the user and password"
    return "port 0 is no port" if port == 0 else None


def check_address(url: str, *, option: str = "") -> None:
    """Make sure that what a user gave, for an option or as an argument, is a web address.

    Raises:
        UsageError: it is none; the message says why.
    """
    if fault := fault_of(url):
        raise UsageError(
            f"{option} is {url!r}, which is no web address: {fault}."
            if option
            else f"{url!r} is no web address: {fault}."
        )


def host_of(url: str) -> str:
    """Give a URL's host in ASCII lower case, with ``:port`` unless it is the scheme's own; empty when it has none."""
    origin = _ORIGIN.match(url)
    return _host_of(url if origin is None else origin[0])


def bare_host_of(url: str) -> str:
    """Give a URL's host as ``host_of`` does, without ``www.``: with it and without it is nearly always one server."""
    return host_of(url).removeprefix("www.")


@lru_cache(maxsize=10_000)  # a crawler asks for each link some times, and most are of a few hosts
def _host_of(url: str) -> str:
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return ""
    if not host.isascii():
        try:
            host = host.encode("idna").decode("ascii")
        except UnicodeError:
            return ""
    if ":" in host:
        host = f"[{host}]"
    return host if port in (None, _DEFAULT_PORTS.get(parts.scheme)) else f"{host}:{port}"


def spellings(url: str) -> list[str]:
    """Give the addresses that most likely mean the same page as this one, itself the first.

    They differ in the scheme, in ``www.``, in a slash at the end, in the fragment, in what only tracks readers, and in
    the host's letters and port.
    """
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return [url]
    host = bare_host_of(url.strip())
    if not host:
        return [url]
    pieces = [piece for piece in parts.query.split("&") if not TRACKING.fullmatch(piece.partition("=")[0].lower())]
    path = parts.path.rstrip("/")
    # At first as it is written, for a bare host without its slash.
    paths = dict.fromkeys((parts.path or "/", f"{path}/", path or "/"))
    queries = dict.fromkeys((parts.query, "&".join(pieces)))
    addresses = (
        urlunsplit((scheme, name, each, query, ""))
        for scheme in ("https", "http")
        for name in (host, f"www.{host}")
        for each in paths
        for query in queries
    )
    return list(dict.fromkeys((url, *addresses)))


def readable(url: str) -> str:
    """Give an address with its letters in place of their escapes, which nobody reads.

    What is not seen, and what looks like a sign of ASCII, stays escaped: it could look like another address.
    """
    return _ESCAPES.sub(_letters, url)


def _letters(escapes: re.Match[str]) -> str:
    try:
        text = unquote(escapes[0], errors="strict")
    except UnicodeDecodeError:
        return escapes[0]
    return "".join(each if _is_plain(each) else quote(each) for each in text)


def _is_plain(character: str) -> bool:
    if character.isalnum() or category(character).startswith("M"):
        return True
    return category(character).startswith("P") and not normalize("NFKC", character).isascii()
