"""Requests to readers in short lines between the paragraphs of an article, without a box of their own.

Editors write such lines by hand: some that ask for something, and below them a button, or a line that is all link.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from extraction.boilerplate.small_boxes import LONG_LINE, BoxedText
from extraction.lexicon.text_terms import TextTerms
from extraction.page import tags
from extraction.page.node_table import Mask


def loose_notices(
    text: BoxedText, asking: list[TextTerms], content: Mask, terms: Callable[[int], frozenset[str]], fewest: int
) -> list[int]:
    """Give the lines of the content (S) from one that asks to a button or link below it.

    Args:
        text: the lines of the page.
        asking: the lines with a word of notices, also those that are left out of the content already.
        content: what was chosen.
        terms: gives such words in a line (L).
        fewest: words that these lines have together.
    """
    lines = text.short.lines
    begins = [line.row for line in asking if _may_be_part(text, line.row)]
    if not begins:
        return []
    is_link, above_button = lines.are_links, _above_buttons(text)
    may_end = is_link | above_button
    marked, behind = list[int](), 0
    for begin in begins:
        if begin < behind or is_link[begin] or not may_end[begin : begin + _MOST_LINES + 1].any():
            continue
        end, words = begin, terms(begin)
        asks = above_button[end]
        while not asks and end + 1 < len(lines.start) and end - begin < _MOST_LINES:
            end += 1
            of_line = terms(end)
            if not (of_line or _may_be_part(text, end)) or (is_link[end] and not of_line):
                break
            words |= of_line
            asks = may_end[end]
        if asks and len(words) >= fewest:
            marked += (row for row in range(begin, end + 1) if content[lines.start[row]])
            behind = end + 1
    return marked


def _above_buttons(text: BoxedText) -> Mask:
    """Mark the lines (L) right below which a button stands. What it says is no text of the page."""
    page, lines = text.short.page, text.short.lines
    above, first = np.zeros(len(lines.start), dtype=np.bool_), page.first[page.tag == _BUTTON]
    above[lines.line_of[first[first > 0] - 1]] = True
    return above


def _may_be_part(text: BoxedText, row: int) -> bool:
    """Tell whether a line (L) is short, no sentence and no heading of the article."""
    lines = text.short.lines
    is_sentence = bool(lines.ends_sentence[row])
    return not is_sentence and text.weights[row] < LONG_LINE and not _HEADING[text.short.page.tag[lines.block[row]]]


_BUTTON: Final = tags.CODE["button"]
_HEADING: Final = tags.HEADING | tags.tag_set("summary")
_MOST_LINES: Final = 5
