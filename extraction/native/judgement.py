"""What two forests together think of a page's lines."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.forest import Asked, Trees


class _Judgement(ctypes.Structure):
    """``Judgement`` in ``judgement.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("threads", "general")),
        *((name, ctypes.c_int32) for name in ("since_title", "in_comments")),
        ("before_title", ctypes.c_float),
        ("asked", Asked),
        ("say", ctypes.c_double),
        ("article", ctypes.c_int32),
        ("probability", ctypes.c_void_p),
    )


_JUDGE: Final = library.load().mezmun_judge
_JUDGE.argtypes = (ctypes.POINTER(_Judgement),)
_JUDGE.restype = ctypes.c_int32


class Judges:
    """Two forests, ready to be asked about tables of F rows, two of which they look at themselves.

    ``before_title`` is what is left of the probability of lines before an article's title.
    """

    def __init__(
        self, threads: Trees, general: Trees, rows: int, since_title: int, in_comments: int, before_title: float
    ) -> None:
        if min(since_title, in_comments) < 0 or max(since_title, in_comments, threads.last, general.last) >= rows:
            raise ValueError("The table of values has not the rows a forest asks for.")
        self._kept, self._rows = (threads, general), rows
        self._given = threads.place, general.place, since_title, in_comments, before_title

    def judge(self, values: NDArray[np.float32], say: float, *, article: bool) -> tuple[NDArray[np.float32], int]:
        """Give each of L lines its probability, from a table of values (F, L) of which none may be NaN.

        The threads' forest has so much ``say``, the general one the rest. Comments under an article are asked about of
        the threads' one alone; gives how many there are besides.
        """
        rows, lines = values.shape
        if rows != self._rows or not lines or values.dtype != np.float32 or not values.flags.c_contiguous:
            raise ValueError("The table of values has not the rows a forest asks for.")
        probability, asked = np.empty(lines, dtype=np.float32), Asked(library.address(values), lines)
        given = _Judgement(*self._given, asked, say, article, library.address(probability))
        return probability, library.check_memory(_JUDGE(given))
