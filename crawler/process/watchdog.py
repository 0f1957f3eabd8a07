"""The end of a process that is stuck: in C code that keeps the interpreter's lock, or with no thread left to work in.

Nothing in the process itself could end it then, and its parent sees that it runs. The timer is the interpreter's own,
in a thread without Python.
"""

import faulthandler
from typing import Final

STUCK: Final = 300.0
"""Seconds without a sign of life after which a process ends itself: longer than a database is waited for."""


def alive(seconds: float = STUCK) -> None:
    """Give a sign of life; when none comes for so long, the process ends with 1, each thread's place on its log."""
    faulthandler.dump_traceback_later(seconds, exit=True)


def stop() -> None:
    """Wait for no sign of life any more."""
    faulthandler.cancel_dump_traceback_later()
