"""What the known words of rows say together."""

import ctypes
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library

Numbers = NDArray[np.int32]


def _library() -> ctypes.CDLL:
    found, number, place = library.load(), ctypes.c_int32, ctypes.c_void_p
    found.mezmun_leanings.argtypes = (place, place, number, place, number, place, place, place, place)
    found.mezmun_leanings.restype = number
    found.mezmun_word_weights.argtypes = (place, number, place, number, number, place, place)
    found.mezmun_word_weights.restype = number
    return found


_LIBRARY: Final = _library()


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
