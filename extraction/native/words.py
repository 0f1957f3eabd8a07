"""The words of short lines and of the names of elements, and which of them are known."""

import ctypes
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import characters, library
from extraction.texts import Texts

Numbers = NDArray[np.int32]


class _Known(ctypes.Structure):
    """``Known`` in ``words.c``, field by field."""

    _fields_ = (
        ("words", ctypes.c_char_p),
        ("edge", ctypes.c_void_p),
        ("number", ctypes.c_int32),
        ("slot", ctypes.c_void_p),
        ("slots", ctypes.c_int32),
    )


class _Found(ctypes.Structure):
    """``Found`` in ``words.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "known", "subject", "sizes", "speaks", "word", "keys")),
        *((name, ctypes.c_int32) for name in ("room", "room_of_keys", "words", "written")),
    )


def _library() -> ctypes.CDLL:
    found, number, place = library.load(), ctypes.c_int32, ctypes.c_void_p
    found.mezmun_know_words.argtypes = (ctypes.POINTER(_Known),)
    found.mezmun_know_words.restype = None
    found.mezmun_words_of_lines.argtypes = (ctypes.POINTER(_Found), ctypes.c_char_p, place, place, number, number)
    found.mezmun_words_of_lines.restype = number
    found.mezmun_words_of_names.argtypes = (
        *(ctypes.POINTER(_Found), ctypes.c_char_p, place, place),
        *(ctypes.c_char_p, place, number),
    )
    found.mezmun_words_of_names.restype = number
    found.mezmun_title.argtypes = (
        *(place, ctypes.POINTER(_Known), ctypes.c_char_p, place, place),
        *(number, number, number),
    )
    found.mezmun_title.restype = number
    found.mezmun_leanings.argtypes = (place, place, number, place, number, place, place, place, place)
    found.mezmun_leanings.restype = number
    found.mezmun_word_weights.argtypes = (place, number, place, number, number, place, place)
    found.mezmun_word_weights.restype = number
    return found


_LIBRARY: Final = _library()
_TAGS: Final = "".join(tags.NAMES).encode()
_TAG_EDGE: Final = np.cumsum([0, *map(len, tags.NAMES)], dtype=np.int32)
_PLACE_OF_TAG_EDGE: Final = library.address(_TAG_EDGE)


class Known:
    """Words that can be found; the number of each is its place."""

    def __init__(self, words: Sequence[str]) -> None:
        encoded = [word.encode("utf-8", "replace") for word in words]
        self._edge = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
        self._slot = np.full(1 << (2 * len(words) + 1).bit_length(), -1, dtype=np.int32)
        self.table = _Known(
            words=b"".join(encoded),
            edge=library.address(self._edge),
            number=len(words),
            slot=library.address(self._slot),
            slots=len(self._slot),
        )
        _LIBRARY.mezmun_know_words(self.table)


class _Search:
    """A search for words in R rows of so many bytes."""

    def __init__(self, rows: int, room: int, known: Known | None, subject: Known | None = None) -> None:
        # `table` holds places of what these two hold.
        self._known, self._subject = known, subject
        self.table = _Found(
            characters=characters.PLACE,
            known=None if known is None else ctypes.addressof(known.table),
            subject=None if subject is None else ctypes.addressof(subject.table),
            room=room,
            room_of_keys=0 if known else room,
        )
        self._numbers = library.room(self.table, np.int32, sizes=rows, word=room)
        self._bytes = library.room(self.table, np.uint8, speaks=rows, keys=self.table.room_of_keys)

    @property
    def found(self) -> tuple[Numbers, Numbers]:
        return self._numbers["word"][: self.table.words], self._numbers["sizes"]

    @property
    def speaks(self) -> NDArray[np.bool_]:
        return self._bytes["speaks"] > 0

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


def speaking(tag: NDArray[np.int16], values: bytes, edge: Numbers, subject: Known) -> NDArray[np.bool_]:
    """Mark the elements (N), given as to ``of_names``, of whose names a part begins with one of the subject's words."""
    search = _Search(len(tag), 0, None, subject)
    _of_names(search, tag, values, edge)
    return search.speaks


def in_names(tag: NDArray[np.int16], values: bytes, edge: Numbers) -> list[str]:
    """Give all words of the names of one element; some more than once."""
    search = _Search(1, 8 * len(values) + 64, None)
    _of_names(search, tag, values, edge)
    return search.keys


def _of_names(search: _Search, tag: NDArray[np.int16], values: bytes, edge: Numbers) -> None:
    numbers = library.address(edge), library.address(tag)
    _checked(_LIBRARY.mezmun_words_of_names(search.table, values, *numbers, _TAGS, _PLACE_OF_TAG_EDGE, len(tag)))


def line_of_title(lines: Texts, title: Known, longest: int, most_words: int) -> int:
    """Find the line that repeats most of a title, and hardly anything else: the first of several, -1 for none.

    ``title`` are the different words of the title; a line has less than ``longest`` characters and up to ``most_words``
    words.
    """
    lines = lines.plain
    numbers = library.address(lines.edge), library.address(lines.length), len(lines.length)
    found: int = _LIBRARY.mezmun_title(characters.PLACE, title.table, lines.utf8, *numbers, longest, most_words)
    return found


class Leanings(NamedTuple):
    """What the words of R rows lean to, of each row."""

    low: NDArray[np.float32]
    """The lowest leaning, at most 0."""
    high: NDArray[np.float32]
    """The highest, at least 0."""
    sum: NDArray[np.float64]
    leaning: NDArray[np.float64]
    """How many lean at all."""


def leanings(word: Numbers, sizes: Numbers, leaning: NDArray[np.float64]) -> Leanings:
    """Tell what the words of R rows lean to: ``sizes`` (R) says how many of the words' numbers are of each row."""
    rows = len(sizes)
    if int(sizes.sum()) != len(word):
        raise ValueError(f"The rows have {sizes.sum()} words, not {len(word)}.")
    found = Leanings(*np.empty((2, rows), dtype=np.float32), *np.empty((2, rows)))
    word, sizes = (np.ascontiguousarray(each, dtype=np.int32) for each in (word, sizes))
    leaning = np.ascontiguousarray(leaning, dtype=np.float64)
    given = library.address(word), library.address(sizes), rows, library.address(leaning), len(leaning)
    if _LIBRARY.mezmun_leanings(*given, *(library.address(each) for each in found)):
        raise IndexError("A word is beyond the known ones.")
    return found


def summed_weights(word: Numbers, weight: NDArray[np.int16]) -> tuple[NDArray[np.int64], int]:
    """Add up the weights (W, K) of the different words among those numbered; gives the sums (K) and their number."""
    word, weight = np.ascontiguousarray(word, dtype=np.int32), np.ascontiguousarray(weight, dtype=np.int16)
    known, kinds = weight.shape
    sums, seen = np.zeros(kinds, dtype=np.int64), np.zeros(known, dtype=np.uint8)
    given = library.address(word), len(word), library.address(weight), known, kinds
    different = _LIBRARY.mezmun_word_weights(*given, library.address(seen), library.address(sums))
    if different < 0:
        raise IndexError("A word is beyond the known ones.")
    return sums, different


def _checked(failed: int) -> None:
    if failed:  # cannot be: each word takes room of the text it is in
        raise RuntimeError("The words of a page have too little room: please report it.")
