"""How the work grows with its input, compared within one process, so that no machine is too slow for a test.

Tests bound growth, never time. Eight times the page is eight times the work where work grows with the page, up to
sixteen times where the larger no longer fits the caches of the machine, and 64 times where it grows with the square.
"""

import time
from collections.abc import Callable
from typing import Final, TypeVar

TIMES: Final = 8
"""How much larger the larger input is."""
MOST: Final = 24.0
"""Between the 16 of linear work outside the caches and the 64 of the square."""
_ROUNDS: Final = 8
_SHORTEST: Final = 0.0005
"""Seconds; of less a clock tells nothing."""

Input = TypeVar("Input")


def growth(do: Callable[[Input], object], less: Input, more: Input, most: float = MOST) -> float:
    """Give the processor time for ``more`` as a multiple of that for ``less``.

    Both are done in turn, again only while the multiple is not below ``most``, and the fastest round of each counts:
    other work on the machine only ever adds time.
    """
    do(less)  # what is loaded once
    little = much = float("inf")
    for _ in range(_ROUNDS):
        little, much = min(little, _work(do, less)), min(much, _work(do, more))
        if much < most * max(little, _SHORTEST):
            break
    return much / max(little, _SHORTEST)


def _work(do: Callable[[Input], object], value: Input) -> float:
    start = time.process_time()
    do(value)
    return time.process_time() - start
