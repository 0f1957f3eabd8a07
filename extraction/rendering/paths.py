"""Where elements stand: in the page, as an XPath (``/html/body/div[2]/article/p[3]``), and cells in their table."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums

DEEPEST: Final = 128
"""Steps of a path; what lies deeper is named by its ancestor there. The deepest of 3,800 labelled pages has 96, and
elements that lie in one another by the thousand would have gigabytes of names."""


def paths(page: NodeTable, rows: list[int]) -> list[str]:
    """Give the path of each element (E) asked for.

    A step has a number where siblings have the same name. An element that HTML does not know is ``*`` with its number
    among all its siblings.
    """
    path_of: dict[int, str] = {-1: ""}
    tag, parent, depth = page.tag.tolist(), page.parent.tolist(), page.depth.tolist()
    known = page.tag != 0
    same, alike = _places(page.parent.astype(np.int64) * (int(page.tag.max(initial=0)) + 1) + page.tag)
    every, _ = _places(page.parent.astype(np.int64))
    number = np.where(known, same, every).tolist()
    numbered = ((alike > 1) | ~known).tolist()
    # In document order, the ancestor at a depth is the last element of that depth before.
    deepest = np.flatnonzero(page.depth == DEEPEST - 1)
    before = np.searchsorted(deepest, rows, side="right") - 1
    named = [
        int(deepest[place]) if depth[row] >= DEEPEST else row for row, place in zip(rows, before.tolist(), strict=True)
    ]
    for row in named:
        way, above = [], row
        while above not in path_of:
            way.append(above)
            above = parent[above]
        for step in reversed(way):
            name = tags.NAMES[tag[step]] if tag[step] else "*"
            path_of[step] = f"{path_of[parent[step]]}/{name}{f'[{number[step]}]' if numbered[step] else ''}"
    return [path_of[row] for row in named]


def _places(group: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give, for N members of groups, the place of each in its group, from 1, and how many the group has."""
    order = np.argsort(group, kind="stable")
    _, first, sizes = np.unique(group[order], return_index=True, return_counts=True)
    places, counts = np.empty_like(order), np.empty_like(order)
    places[order] = np.arange(len(order)) - np.repeat(first, sizes) + 1
    counts[order] = np.repeat(sizes, sizes)
    return places, counts


def columns_of_cells(page: NodeTable, chosen: Mask) -> Column | None:
    """Give, by its row, the column (E) that each cell begins in, from 0; None where no cell takes more than one place.

    As a browser forms tables (HTML standard, 4.9.12), but columns in which no cell of the table begins do not count.
    Cells take no more than ``_MOST_PLACES`` of a row. Tables without ``chosen`` (S) texts are passed over.
    """
    cells = np.flatnonzero(_CELL[page.tag])
    spans = _spans(page, cells)
    if not spans:
        return None
    column = np.zeros(len(page.tag), dtype=np.int32)
    parent, around = page.parent[cells], page.nearest(page.tag == _TABLE)[cells]
    column[cells] = _places(parent.astype(np.int64))[0] - 1  # as it is in tables where no cell takes more
    order = np.argsort(around, kind="stable")
    tables, texts = np.unique(around[[*spans]]), prefix_sums(chosen)
    tables = tables[texts[page.last[tables]] > texts[page.first[tables]]]
    edges = (np.searchsorted(around[order], tables, side).tolist() for side in ("left", "right"))
    for start, stop in zip(*edges, strict=True):
        inside, row = order[start:stop].tolist(), _Row({})
        columns = []
        for number in inside:
            row.begin(int(parent[number]))
            columns.append(row.take(*spans.get(number, (1, 1))))
        rank = {each: at for at, each in enumerate(sorted(set(columns)))}
        column[cells[inside]] = [rank[each] for each in columns]
    return column


def _spans(page: NodeTable, cells: NDArray[np.intp]) -> dict[int, tuple[int, int]]:
    """Give, by their places among the cells (rows), how many columns and rows those take that take more than one."""
    behind, places = -1, []
    while (behind := page.source.find(_NAME_OF_SPAN, behind + 1)) >= 0:
        places.append(behind)
    spans: dict[int, tuple[int, int]] = {}
    if not places:
        return spans
    cell = np.searchsorted(page.names[cells], places) - 1
    inside = (cell >= 0) & (places < page.body[cells[cell]])
    for number in dict.fromkeys(cell[inside].tolist()):
        attributes = page.attributes(int(cells[number]))
        span = _span(attributes.get("colspan", "")), _span(attributes.get("rowspan", ""))
        if max(span) > 1:
            spans[number] = span
    return spans


@dataclass
class _Row:
    """The row of a table that cells are put into."""

    rows_left: dict[int, int]
    """By column, how many rows a cell still takes, this one included."""
    row: int = -1
    at: int = 0

    def begin(self, row: int) -> None:
        """Go to the row of the next cell, where it is another one."""
        if row == self.row:
            return
        self.rows_left = {column: down - 1 for column, down in self.rows_left.items() if down > 1}
        self.row, self.at = row, 0

    def take(self, across: int, down: int) -> int:
        """Put a cell into the next free place; gives its column."""
        while self.at in self.rows_left:
            self.at += 1
        column = self.at
        if column + across > _MOST_PLACES:
            across = down = 1
        self.at += across
        if down > 1:
            self.rows_left |= dict.fromkeys(range(column, self.at), down)
        return column


def _span(value: str) -> int:
    return max(int(value), 1) if value.isascii() and value.isdigit() and len(value) < _LONG_NUMBER else 1


_TABLE: Final = tags.CODE["table"]
_NAME_OF_SPAN: Final = b'span="'
_CELL: Final = tags.tag_set("td th")
_MOST_PLACES: Final = 50
"""Wider tables are layout, and empty places could take more room than the page."""
_LONG_NUMBER: Final = 6
