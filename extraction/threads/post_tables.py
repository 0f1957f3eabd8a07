"""Tables of data in posts: of one of which a cell is the text of a post, or that stands amid the text, all cells are.

A method judges cells one by one, and takes words for text and numbers not. Boards lay out their pages by tables, too,
so the table must lie in one record, in an element in which text of the same post stands before it.
"""

from collections.abc import Iterator
from typing import Final

from extraction.completion.rows.tables import is_of_data, lowest
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.signs import COLONS
from extraction.threads.records import Records

_TABLE: Final = tags.CODE["table"]


def rest_of_tables(page: NodeTable, content: Mask, records: Records) -> Iterator[tuple[int, int]]:
    """Give the texts (from, to before) of the tables of data that belong to posts of the marked (S) content.

    A part of such a table is marked, and other text in the element around it; or text before it and behind it; or a
    text before it that ends with a colon. They have no links, which names of users are.
    """
    tables = lowest(page, (page.tag == _TABLE).nonzero()[0])
    if not len(tables):
        return
    sums, linked = prefix_sums(content), prefix_sums(page.in_link)
    first, last = page.first[tables], page.last[tables]
    part = sums[last] - sums[first]
    may_be = (first < last) & (part < last - first) & (linked[first] == linked[last])
    for row in tables[may_be].tolist():
        start, stop = page.text_range(row)
        begin, end = _range_around(page, row)
        record = records.record_of[begin:end]
        is_of_one_post = record[0] >= 0 and bool((record == record[0]).all())
        before, behind = sums[start] > sums[begin], sums[end] > sums[stop]
        if sums[stop] > sums[start]:
            is_text = before or behind
        else:
            is_text = before and (behind or (content[start - 1] and page.texts[start - 1].rstrip().endswith(COLONS)))
        if is_of_one_post and is_text and is_of_data(page, row, int(page.chars[start:stop].sum())):
            yield start, stop


def _range_around(page: NodeTable, row: int) -> tuple[int, int]:
    """Give the texts of the lowest element around one (E) that has others as well."""
    texts = page.text_range(row)
    while row > 0 and page.text_range(row) == texts:
        row = int(page.parent[row])
    return page.text_range(row)
