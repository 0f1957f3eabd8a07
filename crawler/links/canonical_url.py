"""URL identity: one address for one page, and never one address for two.

The identity is also the address that is fetched, so it only drops what can make no difference: a session, a tracking
mark, a fragment, an encoding of the same letters. Ready-made cleaners go further and delete what forums put their
thread ids in (``read.php?tid-123``, ``?showtopic=5``, ``index.php?topic=12.0``); hence this one.
"""

import re
from functools import lru_cache
from typing import Final
from urllib.parse import quote, urljoin, urlsplit, urlunsplit

from mezmun.core.sites.site_schema import Site
from mezmun.core.web.web_address import MAX_URL_OCTETS, TRACKING, host_of

_SESSION: Final = re.compile(
    r"phpsessid|jsessionid|aspsessionid\w*|asp\.net_sessionid|cfid|cftoken|zenid|oscsid|sessionid|session_id"
)
_SESSION_SHORT: Final = re.compile(r"sid|s|sess|session|hash")
_SESSION_VALUE: Final = re.compile(r"(?=\w*\d)[0-9A-Za-z]{20,64}")
"""``sid=5`` is a section, ``sid=`` and 32 hexadecimal digits a session of phpBB (vBulletin calls it ``s``)."""
_PATH_SESSION: Final = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?;]*", re.IGNORECASE)
_BREAKS: Final = re.compile(r"[\t\r\n]")
_ESCAPE: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
"""RFC 3986, 2.3: escaped or not, these are the same."""
_PAGES_KNOWN: Final = 1_000
"""Addresses whose identity is remembered: a crawl asks for that of each page some times. Links are remembered as a
whole, with their roles (``discovery.link_to``)."""
_SAFE_IN_PATH: Final = "%/:@!$&'()*+,;=~"
_SAFE_IN_QUERY: Final = _SAFE_IN_PATH + "?"
_PLAIN: Final = re.compile(r"[A-Za-z0-9_.~/:@!$&'()*+,;=-]*")
"""An address of this form has nothing that is, or has to be, escaped."""


def canonical_url(url: str, site: Site, base: str | None = None, encoding: str = "utf-8") -> str | None:
    """Give the one address of the page a link leads to.

    Args:
        url: a link as the page has it, relative or not.
        site: whose query rules hold, and whose seeds say whether a host is spoken to in ``https``.
        base: address of the page (or of its ``<base>``) that relative links start from.
        encoding: of the page; browsers write letters of a query in it, those of a path always in UTF-8.

    Returns:
        An ASCII URL without fragment, or ``None`` when it is no web address or longer than ``MAX_URL_OCTETS``.
    """
    url = (url if url.isprintable() else _BREAKS.sub("", url)).strip()
    try:
        return _identity(_joined(base, url) if base else url, site, encoding)
    except ValueError:  # "http://[broken"
        return None


def _joined(base: str, url: str) -> str:
    """Join as ``urljoin`` does, which takes longer than all the rest: most links are a path from the root, or whole."""
    if url.startswith("/") and not url.startswith("//"):
        return _origin(base) + url
    if url.startswith(("http://", "https://")) and not url.startswith("/", url.index("/") + 2):
        return url
    return urljoin(base, url)


@lru_cache(maxsize=1_000)
def _origin(base: str) -> str:
    return urljoin(base, "/")[:-1]


@lru_cache(_PAGES_KNOWN)
def _identity(url: str, site: Site, encoding: str) -> str | None:
    parts = urlsplit(url)
    host = host_of(url)
    scheme = parts.scheme
    if scheme not in {"http", "https"} or not host or parts.username or parts.password:
        return None
    if scheme == "http" and any(seed.startswith("https://") and host_of(seed) == host for seed in site.all_seeds):
        scheme = "https"
    path = _without_dots(_escape(_PATH_SESSION.sub("", parts.path), _SAFE_IN_PATH, "utf-8"))
    query = _escape(_query(parts.query, site.at(f"{scheme}://{host}{path}?{parts.query}")), _SAFE_IN_QUERY, encoding)
    whole = urlunsplit((scheme, host, path, query, ""))
    return whole if len(whole) <= MAX_URL_OCTETS else None


def _without_dots(path: str) -> str:
    """Walk the ``.`` and ``..`` of a path (RFC 3986, 5.2.4), which joining does only for relative links."""
    if "." not in path:
        return path or "/"
    steps: list[str] = []
    for step in path.split("/")[1:]:
        if step == "..":
            del steps[-1:]
        elif step != ".":
            steps.append(step)
    ends_in_folder = path.rpartition("/")[2] in {".", ".."}
    return "/" + "/".join(steps) + ("/" if ends_in_folder and steps else "")


def _query(query: str, site: Site) -> str:
    """Drop parameters that make no other page; the rest stays in the order the site writes it, as its rules expect."""
    return "&".join(piece for piece in query.split("&") if piece and not _is_noise(piece, site))


def _is_noise(piece: str, site: Site) -> bool:
    name, equals, value = piece.partition("=")
    if not equals:
        return False  # "tid-123" has no name: it is the thread
    if site.query.keep is not None:
        return name not in site.query.keep
    if name in site.query.drop:
        return True
    name = name.lower()
    if TRACKING.fullmatch(name) or _SESSION.fullmatch(name):
        return True
    return bool(_SESSION_SHORT.fullmatch(name) and _SESSION_VALUE.fullmatch(value))


def _escape(text: str, safe: str, encoding: str) -> str:
    """Escape what must be escaped and only that, in one spelling: escapes in upper case, unreserved letters bare."""

    def one_spelling(match: re.Match[str]) -> str:
        letter = chr(int(match[1], 16))
        return letter if letter in _UNRESERVED else match[0].upper()

    if _PLAIN.fullmatch(text):  # most addresses, and the rest takes longer than all else
        return text
    text = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", text)
    text = _ESCAPE.sub(one_spelling, text)
    try:
        return quote(text, safe=safe, encoding=encoding, errors="strict")
    except (UnicodeEncodeError, LookupError):
        return quote(text, safe=safe, encoding="utf-8", errors="replace")
