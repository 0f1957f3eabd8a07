"""Lists that a sentence introduces, and code inside a text.

A model of lines takes short items, links and code for menus and scripts. A line that ends with a colon says that what
follows belongs to it, with links or without, unless it is a label of links to other articles. Other code and prompts
("Out[2]:") may stand between code and the text, as in a notebook; code that ends the box of the text is told by the
text before it.
"""

from typing import Final

import numpy as np

from extraction.completion.choice import Choice, Ranges, box_around
from extraction.completion.lists import FEWEST_TEXTS, enclosed
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.node_table import inside
from extraction.page.signs import COLONS
from extraction.page.texts import plain

_PRE: Final = tags.CODE["pre"]
_MOST_PROMPT: Final = 8
"""A prompt, or the name of a language, between code and the text has at most so many characters."""
_LEAST_BEFORE_CODE: Final = 100
"""The text before code that ends its box has at least so many characters, ..."""
_PURE: Final = 0.9
"""... and at least this share of them is chosen."""
_LEAST_CHARS: Final = 20
"""A line that introduces a list has at least so many characters: shorter ones are labels, as "Tags:" and "Contact:"."""


def introduced(choice: Choice) -> Ranges:
    """Give the lists, tables and code of which nothing is chosen: code between chosen texts or at their end, and
    between them what a line with a colon introduces."""
    page = choice.page
    for row in enclosed(choice, FEWEST_TEXTS).tolist():
        part = first, last = page.text_range(row)
        if not inside(choice.chosen_texts, first, last) and _introduces(choice, first - 1):
            yield part
    yield from _code(choice)


def _code(choice: Choice) -> Ranges:
    """Give the code of which nothing is chosen, amid the text, perhaps with other code beside it, or at its end."""
    page, content = choice.page, choice.content
    rows = (page.tag == _PRE) & (page.first < page.last)
    rows &= choice.chosen_texts.take(page.last) == choice.chosen_texts.take(page.first)
    if not rows.any():  # as on most pages
        return
    passed = ~content & ((page.chars <= _MOST_PROMPT) | page.texts_in_marked(page.tag == _PRE))
    places = np.where(passed, -1, np.arange(len(content)))
    before = np.maximum.accumulate(places)
    behind = np.minimum.accumulate(np.where(passed, len(content), places)[::-1])[::-1]
    for row in rows.nonzero()[0].tolist():
        first, last = page.text_range(row)
        beside = before[first], behind[last - 1]
        is_amid = beside[0] >= 0 and beside[1] < len(content) and content[beside[0]] and content[beside[1]]
        if is_amid or _closes(choice, row):
            yield first, last


def _closes(choice: Choice, row: int) -> bool:
    """Tell whether code without links is the last of a box in which all before it is chosen."""
    page, (begin, end) = choice.page, box_around(choice.page, row)
    first, last = page.text_range(row)
    if last < end or not choice.content[first - 1] or inside(choice.linked, first, last):
        return False
    chosen = inside(choice.chosen_chars, begin, first)
    is_part = inside(choice.chars, first, last) <= chosen
    return is_part and chosen >= max(_LEAST_BEFORE_CODE, _PURE * inside(choice.chars, begin, first))


def _introduces(choice: Choice, text: int) -> bool:
    """Tell whether the line that a text is of ends with a colon, and is no heading and no label of further links."""
    page, lines = choice.page, lines_of(choice.page)
    line = lines.texts[int(lines.line_of[text])].strip()
    if len(line) < _LEAST_CHARS or not line.endswith(COLONS) or tags.HEADING[page.tag[page.owner[text]]]:
        return False
    return finder(TermRole.LEAD_IN).match(plain(line)) is None
