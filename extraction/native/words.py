"""The words of short lines and of the names of elements."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.native.known import Known
from extraction.page import tags
from extraction.page.texts import Texts

_PENDING: Final = 16
"""As in ``words.h``."""


class _Found(ctypes.Structure):
    """``Found`` in ``words.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "known", "sizes", "word", "keys")),
        *((name, ctypes.c_int32) for name in ("room", "room_of_keys", "words", "written")),
        ("pending", ctypes.c_uint64 * (2 * _PENDING)),
        *((name, ctypes.c_int32) for name in ("first", "last")),
    )


class _Names(ctypes.Structure):
    """``Names`` in ``words.h``, field by field."""

    _fields_ = (*((name, ctypes.c_void_p) for name in ("name", "edge")), ("rows", ctypes.c_int32))


def _library() -> ctypes.CDLL:
    found, number, place = library.load(), ctypes.c_int32, ctypes.c_void_p
    found.mezmun_words_of_lines.argtypes = (ctypes.POINTER(_Found), ctypes.c_char_p, place, place, number, number)
    found.mezmun_words_of_lines.restype = number
    found.mezmun_words_of_names.argtypes = (
        *(ctypes.POINTER(_Found), ctypes.c_char_p, place, place),
        *(place, number, ctypes.POINTER(_Names)),
    )
    found.mezmun_words_of_names.restype = number
    return found


_LIBRARY: Final = _library()
TAGS: Final = Known(tags.NAMES)


class _Search:
    """A search for all words of one line, or in one naming, of so many bytes."""

    def __init__(self, size: int) -> None:
        room, names = 8 * size + 64, size + 1
        self._numbers, (word, sizes, self.name, self.edge) = library.block(np.int32, room, names, names, 2)
        self._keys = np.empty(room, dtype=np.uint8)
        self.table = _Found(characters.PLACE, None, sizes, word, library.address(self._keys), room, room)

    def found(self, failed: int) -> list[str]:
        """Give the words, some more than once."""
        if failed:  # cannot be: each word takes room of the text it is in
            raise RuntimeError("The words of a page have too little room: please report it.")
        ends, keys = self._numbers[: self.table.words].tolist(), self._keys.tobytes()
        return [keys[a:b].decode("utf-8", "replace") for a, b in zip([0, *ends], ends, strict=False)]


def in_line(line: Texts, longest: int) -> list[str]:
    """Give all words of one line, unless it has more than ``longest`` characters."""
    plain = line.plain
    search = _Search(len(plain.utf8))
    places = library.address(plain.edge), library.address(plain.length)
    return search.found(_LIBRARY.mezmun_words_of_lines(search.table, plain.utf8, *places, 1, longest))


def in_names(tag: NDArray[np.int16], values: bytes, edge: NDArray[np.int32]) -> list[str]:
    """Give all words of the names of one element; some more than once.

    ``edge`` (4) tells where class, id and role begin in ``values``, as the parser writes them.
    """
    search = _Search(len(values))
    places = library.address(edge), library.address(tag), TAGS.place
    names = _Names(search.name, search.edge)
    return search.found(_LIBRARY.mezmun_words_of_names(search.table, values, *places, 1, names))
