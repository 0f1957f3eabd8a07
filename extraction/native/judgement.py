"""What two forests together think of a page's lines."""

import ctypes
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.forest import Trees


class _Pooling(ctypes.Structure):
    """``Pooling`` in ``pooling.h``, field by field."""

    _fields_ = tuple((name, ctypes.c_double) for name in ("weight", "few", "longest"))


class Pooling(NamedTuple):
    """How what is thought of lines in the same box is pooled."""

    weight: float
    """How far a line moves towards the mean of its box, when that has many lines ..."""
    few: float
    """... and the lines beside it with which it moves half as far."""
    longest: int
    """Characters beyond which a line counts no more than others."""


class _Judges(ctypes.Structure):
    """``Judges`` in ``judgement.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("threads", "general")),
        *((name, ctypes.c_int32) for name in ("since_title", "since_headline", "in_comments", "chars")),
        ("before_title", ctypes.c_float),
        ("most_before", ctypes.c_double),
        ("pooling", _Pooling),
    )


class _Judgement(ctypes.Structure):
    """``Judgement`` in ``judgement.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("judges", "values", "box")),
        *((name, ctypes.c_int32) for name in ("lines", "article")),
        ("say", ctypes.c_double),
        ("probability", ctypes.c_void_p),
    )


_JUDGE: Final = library.load().mezmun_judge
_JUDGE.argtypes = (ctypes.POINTER(_Judgement),)
_JUDGE.restype = ctypes.c_int32


class Judges:
    """Two forests, ready to be asked about tables of named rows, four of which they look at themselves.

    ``pooling`` is how far lines in one box are held for alike; ``before_title`` is what is left of the probability of
    lines before an article's title, unless that is no headline and more than the share ``most_before`` of the likely
    text is before it. Raises ValueError when a row is missing.
    """

    def __init__(
        self,
        threads: Trees,
        general: Trees,
        names: Sequence[str],
        pooling: Pooling,
        *,
        before_title: float,
        most_before: float,
    ) -> None:
        looked_at = (names.index(name) for name in ("since-title", "since-headline", "in-comments", "chars"))
        self._kept, self._rows = (threads, general), len(names)
        self._table = _Judges(threads.place, general.place, *looked_at, before_title, most_before, _Pooling(*pooling))
        if max(threads.last, general.last) >= len(names):
            raise ValueError("The table of values has not the rows a forest asks for.")

    def judge(
        self, values: NDArray[np.float32], box: NDArray[np.int64], say: float, *, article: bool
    ) -> tuple[NDArray[np.float32], int]:
        """Give each of L lines, each in a box, its probability, from a table of values (F, L) of which none may be NaN.

        The threads' forest has so much ``say``, the general one the rest. Comments under an article are asked about of
        the threads' one alone; gives how many there are besides.
        """
        rows, lines = values.shape
        if rows != self._rows or not lines or values.dtype != np.float32 or not values.flags.c_contiguous:
            raise ValueError("The table of values has not the rows a forest asks for.")
        if box.shape != (lines,) or box.dtype != np.int64 or not box.flags.c_contiguous:
            raise ValueError("The boxes are not those of the lines.")
        probability = np.empty(lines, dtype=np.float32)
        given = _Judgement(
            *(ctypes.addressof(self._table), library.address(values), library.address(box)),
            *(lines, article, say, library.address(probability)),
        )
        return probability, library.check_memory(_JUDGE(given))
