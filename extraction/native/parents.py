"""Passes over the elements of a page that go from parents to children, or back.

``parent`` (E) is always the row of each element's parent, which is before it; -1 for the root.
"""

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library


def _library() -> ctypes.CDLL:
    found, place, number = library.load(), ctypes.c_void_p, ctypes.c_int32
    for function in (found.mezmun_lowest, found.mezmun_highest, found.mezmun_all_bits):
        function.argtypes, function.restype = (place, number, place), None
    found.mezmun_best_children.argtypes, found.mezmun_best_children.restype = (place, number, place, place), None
    return found


_LIBRARY: Final = _library()


def lowest(parent: NDArray[np.int32], values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give the lowest of the values (E) of each element and its ancestors."""
    return _combined(_LIBRARY.mezmun_lowest, parent, values.astype(np.float32))


def highest(parent: NDArray[np.int32], values: NDArray[np.float32]) -> NDArray[np.float32]:
    """Give the highest of the values (E) of each element and its ancestors."""
    return _combined(_LIBRARY.mezmun_highest, parent, values.astype(np.float32))


def all_bits(parent: NDArray[np.int32], values: NDArray[np.int32]) -> NDArray[np.int32]:
    """Give all bits that the values (E) of each element and its ancestors have."""
    return _combined(_LIBRARY.mezmun_all_bits, parent, values.astype(np.int32))


def _combined(combine: Any, parent: NDArray[np.int32], values: NDArray[Any]) -> NDArray[Any]:
    rows = _rows(parent, len(values))  # kept while the library reads it
    combine(library.address(rows), len(rows), library.address(values))
    return values


def best_children(parent: NDArray[np.int32], held: NDArray[np.int64]) -> NDArray[np.int32]:
    """Give each element's first child that holds the most (E), -1 for an element without children."""
    best, held = np.empty(len(held), dtype=np.int32), np.ascontiguousarray(held, dtype=np.int64)
    rows = _rows(parent, len(held))  # kept while the library reads it
    _LIBRARY.mezmun_best_children(library.address(rows), len(rows), library.address(held), library.address(best))
    return best


def _rows(parent: NDArray[np.int32], elements: int) -> NDArray[np.int32]:
    if len(parent) != elements:
        raise ValueError(f"{elements} values do not fit {len(parent)} elements.")
    return np.ascontiguousarray(parent, dtype=np.int32)
