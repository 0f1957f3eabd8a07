"""Answers of the raw store that nobody waits for too long: one that hangs is asked for half a minute."""

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from mezmun.core.errors import UnavailableError

ROOM_SECONDS: Final = 2.0
"""In which the raw store is to say how much room it has, on a page that shows much else."""
BYTES_SECONDS: Final = 5.0
"""In which it is to give the bytes of a page, which may be some megabytes from another place."""

T = TypeVar("T")


def soon(ask: Callable[[], T], seconds: float) -> T:
    """Give what the raw store answers. When it takes too long, the question goes on by itself, and nobody hears of it.

    Args:
        ask: the question; what it raises is raised here.
        seconds: in which the answer is to come.

    Raises:
        UnavailableError: it did not come.
    """
    answers: list[T] = []
    errors: list[BaseException] = []

    def asked() -> None:
        try:
            answers.append(ask())
        except BaseException as error:
            errors.append(error)

    asking = threading.Thread(target=asked, daemon=True, name="raw store")
    asking.start()
    asking.join(seconds)
    if answers:
        return answers[0]
    if errors:
        raise errors[0]
    raise UnavailableError(f"The raw store has not answered for {seconds:.0f} seconds.")
