"""Which lines are chosen."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library

_CHOOSE: Final = library.load().mezmun_choose
_CHOOSE.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_CHOOSE.restype = ctypes.c_double


def choose(probability: NDArray[np.float32], weight: NDArray[np.float32]) -> tuple[NDArray[np.bool_], float]:
    """Choose those of L lines, one at least, whose text has the highest expected F1 (``model.choice``)."""
    probability = np.ascontiguousarray(probability, dtype=np.float32)
    weight = np.ascontiguousarray(weight, dtype=np.float32)
    lines = len(probability)
    if len(weight) != lines or not lines:
        raise ValueError(f"There are {len(weight)} weights for {lines} lines.")
    chosen = np.empty(lines, dtype=np.bool_)
    given = library.address(probability), library.address(weight), lines, library.address(chosen)
    return chosen, library.check_memory(_CHOOSE(*given))
