"""What an ensemble of oblivious decision trees answers."""

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library


class _Forest(ctypes.Structure):
    """``Forest`` in ``forest.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_int32) for name in ("features", "trees", "depth", "steps")),
        *((name, ctypes.c_void_p) for name in ("edge", "threshold", "column", "least", "value", "curve")),
        *((name, ctypes.c_int64) for name in ("low", "step")),
        *((name, ctypes.c_void_p) for name in ("row", "split")),
    )


_TOGETHER: Final = 8
"""As in ``leaves.h``."""
_WIDE: Final = library.load().mezmun_asks_wide()
_SPLIT: Final = 64
"""Values of a tree, at most, whose bytes are split."""
_DEEPEST: Final = 8
"""A position in a tree's table is a byte."""
_MOST_THRESHOLDS: Final = 255


class Trees:
    """The arrays of a ``forest.Forest``, ready to be asked about tables that have its F features in ``rows`` (F)."""

    def __init__(
        self,
        rows: NDArray[np.int32],
        column: NDArray[np.int16],
        threshold: NDArray[np.float32],
        value: NDArray[np.int16],
        curve: NDArray[np.float32],
        low: int,
        step: int,
    ) -> None:
        (depth, trees), features = column.shape, len(rows)
        fit = threshold.shape == column.shape and value.shape == (trees, 1 << depth)
        if not fit or depth > _DEEPEST or step < 1 or not len(curve):
            raise ValueError("The arrays of a forest do not fit together: train the model again.")
        if column.min(initial=0) < 0 or column.max(initial=0) >= features:
            raise ValueError("A forest asks for a feature that it does not name: train the model again.")
        bounds = [np.unique(threshold[column == feature]) for feature in range(features)]
        sizes = [len(each) for each in bounds]
        if max(sizes, default=0) > _MOST_THRESHOLDS:
            raise ValueError(
                f"A forest has more than {_MOST_THRESHOLDS} thresholds of a feature: train the model again."
            )
        least = np.zeros(column.shape, dtype=np.uint8)
        for feature, bound in enumerate(bounds):
            asking = column == feature
            least[asking] = np.searchsorted(bound, threshold[asking]) + 1
        missing = -trees % _TOGETHER
        # Kept here as long as the library reads them.
        self._arrays: dict[str, NDArray[Any]] = {
            "edge": np.cumsum([0, *sizes], dtype=np.int32),
            "threshold": np.concatenate([*bounds, np.zeros(0)], dtype=np.float32),
            "column": np.pad(column.T, ((0, missing), (0, 0))).astype(np.int16, order="C"),
            "least": np.pad(least.T, ((0, missing), (0, 0))).astype(np.uint8, order="C"),
            "value": np.pad(value, ((0, missing), (0, 0))).astype(np.int16, order="C"),
            "curve": curve.astype(np.float32, order="C"),
            "row": rows.astype(np.int32, order="C"),
        }
        places = {name: library.address(array) for name, array in self._arrays.items()}
        sizes_of = {"features": features, "trees": trees + missing, "depth": depth, "steps": len(curve)}
        self._forest = _Forest(**sizes_of, **places, low=low, step=step)
        if _WIDE and _can_be_split(self._arrays["value"]):
            self._arrays["split"] = split = _split(self._arrays["value"])
            self._forest.split = library.address(split)
        self.place: Final = ctypes.addressof(self._forest)
        """Where the library finds it."""
        self.last: Final = int(rows.max(initial=0))
        """The last row of the table that is asked for."""


def _can_be_split(value: NDArray[np.int16]) -> bool:
    """Tell whether trees (T) have few values, and what those asked together say has always room in two bytes."""
    most: NDArray[np.int64] = np.abs(value.astype(np.int64)).max(axis=1, initial=0).reshape(-1, _TOGETHER).sum(axis=1)
    return value.shape[1] <= _SPLIT and int(most.max(initial=0)) <= np.iinfo(np.int16).max


def _split(value: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Give (T, 2, 64) the low bytes of each tree's values, and the high ones."""
    padded = np.pad(value, ((0, 0), (0, _SPLIT - value.shape[1]))).view(np.uint16)
    return np.stack([padded & 0xFF, padded >> 8], axis=1).astype(np.uint8)
