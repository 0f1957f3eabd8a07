"""The lines of a page: what a learned method decides on.

A line is a run of segments that a reader sees as one: it ends where a block element begins or ends, and at ``br``. An
element unknown to HTML, a custom one say, is a part of the line around it where it stands in a phrase or a paragraph,
among text or in another such element; elsewhere it ends lines, as sites lay pages out with such elements. Whole lines
are content or not: of 3,800 labelled pages, choosing the right lines gives back 98 % of what people marked.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from extraction.page import characters, tags
from extraction.page.characters import seen_in
from extraction.page.node_table import Column, Mask, NodeTable, once_per_page
from extraction.page.texts import Span, Texts
from native.library import Pointer, array, check_memory, keep, lib, struct
from normalization.cached_property import cached_property

MAX_SHORT_LINE_CHARS: Final = 160
"""Characters: longer lines are told by their form; their words would be those of a topic, and their numbers matter."""


@dataclass(frozen=True, eq=False)
class Lines:
    """The L lines of a page, in document order."""

    line_of: Column
    """(S) row of the line that each segment lies in."""
    texts: Texts
    """(L) runs of white space as one space, none at the ends."""
    start: Column
    """(L) row of the first segment."""
    block: Column
    """(L) row of the element the line lies in: the nearest block element."""
    linked: Column
    """(L) characters in links, white space left out."""
    copies: Column
    """(L) lines of the page that are the same, the line among them; numbers in short lines make no difference."""
    counts: Column
    """(7, L) characters: all but white space and controls, digits, ends of sentences, commas and colons, other marks,
    characters of scripts without spaces; and last the words, which are runs between white space."""
    seen: Column
    """(L) characters, white space and controls left out."""
    digits: Column
    """(L)"""
    commas: Column
    """(L) commas and colons."""
    symbols: Column
    """(L) marks that are no ends of sentences, commas or colons."""
    unspaced: Column
    """(L) characters of scripts without spaces."""
    words: Column
    """(L) runs between white space."""
    ends_sentence: NDArray[np.uint8]
    """(L) 1 where the last character ends a sentence."""
    struct: Pointer
    """All this, for the library."""

    @cached_property
    def weights(self) -> NDArray[np.int64]:
        """(L) how much each says: its characters; those of scripts without spaces say as much as three."""
        return self.seen.astype(np.int64) + 2 * self.unspaced

    @cached_property
    def are_links(self) -> Mask:
        """(L) all of the line is in links."""
        linked = self.linked
        whole: Mask = (linked > 0) & (linked >= self.seen)
        return whole

    @property
    def text(self) -> list[str]:
        """(L) the texts themselves."""
        return self.texts.text

    def among(self, content: Mask, marked: Mask) -> list[int]:
        """Give the rows of the marked lines (L) that begin in the marked (S) content."""
        rows: list[int] = (content.take(self.start) & marked).nonzero()[0].tolist()
        return rows

    def marking(self, rows: list[int]) -> Mask:
        """Mark the segments (S) of some lines."""
        marked = np.zeros(len(self.texts), dtype=np.bool_)
        marked[rows] = True
        return marked.take(self.line_of)

    def whole(self, marked: Mask) -> Mask:
        """Mark all segments (S) of the lines that have a marked (S) one."""
        has_one = np.zeros(len(self.start), dtype=np.bool_)
        has_one[self.line_of[marked]] = True
        lines: Mask = has_one[self.line_of]
        return lines


@once_per_page
def lines_of(page: NodeTable) -> Lines:
    """Cut a page into lines."""
    texts, size = len(page.owner), len(page.texts.utf8)
    line_of, edge = np.empty(texts, dtype=np.int32), np.empty(texts + 1, dtype=np.int32)
    columns, marks = np.empty((lib.LINE_COLUMNS, texts), dtype=np.int32), np.empty((2, texts), dtype=np.uint8)
    out = np.empty(size + texts, dtype=np.uint8)
    (text, text_edge), lines = page.texts.pointers, struct("Lines")
    cutting = struct(
        "LineCutting",
        characters=characters.TABLE,
        kind=_KINDS,
        max_chars=MAX_SHORT_LINE_CHARS,
        page=page.columns,
        text=text,
        text_edge=text_edge,
        line_of=array(line_of, texts, writable=True),
        edge=array(edge, texts + 1, writable=True),
        columns=array(columns, lib.LINE_COLUMNS * texts, writable=True),
        marks=array(marks, 2 * texts, writable=True),
        out=array(out, size + texts, writable=True),
        lines=lines,
    )
    check_memory(lib.mezmun_cut_lines(cutting))
    keep(lines, line_of, edge, columns, marks)
    number = lines.number
    edge, columns, (ends_sentence, odd) = edge[: number + 1], columns[:, :number], marks[:, :number]
    every = Texts(out.data[: edge[number]].tobytes(), edge, columns[lib.LINE_LENGTH], odd)
    counts = columns[lib.FIRST_COUNT :]
    return Lines(
        line_of=line_of,
        texts=every,
        start=columns[lib.LINE_START],
        block=columns[lib.LINE_OWNER_BLOCK],
        linked=columns[lib.LINE_LINKED],
        copies=columns[lib.LINE_COPIES],
        counts=counts,
        seen=counts[lib.SEEN_COUNT],
        digits=counts[lib.DIGIT_COUNT],
        commas=counts[lib.COMMA_COUNT],
        symbols=counts[lib.SYMBOL_COUNT],
        unspaced=counts[lib.UNSPACED_COUNT],
        words=counts[lib.WORD_COUNT],
        ends_sentence=ends_sentence,
        struct=lines,
    )


class PartOfLine(NamedTuple):
    """What lies in a part of a line."""

    texts: list[int]
    """Segments (S) that lie in it whole."""
    cuts: set[Span]
    """Of others the bytes that do."""

    @classmethod
    def of_all(cls, parts: Iterable[Self]) -> Self:
        """Give what lies in any of some parts."""
        every = [*parts]
        return cls([text for each in every for text in each.texts], {cut for each in every for cut in each.cuts})


def part_of_line(page: NodeTable, row: int, start: int, stop: int) -> PartOfLine:
    """Give what lies between two characters of a line (row) of a page."""
    lines = lines_of(page)
    seen, at = seen_in(lines.texts[row]), int(lines.start[row])
    before, left = int(seen[:start].sum()), int(seen[start:stop].sum())
    part = PartOfLine([], set())
    while left > 0 and at < len(lines.line_of):
        chars = int(page.chars[at])
        if before == 0 and chars <= left:
            part.texts.append(at)
            left -= chars
        elif before < chars:
            left -= _cut(page, at, before, left, part)
        before, at = max(before - chars, 0), at + 1
    return part


class Piece(NamedTuple):
    """A segment of a line."""

    text: int
    """Its row (S)."""
    start: int
    stop: int
    """Where it begins in the text of the line, in characters, and the place behind it."""


def pieces_of_line(page: NodeTable, row: int) -> list[Piece]:
    """Give the segments of a line (row) of a page, in order."""
    lines = lines_of(page)
    places = seen_in(lines.texts[row]).nonzero()[0].tolist()
    pieces, behind = list[Piece](), 0
    for text in range(int(lines.start[row]), int(lines.line_of.searchsorted(row, "right"))):
        first, behind = behind, behind + int(page.chars[text])
        if first < behind <= len(places):
            pieces.append(Piece(text, places[first], places[behind - 1] + 1))
    return pieces


def _cut(page: NodeTable, text: int, before: int, most: int, part: PartOfLine) -> int:
    """Take at ``most`` so many characters of a text behind some ``before``; give how many these are."""
    characters, edge = page.texts[text], int(page.texts.edge[text])
    seen = seen_in(characters).nonzero()[0].tolist()
    stop = seen[before + most - 1] + 1 if before + most <= len(seen) else len(characters)
    first, behind = (edge + len(characters[:each].encode("utf-8", "replace")) for each in (seen[before], stop))
    part.cuts.add((first, behind))
    return min(most, len(seen) - before)


_KINDS: Final = array(
    tags.bits(
        {
            lib.LINE_BLOCK: tags.BLOCK,
            lib.LINE_END: tags.BLOCK | tags.tag_set("br"),
            lib.LINE_UNKNOWN: np.arange(len(tags.NAMES)) == 0,
            lib.LINE_PHRASE: tags.PHRASE | tags.HEADING | tags.tag_set("p math"),
        },
        np.uint8,
    ),
    len(tags.NAMES),
)
