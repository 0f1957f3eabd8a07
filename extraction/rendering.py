"""Chosen segments into blocks; every method's text is made here and nowhere else.

A line ends where a browser ends it: at the start and end of a block element, at ``br`` and ``hr``. One ``br`` is a line
break inside the block, two or more begin a new block, since old pages write their paragraphs so. Runs of white space
become one space, except in ``pre``. The cells of a table row are one block, parted by tabs, when there are several and
none holds a block or ``br`` (a row of data), and blocks of their own otherwise (a layout table). A list that holds
headings is layout, too: its items are sections, and none of their paragraphs is a list item. Segments that a method
left out end the block they lie in only if a block element or ``br`` is among them.

Which line a text is part of, and what it stands in, is told for all of a page at once, in ``native/places.c``.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import places
from extraction.native.places import Place
from extraction.node_table import Mask, NodeTable
from extraction.paths import paths


class Kind(StrEnum):
    """What a block is in the page."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list-item"
    """The first block of an item; what follows in it are paragraphs of the same ``nesting``."""
    TABLE_HEAD = "table-head"
    TABLE_ROW = "table-row"
    QUOTE = "quote"
    """A paragraph of quoted text; other kinds of blocks say with ``quote`` that they stand in one."""
    PREFORMATTED = "preformatted"


class Block(NamedTuple):
    """One paragraph, heading, item ... of the text."""

    kind: Kind
    text: str
    """Not empty; line breaks only from ``br`` and in preformatted text, tabs only between a row's cells. A row whose
    first cells are empty begins with tabs."""
    level: int = 0
    """1 to 6 for a heading, else 0."""
    nesting: int = 0
    """Lists around the block: 1 in an item of a list, 2 in an item of a list in that item; 0 outside."""
    number: int | None = None
    """Of an ordered list's item, as the page shows it."""
    quote: int = 0
    """Quotes around the block: 1 in quoted text, 2 in what that text quotes."""
    opens: bool = False
    """A list or a table begins with this item or row."""
    post: int = 0
    """The post of a thread, or the comment under an article, that the block belongs to, from 1; 0 is none."""
    path: str = ""
    """Where the block begins, as an XPath; empty when it was not asked for."""

    def as_dict(self) -> dict[str, Any]:
        """Give kind and text, and every other field that has something to say, ready for JSON."""
        said = {"kind": self.kind.value, "text": self.text}
        return said | {name: value for name in _SAID if (value := getattr(self, name))}

    @property
    def plain(self) -> str:
        """The text as a line or lines of plain text: a row without its first, empty cells."""
        return self.text if self.kind is Kind.PREFORMATTED else self.text.lstrip("\t")


_SAID: Final = ("level", "nesting", "number", "quote", "opens", "post", "path")


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """How a page is divided: its quotes, and the posts or comments it consists of."""

    quotes: Collection[int] | None = None
    """Rows of the elements that quote; None stands for every ``blockquote``."""
    post: NDArray[np.intp] | None = None
    """(S) post of each segment; None when there are none."""
    records: Collection[int] = frozenset()
    """Rows of the posts' elements. The list or quote that all posts lie in is none of theirs."""


_WHOLE: Final = Parts()


