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


class Table(ctypes.Structure):
    """``Places`` in ``places.h``, field by field."""

    _fields_ = (
        *(
            (name, ctypes.c_void_p)
            for name in ("page", "part", "kind", "level", "before", "around", "place", "chosen", "mark")
        ),
        ("texts", ctypes.c_int32),
        ("cells", ctypes.c_int64),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_places.argtypes = (ctypes.POINTER(Table),)
_LIBRARY.mezmun_places.restype = None
_OF_TABLES: Final = library.address(_KINDS), library.address(_LEVELS)


class Places:
    """The places of the elements around C chosen texts of a page, and what stands between the texts.

    ``chosen`` (C) are rows of the page's texts, ascending; ``quotes`` and ``records`` rows of elements.
    """

    def __init__(
        self, page: "NodeTable", chosen: NDArray[np.intp], quotes: Collection[int], records: Collection[int]
    ) -> None:
        elements, texts = len(page.tag), len(chosen)
        if texts and not 0 <= chosen.item(0) <= chosen.item(-1) < len(page.owner):
            raise ValueError(f"The page has {len(page.owner)} texts, and not those chosen.")
        self._marks = np.zeros(2 * elements, dtype=np.uint8)
        for rows, bit in ((quotes, _QUOTE), (records, _RECORD)):
            if len(rows):
                self._marks[list(rows)] |= bit
        self._chosen = np.ascontiguousarray(chosen, dtype=np.int64)
        self._numbers, (before, place, mark) = library.block(
            np.int32, 4 * elements + 4, len(Place._fields) * elements, texts
        )
        self._page = page.columns
        start = library.address(self._marks)
        self.table: Final = Table(
            *(ctypes.addressof(self._page), start, *_OF_TABLES, before, start + elements, place),
            *(library.address(self._chosen), mark, texts, 0),
        )
        _LIBRARY.mezmun_places(self.table)

    @property
    def around(self) -> NDArray[np.uint8]:
        """(E) 1 for the elements around chosen texts."""
        return self._marks[self._page.elements :]

    @property
    def of(self) -> NDArray[np.int32]:
        """(E) the ``Place`` of each element that is marked in ``around``, which are those around chosen texts."""
        elements = self._page.elements
        found = self._numbers[4 * elements + 4 :][: len(Place._fields) * elements]
        return found.reshape(-1, len(Place._fields))

    @property
    def mark(self) -> NDArray[np.int32]:
        """(C) what stands before each chosen text."""
        return self._numbers[len(self._numbers) - self.table.texts :]
