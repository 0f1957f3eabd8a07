"""A support vector machine with a radial basis function kernel, for use only: training lies in ``evaluation``.

The models are data, a JSON file in the package: support vectors, their weights, and the scale of the features.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SupportVectorMachine:
    """V support vectors over F features."""

    mean: Values
    """(F) taken off the logarithm of each feature."""
    scale: Values
    """(F) by which the difference is divided."""
    vectors: Values
    """(V, F) in the scaled space."""
    weights: Values
    """(V) label times multiplier."""
    intercept: float
    gamma: float

    def decide(self, features: Values) -> Values:
        """Give (N) decision values of (N, F) positive features; above 0 is content."""
        scaled = (np.log(features) - self.mean) / self.scale
        # |x - v|^2 = |x|^2 + |v|^2 - 2 x.v needs no array of N * V * F.
        squares = (scaled**2).sum(axis=1)[:, None] + (self.vectors**2).sum(axis=1) - 2 * scaled @ self.vectors.T
        values: Values = np.exp(-self.gamma * np.maximum(squares, 0)) @ self.weights + self.intercept
        return values

    def to_json(self) -> dict[str, Any]:
        """Give the model as JSON-ready values, rounded to the digits that decide anything."""
        return {
            "mean": self.mean.round(6).tolist(),
            "scale": self.scale.round(6).tolist(),
            "vectors": self.vectors.round(4).tolist(),
            "weights": self.weights.round(4).tolist(),
            "intercept": round(self.intercept, 6),
            "gamma": self.gamma,
        }

    @classmethod
    def from_json(cls, model: dict[str, Any]) -> "SupportVectorMachine":
        """Read what :meth:`to_json` gave."""
        arrays = {name: np.array(model[name], dtype=np.float64) for name in ("mean", "scale", "vectors", "weights")}
        return cls(**arrays, intercept=float(model["intercept"]), gamma=float(model["gamma"]))


@lru_cache(maxsize=2)
def packaged(method: str) -> SupportVectorMachine:
    """Give the machine of a method of the package: ``svm`` learned from whole pages, ``template-svm`` from cleaned."""
    text = (files("extraction") / "data" / "svm.json").read_text(encoding="utf-8")
    return SupportVectorMachine.from_json(json.loads(text)[method])
