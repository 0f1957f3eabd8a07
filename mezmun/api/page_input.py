"""What a caller may give as a page, and the bytes of it: everything goes the one way that bytes go."""

import os
import sys
from pathlib import Path
from typing import IO, Protocol, TypeAlias, runtime_checkable


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
tree that selectolax or lxml parsed."""


def body_of(page: PageInput) -> bytes:
    """Give the bytes of a page; text is encoded as UTF-8, which the decoder believes whatever the page declares.

    Raises:
        TypeError: it is none of what ``PageInput`` names.
        OSError: the file cannot be read.
    """
    if isinstance(page, bytes):
        return page
    if isinstance(page, str):
        return page.encode("utf-8", "ignore")  # half of a surrogate pair is no character
    if isinstance(page, bytearray | memoryview):
        return bytes(page)
    if isinstance(page, os.PathLike):
        return Path(page).read_bytes()
    if callable(read := getattr(page, "read", None)):
        return body_of(read())
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
