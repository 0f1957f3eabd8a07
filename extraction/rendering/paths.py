"""The places of elements in their page, as an XPath (``/html/body/div[2]/article/p[3]``)."""

from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import NodeTable
from extraction.page.places import places_in_groups

DEEPEST: Final = 128
"""Steps of a path; an element that lies deeper has the path of its ancestor there. The deepest of 3,800 labelled pages
has 96, and thousands of nested elements would have gigabytes of paths."""


def paths(page: NodeTable, rows: list[int]) -> list[str]:
    """Give the path of each element (E) asked for.

    A step has a number where siblings have the same name. An element that HTML does not know is ``*`` with its number
    among all its siblings.
    """
    path_of: dict[int, str] = {-1: ""}
    tag, parent, depth = page.tag.tolist(), page.parent.tolist(), page.depth.tolist()
    known = page.tag != 0
    same, alike = places_in_groups(page.parent.astype(np.int64) * (int(page.tag.max(initial=0)) + 1) + page.tag)
    every, _ = places_in_groups(page.parent.astype(np.int64))
    number = np.where(known, same, every).tolist()
    numbered = ((alike > 1) | ~known).tolist()
    # In document order, the ancestor at a depth is the last element of that depth before.
    deepest = (page.depth == DEEPEST - 1).nonzero()[0]
    before = deepest.searchsorted(rows, side="right") - 1
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
