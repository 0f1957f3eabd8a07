"""Ensembles of oblivious decision trees.

In an oblivious tree every node of one depth asks the same question, so a tree of depth D is D questions and a table of
2^D values: no branching, many rows at once, and sums of whole numbers only, the same on every machine.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from extraction.model.line_values import places
from extraction.native.forest import Trees


@dataclass(frozen=True, eq=False)
class Forest:
    """T trees of depth D over named features."""

    features: tuple[str, ...]
    """The names of the features that are asked for."""
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

    def trees(self, names: Sequence[str]) -> Trees:
        """Make the forest ready to be asked about tables of those names; raises KeyError when one is missing."""
        arrays = self.column, self.threshold, self.value, self.curve
        return Trees(places(self.features, names), *arrays, self.low, self.step)

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


KEYS = ("features", "column", "threshold", "value", "curve", "scale")
"""The names of the arrays."""
