"""Which link addresses are kept: those of pages, and none of a person.

Nobody is named, by a rule of the product: addresses of mail, telephone, messengers and profiles are left out. The words
for profiles in addresses are in ``page/names.tsv``; forum software, blogs and social networks use them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import SplitResult, parse_qs, unquote

from extraction.page import tags
from extraction.page.names import Names, words_of
from extraction.page.node_table import NodeTable
from extraction.page.statements.addresses import absolute, split

_BASE: Final = tags.CODE["base"]


def _one_of(words: Names) -> str:
    return "|".join(map(re.escape, words_of(words)))


_PROFILE_PARTS: Final = frozenset((*words_of(Names.USER_PATH), *words_of(Names.PROFILE_PATH)))
_PROFILE_FILES: Final = frozenset(words_of(Names.PROFILE_FILE))
_PROFILE_FILE: Final = re.compile(rf"(?:{_one_of(Names.NUMBERED_PROFILE_FILE)})[-_]?\d+(?:\.[a-z]+)?")
_PROFILE_QUERIES: Final = frozenset(words_of(Names.PROFILE_QUERY))
_PROFILE_PARAMETERS: Final = frozenset(words_of(Names.PROFILE_PARAMETER))
_NETWORKS: Final = frozenset(words_of(Names.NETWORK))
_REDIRECTS: Final[Mapping[str, str]] = dict(each.split("?") for each in words_of(Names.REDIRECT))
"""The parameter with the address beyond, by host and path."""
_AT_NETWORK: Final = re.compile(
    rf"(?:https?:)?//(?:www\.|m\.|mobile\.)?(?:{_one_of(Names.NETWORK)})(?=[/?#:]|$)", re.IGNORECASE
)
_PAGE_OF_USER: Final = re.compile(
    rf"(?:^|/)(?:(?:{_one_of(Names.USER_PATH)})/(?:\d+/)?[^/?#]+/?(?=[?#]|$)"
    rf"|(?:{_one_of(Names.PROFILE_FILE)})(?:\.\w+)?\?(?=[^#])"
    rf"|(?:{_one_of(Names.NUMBERED_PROFILE_FILE)})[-_]?\d+(?:\.[a-z]+)?(?=[?#]|$))"
    rf"|[?&;](?:(?:{_one_of(Names.PROFILE_PARAMETER)})=|(?:{_one_of(Names.PROFILE_QUERY)})(?=[&;#]|$))",
    re.IGNORECASE,
)
"""The parser writes addresses with these words also where nobody asks for links, so that they are told alike."""
WRITER_RELATIONS: Final = frozenset({"author", "me"})


@dataclass(frozen=True)
class LinkTargets:
    """The link addresses of a page."""

    base: str | None
    """The address that relative links start from; None when it is not known: then these links stay relative."""

    @classmethod
    def of_page(cls, page: NodeTable, url: str | None) -> "LinkTargets":
        """Make it for a page at an address; the page may state another address as the base of its links."""
        stated = [page.attributes(row).get("href", "") for row in (page.tag == _BASE).nonzero()[0][:1].tolist()]
        return cls(absolute(url, stated[0] if stated else ""))

    def address(self, attributes: Mapping[str, str]) -> str:
        """Give the address of a link by its attributes; empty when it has none, or none that is kept."""
        address = re.sub(r"[\t\r\n]", "", attributes.get("href", "")).strip()
        if not address or address.startswith("#") or WRITER_RELATIONS & set(attributes.get("rel", "").lower().split()):
            return ""
        return self.whole(_beyond_redirect(address))

    def whole(self, address: str) -> str:
        """Make an address whole; empty for one of another scheme than the web's, or of a person."""
        of_web = absolute(self.base, address)
        if of_web is None and (self.base or split(address).scheme or address.startswith("//")):
            return ""
        escaped = (of_web or address).replace(" ", "%20")
        return "" if is_profile(escaped) else escaped


def _beyond_redirect(address: str) -> str:
    """Give the address that an address of a service that sends readers on has in its query; else the address."""
    parts = split(address)
    parameter = _REDIRECTS.get(f"{(parts.hostname or '').removeprefix('www.')}{parts.path}") if parts.query else None
    target = parse_qs(parts.query).get(parameter, [""])[0] if parameter else ""
    return target if target.startswith(("http://", "https://")) else address


def is_of_user(address: str) -> bool:
    """Tell whether an address is that of a member's or writer's own page, and not of what she has on pages below.

    Addresses at social networks are none: many are those of a paper or a channel.
    """
    return _AT_NETWORK.match(address) is None and _PAGE_OF_USER.search(address) is not None


@lru_cache(maxsize=2000)
def is_profile(address: str) -> bool:
    """Tell whether an address looks like that of a person's profile."""
    parts = split(address)
    host = (parts.hostname or "").removeprefix("www.").removeprefix("m.").removeprefix("mobile.")
    path = [unquote(part).lower() for part in parts.path.split("/") if part]
    if host in _NETWORKS and path:
        return True
    if any(part.startswith(("@", "~")) and len(part) > 1 for part in path):
        return True
    if any(part in _PROFILE_PARTS for part in path[:-1]):
        return True
    return bool(path) and (_PROFILE_FILE.fullmatch(path[-1]) is not None or _asks_for_profile(parts, path[-1]))


def _asks_for_profile(parts: SplitResult, file: str) -> bool:
    query = {name.lower(): value.lower() for name, _, value in (each.partition("=") for each in _pairs(parts.query))}
    if file.partition(".")[0] in _PROFILE_FILES and query:
        return True
    if _PROFILE_PARAMETERS & query.keys():
        return True
    return any(f"{name}={value}" in _PROFILE_QUERIES for name, value in query.items())


def _pairs(query: str) -> list[str]:
    return [pair for pair in re.split("[&;]", query) if pair]
