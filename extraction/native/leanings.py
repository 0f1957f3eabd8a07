"""What words say of lines, and of a page."""

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library

if TYPE_CHECKING:
    from extraction.features import Measured
    from extraction.vocabulary import Words

Numbers = NDArray[np.int32]


class _Words(ctypes.Structure):
    """``Words`` in ``leanings.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("word", "sizes")),
        *((name, ctypes.c_int32) for name in ("words", "rows")),
    )


class _Leanings(ctypes.Structure):
    """``Leanings`` in ``leanings.c``, field by field."""

    _fields_ = (
        ("leaning", ctypes.c_void_p),
        ("known", ctypes.c_int32),
        ("names", _Words),
        ("said", _Words),
        *((name, ctypes.c_void_p) for name in ("parent", "naming")),
        ("elements", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("owner", "block", "level")),
        *((name, ctypes.c_int32) for name in ("lines", "levels")),
        ("kind", ctypes.POINTER(ctypes.c_float)),
        ("kinds", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("value", "name_low", "name_high", "low", "high")),
    )


class _PageKinds(ctypes.Structure):
    """``PageKinds`` in ``leanings.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("weight", "bias")),
        *((name, ctypes.c_int32) for name in ("known", "kinds")),
        ("scale", ctypes.c_double),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_leanings.argtypes = (ctypes.POINTER(_Leanings),)
_LIBRARY.mezmun_leanings.restype = ctypes.c_int32
_LIBRARY.mezmun_page_kinds.argtypes = (ctypes.POINTER(_PageKinds), ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_LIBRARY.mezmun_page_kinds.restype = ctypes.c_int32


def leanings(
    page: "Measured",
    names: "Words",
    words: "Words",
    leaning: NDArray[np.float64],
    levels: int,
    kinds: Sequence[float],
    values: NDArray[np.float32],
) -> None:
    """Put what words say of each of a page's L lines into ``values`` (9 + 2 levels + K, L).

    ``names`` are the words of its namings, ``words`` those of its lines, ``leaning`` is (W), of each known word. The
    rows are: the lowest and the highest leaning among the names of the line's owner, of its block, and of the element
    at each level and all around it; the mean of the line's words and the lowest; the lowest of the line before; the
    mean of the line before and of the next one; and K ``kinds``, the same for all lines. Raises IndexError for words
    that are not known.
    """
    lines, elements, namings = len(page.owner), len(page.parent), len(page.namings.tag)
    if len(names.sizes) != namings or len(words.sizes) != lines or values.shape != (9 + 2 * levels + len(kinds), lines):
        raise ValueError("The words do not fit the page.")
    leaning = np.ascontiguousarray(leaning, dtype=np.float64)
    asked = _Leanings(
        *(library.address(leaning), len(leaning), _table(names), _table(words)),
        *(library.address(page.parent), library.address(page.naming), elements),
        *(library.address(page.owner), page.lines.table.block, library.address(page.levels), lines, levels),
        *((ctypes.c_float * len(kinds))(*kinds), len(kinds), library.address(values)),
    )
    if library.check_memory(_LIBRARY.mezmun_leanings(asked)):
        raise IndexError("A word is beyond the known ones.")


def _table(words: "Words") -> _Words:
    return _Words(library.address(words.word), library.address(words.sizes), len(words.word), len(words.sizes))


class Weights:
    """The weights (W, K) of W words for K kinds, and ``bias`` (K) of the kinds, in steps of 1 / ``scale``."""

    def __init__(self, weight: NDArray[np.int16], bias: NDArray[np.int16], scale: float) -> None:
        self._kept = weight, bias = np.ascontiguousarray(weight, np.int16), np.ascontiguousarray(bias, np.int16)
        known, kinds = weight.shape
        if len(bias) != kinds:
            raise ValueError(f"There are weights for {kinds} kinds of pages, and {len(bias)} kinds.")
        self._table = _PageKinds(library.address(weight), library.address(bias), known, kinds, scale)
        self._found = ctypes.c_int32 * kinds

    def thousandths(self, word: Numbers) -> list[int]:
        """Give how likely (K) the different words among those numbered say a page is of each kind."""
        if word.dtype != np.int32 or not word.flags.c_contiguous:
            word = np.ascontiguousarray(word, dtype=np.int32)
        found = self._found()
        if library.check_memory(_LIBRARY.mezmun_page_kinds(self._table, library.address(word), len(word), found)):
            raise IndexError("A word is beyond the known ones.")
        return list(found)
