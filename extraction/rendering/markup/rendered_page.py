"""A page with its blocks: which texts, and which characters of the blocks, belong to each element.

A block has the same characters as the texts that it is made of, except white space. So the place of a text in its block
can be counted, and no text is rendered twice.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.texts import Span
from normalization.cached_property import cached_property


@dataclass(frozen=True)
class RenderedPage:
    """A page with the blocks that were made of it."""

    page: NodeTable
    chosen: Mask
    """(S) the texts that the blocks are made of."""
    texts: Sequence[str]
    """(B) text of each block."""
    start: Sequence[int]
    """(B) row (S) of the first text of each block."""
    kind: Sequence[int]
    """(B) kind of each block, as the library numbers the kinds."""
    element: Sequence[int]
    """(B) row (E) of the element in which each block begins."""
    cuts: Collection[Span]
    """Bytes of texts that are left out."""

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """(C) row (S) of each chosen text."""
        return self.chosen.nonzero()[0]

    @cached_property
    def block(self) -> NDArray[np.intp]:
        """(C) block that each chosen text is a part of."""
        return np.searchsorted(np.array(self.start), self.rows, side="right") - 1

    @cached_property
    def chosen_before(self) -> NDArray[np.int64]:
        """(S + 1) number of the chosen texts before each text."""
        return prefix_sums(self.chosen)

    @cached_property
    def _seen_before(self) -> NDArray[np.int64]:
        """(C + 1) number of characters, without white space, in the chosen texts before each chosen text."""
        utf8, edge = self.page.texts.without(self.cuts), self.page.texts.edge
        seen = [
            sum(map(len, utf8[edge[row] : edge[row + 1]].decode("utf-8", "replace").split()))
            for row in self.rows.tolist()
        ]
        return prefix_sums(np.array(seen, dtype=np.int64))

    def chosen_in(self, element: int) -> range:
        """Give the numbers (C) of the chosen texts in an element."""
        first, last = self.chosen_before[[self.page.first[element], self.page.last[element]]].tolist()
        return range(first, last)

    def by_block(self, numbers: range) -> Iterator[tuple[int, range]]:
        """Give each block that has some of a range of chosen texts (C), with the numbers of those."""
        if not numbers:
            return
        blocks = self.block[numbers.start : numbers.stop]
        edges = [0, *(np.diff(blocks).nonzero()[0] + 1).tolist(), len(blocks)]
        for start, stop in pairwise(edges):
            yield int(blocks[start]), range(numbers.start + start, numbers.start + stop)

    def seen(self, block: int) -> list[int]:
        """Give the places of a block's characters but for white space, and the end of its text.

        Empty when these are not the characters of the texts it is made of: then no place in it is known.
        """
        start, stop = self.block.searchsorted([block, block + 1]).tolist()
        text = self.texts[block]
        places = [number for number, character in enumerate(text) if not character.isspace()]
        return [*places, len(text)] if len(places) == self._seen_before[stop] - self._seen_before[start] else []

    def span(self, block: int, seen: Sequence[int], numbers: range) -> tuple[int, int]:
        """Give where in a block's text some of its chosen texts stand; ``seen`` is of the block."""
        first = int(self.block.searchsorted(block))
        start, stop = (self._seen_before[[numbers.start, numbers.stop]] - self._seen_before[first]).tolist()
        return (seen[start], seen[stop - 1] + 1) if stop > start else (seen[start], seen[start])
