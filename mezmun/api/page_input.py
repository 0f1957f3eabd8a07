"""What a caller may give as a page, and the bytes of it: everything goes the one way that bytes go."""

import io
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol, TypeAlias, runtime_checkable

from mezmun.core.outcomes import Outcome
from mezmun.core.page_limits import MAX_PAGE_BYTES


@runtime_checkable
class ParsedPage(Protocol):
    """A tree of selectolax (``HTMLParser``, ``LexborHTMLParser``, or a node of theirs)."""

    @property
    def html(self) -> str | None:
        """The tree as HTML."""


class ElementLike(Protocol):
    """An element of lxml, or its tree (``lxml.html``, ``lxml.etree``)."""

    def iter(self) -> object:
        """Give the elements; here it only tells a tree of lxml from other objects."""


PageInput: TypeAlias = (
    bytes | bytearray | memoryview | str | os.PathLike[str] | IO[bytes] | IO[str] | ParsedPage | ElementLike
)
"""A page: its bytes, its HTML as a string, a path (``pathlib.Path``; a string is always HTML), an open file, or a
tree that selectolax or lxml parsed. A file may be gzipped, or MHTML."""


@dataclass(frozen=True, slots=True)
class PageBytes:
    """The bytes of a page, what its file says of it, and what it ends as when it has none."""

    body: bytes
    url: str | None = None
    content_type: str | None = None
    fault: tuple[Outcome, str] | None = None


def read_page(page: PageInput) -> PageBytes:
    """Give the bytes of a page; text is encoded as UTF-8, which the decoder believes whatever the page declares.

    Raises:
        TypeError: it is none of what ``PageInput`` names.
        OSError: the file cannot be read.
    """
    if isinstance(page, os.PathLike):
        with Path(page).open("rb") as file:
            return _saved(file, str(page))
    if callable(read := getattr(page, "read", None)):
        content = read()
        return _saved(io.BytesIO(content), "") if isinstance(content, bytes) else PageBytes(_body_of(content))
    return PageBytes(_body_of(page))


def _saved(file: IO[bytes], name: str) -> PageBytes:
    """Give the page that a file holds, unpacked when it is gzipped, and out of an MHTML file."""
    from workers.bulk.input.items import Place
    from workers.bulk.input.saved_page import source_page

    page = source_page(Place(name), file, MAX_PAGE_BYTES)
    return PageBytes(page.body, page.url, page.content_type, page.fault)


def _body_of(page: object) -> bytes:
    if isinstance(page, bytes):
        return page
    if isinstance(page, str):
        return page.encode("utf-8", "ignore")  # half of a surrogate pair is no character
    if isinstance(page, bytearray | memoryview):
        return bytes(page)
    # lxml is not needed, and cannot be asked before its user has imported it.
    etree = sys.modules.get("lxml.etree")
    if etree is not None and isinstance(page, etree._Element | etree._ElementTree):
        markup: bytes = etree.tostring(page, encoding="utf-8", method="html", with_tail=False)
        return markup
    if isinstance(page, ParsedPage):
        return (page.html or "").encode("utf-8", "ignore")
    raise TypeError(
        f"A page is bytes, a str of HTML, a path, an open file, or a tree of lxml or selectolax, not {type(page)!r}."
    )
