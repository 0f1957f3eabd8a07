"""Formulas on a line of their own, in the midst of the text: line by line they look like part of a script.

KaTeX and MathJax write each formula twice, once to be seen and once to be heard, within elements of certain classes.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from extraction.completion.choice import Choice, Ranges
from extraction.page import tags
from extraction.page.names import Names, words_of
from extraction.page.node_table import NodeTable, inside

MATH: Final = tags.CODE["math"]
_WRAPPERS: Final = frozenset(words_of(Names.FORMULA))
_DISPLAYS: Final = frozenset(words_of(Names.DISPLAYED_FORMULA))
_MOST_WRAPPERS: Final = 5
"""At most so many elements around ``math`` are looked at: KaTeX has three."""
_MOST_BOXES: Final = 6
"""At most so many elements around a whole formula hold nothing else (a table of one row has four), ..."""
_MOST_BESIDE: Final = 8
"""... but for the number of the formula, of so many characters."""
_PURE: Final = 0.9
"""At least this share of the text in the box around a formula is chosen; formulas do not count."""


def formulas(choice: Choice) -> Ranges:
    """Give the formulas between two chosen texts of one box, with their numbers."""
    page = choice.page
    places = list(_unchosen(choice))
    formula_chars = np.zeros(len(page.texts), dtype=np.int64)
    for _, first, last in places:
        formula_chars[first:last] = page.chars[first:last]
    left_out = np.append(0, formula_chars.cumsum())
    for box, first, last in places:
        begin, end = page.text_range(box)
        is_amid = inside(choice.chosen_texts, begin, first) and inside(choice.chosen_texts, last, end)
        beside = inside(choice.chars, begin, end) - inside(left_out, begin, end)
        if is_amid and inside(choice.chosen_chars, begin, end) >= _PURE * beside:
            yield first, last


def _unchosen(choice: Choice) -> Iterator[tuple[int, int, int]]:
    """Give the box around each formula of which nothing is chosen, and the texts of the formula and its number."""
    page, end = choice.page, -1
    for row in (page.tag == MATH).nonzero()[0].tolist():
        if row < end:
            continue
        element, _ = outermost(page, row)
        end = int(page.end[element])
        (first, last), box = page.text_range(element), int(page.parent[element])
        chars = inside(choice.chars, first, last)
        for _ in range(_MOST_BOXES):
            begin, behind = page.text_range(box)
            if box <= 0 or inside(choice.chars, begin, behind) - chars > _MOST_BESIDE:
                break
            first, last, box = begin, behind, int(page.parent[box])
        if first < last and not inside(choice.chosen_texts, first, last):
            yield box, first, last


def outermost(page: NodeTable, row: int) -> tuple[int, bool]:
    """Give the element that is the whole of a formula, and whether its classes put it on a line of its own."""
    around, displayed, above = row, False, row
    for _ in range(_MOST_WRAPPERS):
        above = int(page.parent[above])
        if above < 0:
            break
        names = frozenset(page.attributes(above).get("class", "").lower().split())
        if names & _WRAPPERS:
            around, displayed = above, displayed or bool(names & _DISPLAYS)
    return around, displayed
