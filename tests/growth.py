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
_ROUNDS: Final = 3

Input = TypeVar("Input")


def growth(do: Callable[[Input], object], less: Input, more: Input) -> float:
    """Give the processor time for ``more`` as a multiple of that for ``less``.

    Both are done in turn, and the fastest round of each counts: other work on the machine only ever adds time.
    """
    rounds = [(_work(do, less), _work(do, more)) for _ in range(_ROUNDS)]
    little, much = map(min, zip(*rounds, strict=True))
    return much / little


def _work(do: Callable[[Input], object], value: Input) -> float:
    begun = time.process_time()
    do(value)
    return time.process_time() - begun
