"""The process of a worker of a pool: started with ``FD``, it works on what comes over that connection.

What an item takes is limited by the kernel (``item_limits``), which works even when the pool's own process is gone.
"""

import os
import resource
import sys
from contextlib import nullcontext, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from mezmun.core.processes import child_processes
from mezmun.core.processes.item_limits import limit_clock, limit_memory, limit_time, resident_memory
from mezmun.core.processes.pool_messages import Assignment, Raised, Started

MAX_ADDRESS_SPACE: Final = 6 * 1024**3
"""Bytes: an item that needs more has failed, and must not harm the machine. The largest page within the limits of the
extraction takes about 1 GB."""

MAX_START_SECONDS: Final = 120.0
"""A process has so many seconds to import and prepare the task: the slowest extractor takes seconds on a busy
machine."""


def main() -> None:
    """Receive the task, then do it on every item that comes, until the other end closes."""
    child_processes.follow_parent()
    limit_clock(MAX_START_SECONDS)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a task prints must not mix with the results of the parent
    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESS_SPACE, MAX_ADDRESS_SPACE))
    with suppress(OSError):  # when memory runs out, an item is to fail and not the run (proc(5))
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")
    connection = Connection(int(sys.argv[1]))
    with suppress(EOFError, BrokenPipeError):
        try:
            assignment: Assignment = connection.recv()
            assignment.task.prepare()
        except Exception as error:  # whatever it lacks, the other end is to know
            connection.send(Started(f"{type(error).__name__}: {error}"))
            return
        limit_clock(0)
        connection.send(Started())
        _work(connection, assignment)


def _work(connection: Connection, assignment: Assignment) -> None:
    while assignment.max_resident is None or resident_memory() < assignment.max_resident:
        for item, size in connection.recv():
            connection.send(_result(assignment, item, size))


def _result(assignment: Assignment, item: Any, size: int) -> Any:
    limit_time(assignment.item_seconds)
    try:
        with limit_memory(size) if size else nullcontext():
            return assignment.task(item)
    except Exception as error:  # a bug must not stop the run: it is the item's result
        return Raised(f"{type(error).__name__}: {error}"[:300])
    finally:
        limit_time(0)


if __name__ == "__main__":
    main()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # some tasks leave threads behind
