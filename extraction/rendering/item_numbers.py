"""The numbers of ordered lists' items, as a browser shows them (HTML standard, 4.4.5 and 4.4.8).

A list says where it starts and whether it counts down, and an item may say its number, from which its list counts on.
"""

import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import NodeTable

_ITEM: Final = tags.CODE["li"]
_NUMBER: Final = re.compile(r"-?\d{1,9}")


def item_numbers(page: NodeTable, places: Sequence[int], items: Sequence[int]) -> list[int | None]:
    """Give the number that a list shows before each block (B); None for what is no item of an ordered list.

    Args:
        page: the page.
        places: (B) the place of each item in its list, from 1; 0 for other blocks.
        items: (B) rows of the items.
    """
    counts: dict[int, tuple[int, int]] = {}
    numbers: list[int | None] = []
    for place, item in zip(places, items, strict=True):
        if not place:
            numbers.append(None)
            continue
        above = int(page.parent[item])
        before, step = counts.get(above) or _count_of(page, above)
        if page.body[item] - page.names[item] > len(' value=""'):
            value = page.attributes(item).get("value", "")
            before = int(value) - step * place if _NUMBER.fullmatch(value) else before
        counts[above] = before, step
        numbers.append(before + step * place)
    return numbers


def _count_of(page: NodeTable, above: int) -> tuple[int, int]:
    """Give the number that an ordered list would have before its first item, and what each item adds to it."""
    attributes = page.attributes(above)
    step = -1 if "reversed" in attributes else 1
    if _NUMBER.fullmatch(start := attributes.get("start", "")):
        return int(start) - step, step
    inside = slice(above, int(page.end[above]))
    items = int(np.count_nonzero((page.parent[inside] == above) & (page.tag[inside] == _ITEM))) if step < 0 else 1
    return items - step, step
