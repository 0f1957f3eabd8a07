"""The places of a page's elements, and what stands between its texts: the rules of ``rendering`` for many elements."""

import ctypes
from collections.abc import Collection
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import library

if TYPE_CHECKING:
    from extraction.node_table import NodeTable


class Place(NamedTuple):
    """What stands around the text that an element owns: rows of the nearest elements, -1 where there is none."""

    block: int
    """The element whose start and end are line ends."""
    table: int
    row: int
    """The row of data."""
    head: int
    """That row has none but heading cells."""
    cell: int
    column: int
    """Cells of the row of data before this one."""
    heading: int
    """Its level, 0 for none."""
    preformatted: int
    item: int
    nesting: int
    """Lists around."""
    quote: int
    """Quotes around."""


NOTHING, SPACE, NEW_LINE, NEW_BLOCK, NEXT_CELL = range(5)
"""What stands before a text. NEXT_CELL and more: it lies that many cells on, less NEXT_CELL."""

_QUOTE, _RECORD = 1, 2


def _kinds() -> NDArray[np.uint16]:
    kinds = np.zeros(len(tags.NAMES), dtype=np.uint16)
    kinds[tags.BLOCK] = 1
    names = ("br", "table", "tr", "td th", "th", "h1 h2 h3 h4 h5 h6", "pre plaintext xmp", "li dt dd")
    for place, marked in enumerate(names, start=1):
        kinds[tags.tag_set(marked)] |= 1 << place
    return kinds


_KINDS: Final = _kinds()
_LEVELS: Final = np.array(
    [int(name[1]) if name in {"h1", "h2", "h3", "h4", "h5", "h6"} else 0 for name in tags.NAMES], dtype=np.uint8
)
_POINTERS: Final = (
    *("tag", "parent", "end", "part", "kind", "level", "before", "place"),
    *("chosen", "owner", "position", "spaced", "mark"),
)


class _Places(ctypes.Structure):
    """``Places`` in ``places.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in _POINTERS),
        ("elements", ctypes.c_int32),
        ("texts", ctypes.c_int32),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_places.argtypes = (ctypes.POINTER(_Places),)
_LIBRARY.mezmun_places.restype = None


def places(
    page: "NodeTable", chosen: NDArray[np.intp], quotes: Collection[int], records: Collection[int]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Give the place of each element (E, as ``Place``), and what stands before each of C chosen texts (C).

    ``chosen`` (C) are rows of the page's texts, ascending; ``quotes`` and ``records`` rows of elements.
    """
    elements = len(page.tag)
    if len(chosen) and not 0 <= chosen[0] <= chosen[-1] < len(page.owner):
        raise ValueError(f"The page has {len(page.owner)} texts, and not those chosen.")
    part = np.zeros(elements, dtype=np.uint8)
    part[list(quotes)] = _QUOTE
    part[list(records)] |= _RECORD
    before = np.empty((elements + 1, 4), dtype=np.int32)
    place = np.empty((elements, len(Place._fields)), dtype=np.int32)
    mark = np.empty(len(chosen), dtype=np.int32)
    arrays = (page.tag, page.parent, page.end, part, _KINDS, _LEVELS, before, place)
    texts = (chosen, page.owner, page.position, page.spaced, mark)
    _LIBRARY.mezmun_places(_Places(*(library.address(each) for each in (*arrays, *texts)), elements, len(chosen)))
    return place, mark
