"""How much more work more of the same is: compared within one process, so that no machine is too slow for a test.

What is bounded is growth, never time. Four times the page is four times the work where work grows with the page, and
sixteen times where it grows with its square; ``MOST`` lies between them, as far from the one as from the other.
"""

import time
from collections.abc import Callable
from typing import Final, TypeVar

TIMES: Final = 4
"""How much more of the same is looked at."""
MOST: Final = 8.0
_ROUNDS: Final = 3

Given = TypeVar("Given")


def growth(do: Callable[[Given], object], less: Given, more: Given) -> float:
    """Give how many times the processor's work with ``less`` its work with ``more`` is.

    Both are done in turn, and of each the quickest round counts: others at work on the machine only ever add.
    """
    rounds = [(_work(do, less), _work(do, more)) for _ in range(_ROUNDS)]
    little, much = map(min, zip(*rounds, strict=True))
    return much / little


def _work(do: Callable[[Given], object], given: Given) -> float:
    begun = time.process_time()
    do(given)
    return time.process_time() - begun
