"""Lists and tables in the midst of the text: what stands between two paragraphs of it is part of it.

Where the text goes on before and behind a list in the same box, that holds next to nothing else, and the list has no
link, it was written with the text. What follows the headline names source and date. Of 3,840 labelled pages, most in
languages of which words are known, eleven have such a list that was not chosen: seven gained 0.01 to 0.09, one lost
more than 0.02. Of 4,897 labelled pages two have a list of two items in words that was not chosen.
"""

from typing import Final

import numpy as np

from extraction.completion.choice import MOST_WRAPPERS, Choice, Ranges
from extraction.native.library import array, lib
from extraction.page import tags
from extraction.page.node_table import Column, prefix_sums

_LISTS: Final = array(tags.tag_set("ul ol dl table"), len(tags.NAMES))
_QUOTE: Final = tags.CODE["blockquote"]
_ITEM: Final = tags.tag_set("li dt dd pre")
"""The items of lists, and the numbers of lines of code beside the code."""
_FEWEST_TEXTS: Final = 2
"""Of a list; so few only in as many items: a picture or a formula may have a box of two texts, ..."""
_LEAST_OF_FEW: Final = 16
"""... and two buttons fewer characters."""
_PURE: Final = 0.9
"""Share of the text in the box around that is chosen, the lists left out."""


def lists(choice: Choice) -> Ranges:
    """Give the lists and tables in the midst of the text."""
    page, chars, chosen = choice.page, choice.chars, choice.texts
    rows = enclosed(choice, _FEWEST_TEXTS)
    if len(rows):
        in_words = chars[page.last[rows]] - chars[page.first[rows]] >= _LEAST_OF_FEW
        is_long = page.last[rows] - page.first[rows] > _FEWEST_TEXTS
        rows = rows[is_long | (in_words & (page.below(_ITEM[page.tag])[rows] >= _FEWEST_TEXTS))]
    if not len(rows):  # as on most pages
        return ()
    start, stop, around = page.first[rows], page.last[rows], page.parent[rows]
    for _ in range(MOST_WRAPPERS):
        begins, ends = page.first[around] == start, page.last[around] == stop
        wraps = ends & (begins | (page.tag[around] == _QUOTE)) & (around > 0)
        around = np.where(wraps, page.parent[around], around)
    first, last = page.first[around], page.last[around]
    words, linked = choice.in_words, prefix_sums(page.in_link)
    bare = (chosen[stop] == chosen[start]) & (linked[stop] == linked[start])
    within = (first < start) & (stop < last) & (start > (words[0] if len(words) else len(page.texts)))
    fits = np.flatnonzero(bare & within)
    if not len(fits):
        return ()
    outermost = fits[np.unique(start[fits], return_index=True)[1]]  # of lists in lists, which begin alike
    start, stop, around, first, last = (each[outermost] for each in (start, stop, around, first, last))
    # Buttons and teasers may stand in the same box, before the text or behind it.
    begin, behind = choice.rows[chosen[first]], choice.rows[chosen[last] - 1] + 1
    beside = chars[behind] - chars[begin] - np.bincount(around, chars[stop] - chars[start])[around]
    pure = choice.chosen[behind] - choice.chosen[begin] >= _PURE * beside
    return zip(start[pure].tolist(), stop[pure].tolist(), strict=True)


def enclosed(choice: Choice, min_texts: int) -> Column:
    """Give the rows of lists and tables of ``min_texts`` at least, the first not chosen, between two chosen texts."""
    page, content = choice.page, np.ascontiguousarray(choice.content, dtype=np.bool_)
    rows = np.empty(len(page.tag), dtype=np.int32)
    marked, of = array(content, len(page.texts)), array(rows, len(rows), writable=True)
    return rows[: lib.mezmun_enclosed(page.columns, _LISTS, marked, min_texts, of)]
