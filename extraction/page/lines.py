"""The lines of a page: what a learned method decides on.

A line is a run of segments that a reader sees as one: it ends where a block element begins or ends, and at ``br``. An
element unknown to HTML, a custom one say, is a part of the line around it where it stands in a phrase or a paragraph,
among text or in another such element; elsewhere it ends lines, as sites lay pages out with such elements. Whole lines
are content or not: of 3,800 labelled pages, choosing the right lines gives back 98 % of what people marked.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native.library import Pointer, array, check_memory, keep, lib, struct
from extraction.page import characters, tags
from extraction.page.node_table import Column, Mask, NodeTable, once_per_page
from extraction.page.texts import Texts

MAX_SHORT_LINE_CHARS: Final = 160
"""Characters: longer lines are told by their form; their words would be those of a topic, and their numbers matter."""


@dataclass(frozen=True, eq=False)
class Lines:
    """The L lines of a page, in document order."""

    of: Column
    """(S) line of each segment."""
    texts: Texts
    """(L) runs of white space as one space, none at the ends."""
    columns: NDArray[np.int32]
    """(12, L) what follows below."""
    start: Column
    """(L) row of the first segment."""
    ends_sentence: NDArray[np.uint8]
    """(L) 1 where the last character ends a sentence."""
    struct: Pointer
    """All this, for the library."""

    @property
    def block(self) -> Column:
        """(L) row of the element the line lies in: the nearest block element."""
        return self._column(lib.LINE_OWNER_BLOCK)

    @property
    def linked(self) -> Column:
        """(L) characters in links, white space left out."""
        return self._column(lib.LINE_LINKED)

    @property
    def copies(self) -> Column:
        """(L) lines of the page that are the same, the line among them; numbers in short lines make no difference."""
        return self._column(lib.LINE_COPIES)

    @property
    def counts(self) -> Column:
        """(7, L) characters: all but white space and controls, digits, ends of sentences, commas and colons, other
        marks, characters of scripts without spaces; and last the words, which are runs between white space."""
        counts: Column = self.columns[lib.FIRST_COUNT :]
        return counts

    @property
    def seen(self) -> Column:
        """(L) characters, white space and controls left out."""
        return self._column(lib.FIRST_COUNT + lib.SEEN_COUNT)

    @property
    def digits(self) -> Column:
        """(L)"""
        return self._column(lib.FIRST_COUNT + lib.DIGIT_COUNT)

    @property
    def commas(self) -> Column:
        """(L) commas and colons."""
        return self._column(lib.FIRST_COUNT + lib.COMMA_COUNT)

    @property
    def symbols(self) -> Column:
        """(L) marks that are no ends of sentences, commas or colons."""
        return self._column(lib.FIRST_COUNT + lib.SYMBOL_COUNT)

    @property
    def unspaced(self) -> Column:
        """(L) characters of scripts without spaces."""
        return self._column(lib.FIRST_COUNT + lib.UNSPACED_COUNT)

    @property
    def words(self) -> Column:
        """(L) runs between white space."""
        return self._column(lib.FIRST_COUNT + lib.WORD_COUNT)

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
        return marked.take(self.of)

    def whole(self, marked: Mask) -> Mask:
        """Mark all segments (S) of the lines that have a marked (S) one."""
        has_one = np.zeros(len(self.start), dtype=np.bool_)
        has_one[self.of[marked]] = True
        lines: Mask = has_one[self.of]
        return lines

    def _column(self, number: int) -> Column:
        column: Column = self.columns[number]
        return column


@once_per_page
def lines_of(page: NodeTable) -> Lines:
    """Cut a page into lines."""
    texts, size = len(page.owner), len(page.texts.utf8)
    of, edge = np.empty(texts, dtype=np.int32), np.empty(texts + 1, dtype=np.int32)
    columns, marks = np.empty((lib.LINE_COLUMNS, texts), dtype=np.int32), np.empty((2, texts), dtype=np.uint8)
    out = np.empty(size + texts, dtype=np.uint8)
    lines = struct("Lines")
    cutting = struct(
        "LineCutting",
        characters=characters.TABLE,
        kind=_KINDS,
        max_chars=MAX_SHORT_LINE_CHARS,
        page=page.columns,
        text=array(page.texts.utf8, size),
        text_edge=array(page.texts.edge, texts + 1),
        of=array(of, texts, writable=True),
        edge=array(edge, texts + 1, writable=True),
        columns=array(columns, lib.LINE_COLUMNS * texts, writable=True),
        marks=array(marks, 2 * texts, writable=True),
        out=array(out, size + texts, writable=True),
        lines=lines,
    )
    check_memory(lib.mezmun_cut_lines(cutting))
    keep(lines, of, edge, columns, marks)
    number = lines.number
    edge, columns, (ends_sentence, odd) = edge[: number + 1], columns[:, :number], marks[:, :number]
    every = Texts(out.data[: edge[number]].tobytes(), edge, columns[lib.LINE_LENGTH], odd)
    return Lines(of, every, columns, columns[lib.LINE_START], ends_sentence, lines)


def end_of_line(page: NodeTable, row: int, end: str) -> tuple[list[int], dict[int, int]]:
    """Give what lies in the ``end`` of a line (row) of a page.

    These are segments (S) that lie in it whole, and of the one in which it begins how many bytes do, below 0
    (``Texts.without``).
    """
    lines = lines_of(page)
    start, at = int(lines.start[row]), int(lines.of.searchsorted(row, "right")) - 1
    left, whole = len("".join(end.split())), list[int]()
    while at > start and left >= page.chars[at]:
        whole.append(at)
        left -= int(page.chars[at])
        at -= 1
    size = 0
    for character in reversed(page.texts[at]):
        if not left:
            break
        left -= not character.isspace()
        size += len(character.encode())
    return whole, {at: -size} if size else {}


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
