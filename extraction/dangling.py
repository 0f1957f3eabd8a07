"""What points at something that is no text: "¶" behind a heading, a button's "0", and "Read more:" at the very end.

Documentation has a link at every heading that says nothing but a sign; software shows with a link how many comments or
votes there are, and while there are none it says "0". And a short last line of an article that ends with a colon leads
to a list of links that was left out.
"""

from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable


def permalinks(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments of any page's content that are links of nothing but a sign.

    A number that is all of a cell may be data, and is none.
    """
    single = np.flatnonzero(content & page.in_link & (page.chars == 1))
    if not len(single):  # as on most pages
        return []
    link = page.nearest(page.tag == _LINK)[page.owner[single]]
    whole = page.last[link] - page.first[link] == 1
    single, around = single[whole], page.parent[link[whole]]
    in_cell = _CELL[page.tag[around]] & (page.last[around] - page.first[around] == 1)
    signs = zip(single.tolist(), page.texts.of(single), in_cell.tolist(), strict=True)
    return [row for row, text, alone in signs if (sign := text.strip()) in _SIGNS and not (alone and sign == "0")]


def lead_ins(page: NodeTable, content: Mask, comments: Mask | None = None) -> list[int]:
    """Give the lines at the end of an article's marked (S) content that lead to nothing.

    Of the content, ``comments`` are marked (S) below the article; None when there are none.
    """
    lines = lines_of(page)
    article = content if comments is None else content & ~comments
    rows = np.flatnonzero(article[lines.start])
    leads: list[int] = []
    for row in rows[:_LAST_KEPT_LINE:-1].tolist()[:_MAX_LEAD_INS]:
        if lines.texts.length[row] > _MAX_LEAD_IN_CHARS or not lines.texts[row].rstrip().endswith(_COLONS):
            break
        leads.append(row)
    return leads


_SIGNS: Final = frozenset("¶#§🔗⚓∞0")
_LINK: Final = tags.CODE["a"]
_CELL: Final = tags.tag_set("td th")
_COLONS: Final = (":", "：", "﹕")
_MAX_LEAD_IN_CHARS: Final = 60
_MAX_LEAD_INS: Final = 3
"""Lines, one below the other: "Read more:", "In our catalogue:"."""
_LAST_KEPT_LINE: Final = 1
"""Of an article the first two lines stay."""
