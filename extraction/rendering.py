"""Chosen segments into paragraphs; every method's text is made here and nowhere else.

A line ends where a browser ends it: at the start and end of a block element, at ``br`` and ``hr``. One ``br`` is a line
break inside the block, two or more begin a new block, since old pages write their paragraphs so. Runs of white space
become one space, except in ``pre``. Every ``li``, ``dt`` and ``dd`` is a block; the cells of a table row are one block,
parted by tabs, when none of them holds a block or ``br`` (a row of data), and blocks of their own otherwise (a layout
table). Segments that a method left out end the block they lie in only if a block element or ``br`` is among them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.node_table import Mask, NodeTable, prefix_sums


class Kind(StrEnum):
    """What a block is in the page."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list-item"
    TABLE_ROW = "table-row"
    QUOTE = "quote"
    PREFORMATTED = "preformatted"


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, heading, item ... of the text."""

    kind: Kind
    text: str
    """Not empty; line breaks only from ``br`` and in preformatted text."""
    level: int = 0
    """1 to 6 for a heading, else 0."""


def render(page: NodeTable, content: Mask) -> tuple[Block, ...]:
    """Make blocks, in document order, of the marked (S) segments."""
    chosen = np.flatnonzero(content)
    if not len(chosen):
        return ()
    lines = _Lines(page)
    blocks: list[Block] = []
    pieces: list[str] = []
    first = 0
    for row, mark in zip(chosen.tolist(), lines.marks(chosen).tolist(), strict=True):
        if mark == _NEW_BLOCK and pieces:
            blocks.append(lines.block(first, "".join(pieces)))
            pieces.clear()
        if not pieces:
            first = row
        pieces += (_MARKS[mark], page.text[row])
    blocks.append(lines.block(first, "".join(pieces)))
    return tuple(blocks)


# What stands between two chosen segments, the weightiest last. Line breaks and tabs of the source are white space like
# any other, so the two that count travel as separators no page can hold: its control characters are references' errors.
_NOTHING, _SPACE, _NEXT_CELL, _NEW_LINE, _NEW_BLOCK = range(5)
_MARKS: Final = ("", " ", "\x1f", "\x1e", "")
_HEADINGS: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_PREFORMATTED: Final = tags.tag_set("pre plaintext xmp")
_QUOTE: Final = tags.tag_set("blockquote")
_ITEM: Final = tags.tag_set("li dt dd")
_CELL: Final = tags.tag_set("td th")
_ROW: Final = tags.tag_set("tr")
_BREAK: Final = tags.tag_set("br")


class _Lines:
    """Where the lines of one page end."""

    def __init__(self, page: NodeTable) -> None:
        tag = page.tag
        cell, row = _CELL[tag], _ROW[tag]
        inside = page.below(tags.BLOCK[tag] | _BREAK[tag]) - page.below(cell)
        data_row = row & (inside == 1)
        in_data_row = cell & data_row[page.parent]
        self.page = page
        self.data_row = data_row
        self.line_block = page.nearest(tags.BLOCK[tag] & ~in_data_row)
        self.cell = page.nearest(cell)
        self.preformatted = page.nearest(_PREFORMATTED[tag])
        self.heading = page.nearest(_HEADINGS[tag])
        self.quote = page.nearest(_QUOTE[tag])
        self.block_starts = tags.BLOCK[tag] & ~in_data_row
        self.break_starts = _BREAK[tag]

    def marks(self, chosen: NDArray[np.intp]) -> NDArray[np.int8]:
        """Give what stands before each chosen segment."""
        page = self.page
        owner, position = page.owner[chosen], page.position[chosen]
        block = self.line_block[owner]
        breaks = np.diff(prefix_sums(self.break_starts)[position], prepend=0)
        starts = np.diff(prefix_sums(self.block_starts)[position], prepend=0)
        marks = np.where(page.spaced[chosen], _SPACE, _NOTHING).astype(np.int8)
        marks[1:][np.diff(chosen) > 1] = _SPACE
        marks[1:][np.diff(self.cell[owner]) != 0] = _NEXT_CELL
        marks[breaks == 1] = _NEW_LINE
        marks[(breaks > 1) | (starts > 0)] = _NEW_BLOCK
        marks[1:][np.diff(block) != 0] = _NEW_BLOCK
        return marks

    def block(self, first: int, text: str) -> Block:
        """Make the block that begins with segment ``first``."""
        owner = self.page.owner[first]
        if self.preformatted[owner] >= 0:
            return Block(Kind.PREFORMATTED, text.replace("\x1e", "\n").replace("\x1f", "\t").strip("\n"))
        lines = (line.split("\x1f") for line in text.split("\x1e"))
        text = "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines).strip()
        block = self.line_block[owner]
        if self.heading[owner] >= 0:
            return Block(Kind.HEADING, text, int(tags.NAMES[self.page.tag[self.heading[owner]]][1]))
        if self.quote[owner] >= 0:
            return Block(Kind.QUOTE, text)
        if block >= 0 and self.data_row[block]:
            return Block(Kind.TABLE_ROW, text)
        return Block(Kind.LIST_ITEM if _ITEM[self.page.tag[block]] else Kind.PARAGRAPH, text)
