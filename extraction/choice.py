"""From probabilities of lines to a choice of lines."""

import numpy as np
from numpy.typing import NDArray

from extraction.table import Values


def choose(probability: Values, weight: NDArray[np.generic]) -> tuple[NDArray[np.bool_], float]:
    """Choose the lines whose text has the highest expected F1; gives them (L) and that F1.

    With expected matches m = sum of p * w over those chosen, F1 = 2 m / (w chosen + sum of p * w over all). The best
    set is always the likeliest lines down to some probability, so one sorted pass finds it.
    """
    order = np.argsort(-probability, kind="stable")
    weights = weight[order].astype(np.float64)
    matched = np.cumsum(probability[order] * weights)
    expected = 2 * matched / np.maximum(np.cumsum(weights) + matched[-1], 1e-9)
    best = int(np.argmax(expected))
    chosen = np.zeros(len(order), dtype=np.bool_)
    chosen[order[: best + 1]] = True
    return chosen, float(expected[best])
