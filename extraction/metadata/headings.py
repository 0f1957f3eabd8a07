"""The text of headings as readers see it, and which of them only lead to the front page of a site."""

import re
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.head import split
from extraction.page.names import Names, words_of
from extraction.page.node_table import NodeTable

_BREAKS: Final = tags.BLOCK | tags.tag_set("br")
"""Elements between which a reader sees a space at least."""
_A: Final = tags.CODE["a"]
_SITE_NAME: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(words_of(Names.SITE_NAME))})(?![a-z])")
_FRONT_PAGE: Final = re.compile(r"/?(?:(?:index|default|home)\.\w{2,5})?")
"""The path of the address of a site's front page."""


def texts_of(page: NodeTable, rows: NDArray[np.intp], first: NDArray[Any], last: NDArray[Any], most: int) -> list[str]:
    """Give the texts of headings (by row) from their segments ``first`` to before ``last``, spaces where lines break.

    Of each hardly more than ``most`` characters are given.
    """
    texts = page.texts.spans(first, last, most)
    for number in (last - first > 1).nonzero()[0].tolist():
        row, start, stop = int(rows[number]), int(first[number]), int(last[number])
        inside = slice(row + 1, int(page.end[row]))
        breaks = _BREAKS.take(page.tag[inside])
        if True not in breaks.tolist():  # sooner than to ask so short an array
            continue
        edges = {start, stop, *page.first[inside][breaks].tolist(), *page.last[inside][breaks].tolist()}
        cuts = sorted(edge for edge in edges if start <= edge <= stop)
        texts[number] = " ".join(page.texts.between(*cut) for cut in pairwise(cuts))[: 4 * most]
    return texts


def leads_home(page: NodeTable, row: int, url: str | None) -> bool:
    """Tell whether all text of a heading is a link to the front page of the site: it is the site's name.

    The link says so (``rel=home``), or the heading's name. On the front page itself no heading is.
    """
    first, last = int(page.first[row]), int(page.last[row])
    if first == last or not page.in_link[first:last].all() or _FRONT_PAGE.fullmatch(split(url).path):
        return False
    link = int(page.owner[first])
    while link > 0 and page.tag[link] != _A:
        link = int(page.parent[link])
    if "home" in page.attributes(link).get("rel", "").lower().split():
        return True
    stated = (page.attributes(each) for each in {link, row, int(page.parent[row])})
    return any(_SITE_NAME.search(f"{each.get('class', '')} {each.get('id', '')}".lower()) for each in stated)
