"""Answers of the raw store that nobody waits for too long: one that hangs is asked for half a minute."""

import threading
from collections.abc import Callable
from typing import Final, TypeVar

from mezmun.core.errors import UnavailableError

ROOM_SECONDS: Final = 2.0
"""In which the raw store is to say how much room it has, on a page that shows much else."""
BYTES_SECONDS: Final = 5.0
"""In which it is to give the bytes of a page, which may be some megabytes from another place."""

MOST_QUESTIONS: Final = 20
"""Questions that may wait for an answer at once: each is a thread, and a store that hangs may do so for ever."""

T = TypeVar("T")

_room_for_questions: Final = threading.BoundedSemaphore(MOST_QUESTIONS)


def soon(ask: Callable[[], T], seconds: float) -> T:
    """Give what the raw store answers. When it takes too long, the question goes on by itself, and nobody hears of it.

    Args:
        ask: the question; what it raises is raised here.
        seconds: in which the answer is to come.

    Raises:
        UnavailableError: it did not come, or too many others did not.
    """
    if not _room_for_questions.acquire(timeout=seconds):
        raise UnavailableError("The raw store has not answered many earlier questions.")
    answers: list[T] = []
    errors: list[BaseException] = []

    def asked() -> None:
        try:
            answers.append(ask())
        except BaseException as error:
            errors.append(error)
        finally:
            _room_for_questions.release()

    asking = threading.Thread(target=asked, daemon=True, name="raw store")
    asking.start()
    asking.join(seconds)
    if answers:
        return answers[0]
    if errors:
        raise errors[0]
    raise UnavailableError(f"The raw store has not answered for {seconds:.0f} seconds.")
