"""Articles below the article of a page: what sites load when a reader has come to its end.

They are made with the same template, so each is an element like that of the first one, with a title
(``h1``) of its own. The page's title is that of the first: else it is a list of articles, or of posts.
"""

from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.headline import repeats
from extraction.page.node_table import Mask, NodeTable
from extraction.page.statements.head import head_of

_TITLE, _ARTICLE = (tags.CODE[name] for name in ("h1", "article"))
_MOST_TITLES: Final = 50
_LEAST_CHARS: Final = 200
"""The content of the first article has at least so many characters."""


def further_articles(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the texts (S) of articles below that whose title the page has; None when there are none."""
    rows = ((page.tag == _TITLE) & (page.first < page.last)).nonzero()[0]
    if not 1 < len(rows) <= _MOST_TITLES:  # as on nearly all pages
        return None
    texts = [page.texts.between(*page.text_range(row)) for row in rows.tolist()]
    titles = head_of(page).titles
    if not repeats(texts[0], titles) or any(repeats(text, titles) for text in texts[1:]):
        return None
    first, others = _beside_each_other(page, rows.tolist())
    own = slice(page.first[first], page.last[first])
    if not others or page.chars[own][content[own]].sum() < _LEAST_CHARS:
        return None
    marked = np.zeros(len(content), dtype=np.bool_)
    for row in others:
        marked[page.first[row] : page.last[row]] = True
    return marked


def _beside_each_other(page: NodeTable, titles: list[int]) -> tuple[int, list[int]]:
    """Give the element with the first of some titles that is beside the next one's, and those like it that follow."""
    first, around = titles[0], int(page.parent[titles[0]])
    while around >= 0 and page.end[around] <= titles[1]:
        first, around = around, int(page.parent[around])
    if around < 0:
        return first, []
    kind, row, others = (page.tag[first], page.signature[first]), int(page.end[first]), list[int]()
    while row < page.end[around]:
        is_like = page.tag[row] == _ARTICLE == kind[0] or (page.tag[row], page.signature[row]) == kind
        if is_like and any(row < title < page.end[row] for title in titles):
            others.append(row)
        row = int(page.end[row])
    return first, others
