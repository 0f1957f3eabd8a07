"""Chosen segments into blocks; every method's text is made here and nowhere else.

A line ends where a browser ends it: at the start and end of a block element, at ``br`` and ``hr``. One ``br`` is a line
break inside the block, two or more begin a new block, since old pages write their paragraphs so. Runs of white space
become one space, except in ``pre``. The cells of a table row are one block, parted by tabs, when there are several and
none holds a block or ``br`` (a row of data), and blocks of their own otherwise (a layout table). A list that holds
headings is layout, too: its items are sections, and none of their paragraphs is a list item. Segments that a method
left out end the block they lie in only if a block element or ``br`` is among them.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.node_table import Mask, NodeTable, prefix_sums
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


@dataclass(frozen=True, slots=True)
class Block:
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
    shape = _Shape(page, parts)
    rows = chosen.tolist()
    places = [shape.place(owner) for owner in page.owner[chosen].tolist()]
    post = [0] * len(rows) if parts.post is None else parts.post[chosen].tolist()
    marks = shape.marks(chosen, places)
    starts = [at for at, mark in enumerate(marks) if at == 0 or mark == _NEW_BLOCK or post[at] != post[at - 1]]
    where = paths(page, [max(places[start].block, 0) for start in starts]) if with_paths else [""] * len(starts)
    blocks = []
    for start, stop, path in zip(starts, [*starts[1:], len(rows)], where, strict=True):
        place = places[start]
        pieces = [page.text[row] for row in rows[start:stop]]
        if len(pieces) > 1:
            pieces[1:] = [
                _MARKS[mark] * (max(here.column - before.column, 1) if mark == _NEXT_CELL else 1) + piece
                for mark, piece, before, here in zip(
                    marks[start + 1 : stop], pieces[1:], places[start:stop], places[start + 1 : stop], strict=False
                )
            ]
        if place.row >= 0:
            pieces[0] = _MARKS[_NEXT_CELL] * place.column + pieces[0]
        blocks.append(shape.block(place, "".join(pieces), post[start], path))
    return tuple(blocks)


# What stands between two chosen segments, the weightiest last. Line breaks and tabs of the source are white space like
# any other, so the two that count travel as separators no page can hold: its control characters are references' errors.
_NOTHING, _SPACE, _NEXT_CELL, _NEW_LINE, _NEW_BLOCK = range(5)
_MARKS: Final = ("", " ", "\x1f", "\x1e", "")
_CELL: Final = tags.tag_set("td th")
_ROW: Final = tags.tag_set("tr")
_BREAK: Final = tags.tag_set("br")
_HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_HEADINGS: Final = {tags.CODE[f"h{level}"]: level for level in range(1, 7)}
_PREFORMATTED: Final = frozenset(tags.CODE[name] for name in ("pre", "plaintext", "xmp"))
_ITEMS: Final = frozenset(tags.CODE[name] for name in ("li", "dt", "dd"))
_CELLS: Final = frozenset(tags.CODE[name] for name in ("td", "th"))
_BLOCKS: Final = frozenset(np.flatnonzero(tags.BLOCK).tolist())
_TR, _TH, _LI, _OL, _TABLE = (tags.CODE[name] for name in ("tr", "th", "li", "ol", "table"))


class _Place(NamedTuple):
    """What stands around a text: rows of the nearest elements, -1 where there is none."""

    block: int = -1
    """The element whose start and end are line ends."""
    row: int = -1
    """The row of data."""
    cell: int = -1
    column: int = 0
    """Cells of the row of data before this one."""
    heading: int = 0
    """Its level."""
    preformatted: bool = False
    item: int = -1
    nesting: int = 0
    quote: int = 0


class _Shape:
    """What the elements of one page mean for the text in them."""

    def __init__(self, page: NodeTable, parts: Parts) -> None:
        self.page, self.parts = page, parts
        self.places = {-1: _Place()}
        every = np.flatnonzero(page.tag == tags.CODE["blockquote"]).tolist() if parts.quotes is None else parts.quotes
        self.quotes = frozenset(every)
        self.items: set[int] = set()
        self.layouts: dict[int, bool] = {}
        self.numbers: dict[int, dict[int, int]] = {}
        self.boxes: set[int] = set()

    def place(self, element: int) -> _Place:
        """Give the place of the texts that an element (E) owns."""
        places, tag, parent = self.places, self.page.tag, self.page.parent
        way = []
        while element not in places:
            way.append(element)
            element = int(parent[element])
        place = places[element]
        for step in reversed(way):
            kind = int(tag[step])
            if kind in _BLOCKS or step in self.quotes or step in self.parts.records:
                place = self.step(place, step, kind)
            places[step] = place
        return place

    def step(self, around: _Place, element: int, tag: int) -> _Place:
        """Give the place inside an element from the one around it."""
        if element in self.parts.records:
            return _Place(block=element, preformatted=around.preformatted)
        quotes = element in self.quotes
        if tag not in _BLOCKS:
            return around._replace(quote=around.quote + 1) if quotes else around
        cell = tag in _CELLS
        if cell and around.row >= 0 and self.page.parent[element] == around.row:
            before = self.cells_before[element] - self.cells_before[around.row]
            return around._replace(cell=element, column=int(before), quote=around.quote + quotes)
        # Written out, for most elements come here: ``_replace`` takes four times as long.
        place = _Place(
            element,
            -1,
            element if cell else around.cell,
            around.column,
            around.heading,
            around.preformatted,
            around.item,
            around.nesting,
            around.quote + quotes,
        )
        if tag == _TR:
            return place._replace(row=element) if self.data[element] else place
        if tag in _HEADINGS:
            return place._replace(heading=_HEADINGS[tag])
        if tag in _PREFORMATTED:
            return place._replace(preformatted=True)
        if tag in _ITEMS and not self.is_layout(int(self.page.parent[element])):
            return place._replace(item=element, nesting=around.nesting + 1)
        return place

    @cached_property
    def data(self) -> Mask:
        """(E) a row of data: of two cells at least, with neither block nor ``br`` in any."""
        tag = self.page.tag
        cells = self.page.below(_CELL[tag])
        rows: Mask = _ROW[tag] & (cells > 1) & (self.page.below(tags.BLOCK[tag] | _BREAK[tag]) - cells == 1)
        return rows

    @cached_property
    def cells_before(self) -> NDArray[np.int64]:
        """(E + 1) cells that begin before an element."""
        return prefix_sums(_CELL[self.page.tag])

    def is_layout(self, around: int) -> bool:
        """Tell whether a list (E) holds headings, and so is none to its readers."""
        if around not in self.layouts:
            self.layouts[around] = bool(_HEADING[self.page.tag[around : self.page.end[around]]].any())
        return self.layouts[around]

    def marks(self, chosen: NDArray[np.intp], places: list[_Place]) -> list[int]:
        """Give what stands before each chosen segment."""
        page, tag = self.page, self.page.tag
        starts = tags.BLOCK[tag]
        if _ROW[tag].any():  # the cells of a row of data end no line
            starts = starts & ~(_CELL[tag] & self.data[page.parent])
        position = page.position[chosen]
        breaks = np.diff(prefix_sums(_BREAK[tag])[position], prepend=0)
        started = np.diff(prefix_sums(starts)[position], prepend=0)
        marks = np.where(page.spaced[chosen], _SPACE, _NOTHING)
        marks[1:][np.diff(chosen) > 1] = _SPACE
        cells = np.array([place.cell for place in places])
        marks[1:][np.diff(cells) != 0] = _NEXT_CELL
        marks[breaks == 1] = _NEW_LINE
        blocks = np.array([place.block for place in places])
        marks[(breaks > 1) | (started > 0)] = _NEW_BLOCK
        marks[1:][np.diff(blocks) != 0] = _NEW_BLOCK
        found: list[int] = marks.tolist()
        return found

    def block(self, place: _Place, text: str, post: int, path: str) -> Block:
        """Make the block that begins at a place."""
        around: dict[str, Any] = {"nesting": place.nesting, "quote": place.quote, "post": post, "path": path}
        if place.preformatted:
            text = text.replace("\x1e", "\n").replace("\x1f", "\t").strip("\n")
            return Block(Kind.PREFORMATTED, text, **around)
        text = _squeezed(text)
        if place.heading:
            return Block(Kind.HEADING, text, place.heading, **around)
        if place.row >= 0:
            return Block(self.kind_of_row(place.row), text, opens=self.opens(self.table(place.row)), **around)
        if place.item >= 0 and place.item not in self.items:
            self.items.add(place.item)
            opens = self.opens(int(self.page.parent[place.item]))
            return Block(Kind.LIST_ITEM, text, number=self.number(place.item), opens=opens, **around)
        return Block(Kind.QUOTE if place.quote else Kind.PARAGRAPH, text, **around)

    def opens(self, box: int) -> bool:
        """Tell whether this list or table (E) is met for the first time."""
        new = box not in self.boxes
        self.boxes.add(box)
        return new

    def table(self, row: int) -> int:
        """Give the table a row stands in; the row itself when a page has it without one."""
        above = row
        while above >= 0 and self.page.tag[above] != _TABLE:
            above = int(self.page.parent[above])
        return above if above >= 0 else row

    def kind_of_row(self, row: int) -> Kind:
        """Tell a row of heading cells alone from one of data."""
        inside = self.page.tag[row : self.page.end[row]]
        cells = inside[_CELL[inside]]
        return Kind.TABLE_HEAD if (cells == _TH).all() else Kind.TABLE_ROW

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
    if "\x1e" not in text and "\x1f" not in text:
        return " ".join(text.split())
    lines = (line.split("\x1f") for line in text.split("\x1e"))
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines).strip(" \n")
