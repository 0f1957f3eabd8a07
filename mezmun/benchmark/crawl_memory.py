"""The memory of a process that crawls many sites for long, at the pace that sites are asked at, beside a worker."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil
from sqlalchemy import text

from mezmun.benchmark.crawled_sites import served_sites, started_crawl
from mezmun.core.errors import MezmunError
from mezmun.core.processes import child_processes
from mezmun.core.settings import Settings

DELAY: Final = 6
"""Seconds between two requests to a site: two hundred sites give 33 pages a second."""
_LOOKS_A_MINUTE: Final = 30


@dataclass(frozen=True, slots=True)
class CrawlMinute:
    """One minute of a crawl."""

    minute: int
    fetched: int
    """Pages in this minute."""
    processed: int
    """Pages that the worker ended in this minute."""
    peak_mb: float
    """Most memory of the crawling process in this minute, in megabytes."""


def crawl_minutes(settings: Settings, sites: int, minutes: int) -> Iterator[CrawlMinute]:
    """Crawl so many local sites for so many minutes in one process, and give each minute when it is over.

    Each site has a fifth more pages than can be asked for in that time, all of them behind links of its index.

    Args:
        settings: as for ``measure_crawl``.
        sites: how many, all at once.
        minutes: how long.

    Raises:
        MezmunError: a service is away, or the crawl or the worker stopped, or a minute brought no page.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mezmun-bench-")))
        port = stack.enter_context(served_sites(minutes * 60 // DELAY * 6 // 5 + 1))
        crawl = stack.enter_context(started_crawl(settings, folder, sites, port, DELAY))
        worker_log = folder / "worker.log"
        worker = child_processes.start(
            ["mezmun", "worker", "--processes", "1"], log=worker_log, environment=crawl.settings.as_environment()
        )
        stack.callback(child_processes.stop, worker)
        crawling, begin, fetched, processed = psutil.Process(crawl.process.pid), time.monotonic(), 0, 0
        for minute in range(1, minutes + 1):
            peak = 0
            for look in range(1, _LOOKS_A_MINUTE + 1):
                time.sleep(max(0.0, begin + 60 * (minute - 1 + look / _LOOKS_A_MINUTE) - time.monotonic()))
                for name, child, log in (("crawl", crawl.process, crawl.log), ("worker", worker, worker_log)):
                    if child.poll() is not None:
                        last = child_processes.last_line(log)
                        raise MezmunError(f"The {name} stopped in minute {minute}: {last}")
                peak = max(peak, crawling.memory_info().rss)
            with crawl.engine.connect() as connection:
                fetched_now, processed_now = connection.execute(_PROGRESS).one()
            if fetched_now == fetched:
                last = child_processes.last_line(crawl.log)
                raise MezmunError(f"Minute {minute} brought no page: {last}")
            yield CrawlMinute(minute, fetched_now - fetched, processed_now - processed, round(peak / 1e6, 1))
            fetched, processed = fetched_now, processed_now


_PROGRESS: Final = text("SELECT (SELECT count(*) FROM fetches), (SELECT count(*) FROM outcomes)")
