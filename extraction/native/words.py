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


_PENDING: Final = 16
"""As in ``words.c``."""


class _Found(ctypes.Structure):
    """``Found`` in ``words.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "known", "sizes", "word", "keys")),
        *((name, ctypes.c_int32) for name in ("room", "room_of_keys", "words", "written")),
        ("pending", ctypes.c_uint64 * (2 * _PENDING)),
        *((name, ctypes.c_int32) for name in ("first", "last")),
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
        self._known = known  # `table` holds its place
        self._numbers, (sizes, word) = library.block(np.int32, rows, room)
        self._keys = None if known else np.empty(room, dtype=np.uint8)
        places = (known and known.place, sizes, word, None if self._keys is None else library.address(self._keys))
        self.table = _Found(characters.PLACE, *places, room, 0 if known else room)
        self._rows = rows

    def in_lines(self, lines: Texts, longest: int) -> None:
        """Find the words of the next rows."""
        numbers = library.address(lines.edge), library.address(lines.length), len(lines)
        self._ends(_LIBRARY.mezmun_words_of_lines(self.table, lines.utf8, *numbers, longest), len(lines))

    def in_names(self, tag: NDArray[np.int16], values: bytes, edge: Numbers) -> None:
        """Find the words of the next rows."""
        numbers = library.address(edge), library.address(tag), _TAGS, _PLACE_OF_TAG_EDGE, len(tag)
        self._ends(_LIBRARY.mezmun_words_of_names(self.table, values, *numbers), len(tag))

    def _ends(self, failed: int, rows: int) -> None:
        if failed:  # cannot be: each word takes room of the text it is in
            raise RuntimeError("The words of a page have too little room: please report it.")
        self.table.sizes += rows * self._numbers.itemsize

    @property
    def sizes(self) -> Numbers:
        """(R) words that were found in each row."""
        return self._numbers[: self._rows]

    @property
    def words(self) -> Numbers:
        """Their numbers."""
        return self._numbers[self._rows : self._rows + self.table.words]

    @property
    def keys(self) -> list[str]:
        """The words themselves, when all were to be given."""
        ends, keys = self.words.tolist(), b"" if self._keys is None else self._keys.tobytes()
        return [keys[a:b].decode("utf-8", "replace") for a, b in zip([0, *ends], ends, strict=False)]


def of_page(
    tag: NDArray[np.int16], values: bytes, edge: Numbers, lines: Texts, longest: int, known: Known
) -> tuple[Numbers, Numbers, int]:
    """Find the known words of the names of N elements, and of L lines, of those up to ``longest``.

    ``edge`` (3 N + 1) tells where class, id and role of each begin in ``values``, as the parser writes them. Gives the
    words' numbers, some more than once; (N + L) how many each has; and how many the names have.
    """
    search = _Search(len(tag) + len(lines), 2 * len(values) + len(tag) + _MOST_OF_LINE * len(lines), known)
    search.in_names(tag, values, edge)
    names = search.table.words
    search.in_lines(lines.plain, longest)
    return search.words, search.sizes, names


_MOST_OF_LINE: Final = 29
"""Words that are given of a line: all of it, the first, fourteen and the thirteen pairs of them."""


def in_line(line: Texts, longest: int) -> list[str]:
    """Give all words of one line."""
    search = _Search(1, 8 * len(line.plain.utf8) + 64, None)
    search.in_lines(line.plain, longest)
    return search.keys


def in_names(tag: NDArray[np.int16], values: bytes, edge: Numbers) -> list[str]:
    """Give all words of the names of one element; some more than once."""
    search = _Search(1, 8 * len(values) + 64, None)
    search.in_names(tag, values, edge)
    return search.keys
