"""A process of a crew: started with ``FD``, it works on the pages that come over the connection ``FD``."""

import resource
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import psutil

from mezmun.core import child_processes
from mezmun.core.outcomes import Outcome
from workers.bulk.worker_pool import Job

_MEMORY_LIMIT: Final = 6 * 1024**3
"""Bytes of address space: a page that needs more has failed. The largest page within the extraction's limits takes
about 1 GB."""

_MEMORY_KEPT: Final = 1_000_000_000
"""Bytes after which the process ends between two batches, to be replaced: what a large page took is not always given
back."""


def main() -> None:
    """Receive the job, then do it on every page that comes, until the other end closes."""
    child_processes.follow_parent()
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY_LIMIT, _MEMORY_LIMIT))
    with suppress(OSError):  # when memory runs out, a page is to fail and not the run (proc(5))
        Path("/proc/self/oom_score_adj").write_text("500", encoding="ascii")
    connection = Connection(int(sys.argv[1]))
    with suppress(EOFError, BrokenPipeError):
        job, seconds = connection.recv()
        connection.send("ready")
        memory = psutil.Process().memory_info
        while memory().rss < _MEMORY_KEPT:
            for page in connection.recv():
                connection.send(_done(job, page, seconds))


def _done(job: Job[Any], page: Any, seconds: float) -> Any:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return job(page)
    except Exception as error:  # a bug must not stop the run: it is the page's outcome
        return job.fallen(page, Outcome.FAILED, f"{type(error).__name__}: {error}"[:300])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


if __name__ == "__main__":
    main()
