"""The nearest of some elements at or above each element of a page."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library

_LIBRARY: Final = library.load()
_LIBRARY.mezmun_nearest.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_LIBRARY.mezmun_nearest.restype = None


def nearest(parent: NDArray[np.int32], marked: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Give the row of the nearest marked element at or above each of E elements, -1 where there is none: (E).

    ``parent`` (E) is the row of each element's parent, which is before it; -1 for none.
    """
    parent, marked = np.ascontiguousarray(parent, dtype=np.int32), np.ascontiguousarray(marked, dtype=np.bool_)
    if len(parent) != len(marked):
        raise ValueError(f"{len(marked)} marks do not fit {len(parent)} elements.")
    found = np.empty(len(parent), dtype=np.int32)
    _LIBRARY.mezmun_nearest(library.address(parent), library.address(marked), len(parent), library.address(found))
    return found
