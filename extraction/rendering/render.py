"""Chosen segments into blocks; every method's text is made here and nowhere else.

A line ends where a browser ends it: at the start and end of a block element, at ``br`` and ``hr``. One ``br`` is a
line break inside the block, two or more begin a new block, since old pages write their paragraphs so. Runs of white
space become one space, except in ``pre``. The cells of a table row are one block, parted by tabs, when there are
several of one line each (a row of data), and blocks of their own otherwise (a layout table); boxes around a whole
cell, and breaks in a short one, part no lines when two cells are chosen, one of them short. A list that holds
headings is layout, too: its items are sections, and none of their paragraphs is a list item. Segments that a method
left out end the block they lie in only if a block element or ``br`` is among them.

Which line a text is part of, and what it stands in, is decided for all of a page at once, in
``native/rendering/places.c``; what the blocks are, and their texts, in ``native/rendering/blocks.c``.
"""

import re
from collections.abc import Callable, Iterable
from enum import StrEnum
from functools import partial
from itertools import repeat
from typing import Any, Final, NamedTuple, cast

from extraction.native.library import lib
from extraction.page.node_table import Mask, NodeTable
from extraction.rendering import blocks
from extraction.rendering.blocks import Columns, Parts
from extraction.rendering.paths import paths


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
        fields = {"kind": self.kind.value, "text": self.text}
        return fields | {name: value for name in _OPTIONAL if (value := getattr(self, name))}

    @property
    def plain(self) -> str:
        """The text as a line or lines of plain text: a row without its first, empty cells."""
        return self.text if self.kind is Kind.PREFORMATTED else self.text.lstrip("\t")


_OPTIONAL: Final = ("level", "nesting", "number", "quote", "opens", "post", "path")


_WHOLE: Final = Parts()


def render(page: NodeTable, content: Mask, parts: Parts = _WHOLE, *, with_paths: bool = False) -> tuple[Block, ...]:
    """Make blocks, in document order, of the marked (S) segments."""
    texts, columns = blocks.blocks(page, content, parts)
    kinds = [_KINDS[kind] for kind in columns.kind]
    number = _numbers(page, columns) if any(columns.number) else repeat(None)
    post = repeat(0) if parts.post is None else parts.post[columns.start].tolist()
    where = paths(page, columns.block) if with_paths else repeat("")
    opens = map(bool, columns.opens) if any(columns.opens) else repeat(False)
    fields = zip(kinds, texts, columns.level, columns.nesting, number, columns.quote, opens, post, where, strict=False)
    return tuple(map(_block, fields))


def text(page: NodeTable, content: Mask, parts: Parts = _WHOLE) -> str:
    """Give the text of the blocks that ``render`` makes, see ``text_of``, without making each of them."""
    return blocks.text(page, content, parts)


def text_of(blocks: Iterable[Block]) -> str:
    """Give the text of blocks, one a line (a block with line breaks of its own takes several)."""
    return "\n".join([block.plain for block in blocks])


_block: Final = cast("Callable[[tuple[Any, ...]], Block]", partial(tuple.__new__, Block))
"""The same as ``Block._make``, but quicker."""


_KINDS: Final = {
    lib.BLOCK_PARAGRAPH: Kind.PARAGRAPH,
    lib.BLOCK_HEADING: Kind.HEADING,
    lib.BLOCK_LIST_ITEM: Kind.LIST_ITEM,
    lib.BLOCK_TABLE_HEAD: Kind.TABLE_HEAD,
    lib.BLOCK_TABLE_ROW: Kind.TABLE_ROW,
    lib.BLOCK_QUOTE: Kind.QUOTE,
    lib.BLOCK_PREFORMATTED: Kind.PREFORMATTED,
}


def _numbers(page: NodeTable, columns: Columns) -> list[int | None]:
    """Give the number that a list shows before each block (B): its place in the list, from where the list starts."""
    starts: dict[int, int] = {}
    numbers: list[int | None] = []
    for place, item in zip(columns.number, columns.item, strict=True):
        if not place:
            numbers.append(None)
            continue
        above = int(page.parent[item])
        if above not in starts:
            start = page.attributes(above).get("start", "")
            starts[above] = int(start) if _NUMBER.fullmatch(start) else 1
        numbers.append(starts[above] + place - 1)
    return numbers


_NUMBER: Final = re.compile(r"-?\d{1,9}")
