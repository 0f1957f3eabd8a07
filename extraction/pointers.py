"""What points at something that is no text: "¶" behind a heading, a button's "0", and "Read more:" at the very end.

Documentation has a link at every heading that says nothing but a sign; software shows with a link how many comments or
votes there are, and while there are none it says "0". And a short last line of an article that ends with a colon leads
to a list of links that was left out.
"""

from typing import Final

import numpy as np

from extraction import tags
from extraction.lines import lines_of
from extraction.node_table import Mask, NodeTable


def without_signs(page: NodeTable, content: Mask) -> Mask:
    """Leave links that are nothing but a sign out of the marked (S) content of any page, unless it has no other."""
    alone = np.flatnonzero(content & page.in_link & (page.chars == 1))
    said = [row for row in alone.tolist() if page.texts[row].strip() in _SIGNS and _is_whole(page, row)]
    if not said:
        return content
    left = content.copy()
    left[said] = False
    return left if left.any() else content


def without_lead(page: NodeTable, content: Mask, comments: Mask | None = None) -> Mask:
    """Leave what leads to nothing at the end of an article out of its marked (S) content.

    Of the content, ``comments`` are marked (S) below the article; None when there are none.
    """
    lines = lines_of(page)
    article = content if comments is None else content & ~comments
    rows = np.flatnonzero(article[lines.start])
    said: list[int] = []
    for row in rows[:_FEWEST:-1].tolist()[:_MOST]:
        if lines.texts.length[row] > _LONGEST or not lines.texts[row].rstrip().endswith(_COLONS):
            break
        said.append(row)
    return content & ~lines.marking(said) if said else content


def _is_whole(page: NodeTable, text: int) -> bool:
    """Tell whether a link holds nothing else than a text; not a number that is all of a cell, where it may be data."""
    link = int(page.owner[text])
    while link >= 0 and page.tag[link] != _LINK:
        link = int(page.parent[link])
    if link < 0 or page.last[link] - page.first[link] != 1:
        return False
    around = int(page.parent[link])
    alone = bool(_CELL[page.tag[around]]) and page.last[around] - page.first[around] == 1
    return not (alone and page.texts[text].strip() == "0")


_SIGNS: Final = frozenset("¶#§🔗⚓∞0")
_LINK: Final = tags.CODE["a"]
_CELL: Final = tags.tag_set("td th")
_COLONS: Final = (":", "：", "﹕")
_LONGEST: Final = 60
"""Characters."""
_MOST: Final = 3
"""Lines, one below the other: "Read more:", "In our catalogue:"."""
_FEWEST: Final = 1
"""Of an article two lines stay."""
