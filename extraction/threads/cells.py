"""Cells beside posts on boards of plain tables, where no name marks the writer's cell and the post's cell."""

from collections import defaultdict
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.threads.records import Records


def beside_body_cells(page: NodeTable, content: Mask, records: Records) -> Mask | None:
    """Mark the marked (S) content beside the column of the posts on boards of plain tables; None when there is none.

    In such a table no name marks the writer's cell or the post's cell: only their places in the record differ.
    """
    chars = prefix_sums(page.chars * content)
    rows: dict[int, list[int]] = defaultdict(list)
    for record in records.rows.tolist():
        element, stop, number = record + 1, int(page.end[record]), 0
        while element < stop and number < _MOST_CELLS:
            if page.tag[element] == _CELL:
                rows[number].append(element)
                number += 1
                element = int(page.end[element])  # tables in the cell are parts of it
            else:
                element += 1
    alike = len({len(cells) for cells in rows.values()}) == 1 and len(rows[0]) == len(records.rows)
    if len(rows) < _FEWEST_COLUMNS or not alike:
        return None
    sizes = {
        number: [int(chars[page.last[cell]] - chars[page.first[cell]]) for cell in cells]
        for number, cells in rows.items()
    }
    body = max(sizes, key=lambda number: sum(sizes[number]))
    if sum(sizes[body]) < _MIN_BODY_SHARE * page.chars[content & (records.record_of >= 0)].sum():
        return None
    beside = np.zeros(len(content), dtype=np.bool_)
    for number, cells in rows.items():
        if number != body and 0 < max(sizes[number]) <= _MAX_CARD_CHARS:
            for cell, size in zip(cells, sizes[body], strict=True):
                beside[page.first[cell] : page.last[cell]] = size > 0  # else the post may stand here
    beside &= content
    return beside if beside.any() else None


_CELL: Final = tags.CODE["td"]
_MOST_CELLS: Final = 12  # bounds the time: a post has a few; neither 6 nor 24 changes any of 827 labelled pages
_MAX_CARD_CHARS: Final = 40
"""At most so many characters of a writer's cell were marked as text: a name and a rank."""
_FEWEST_COLUMNS: Final = 2  # that of the writers and that of the posts
_MIN_BODY_SHARE: Final = 0.8
"""Share of the records' content that is in the column of the posts."""
