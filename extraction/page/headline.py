"""Headlines: the headings of a page that repeat its title.

Articles of many sites have headline, date and lead in a box of their own, before the one with the paragraphs. A method
that finds the paragraphs lets its text begin at the headline before them.
"""

import re
from collections.abc import Iterable
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import NodeTable

_MIN_LETTERS: Final = 8
"""Letters of a headline that can be told from a word any title has."""
_MAX_HEADING_CHARS: Final = 500
"""Characters beyond which a heading is an unclosed tag."""
_HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_NO_LETTERS: Final = re.compile(r"[\W_]+")


def letters(text: str) -> str:
    """Give the letters and digits of a text alone, in small letters, for titles differ in marks."""
    return _NO_LETTERS.sub("", text.lower())


def repeats(heading: str, titles: Iterable[str]) -> bool:
    """Tell whether a heading repeats one of a page's titles: by letters, the title holds it, or it ends with the title.

    A title often has the name of the site as well; a heading may have a label before it.
    """
    own = letters(heading)
    if len(own) < _MIN_LETTERS:
        return False
    return any(own in title or (len(title) >= _MIN_LETTERS and own.endswith(title)) for title in map(letters, titles))


def before(page: NodeTable, start: int) -> slice:
    """Give the segments of the last headline that begins before a segment (S); an empty slice when there is none."""
    length = page.in_subtree(page.chars)
    likely = _HEADING[page.tag] & (length > 0) & (length <= _MAX_HEADING_CHARS) & (page.first < start)
    for row in np.flatnonzero(likely)[::-1].tolist():
        first, last = int(page.first[row]), int(page.last[row])
        if repeats(page.texts.between(first, last), page.head.titles):
            return slice(first, last)
    return slice(start, start)
