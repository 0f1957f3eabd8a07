"""Boards of plain tables, where no name marks the writer's cell and the post's cell: only their places differ.

What is marked in cells beside those of posts is left out. And of a thread with one long post and several of a word or
two, a method that judges line by line often marks the long one alone. Boxes with names show where the others are
(``records.in_bodies``); here their texts stand where the others have theirs: in the same element, at the same depth, in
the same of so many cells of a row.
"""

from collections import defaultdict
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.threads.first_posts import in_title
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


def behind_bodies(page: NodeTable, content: Mask, bodies: Mask, records: Records) -> Mask:
    """Mark the marked (S) content behind the bodies (S) of posts, in the same cell.

    Where software writes an entry of a guest book as a paragraph of its cell, an answer of the owner stands below it.
    On a board it would be a signature, and so it is here below a box with a name, or several times.
    """
    edge = page.signatures.edge[::3]
    named = page.nearest((edge[1:] > edge[:-1])[page.signature])
    texts = (bodies & (records.record_of >= 0)).nonzero()[0]
    record = records.record_of[texts]
    cells = page.nearest(page.tag == _CELL)[page.owner[texts]]
    is_inside = (cells >= records.rows[record]) & (named[page.owner[texts]] <= cells)
    last = dict(zip(cells[is_inside].tolist(), texts[is_inside].tolist(), strict=True))
    behind = np.zeros(len(content), dtype=np.bool_)
    for cell, text in last.items():
        behind[text + 1 : page.last[cell]] = True
    lines = lines_of(page)
    behind &= content & ~bodies & (lines.copies == 1)[lines.line_of]
    return behind


def unmarked_posts(page: NodeTable, content: Mask, stamps: list[tuple[int, int]]) -> Mask | None:
    """Mark the texts (S) between the times of posts, and below the last, where nothing is marked (S) as content.

    ``stamps`` are the ranges of texts of these times, in document order. None when something is marked in all posts, or
    when the marked text has no place of its own.
    """
    edges = np.array([*(first for first, _ in stamps), len(content)])
    post_of = edges.searchsorted(np.arange(len(content)), side="right") - 1  # -1 above the first time
    in_post = (post_of >= 0) & ~in_title(page)
    for first, last in stamps:
        in_post[first:last] = False
    marked = content & in_post
    posts = np.unique(post_of[marked])
    if not 0 < len(posts) < len(stamps):
        return None
    place = _places(page)
    at_place = in_post & (place == int(np.bincount(place, page.chars * marked).argmax()))
    is_met = np.isin(post_of, posts)
    met = (at_place & is_met).nonzero()[0]
    begins = met[np.unique(post_of[met], return_index=True)[1]]
    if 2 * page.chars[marked & at_place].sum() < page.chars[marked].sum() or not marked[begins].all():
        return None  # what stands there is beside the posts, or above them: who wrote
    lines = lines_of(page)
    unmarked = at_place & ~is_met & ~page.in_link & (lines.copies == 1)[lines.line_of]
    return unmarked if unmarked.any() else None


def _places(page: NodeTable) -> NDArray[np.intp]:
    """Give a number of the place of each text (S): its element, that around it, its depth, and its cell in the row."""
    cells = (page.tag == _CELL).nonzero()[0]
    _, row_of, in_row = np.unique(page.parent[cells], return_inverse=True, return_counts=True)
    number, of_row = np.zeros((2, len(page.tag) + 1), dtype=np.int64)  # the last is of what is in no cell
    by_row, before = cells[np.argsort(row_of, kind="stable")], in_row.cumsum() - in_row
    number[by_row] = np.arange(len(cells)) - np.repeat(before, in_row)
    of_row[cells] = in_row[row_of]
    owner = page.owner
    cell = page.nearest(page.tag == _CELL)[owner]
    parts = (page.tag[owner], page.tag[page.parent[owner]], page.depth[owner], number[cell], of_row[cell])
    places: NDArray[np.intp] = np.unique(np.stack(parts), axis=1, return_inverse=True)[1]
    return places


_CELL: Final = tags.CODE["td"]
_MOST_CELLS: Final = 12  # bounds the time: a post has a few; neither 6 nor 24 changes any of 827 labelled pages
_MAX_CARD_CHARS: Final = 40
"""At most so many characters of a writer's cell were marked as text: a name and a rank."""
_FEWEST_COLUMNS: Final = 2  # that of the writers and that of the posts
_MIN_BODY_SHARE: Final = 0.8
"""Share of the records' content that is in the column of the posts."""
