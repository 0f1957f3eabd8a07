"""Links of feeds and sitemaps: RSS, Atom, and sitemaps.org files with their indexes, gzipped or not."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from lxml import etree

_GZIP_MAGIC: Final = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Feed:
    """Addresses as the file has them, in its order: of pages, and of further feeds or sitemaps."""

    pages: tuple[str, ...]
    feeds: tuple[str, ...]
    modified: Mapping[str, datetime] = field(default_factory=dict)
    """When an address was last changed, where the file says so (``lastmod``, Atom's ``updated``)."""
    articles: bool = False
    """The pages are articles (RSS and Atom name nothing else); a sitemap names every page."""


class FeedTooLargeError(ValueError):
    """A gzipped file unpacks to more octets than allowed."""


def unpack(body: bytes, limit: int) -> bytes:
    """Give the bytes of a ``.xml.gz``; others come back as they are, and of a damaged one what can be unpacked.

    Raises:
        FeedTooLargeError: more than ``limit`` octets come out.
    """
    if not body.startswith(_GZIP_MAGIC):
        return body
    unpacker = zlib.decompressobj(wbits=31)
    try:
        unpacked = unpacker.decompress(body, limit)
    except zlib.error:
        return b""
    if unpacker.unconsumed_tail:
        raise FeedTooLargeError(f"unpacks to more than {limit} octets")
    return unpacked


def read(text: str) -> Feed:
    """Read a feed or sitemap; damage and foreign XML give what links there are, never an error."""
    parser = etree.XMLParser(
        encoding="utf-8", recover=True, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True
    )
    try:
        root = etree.fromstring(text.strip().encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return Feed((), ())
    if root is None:
        return Feed((), ())
    pages: list[str] = []
    feeds: list[str] = []
    is_index = _name(root) == "sitemapindex"
    modified: dict[str, datetime] = {}
    for element in root.iter(etree.Element):
        parent = element.getparent()
        within = _name(parent) if parent is not None else ""
        match _name(element), within:
            case "loc", "sitemap" | "url":
                (feeds if is_index else pages).append(_content(element))
            case "sitemap" | "url" | "entry", _:
                if (time := _modified_at(element)) is not None:
                    modified |= dict.fromkeys(_addresses_of(element), time)
            case "link", "item":
                pages.append(_content(element))
            case "link", "entry" if (element.get("rel") or "alternate") == "alternate":
                pages.append((element.get("href") or "").strip())
            case "link", "feed" | "channel" if element.get("rel") == "next":
                feeds.append((element.get("href") or "").strip())
    return Feed(_once(pages), _once(feeds), modified, articles=_name(root) in {"rss", "feed", "rdf"})


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname.lower() if isinstance(element.tag, str) else ""


def _content(element: etree._Element) -> str:
    return "".join(element.itertext()).strip()


def _addresses_of(entry: etree._Element) -> list[str]:
    """Give the addresses that an entry may stand under in ``pages`` or ``feeds``."""
    return [_content(child) or (child.get("href") or "").strip() for child in entry if _name(child) in {"loc", "link"}]


def _modified_at(entry: etree._Element) -> datetime | None:
    """Give when an entry says that its page was last changed; the first time that can be read counts."""
    times = (_time(_content(child)) for child in entry if _name(child) in {"lastmod", "updated"})
    return next((time for time in times if time is not None), None)


def _time(text: str) -> datetime | None:
    """Read a time of W3C's profile of ISO 8601; a day is its first moment, one without a zone is UTC's."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _once(addresses: list[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(address for address in addresses if address))
