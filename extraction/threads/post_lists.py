"""Lists and tables in posts, and the titles of parts that readers unfold: they belong to the text beside them.

A method judges items and cells one by one, and takes words for text, and numbers and short items not. Boards lay out
their pages by tables and lists, too: those of a post lie in one record, in an element that has text of the post beside
them, have no links, which names of users are, and are not said in another post, as buttons are.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.rows.tables import is_of_data, lowest
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.signs import COLONS
from extraction.threads.records import Records, repeated

LISTS: Final = ("ul", "ol", "table", "summary")
"""The elements that are looked at."""
_TABLE, _SUMMARY, _ITEM = (tags.CODE[name] for name in ("table", "summary", "li"))
_LISTS: Final = tags.tag_set(" ".join(LISTS))
_FEWEST_WITH_LABEL: Final = 2
"""Records that have the same line."""
_FEWEST_ITEMS: Final = 2
"""Items of a list of which none is marked: one alone may say who likes the post."""


def lists_of_posts(page: NodeTable, content: Mask, records: Records) -> Iterator[tuple[int, int]]:
    """Give the texts (from, to before) of the lists and tables that belong to posts of the marked (S) content.

    Text stands beside such an element in the element around it: before it or behind it, if a part of it is marked; else
    before it, and for a table of data also behind it, unless what is before ends with a colon; behind it, if it is the
    title (``summary``) of what readers unfold.
    """
    rows = lowest(page, _LISTS[page.tag].nonzero()[0])
    sums, linked = prefix_sums(content), prefix_sums(page.in_link)
    first, last = page.first[rows], page.last[rows]
    may_be = (first < last) & (sums[last] - sums[first] < last - first) & (linked[first] == linked[last])
    if not may_be.any():  # as on most pages
        return
    labels = prefix_sums(repeated(page, records, _FEWEST_WITH_LABEL))
    for row in rows[may_be & (labels[first] == labels[last])].tolist():
        start, stop = page.text_range(row)
        begin, end = _range_around(page, row)
        record = records.record_of[begin:end]
        is_of_one_post = record[0] >= 0 and bool((record == record[0]).all())
        if is_of_one_post and _belongs(page, content, sums, row, (begin, end)):
            yield start, stop


def _belongs(page: NodeTable, content: Mask, sums: NDArray[np.int64], row: int, around: tuple[int, int]) -> bool:
    """Tell whether an element (row) belongs to the marked text beside it in a range of texts; ``sums`` is of marks."""
    start, stop = page.text_range(row)
    before, behind = bool(sums[start] > sums[around[0]]), bool(sums[around[1]] > sums[stop])
    if page.tag[row] == _SUMMARY:
        return behind
    if page.tag[row] != _TABLE:
        items = int(np.count_nonzero(page.tag[row : page.end[row]] == _ITEM))
        is_part = bool(sums[stop] > sums[start])
        return (before and (is_part or items >= _FEWEST_ITEMS)) or (behind and is_part)
    if not is_of_data(page, row, int(page.chars[start:stop].sum())):
        return False
    if sums[stop] > sums[start]:
        return before or behind
    return before and (behind or bool(content[start - 1] and page.texts[start - 1].rstrip().endswith(COLONS)))


def _range_around(page: NodeTable, row: int) -> tuple[int, int]:
    """Give the texts of the lowest element around one (E) that has others as well."""
    texts = page.text_range(row)
    while row > 0 and page.text_range(row) == texts:
        row = int(page.parent[row])
    return page.text_range(row)
