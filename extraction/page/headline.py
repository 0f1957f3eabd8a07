"""The headline: a heading that repeats the page's title, or the first ``h1`` of a page without one.

Articles of many sites have headline, date and lead in a box of their own, before the one with the paragraphs. A method
that finds the paragraphs lets its text begin at the headline before them.
"""

import re
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import NodeTable

_SHORTEST: Final = 10
"""Letters of a headline that can be told from a word any title has."""
_LONGEST: Final = 500
"""Characters beyond which a heading is an unclosed tag."""
_HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_NO_LETTERS: Final = re.compile(r"\W+")


def before(page: NodeTable, start: int) -> slice:
    """Give the segments of the last headline that begins before segment ``start``; an empty slice when there is none.

    A heading agrees with the title when one holds the other: a title often has the site's name as well.
    """
    titles = [_letters(title) for title in page.head.titles]
    length = page.in_subtree(page.chars)
    likely = _HEADING[page.tag] & (length > 0) & (length <= _LONGEST) & (page.first < start)
    for row in np.flatnonzero(likely)[::-1].tolist():
        found = slice(int(page.first[row]), int(page.last[row]))
        heading = _letters(" ".join(page.texts.of(np.arange(found.start, found.stop))))
        if any(len(heading) >= _SHORTEST and heading in title for title in titles) or any(
            len(title) >= _SHORTEST and title in heading for title in titles
        ):
            return found
    return slice(start, start)


def _letters(text: str) -> str:
    return _NO_LETTERS.sub(" ", text.lower()).strip()
