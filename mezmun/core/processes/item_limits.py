"""What one item of work may take: time by the clock, and memory by its size. The kernel sees to both, in C code too."""

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


def limit_time(seconds: float) -> None:
    """Kill this process (SIGALRM) after so many seconds from now, unless called again before; 0 takes the limit away.

    Nothing else stops C code that hangs, and it works even when the process that waits for this one is gone.
    """
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_REAL, seconds)


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
