"""How the work grows with its input, compared within one process, so that no machine is too slow for a test.

Tests bound growth, never time. Four times the page is four times the work where work grows with the page, and
sixteen times where it grows with its square; ``MOST`` lies between them, as far from the one as from the other.
"""

import time
from collections.abc import Callable
from typing import Final, TypeVar

TIMES: Final = 4
"""How much larger the larger input is."""
MOST: Final = 8.0
_ROUNDS: Final = 8

Input = TypeVar("Input")


def growth(do: Callable[[Input], object], less: Input, more: Input) -> float:
    """Give the processor time for ``more`` as a multiple of that for ``less``.

    Both are done in turn, and the fastest round of each counts: other work on the machine only ever adds time.
    """
    rounds = [(_work(do, less), _work(do, more)) for _ in range(_ROUNDS)]
    little, much = map(min, zip(*rounds, strict=True))
    return much / little


def _work(do: Callable[[Input], object], value: Input) -> float:
    start = time.process_time()
    do(value)
    return time.process_time() - start


SIZES: Final = (1, 2, 4, 8)
MOST_BY_EIGHT: Final = 24.0
"""Eight times the input is eight times the work where it is linear, 64 times where it grows with the square. What no
longer fits the caches of the machine takes up to twice as long a byte."""
_SHORTEST: Final = 0.0005
"""Seconds; of less a clock tells nothing."""


def growth_by_eight(do: Callable[[Input], object], make: Callable[[int], Input]) -> float:
    """Give the processor time for the input eight times as large, as a multiple of that for the smallest.

    ``make`` gives the input of a size. All sizes are done in turn, again only while the growth seems too much, and the
    fastest round of each counts.
    """
    inputs = [make(size) for size in SIZES]
    do(inputs[0])  # what is loaded once
    fastest = [_work(do, value) for value in inputs]
    for _ in range(_ROUNDS):
        if _last_over_first(fastest) < MOST_BY_EIGHT:
            break
        fastest = [min(best, _work(do, value)) for best, value in zip(fastest, inputs, strict=True)]
    return _last_over_first(fastest)


def _last_over_first(seconds: list[float]) -> float:
    return seconds[-1] / max(seconds[0], _SHORTEST)
