"""What a caller may give as a page, and the bytes of it: everything goes the one way that bytes go."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Protocol, TypeAlias, runtime_checkable

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

import normalization
from mezmun.core.errors import UsageError


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


def selected_part(body: bytes, content_type: str | None, prune: Sequence[str], keep: Sequence[str]) -> bytes:
    """Give the page with only the elements that ``keep`` selects, without those that ``prune`` selects.

    What is around a kept element stays, without its other text, and so does the head: both say what the page is. Bytes
    that are no text come back as they are.

    Args:
        body: the page.
        content_type: the HTTP header, for the declared charset.
        prune: CSS selectors of elements that are left out.
        keep: CSS selectors of elements outside which nothing is text; none keeps all.

    Raises:
        UsageError: a selector is not valid.
    """
    html = normalization.decode(body, content_type).text
    if html is None:
        return body
    tree = LexborHTMLParser(html)
    for node in _matches(tree, "prune", prune):
        node.decompose()
    if keep and tree.body is not None:
        _keep_only(tree.body, _matches(tree, "keep", keep))
    return (tree.html or "").encode("utf-8", "ignore")


def _matches(tree: LexborHTMLParser, option: str, selectors: Sequence[str]) -> list[LexborNode]:
    nodes: dict[int, LexborNode] = {}
    for selector in selectors:
        try:
            nodes |= {node.mem_id: node for node in tree.css(selector)}
        except SelectolaxError:
            raise UsageError(f"{option} is {selector!r}, which is no CSS selector.") from None
    return list(nodes.values())


def _keep_only(body: LexborNode, nodes: list[LexborNode]) -> None:
    """Take out of the body what is neither in a kept element nor around one."""
    whole = {node.mem_id for node in nodes}
    around = {body.mem_id}
    for node in nodes:
        parent = node.parent
        while parent is not None and parent.mem_id not in around:
            around.add(parent.mem_id)
            parent = parent.parent
    below = [] if body.mem_id in whole else [body]
    while below:
        for child in list(below.pop().iter(include_text=True)):
            if child.mem_id in whole:
                continue
            if child.mem_id in around:
                below.append(child)
            else:
                child.decompose()
