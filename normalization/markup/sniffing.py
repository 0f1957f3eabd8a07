"""The kind of content of a body, whatever type its server declares: crawler and workers both ask here.

A body is decoded once. Its kind is decided by its first bytes, then by its text, and last by the declared type.
"""

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from normalization.markup.binary_formats import format_of
from normalization.markup.decoding import Decoded, decode


class ContentKind(StrEnum):
    """What a body is."""

    HTML = "html"
    FEED = "feed"
    """RSS, Atom or an outline. Read as HTML, its entries' authors would be text."""
    SITEMAP = "sitemap"
    JSON = "json"
    TEXT = "text"
    """A text without any tag, or one of another declared type without a tag of HTML."""
    FILE = "file"
    """A format that is known by its first bytes: an image, an archive, a document."""
    UNREADABLE = "unreadable"
    """No encoding turns the bytes into text."""
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Content:
    """A body as text, and what kind of content it is."""

    kind: ContentKind
    reason: str
    """Why the body is not HTML, in words; empty for HTML."""
    decoded: Decoded

    @property
    def text(self) -> str:
        """The text; empty when there is none."""
        return self.decoded.text or ""


_TAG: Final = re.compile(r"<(?:[a-zA-Z]|/[a-zA-Z]|!)")
"""Every HTML page has at least one of these: a tag, a comment or a doctype."""
_HTML_TAG: Final = re.compile(
    r"<(?:!doctype\s+html|html|head|body|title|meta|link|base|script|style|div|table|center|font|frameset|article|main"
    r"|section|h[1-6]|p|a|ul|ol|dl|br|span|img|b|i)[\s>/]",
    re.IGNORECASE,
)
_HTML_TYPES: Final = frozenset({"", "text/html", "application/xhtml+xml", "application/vnd.wap.xhtml+xml"})
_ROOT: Final = re.compile(
    r"(?:[\s\ufeff]|<\?[^>]*>|<!--(?:(?!-->).)*+-->|<!(?!--)[^>]*>)*+"
    r"<(?:\w+:)?(?:(?P<feed>rss|feed|rdf|opml)|(?P<sitemap>urlset|sitemapindex))[\s>]",
    re.DOTALL | re.IGNORECASE,
)
_WEB_ARCHIVE: Final = re.compile(rb"WARC/\d\.\d+\r?\n")
"""How a web archive begins (ISO 28500, 5). Its headers are text, and its pages have tags."""
_SNIFFED_CHARACTERS: Final = 4096
"""A page of another declared type must have a tag of HTML in its first characters."""


def sniff(body: bytes, content_type: str | None = None) -> Content:
    """Decode a body and decide its kind of content; never raises.

    Args:
        body: the bytes without transfer and content encodings.
        content_type: the HTTP header's value, if there was one. It is often wrong, and decides only where the text does
            not.
    """
    decoded = decode(body, content_type)
    kind, reason = _kind(body, decoded, content_type)
    return Content(kind, reason, decoded)


def _kind(body: bytes, decoded: Decoded, content_type: str | None) -> tuple[ContentKind, str]:
    if not body.strip():
        return ContentKind.EMPTY, "the page has no bytes"
    if _WEB_ARCHIVE.match(body):
        return ContentKind.FILE, "it is a web archive (WARC)"
    text = decoded.text
    if text is None:
        if name := format_of(body):
            return ContentKind.FILE, f"it is {name}"
        return ContentKind.UNREADABLE, "no text in any encoding"
    if not _TAG.search(text):
        return (ContentKind.JSON, "it is JSON") if _is_json(text) else (ContentKind.TEXT, "the text holds no tag")
    if root := _ROOT.match(text):
        return (ContentKind.FEED, "it is a feed") if root["feed"] else (ContentKind.SITEMAP, "it is a sitemap")
    if _is_json(text):
        return ContentKind.JSON, "it is JSON"
    declared = (content_type or "").partition(";")[0].strip().lower()
    if declared not in _HTML_TYPES and not _HTML_TAG.search(text, 0, _SNIFFED_CHARACTERS):
        return ContentKind.TEXT, f"it is declared as {declared} and holds no tag of HTML"
    return ContentKind.HTML, ""


def _is_json(text: str) -> bool:
    if text.lstrip("\ufeff \t\r\n")[:1] not in ("{", "["):
        return False
    try:
        json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return False
    return True
