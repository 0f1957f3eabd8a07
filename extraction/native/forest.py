"""What an ensemble of oblivious decision trees answers."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library


class _Forest(ctypes.Structure):
    """``Forest`` in ``forest.c``, field by field."""

    _fields_ = (
        ("values", ctypes.c_void_p),
        *((name, ctypes.c_int32) for name in ("features", "rows", "trees", "depth")),
        *((name, ctypes.c_void_p) for name in ("column", "threshold", "value", "curve")),
        ("steps", ctypes.c_int32),
        ("low", ctypes.c_int64),
        ("step", ctypes.c_int64),
        ("probability", ctypes.c_void_p),
    )


_ANSWER: Final = library.load().mezmun_forest
_ANSWER.argtypes = (ctypes.POINTER(_Forest),)
_ANSWER.restype = ctypes.c_int32


class Trees:
    """The arrays of a ``forest.Forest``, ready to be asked."""

    def __init__(
        self,
        column: NDArray[np.int16],
        threshold: NDArray[np.float32],
        value: NDArray[np.int16],
        curve: NDArray[np.float32],
        low: int,
        step: int,
    ) -> None:
        depth, trees = column.shape
        if threshold.shape != column.shape or value.shape != (trees, 1 << depth) or step < 1 or not len(curve):
            raise ValueError("The arrays of a forest do not fit together: train the model again.")
        # Kept here as long as the library reads them.
        self._arrays = tuple(map(np.ascontiguousarray, (column, threshold, value, curve)))
        places = (library.address(each) for each in self._arrays)
        asked = dict(zip(("column", "threshold", "value", "curve"), places, strict=True))
        self._forest = _Forest(trees=trees, depth=depth, steps=len(curve), low=low, step=step, **asked)

    def probability(self, values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Give each of N rows its probability from the values (F, N)."""
        values = np.ascontiguousarray(values)
        found = np.empty(values.shape[1], dtype=np.float32)
        asked = _Forest.from_buffer_copy(self._forest)
        asked.values, asked.probability = library.address(values), library.address(found)
        asked.features, asked.rows = values.shape
        if _ANSWER(asked):
            raise ValueError("A forest asks for a feature that it does not name: train the model again.")
        return found
