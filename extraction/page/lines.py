"""The lines of a page: what a learned method decides on.

A line is a run of segments that a reader sees as one: it ends where a block element or an element unknown to HTML
(which sites style as a block) begins or ends, and at ``br``. Whole lines are content or not: of 3,800 labelled pages,
choosing the right lines gives back 98 % of what people marked.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import lines as native
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.texts import Texts

LONGEST: Final = 160
"""Characters: longer lines are told by their form; their words would be those of a topic, and their numbers matter."""


@dataclass(frozen=True, eq=False)
class Lines:
    """The L lines of a page, in document order."""

    of: Column
    """(S) line of each segment."""
    texts: Texts
    """(L) runs of white space as one space, none at the ends."""
    columns: NDArray[np.int32]
    """(12, L) what is told below."""
    ends_sentence: NDArray[np.uint8]
    """(L) 1 where the last character ends a sentence."""
    table: native.Table
    """Where all this is, for the library."""

    @property
    def start(self) -> Column:
        """(L) row of the first segment."""
        return self._column(0)

    @property
    def block(self) -> Column:
        """(L) row of the element the line lies in: the nearest block element."""
        return self._column(1)

    @property
    def linked(self) -> Column:
        """(L) characters in links, white space left out."""
        return self._column(3)

    @property
    def copies(self) -> Column:
        """(L) lines of the page that are the same, the line among them; numbers in short lines make no difference."""
        return self._column(4)

    @property
    def counts(self) -> Column:
        """(7, L) characters: all but white space and controls, digits, ends of sentences, commas and colons, other
        marks, characters of scripts without spaces; and last the words, which are runs between white space."""
        counts: Column = self.columns[5:]
        return counts

    @property
    def text(self) -> list[str]:
        """(L) the texts themselves."""
        return self.texts.text

    def marking(self, rows: list[int]) -> Mask:
        """Mark the segments (S) of some lines."""
        marked = np.zeros(len(self.texts), dtype=np.bool_)
        marked[rows] = True
        return marked[self.of]

    def without(self, content: Mask, rows: list[int]) -> Mask:
        """Leave some lines out of the marked (S) content, unless it has no others."""
        if not rows:
            return content
        left = content & ~self.marking(rows)
        return left if left.any() else content

    def _column(self, number: int) -> Column:
        column: Column = self.columns[number]
        return column


def lines_of(page: NodeTable) -> Lines:
    """Cut a page into lines, once."""
    kept = vars(page)  # where its own properties are kept
    if _KEPT not in kept:
        cut = native.lines(page, LONGEST)
        texts = Texts(cut.written, cut.edge, cut.columns[2], cut.odd)
        kept[_KEPT] = Lines(cut.of, texts, cut.columns, cut.ends_sentence, cut.table)
    lines: Lines = kept[_KEPT]
    return lines


_KEPT: Final = "lines_of"
