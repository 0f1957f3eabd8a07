"""The places of elements among those beside them, counted for all of a page at once."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.node_table import Column, NodeTable, once_per_page

_ITEM: Final = tags.CODE["li"]


@once_per_page
def item_places(page: NodeTable) -> Column:
    """Give the place of each item (E) among the items of its list, from 1; 0 for other elements."""
    places = np.zeros(len(page.tag), dtype=np.int32)
    (items,) = (page.tag == _ITEM).nonzero()
    places[items], _ = places_in_groups(page.parent.take(items))
    return places


def places_in_groups(group: NDArray[np.integer[Any]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give, for N members of groups, the place of each in its group, from 1, and how many the group has."""
    order = np.argsort(group, kind="stable")
    _, first, sizes = np.unique(group[order], return_index=True, return_counts=True)
    places, counts = np.empty_like(order), np.empty_like(order)
    places[order] = np.arange(len(order)) - np.repeat(first, sizes) + 1
    counts[order] = np.repeat(sizes, sizes)
    return places, counts
