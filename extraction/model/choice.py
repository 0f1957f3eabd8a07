"""From probabilities of lines to a choice of lines."""

import numpy as np
from numpy.typing import NDArray

from extraction.model.line_values import Values
from extraction.native import choice as native


def choose(probability: Values, weight: Values) -> tuple[NDArray[np.bool_], float]:
    """Choose the lines whose text has the highest expected F1; gives them (L) and that F1.

    With expected matches m = sum of p * w over those chosen, F1 = 2 m / (w chosen + sum of p * w over all). The best
    set is always the likeliest lines down to some probability, so one sorted pass finds it.
    """
    return native.choose(probability, weight)
