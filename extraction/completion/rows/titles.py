"""Titles of similar boxes: the heading of each part, card, teaser or answer, where the rest of the boxes is chosen.

A part that unfolds has its title in a box that is a button by its role (the pattern "Accordion" of WAI-ARIA).

A title has a few words, and is often a link, so line by line it looks like a menu. It is a title if the boxes stand
side by side, have one heading each, all different, and are chosen below it. In boxes of comments the heading may be who
wrote.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.choice import OF_OTHERS, Choice, Ranges, Sums
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable, covered, inside, prefix_sums
from normalization.cached_property import cached_property

_BUTTON: Final = b"button"
_UNFOLDS: Final = tags.tag_set("div span")
_FEWEST_BOXES: Final = 3
_MOST_BOXES: Final = 200
_LEAST_CHARS, _MOST_CHARS = 3, 200
"""A title has so many characters: a single letter is the heading of a part of an alphabetical list."""
_MOST_BEHIND: Final = 3
"""One of so many texts behind a title is chosen: a day or a section may stand before it."""
_LEAST_CHOSEN: Final = 0.75
"""At least this share of the boxes has chosen text below its title, ..."""
_PURE: Final = 0.6
"""... and at least this share of the text below all titles is chosen."""


def titles(choice: Choice) -> Ranges:
    """Give the headings that are not chosen in boxes alike, of which each has one and most are chosen below it."""
    page, texts = choice.page, choice.chosen_texts
    rows = (_titled(page) & (page.first < page.last)).nonzero()[0]
    first, last = page.first.take(rows), page.last.take(rows)
    behind = texts.take(np.minimum(last + _MOST_BEHIND, len(page.texts)))
    missing = rows[(texts.take(first) == texts.take(last)) & (behind > texts.take(last))]
    if not len(missing):  # as on many pages
        return
    every, done = _Headings(choice, rows), set[int]()
    for row in missing.tolist():
        around = every.around_box(row)
        if around is not None and around not in done:
            done.add(around)
            yield from every.titles_in(around)


def _titled(page: NodeTable) -> Mask:
    """Mark the headings, and the boxes that unfold something: (E)."""
    marked: Mask = tags.HEADING.take(page.tag)
    buttons = page.signatures.of_role(_BUTTON)
    if buttons:
        unfolds = np.zeros(len(page.signatures), dtype=np.bool_)
        unfolds[buttons] = _UNFOLDS.take(page.signatures.tag.take(buttons))
        marked |= unfolds.take(page.signature)
    return marked


class _Headings:
    """The headings (rows) of a page, and the boxes that have one each."""

    def __init__(self, choice: Choice, rows: NDArray[np.intp]) -> None:
        self.choice, self.page, self.rows = choice, choice.page, rows

    @cached_property
    def _before(self) -> Sums:
        """How many headings begin before each element."""
        marked = np.zeros(len(self.page.tag), dtype=np.bool_)
        marked[self.rows] = True
        return prefix_sums(marked)

    @cached_property
    def _others(self) -> Mask:
        """(E) what readers wrote, or who wrote."""
        return covered(self.page.speaking(OF_OTHERS), self.page.end)

    def _is_box(self, row: int) -> bool:
        return inside(self._before, row, int(self.page.end[row])) == 1

    def around_box(self, row: int) -> int | None:
        """Give the element around the largest box that has no other heading; None where a heading has no box."""
        page, box = self.page, row
        while (around := int(page.parent[box])) > 0 and self._is_box(around):
            box = around
        return around if around > 0 and box != row else None

    def titles_in(self, around: int) -> Iterator[tuple[int, int]]:
        """Give the titles that are not chosen of the boxes right in an element that are alike."""
        page, box, alike = self.page, around + 1, defaultdict[tuple[int, int], list[tuple[int, int]]](list)
        while box < page.end[around]:
            if self._is_box(box):
                row = int(self.rows[self._before[box]])
                alike[int(page.tag[box]), int(page.tag[row])].append((row, box))
            box = int(page.end[box])
        for boxes in alike.values():
            if _FEWEST_BOXES <= len(boxes) <= _MOST_BOXES:
                yield from self._titles_of(boxes)

    def _titles_of(self, boxes: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        """Give the titles that are not chosen of boxes, each with the row of its heading."""
        choice, page, words, bare = self.choice, self.page, set[str](), list[tuple[int, int]]()
        below = chosen = boxes_chosen = 0
        for row, box in boxes:
            (first, last), stop = page.text_range(row), int(page.last[box])
            title = page.texts.between(first, last).strip()
            words.add(title)
            below += inside(choice.chars, last, stop)
            chosen += (more := inside(choice.chosen_chars, last, stop))
            boxes_chosen += more > 0
            is_title = _LEAST_CHARS <= len(title) <= _MOST_CHARS and not self._others[row]
            if more and is_title and not inside(choice.chosen_texts, first, last):
                bare.append((first, last))
        if len(words) == len(boxes) and boxes_chosen >= _LEAST_CHOSEN * len(boxes) and chosen >= _PURE * below:
            yield from bare
