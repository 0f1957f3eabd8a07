"""The words of short lines and of the names of elements, and which of them are known."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import characters, library
from extraction.native.known import Known
from extraction.texts import Texts

Numbers = NDArray[np.int32]


class _Found(ctypes.Structure):
    """``Found`` in ``words.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "known", "sizes", "word", "keys")),
        *((name, ctypes.c_int32) for name in ("room", "room_of_keys", "words", "written")),
    )


def _library() -> ctypes.CDLL:
    found, number, place = library.load(), ctypes.c_int32, ctypes.c_void_p
    found.mezmun_words_of_lines.argtypes = (ctypes.POINTER(_Found), ctypes.c_char_p, place, place, number, number)
    found.mezmun_words_of_lines.restype = number
    found.mezmun_words_of_names.argtypes = (
        *(ctypes.POINTER(_Found), ctypes.c_char_p, place, place),
        *(ctypes.c_char_p, place, number),
    )
    found.mezmun_words_of_names.restype = number
    return found


_LIBRARY: Final = _library()
_TAGS: Final = "".join(tags.NAMES).encode()
_TAG_EDGE: Final = np.cumsum([0, *map(len, tags.NAMES)], dtype=np.int32)
_PLACE_OF_TAG_EDGE: Final = library.address(_TAG_EDGE)


class _Search:
    """A search for words in R rows of so many bytes."""

    def __init__(self, rows: int, room: int, known: Known | None) -> None:
        self._known = known  # `table` holds places of what it holds
        self.table = _Found(
            characters=characters.PLACE,
            known=known and known.place,
            room=room,
            room_of_keys=0 if known else room,
        )
        self._numbers = library.room(self.table, np.int32, sizes=rows, word=room)
        self._bytes = library.room(self.table, np.uint8, keys=self.table.room_of_keys)

    @property
    def found(self) -> tuple[Numbers, Numbers]:
        return self._numbers["word"][: self.table.words], self._numbers["sizes"]

    @property
    def keys(self) -> list[str]:
        ends = self._numbers["word"][: self.table.words].tolist()
        keys = self._bytes["keys"].tobytes()
        return [keys[a:b].decode("utf-8", "replace") for a, b in zip([0, *ends], ends, strict=False)]


def of_lines(lines: Texts, longest: int, known: Known) -> tuple[Numbers, Numbers]:
    """Find the known words of L lines, of those up to ``longest``: their numbers, and (L) how many each line has."""
    lines = lines.plain
    search = _Search(len(lines.length), _MOST_OF_LINE * len(lines.length), known)
    _of_lines(search, lines, longest)
    return search.found


def _of_lines(search: _Search, lines: Texts, longest: int) -> None:
    numbers = library.address(lines.edge), library.address(lines.length)
    _checked(_LIBRARY.mezmun_words_of_lines(search.table, lines.utf8, *numbers, len(lines.length), longest))


_MOST_OF_LINE: Final = 29
"""Words that are given of a line: all of it, the first, fourteen and the thirteen pairs of them."""


def in_line(line: Texts, longest: int) -> list[str]:
    """Give all words of one line."""
    search = _Search(1, 8 * len(line.plain.utf8) + 64, None)
    _of_lines(search, line.plain, longest)
    return search.keys


def of_names(tag: NDArray[np.int16], values: bytes, edge: Numbers, known: Known) -> tuple[Numbers, Numbers]:
    """Find the known words of the names of N elements.

    ``edge`` (3 N + 1) tells where class, id and role of each begin in ``values``, as the parser writes them. Gives the
    words' numbers, some more than once, and (N) how many each has.
    """
    search = _Search(len(tag), 2 * len(values) + len(tag), known)
    _of_names(search, tag, values, edge)
    return search.found


def in_names(tag: NDArray[np.int16], values: bytes, edge: Numbers) -> list[str]:
    """Give all words of the names of one element; some more than once."""
    search = _Search(1, 8 * len(values) + 64, None)
    _of_names(search, tag, values, edge)
    return search.keys


def _of_names(search: _Search, tag: NDArray[np.int16], values: bytes, edge: Numbers) -> None:
    numbers = library.address(edge), library.address(tag)
    _checked(_LIBRARY.mezmun_words_of_names(search.table, values, *numbers, _TAGS, _PLACE_OF_TAG_EDGE, len(tag)))


def _checked(failed: int) -> None:
    if failed:  # cannot be: each word takes room of the text it is in
        raise RuntimeError("The words of a page have too little room: please report it.")
