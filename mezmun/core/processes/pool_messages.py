"""What a process pool and its workers send each other beside items and results."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a worker is told first."""

    task: Any
    """A ``mezmun.core.processes.process_pool.Task``."""
    item_seconds: float
    """Time limit of one item."""
    max_resident: int | None
    """Bytes of memory after which the worker ends between two batches, to be replaced."""


@dataclass(frozen=True, slots=True)
class Started:
    """What a worker answers first."""

    error: str | None = None
    """Why it cannot work; None when it can."""


@dataclass(frozen=True, slots=True)
class Raised:
    """What stands for the result of an item on which the task raised."""

    error: str
