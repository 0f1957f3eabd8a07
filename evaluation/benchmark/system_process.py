"""The process a contender runs in: started with ``FD``, it answers pages over the connection ``FD``.

A process of its own, never a fork: its memory is the contender's alone, and a contender that hangs or dies takes
nothing with it. Nothing may reach the network from here.
"""

import os
import resource
import sys
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from evaluation.benchmark.protocol import Answer, Ready, Task
from evaluation.benchmark.systems import Contender, Extractor, source

_MEMORY_LIMIT = 6 * 1024**3
"""Bytes of address space: a contender that needs more on one page has failed it, and must not harm the machine."""


def main() -> None:
    """Receive the contender, then answer every page that comes, until the other end closes."""
    connection = Connection(int(sys.argv[1]))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_LIMIT, _MEMORY_LIMIT))
    sys.addaudithook(_refuse_network)
    try:
        contender: Contender = connection.recv()
        run = contender.load()
    except Exception as error:  # whatever it lacks, the other end is to know
        connection.send(Ready(f"{type(error).__name__}: {error}"))
        return
    connection.send(Ready(None))
    memory = _Memory()
    sites: dict[tuple[Path, str | None], object] = {}
    warm = False
    while True:
        try:
            task: Task = connection.recv()
        except EOFError:
            return
        answer = _answer(contender, run, task, sites, memory, warm)
        warm = warm or answer.error is None
        connection.send(answer)


def _answer(
    contender: Contender,
    run: Extractor,
    task: Task,
    sites: dict[tuple[Path, str | None], object],
    memory: "_Memory",
    warm: bool,
) -> Answer:
    text, failure = "", None
    started = time.process_time()
    site = task.page.folder, task.page.site
    try:
        if contender.learn is not None and task.site_pages:
            sites[site] = contender.learn([source(page).html for page in task.site_pages])
        given = source(task.page, sites.get(site))
        if not warm:  # what a contender loads with its first page is no part of that page's time
            run(given)
        memory.mark()
        started = time.process_time()
        text = run(given)
    except Exception as error:  # whatever it raises, it failed on this page
        failure = f"{type(error).__name__}: {error}"[:300]
    seconds = time.process_time() - started
    return Answer(text, failure, seconds, *memory.peak_and_growth())


class _Memory:
    """The peak of this process, and what of it came since a mark. Linux tells both; elsewhere growth is 0."""

    def __init__(self) -> None:
        self._before = self._peak = 0.0

    def mark(self) -> None:
        """Count growth from here."""
        self._peak = max(self._peak, self._high_water())
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # proc(5): reset the peak resident set
        self._before = self._high_water()

    def peak_and_growth(self) -> tuple[float, float]:
        """Give both in 10^6 bytes."""
        now = self._high_water()
        self._peak = max(self._peak, now)
        return round(self._peak / 1e6, 1), round(max(0.0, now - self._before) / 1e6, 3)

    @staticmethod
    def _high_water() -> float:
        # Not getrusage: after fork and exec its peak starts from that of the parent process.
        with suppress(OSError):
            for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
                if line.startswith("VmHWM:"):
                    return float(line.split()[1]) * 1024
        unit = 1 if sys.platform == "darwin" else 1024
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


def _refuse_network(event: str, _arguments: tuple[Any, ...]) -> None:
    if event in {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname"}:
        raise OSError("an extractor that is measured may not use the network")


if __name__ == "__main__":
    main()
    os._exit(0)  # some peers leave threads behind
