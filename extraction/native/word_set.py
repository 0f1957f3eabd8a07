"""Which texts hold one of a set of words."""

import ctypes
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library


class _WordSet(ctypes.Structure):
    """``WordSet`` in ``word_set.c``, field by field."""

    _fields_ = (
        ("words", ctypes.c_char_p),
        ("edge", ctypes.c_void_p),
        ("count", ctypes.c_int32),
        ("slots", ctypes.c_int32),
        ("slot", ctypes.c_void_p),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_learn_words.argtypes = (ctypes.POINTER(_WordSet),)
_LIBRARY.mezmun_learn_words.restype = None
_LIBRARY.mezmun_lines_with_words.argtypes = (
    ctypes.POINTER(_WordSet),
    ctypes.c_char_p,
    ctypes.c_int64,
    ctypes.c_void_p,
    ctypes.c_void_p,
)
_LIBRARY.mezmun_lines_with_words.restype = None
_LETTER, _APOSTROPHE = 1, 2


class WordSet:
    """A set of words, each a run of letters, digits and marks, with single apostrophes between them."""

    def __init__(self, words: Iterable[str]) -> None:
        written = [word.encode() for word in words]
        self._words = b"".join(written)
        self._edge = np.array([0, *accumulate(map(len, written))], dtype=np.int32)
        self._slot = np.full(1 << (2 * len(written) + 1).bit_length(), -1, dtype=np.int32)
        self._set = _WordSet(
            self._words, library.address(self._edge), len(written), len(self._slot), library.address(self._slot)
        )
        _LIBRARY.mezmun_learn_words(self._set)

    def held_by(self, lines: str, count: int) -> NDArray[np.bool_]:
        """Mark those of ``count`` lines, parted by NUL, that hold one of the words as a whole word."""
        holds = np.zeros(count, dtype=np.bool_)
        text = lines.encode("utf-8", "replace") + b"\0"
        if text.count(b"\0") != count:
            raise ValueError(f"The text has {text.count(0)} lines, not {count}.")
        _LIBRARY.mezmun_lines_with_words(self._set, text, len(text), library.address(_signs()), library.address(holds))
        return holds


@cache
def _signs() -> NDArray[np.uint8]:
    """Give the sign of each character of the basic plane; the letters of the other planes are mostly Chinese."""
    letters = (chr(code).isalnum() or unicodedata.category(chr(code))[0] == "M" for code in range(0x10000))
    signs = np.fromiter(letters, dtype=np.uint8, count=0x10000) * _LETTER
    signs[ord("_")] = _LETTER
    signs[[ord("'"), ord("’")]] = _APOSTROPHE
    return signs
