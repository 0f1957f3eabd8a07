"""What words say of lines."""

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.features import PageLines

if TYPE_CHECKING:
    from extraction.model.features import Measured
    from extraction.model.vocabulary import Words


class _Words(ctypes.Structure):
    """``Words`` in ``leanings.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("word", "sizes")),
        *((name, ctypes.c_int32) for name in ("words", "rows")),
    )


class _Leanings(ctypes.Structure):
    """``Leanings`` in ``leanings.h``, field by field."""

    _fields_ = (
        ("leaning", ctypes.c_void_p),
        ("known", ctypes.c_int32),
        ("names", _Words),
        *((name, ctypes.c_void_p) for name in ("name", "name_edge")),
        ("namings", ctypes.c_int32),
        ("said", _Words),
        ("page", ctypes.POINTER(PageLines)),
        ("levels", ctypes.c_int32),
        ("kind", ctypes.POINTER(ctypes.c_float)),
        ("kinds", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("value", "name_low", "name_high", "naming_low", "naming_high")),
        *((name, ctypes.c_void_p) for name in ("low", "high")),
    )


_LEANINGS: Final = library.load().mezmun_leanings
_LEANINGS.argtypes = (ctypes.POINTER(_Leanings),)
_LEANINGS.restype = ctypes.c_int32


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
    lines, namings = len(page.chars), len(page.namings.tag)
    if len(names.sizes) != namings or len(words.sizes) != lines or values.shape != (9 + 2 * levels + len(kinds), lines):
        raise ValueError("The words do not fit the page.")
    leaning, row = np.ascontiguousarray(leaning, dtype=np.float64), np.arange(namings + 1, dtype=np.int32)
    of_namings = library.address(row), library.address(row), namings  # the words of each are in a row of its own
    asked = _Leanings(
        *(library.address(leaning), len(leaning), _table(names), *of_namings, _table(words)),
        *(ctypes.pointer(page.around.table), levels),
        *((ctypes.c_float * len(kinds))(*kinds), len(kinds), library.address(values)),
    )
    if library.check_memory(_LEANINGS(asked)):
        raise IndexError("A word is beyond the known ones.")


def _table(words: "Words") -> _Words:
    return _Words(library.address(words.word), library.address(words.sizes), len(words.word), len(words.sizes))
