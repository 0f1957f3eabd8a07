"""Where elements stand: in the page, as an XPath (``/html/body/div[2]/article/p[3]``), and cells in their table."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.node_table import Column, NodeTable

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


def columns_of_cells(page: NodeTable) -> Column | None:
    """Give, by its row, the column (E) that each cell begins in, from 0; None where no cell takes more than one place.

    As a browser forms tables (HTML standard, 4.9.12), but columns in which no cell of the table begins do not count.
    Cells take no more than ``_MOST_PLACES`` of a row.
    """
    column, spans = np.zeros(len(page.tag), dtype=np.int32), False
    rows: dict[int, _Row] = {}  # by table: tables lie in cells of others
    cells = np.flatnonzero(_CELL[page.tag])
    named = (page.body[cells] - page.names[cells] > 1).tolist()
    around = page.nearest(page.tag == _TABLE)[cells].tolist()
    for cell, row, table, has_names in zip(cells.tolist(), page.parent[cells].tolist(), around, named, strict=True):
        here = rows.setdefault(table, _Row({}))
        if here.row != row:
            here.begin(row)
        attributes = page.attributes(cell) if has_names else {}
        across, down = (_span(attributes.get(name, "")) for name in ("colspan", "rowspan"))
        column[cell] = here.take(across, down)
        here.columns.add(int(column[cell]))
        spans |= across > 1 or down > 1
    if not spans:
        return None
    rank = {table: {each: at for at, each in enumerate(sorted(row.columns))} for table, row in rows.items()}
    column[cells] = [rank[table][each] for table, each in zip(around, column[cells].tolist(), strict=True)]
    return column


@dataclass
class _Row:
    """The row of a table that cells are put into."""

    rows_left: dict[int, int]
    """By column, how many rows a cell still takes, this one included."""
    columns: set[int] = field(default_factory=set)
    """Those in which cells of the table begin."""
    row: int = -1
    at: int = 0

    def begin(self, row: int) -> None:
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
_CELL: Final = tags.tag_set("td th")
_MOST_PLACES: Final = 50
"""Wider tables are layout, and empty places could take more room than the page."""
_LONG_NUMBER: Final = 6
