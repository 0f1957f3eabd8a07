"""Counters of several processes that are forked from one, which reads their sums.

A process that is killed while it holds a lock would stop all others, so there is none: each writes a row of its own.
"""

from collections.abc import Sequence
from multiprocessing.sharedctypes import RawArray
from typing import Generic, TypeVar

Key = TypeVar("Key")


class SharedCounters(Generic[Key]):
    """Numbers in memory that the children of a fork share.

    Args:
        keys: what is counted, each once.
        processes: how many processes add at the same time.
    """

    def __init__(self, keys: Sequence[Key], processes: int) -> None:
        self._places = {key: place for place, key in enumerate(keys)}
        self._values = RawArray("d", len(keys) * processes)

    def add(self, process: int, key: Key, amount: float = 1.0) -> None:
        """Add in the row of a process; no other that is alive may have its number (0 to ``processes`` - 1)."""
        self._values[process * len(self._places) + self._places[key]] += amount

    def sums(self) -> dict[Key, float]:
        """Give the sums over all processes, also those that have ended."""
        values, width = list(self._values), len(self._places)
        return {key: sum(values[place::width]) for key, place in self._places.items()}
