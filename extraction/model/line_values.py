"""Values of lines by name, as one array: what the forests of ``mezmun`` read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