def render(page: NodeTable, content: Mask, parts: Parts = _WHOLE, *, with_paths: bool = False) -> tuple[Block, ...]:
    """Make blocks, in document order, of the marked (S) segments."""
    chosen = np.flatnonzero(content)
    if not len(chosen):
        return ()
    quotes = np.flatnonzero(page.tag == _BLOCKQUOTE).tolist() if parts.quotes is None else parts.quotes
    place, mark = places.places(page, chosen, quotes, parts.records)
    begins = mark == places.NEW_BLOCK
    begins[0] = True
    if parts.post is not None:
        begins[1:] |= np.diff(parts.post[chosen]) != 0
    starts = np.flatnonzero(begins)
    rows = chosen[starts]
    post = [0] * len(rows) if parts.post is None else parts.post[rows].tolist()
    around = [Place(*each) for each in place[page.owner[rows]].tolist()]
    where = paths(page, [max(each.block, 0) for each in around]) if with_paths else [""] * len(rows)
    mark[starts] = [places.NEXT_CELL + each.column if each.row >= 0 else places.NOTHING for each in around]
    between = [
        _BETWEEN[each] if each < places.NEXT_CELL else _CELL * (each - places.NEXT_CELL) for each in mark.tolist()
    ]
    pieces = list(map(str.__add__, between, page.texts.of(chosen)))
    edges = [*starts.tolist(), len(pieces)]
    texts = ["".join(pieces[start:stop]) for start, stop in pairwise(edges)]
    lists = _Lists(page)
    return tuple(map(lists.block, around, texts, post, where))


# Line breaks and tabs of the source are white space like any other, so the two that count travel as separators no page
# can hold: its control characters are references' errors.
_CELL: Final = "\x1f"
_LINE: Final = "\x1e"
_BETWEEN: Final = {places.NOTHING: "", places.SPACE: " ", places.NEW_LINE: _LINE}
_BLOCKQUOTE, _LI, _OL = (tags.CODE[name] for name in ("blockquote", "li", "ol"))


class _Lists:
    """The lists and tables of one page, as its blocks come to them."""

    def __init__(self, page: NodeTable) -> None:
        self.page = page
        self.items: set[int] = set()
        self.boxes: set[int] = set()
        self.numbers: dict[int, dict[int, int]] = {}

    def block(self, place: Place, text: str, post: int, path: str) -> Block:
        """Make the block that begins at a place."""
        kind, number, opens = Kind.QUOTE if place.quote else Kind.PARAGRAPH, None, False
        if place.preformatted:
            text = text.replace(_LINE, "\n").replace(_CELL, "\t").strip("\n")
            return Block(Kind.PREFORMATTED, text, 0, place.nesting, None, place.quote, False, post, path)
        if place.heading:
            kind = Kind.HEADING
        elif place.row >= 0:
            kind = Kind.TABLE_HEAD if place.head else Kind.TABLE_ROW
            opens = self.opens(place.table if place.table >= 0 else place.row)
        elif place.item >= 0 and place.item not in self.items:
            self.items.add(place.item)
            kind, number, opens = Kind.LIST_ITEM, self.number(place.item), self.opens(int(self.page.parent[place.item]))
        return Block(kind, _squeezed(text), place.heading, place.nesting, number, place.quote, opens, post, path)

    def opens(self, box: int) -> bool:
        """Tell whether this list or table (E) is met for the first time."""
        new = box not in self.boxes
        self.boxes.add(box)
        return new

    def number(self, item: int) -> int | None:
        """Give the number that an ordered list shows before an item."""
        page = self.page
        above = int(page.parent[item])
        if page.tag[above] != _OL:
            return None
        if above not in self.numbers:
            rows = slice(above + 1, page.end[above])
            items = np.flatnonzero((page.parent[rows] == above) & (page.tag[rows] == _LI)) + above + 1
            self.numbers[above] = {row: at for at, row in enumerate(items.tolist(), self.starts.get(above, 1))}
        return self.numbers[above].get(item)

    @cached_property
    def starts(self) -> dict[int, int]:
        """First number of each ordered list that states one."""
        lists = np.flatnonzero(self.page.tag == _OL).tolist()
        stated = {row: self.page.attributes(row).get("start", "") for row in lists}
        return {row: int(start) for row, start in stated.items() if _NUMBER.fullmatch(start)}


_NUMBER: Final = re.compile(r"-?\d{1,9}")


def _squeezed(text: str) -> str:
    if _LINE not in text and _CELL not in text:
        return " ".join(text.split())
    lines = (line.split(_CELL) for line in text.split(_LINE))
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines).strip(" \n")
