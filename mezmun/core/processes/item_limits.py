"""What one item of work may take: processor time, and memory by its size. The kernel sees to both, in C code too."""

import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

MEMORY_PER_BYTE: Final = 40
"""Bytes of memory for each byte of an item. Honest pages of 10 MB take 10 to 15."""

BASE_MEMORY: Final = 512 * 1024**2
"""Bytes of memory for any item: what the first page of a language loads for good, and the room that libraries set aside
without using it."""


HANG_FACTOR: Final = 10
"""How many times its processor time an item may take by the clock: one that waits for a lock uses none. So many,
because a process waits for others on a crowded machine, and stands still with one that is suspended."""

TIME_SIGNAL: Final = signal.SIGPROF
"""Ends a process that has used up its processor time."""

CLOCK_SIGNAL: Final = signal.SIGALRM
"""Ends a process that is not done by the clock: it hangs, or stood still with its machine."""


def limit_time(seconds: float) -> None:
    """Limit the processor time of an item, and by that what it may take by the clock; 0 takes both limits away."""
    limit_processor_time(seconds)
    limit_clock(seconds * HANG_FACTOR)


def limit_processor_time(seconds: float) -> None:
    """Kill this process (``TIME_SIGNAL``) after so many more seconds of work, unless called again before; 0: never.

    What it waits for does not count. Nothing else stops C code that does not end, and it works even when the process
    that waits for this one is gone.
    """
    _set(TIME_SIGNAL, signal.ITIMER_PROF, seconds)


def limit_clock(seconds: float) -> None:
    """Kill this process (``CLOCK_SIGNAL``) when so many seconds are over, unless called again before; 0: never."""
    _set(CLOCK_SIGNAL, signal.ITIMER_REAL, seconds)


def _set(number: signal.Signals, timer: int, seconds: float) -> None:
    if seconds:  # Celery's pool handles it in Python, which C code that hangs never comes to
        signal.signal(number, signal.SIG_DFL)
    signal.setitimer(timer, seconds)


@contextmanager
def limit_memory(item_bytes: int) -> Iterator[None]:
    """Let this process take as much more memory as an item of that size may; who asks for more gets ``MemoryError``.

    The limit is on address space, of which a process has more than it uses, so it counts from what there is now. It is
    of the whole process: all its threads share it.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    limit = _memory(0) + BASE_MEMORY + MEMORY_PER_BYTE * item_bytes
    limits = [each for each in (limit, soft, hard) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(limits), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def resident_memory() -> int:
    """Give the bytes of memory that this process has now."""
    return _memory(1)


def _memory(column: int) -> int:
    """Give a column of proc(5), ``statm``, in bytes."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[column]
    return int(pages) * resource.getpagesize()
