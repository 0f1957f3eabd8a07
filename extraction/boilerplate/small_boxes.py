"""Small boxes inside the text of an article: what a site puts between its paragraphs stands in a box of its own."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.short_lines import ShortLines
from extraction.page import tags
from extraction.page.lines import Lines
from extraction.page.node_table import Mask, prefix_sums
from extraction.page.signs import SENTENCE_ENDS


@dataclass(frozen=True, slots=True, eq=False)
class BoxedText:
    """The lines of a page, and how much text each of its boxes holds."""

    short: ShortLines
    weights: NDArray[np.int64]
    """(L) characters of each line; a character of a script without spaces counts for three."""
    sums: NDArray[np.int64]
    """(L + 1) sum of the weights of the lines before each."""
    chosen: NDArray[np.int64]
    """(L + 1) sum of the weights of the content's lines before each."""

    @classmethod
    def of(cls, short: ShortLines, content: Mask) -> "BoxedText":
        """Weigh the lines of a page of which some content (S) was chosen."""
        weights = short.lines.weights
        chosen = np.where(content.take(short.lines.start), weights, 0)
        return cls(short, weights, prefix_sums(weights), prefix_sums(chosen))

    def lines(self, row: int) -> tuple[int, int]:
        """Give the first line of an element (E), and the one behind its last."""
        line_of, first, last = self.short.lines.line_of, self.short.page.first[row], self.short.page.last[row]
        return (int(line_of[first]), int(line_of[last - 1]) + 1) if first < last else (0, 0)

    def own(self, row: int) -> int:
        """Give the weight of the content in an element (E)."""
        begin, end = self.lines(row)
        return int(self.chosen[end] - self.chosen[begin])

    def is_small_part(self, row: int) -> bool:
        """Tell whether an element (E) has a small part of the content, and no title."""
        page = self.short.page
        has_title = page.has(_TITLE) and bool((page.tag[row : page.end[row]] == _TITLE).any())
        return not has_title and self.own(row) <= _SMALL_PART * int(self.chosen[-1])

    def box_around(self, row: int, holds: Callable[[int], bool], most: int) -> int | None:
        """Give the largest box (E) of a weight at or above an element that holds what it must; None for none.

        It is the smaller part of the content, and no part like others beside it.
        """
        box, page = None, self.short.page
        for _ in range(_MOST_AROUND):
            begin, end = self.lines(row)
            is_large = self.sums[end] - self.sums[begin] > most or 2 * self.own(row) > self.chosen[-1]
            if row <= 0 or is_large:
                break
            box = row if holds(row) else box
            row = int(page.parent[row])
        return None if box is None or self._is_one_of_many(box) else box

    def _is_one_of_many(self, row: int) -> bool:
        """Tell whether more blocks with content beside an element (E) are alike, as the parts of an article are.

        They are called alike, which says little where nothing has a name, and hold blocks or none as it does.
        """
        page, parent, holds_blocks = self.short.page, int(self.short.page.parent[row]), self._holds_blocks(row)
        inside = slice(parent + 1, int(page.end[parent]))
        beside = (page.parent[inside] == parent).nonzero()[0][:_MOST_SIBLINGS] + inside.start
        called_alike = beside[page.signature.take(beside) == page.signature[row]].tolist()
        alike = (each for each in called_alike if self.own(each) > 0 and self._holds_blocks(each) == holds_blocks)
        return next(islice(alike, _MOST_ALIKE, None), None) is not None

    def _holds_blocks(self, row: int) -> bool:
        page = self.short.page
        return bool(np.count_nonzero(tags.BLOCK[page.tag[row + 1 : page.end[row]]]))


def is_prose(lines: Lines, content: Mask) -> bool:
    """Tell whether content (S) is mostly sentences in lines of some length; text that sells or lists something is not.

    A longer line of a script without spaces counts without an end, because Thai ends sentences with no sign; and so
    does a long line that ends with a quotation mark behind the end of a sentence.
    """
    weights = np.where(content.take(lines.start), lines.weights, 0)
    unended = (weights >= _LEAST_OF_UNENDED) & (2 * lines.unspaced > lines.seen)
    is_sentence, least = (lines.ends_sentence > 0) | unended, _LEAST_SHARE_OF_PROSE * weights.sum()
    weights[weights < _LEAST_OF_PROSE] = 0
    of_prose = weights[is_sentence].sum()
    if of_prose >= least:
        return True
    may_be_quotes = (~is_sentence & (weights >= _LEAST_OF_QUOTES)).nonzero()[0].tolist()
    of_quotes = sum(weights[row] for row in may_be_quotes if lines.texts[row].rstrip(_CLOSING).endswith(SENTENCE_ENDS))
    return bool(of_prose + of_quotes >= least)


_CLOSING: Final = " \t\"'”“’‘»«)）」』】"
_TITLE: Final = tags.CODE["h1"]
_SMALL_PART: Final = 0.3
LONG_LINE: Final = 100
"""A line that may be text of its own has at least so many characters."""
_MOST_AROUND: Final = 8
"""So many elements around a line are looked at for the largest box."""
_MOST_ALIKE: Final = 3
_MOST_SIBLINGS: Final = 200
_LEAST_OF_PROSE: Final = 45
_LEAST_OF_UNENDED: Final = 120
"""A line of prose has at least so many characters: fewer when the sign of an end stands at its end."""
_LEAST_OF_QUOTES: Final = 200
"""A line that ends with a quotation mark is prose from so many characters on: what sells things quotes its buyers."""
_LEAST_SHARE_OF_PROSE: Final = 0.6
