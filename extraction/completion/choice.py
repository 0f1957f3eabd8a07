"""The text that a method chose on a page, with sums that answer a rule's question about any part in constant time."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.names import SignatureSubject
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from normalization.cached_property import cached_property

Ranges = Iterable[tuple[int, int]]
"""Ranges of texts: for each the first text, and the one behind the last."""
Sums = NDArray[np.int64]

MOST_WRAPPERS: Final = 3
"""At most so many elements around a list hold nothing else."""
OF_OTHERS: Final = (
    SignatureSubject.COMMENTS | SignatureSubject.PEOPLE | SignatureSubject.WRITER | SignatureSubject.PLAYER
)
"""What boxes that are no part of the text are about, even if they look like it."""


@dataclass(frozen=True, eq=False)
class Choice:
    """The chosen text of a page."""

    page: NodeTable
    content: Mask
    """(S)"""

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """The chosen texts."""
        return self.content.nonzero()[0]

    @cached_property
    def in_words(self) -> NDArray[np.intp]:
        """The chosen texts outside of headings."""
        page, rows = self.page, self.rows
        return rows[~tags.HEADING.take(page.tag.take(page.owner.take(rows)))]

    @cached_property
    def chosen_texts(self) -> Sums:
        """(S + 1) how many of the texts before each are chosen."""
        return prefix_sums(self.content)

    @cached_property
    def chosen_chars(self) -> Sums:
        """(S + 1) characters of the chosen texts before each."""
        return prefix_sums(self.page.chars * self.content)

    @property
    def chars(self) -> Sums:
        """(S + 1) characters of all texts before each."""
        return self.page.char_sums

    @property
    def linked(self) -> Sums:
        """(S + 1) linked characters of all texts before each."""
        return self.page.linked_char_sums

    def with_ranges(self, ranges: Ranges) -> "Choice":
        """Choose further texts; gives itself where there are none."""
        content = None
        for first, last in ranges:
            content = self.content.copy() if content is None else content
            content[first:last] = True
        return self if content is None else Choice(self.page, content)


def box_around(page: NodeTable, row: int) -> tuple[int, int]:
    """Give the texts of the box that an element (row) stands in: the first, and the one behind the last."""
    box = box_of(page, row)
    return page.text_range(box)


def box_of(page: NodeTable, row: int) -> int:
    """Give the nearest element around another that holds more texts than it; at most a few wrappers are passed."""
    first, last, around = page.first[row], page.last[row], int(page.parent[row])
    for _ in range(MOST_WRAPPERS):
        wraps = around > 0 and page.first[around] == first and page.last[around] == last
        around = int(page.parent[around]) if wraps else around
    return around
