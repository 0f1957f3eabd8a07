"""Ensembles of oblivious decision trees.

In an oblivious tree every node of one depth asks the same question, so a tree of depth D is D questions and a table of
2^D values: no branching, many rows at once, and sums of whole numbers only, the same on every machine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from native.library import Pointer, array, lib, struct

Values = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """F values of each of L lines."""

    names: tuple[str, ...]
    """(F)"""
    rows: Values
    """(F, L)"""

    def __getitem__(self, name: str) -> Values:
        """Give the (L) values of a name; raises ValueError."""
        row: Values = self.rows[self.names.index(name)]
        return row


def places(names: Sequence[str], among: Sequence[str]) -> NDArray[np.int32]:
    """Give the place of each of N names among others (N); raises KeyError."""
    place = {name: number for number, name in enumerate(among)}
    return np.array([place[name] for name in names], dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Forest:
    """T trees of depth D over named features."""

    features: tuple[str, ...]
    """The names of the F features that are asked for."""
    column: NDArray[np.int16]
    """(D, T) number of the feature in ``features``."""
    threshold: NDArray[np.float32]
    """(D, T) the answer is yes above it."""
    value: NDArray[np.int16]
    """(T, 2^D) what a tree adds to the score, the first question's answer the lowest bit of the position."""
    curve: NDArray[np.float32]
    """Probabilities of equal steps of the score."""
    low: int
    """The score where the curve begins."""
    step: int
    """Scores to a step of the curve."""

    def compiled(self, names: Sequence[str]) -> "CompiledForest":
        """Make the forest ready for tables of those names; raises KeyError when one is missing."""
        return CompiledForest(self, places(self.features, names))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Give the forest as arrays that ``from_arrays`` takes."""
        return {
            "features": np.array(self.features),
            "column": self.column,
            "threshold": self.threshold,
            "value": self.value,
            "curve": self.curve,
            "scale": np.array([self.low, self.step], dtype=np.int64),
        }


def from_arrays(arrays: Mapping[str, NDArray[np.generic]]) -> Forest:
    """Make a forest of what ``Forest.arrays`` gave."""
    low, step = arrays["scale"].tolist()
    return Forest(
        tuple(arrays["features"].tolist()),
        arrays["column"].astype(np.int16),
        arrays["threshold"].astype(np.float32),
        arrays["value"].astype(np.int16),
        arrays["curve"].astype(np.float32),
        low,
        step,
    )


KEYS: Final = ("features", "column", "threshold", "value", "curve", "scale")
"""The names of the arrays."""


class CompiledForest:
    """A forest as the library reads it (``Forest`` in ``model.h``), for tables that have its features in ``row`` (F).

    The thresholds of each feature are sorted, so that trees compare the rank of a value and not the value. Raises
    ValueError for arrays that do not fit together.
    """

    def __init__(self, forest: Forest, row: NDArray[np.int32]) -> None:
        (depth, trees), features, value = forest.column.shape, len(row), forest.value
        bounds, rank = _ranks(forest, features)
        sizes = [len(each) for each in bounds]
        missing = -trees % lib.TREE_BATCH
        trees += missing
        value = np.pad(value, ((0, missing), (0, 0))).astype(np.int16, order="C")
        split = {}
        if lib.mezmun_has_wide_lookup() and _can_be_split(value):
            split["split_value"] = array(_split(value), trees * 2 * lib.MAX_SPLIT_LEAVES)
        self.struct: Final[Pointer] = struct(
            "Forest",
            features=features,
            trees=trees,
            depth=depth,
            steps=len(forest.curve),
            threshold_edge=array(np.cumsum([0, *sizes], dtype=np.int32), features + 1),
            threshold=array(np.concatenate([*bounds, np.zeros(0)], dtype=np.float32), sum(sizes)),
            feature=array(np.pad(forest.column.T, ((0, missing), (0, 0))).astype(np.int16, order="C"), trees * depth),
            rank=array(np.pad(rank.T, ((0, missing), (0, 0))).astype(np.uint8, order="C"), trees * depth),
            value=array(value, trees << depth),
            calibration=array(forest.curve.astype(np.float32, order="C"), len(forest.curve)),
            first_score=forest.low,
            score_step=forest.step,
            row=array(row.astype(np.int32, order="C"), features),
            **split,
        )


def _ranks(forest: Forest, features: int) -> tuple[list[NDArray[np.float32]], NDArray[np.uint8]]:
    """Give the different thresholds of each feature, ascending, and (D, T) the rank of each question's, from 1."""
    column, threshold = forest.column, forest.threshold
    depth, trees = column.shape
    fit = threshold.shape == column.shape and forest.value.shape == (trees, 1 << depth)
    if not fit or depth > lib.MAX_TREE_DEPTH or forest.step < 1 or not len(forest.curve):
        raise ValueError("The arrays of a forest do not fit together: train the model again.")
    if column.min(initial=0) < 0 or column.max(initial=0) >= features:
        raise ValueError("A forest asks for a feature that it does not name: train the model again.")
    bounds = [_distinct(threshold[column == feature]) for feature in range(features)]
    if max(map(len, bounds), default=0) > lib.MAX_THRESHOLDS:
        raise ValueError(f"A forest has more than {lib.MAX_THRESHOLDS} thresholds of a feature: train the model again.")
    rank = np.zeros(column.shape, dtype=np.uint8)
    for feature, bound in enumerate(bounds):
        asking = column == feature
        rank[asking] = bound.searchsorted(threshold[asking]) + 1
    return bounds, rank


def _can_be_split(value: NDArray[np.int16]) -> bool:
    """Tell whether trees (T) have few leaves, and the sums of those asked together always fit into two bytes."""
    largest = np.abs(value.astype(np.int64)).max(axis=1, initial=0)
    sums: NDArray[np.int64] = largest.reshape(-1, lib.TREE_BATCH).sum(axis=1)
    return value.shape[1] <= lib.MAX_SPLIT_LEAVES and int(sums.max(initial=0)) <= np.iinfo(np.int16).max


def _split(value: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Give (T, 2, 64) the low bytes of each tree's values, and the high ones."""
    padded = np.pad(value, ((0, 0), (0, lib.MAX_SPLIT_LEAVES - value.shape[1]))).view(np.uint16)
    return np.stack([padded & 0xFF, padded >> 8], axis=1).astype(np.uint8)


def _distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Give the values in order, each once, as ``np.unique`` does, which loads masked arrays for it."""
    ordered = np.sort(values)
    distinct: NDArray[Any] = ordered[np.append(True, ordered[1:] != ordered[:-1])[: len(ordered)]]
    return distinct
