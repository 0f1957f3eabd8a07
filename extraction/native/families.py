"""The families of alike elements of a page, by their names without numbers."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.page import tags

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable


class _Strings(ctypes.Structure):
    """``Strings`` in ``plain_names.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("bytes", "edge", "slot")),
        *((name, ctypes.c_int32) for name in ("slots", "number")),
    )


class _Names(ctypes.Structure):
    """``PlainNames`` in ``plain_names.h``, field by field."""

    _fields_ = (
        ("characters", ctypes.c_void_p),
        ("text", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("edge", "tag")),
        ("rows", ctypes.c_int32),
        ("looked_at", ctypes.c_void_p),
        *((name, ctypes.c_int32) for name in ("most", "longest")),
        *((name, ctypes.c_void_p) for name in ("alike", "from", "word")),
        *((name, _Strings) for name in ("alikes", "words")),
    )


class Table(ctypes.Structure):
    """``Families`` in ``families.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("page", "names", "naming")),
        *((name, ctypes.c_int32) for name in ("begin", "end", "tags")),
        *((name, ctypes.c_void_p) for name in ("count", "order", "row", "start")),
        ("families", ctypes.c_int32),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_families.argtypes = (ctypes.POINTER(Table),)
_LIBRARY.mezmun_families.restype = None
_NAMES_LOOKED_AT: Final = 12
"""Style sheets of utility classes name an element by dozens of words that say nothing."""
_WORDS: Final = _NAMES_LOOKED_AT + 2
"""Of an element, at most: its classes, id and role."""
_LONGEST: Final = 400


class Families:
    """The families of two members at least among some elements of a page, of which the first holds all others.

    First those of each word, then those of each tag in parents whose names are alike. The words of an element are its
    classes, its id if that has a number, and its role, each with its tag and without its numbers.
    """

    def __init__(self, page: "NodeTable", among: range) -> None:
        elements = len(page.tag)
        if not 0 <= among.start < among.stop <= elements:
            raise ValueError(f"The page has {elements} elements, and not those up to {among.stop}.")
        self._page, self._named, self._naming = page.columns, page.written_namings, page.naming
        self._number = number = len(self._named.tag)
        size = len(self._named.values)
        words, rows = min(size, _WORDS * number), (_WORDS + 1) * len(among)
        most = max(words, number, len(tags.NAMES)) + 1
        self._sizes = sizes = (
            *(number, number + 1, words, number + 2, words + 2),
            *(most, len(among), rows, rows // 2 + 2),
        )
        slots = [1 << (2 * strings + 1).bit_length() for strings in (number, words)]
        self._numbers, at = library.block(np.int32, *sizes)
        alike, start, word, edge_of_alikes, edge_of_words, *of_families = at
        slot, (slot_of_alikes, slot_of_words) = library.block(np.int32, *slots)
        slot.fill(-1)
        self._room_of_words = 2 * size + 3 * words + 3
        self._bytes, (alikes, every) = library.block(np.uint8, size + 6 * number, self._room_of_words)
        looked_at = np.zeros(number, dtype=np.uint8)
        self._kept = slot, looked_at
        self._names = _Names(
            *(characters.PLACE, self._named.values, library.address(self._named.edge)),
            *(library.address(self._named.tag), number, library.address(looked_at), _NAMES_LOOKED_AT, _LONGEST),
            *(alike, start, word),
            _Strings(alikes, edge_of_alikes, slot_of_alikes, slots[0], 0),
            _Strings(every, edge_of_words, slot_of_words, slots[1], 0),
        )
        self.table: Final = Table(
            *(ctypes.addressof(self._page), ctypes.addressof(self._names), library.address(self._naming)),
            *(among.start, among.stop, len(tags.NAMES), *of_families),
        )
        _LIBRARY.mezmun_families(self.table)

    @property
    def alike(self) -> NDArray[np.int32]:
        """(N) a number of each naming of the page, the same for those that differ in numbers alone; -1 for others."""
        return self._part(_ALIKE)

    @property
    def row(self) -> NDArray[np.int32]:
        """(M) the members of the families, ascending in each."""
        return self._part(_ROW)[: self.start[-1]]

    @property
    def start(self) -> NDArray[np.int32]:
        """(F + 1) where each family begins among the members, and the end of the last."""
        return self._part(_START)[: self.table.families + 1]

    def words(self, element: int) -> frozenset[str]:
        """Give the words of an element that was looked at, without its tag."""
        naming = int(self._naming[element])
        start, stop = self._part(_FROM)[naming : naming + 2].tolist()
        edge, written = self._part(_EDGE), self._bytes[-self._room_of_words :].tobytes()
        return frozenset(
            written[edge[word] + _MARK : edge[word + 1]].decode() for word in self._part(_WORD)[start:stop].tolist()
        )

    def _part(self, place: int) -> NDArray[np.int32]:
        start = sum(self._sizes[:place])
        return self._numbers[start : start + self._sizes[place]]


_ALIKE, _FROM, _WORD, _, _EDGE, _, _, _ROW, _START = range(9)
_MARK: Final = 3
"""Bytes before each word that tell its tag and kind."""
