"""Many sites crawled by one process, with plain Scrapy over the same pages: local servers, a database of its own.

The clock runs from the first fetch to the last; processor time is that of the crawling process alone.
"""

import subprocess
import sys
import tempfile
import time
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

POLL_INTERVAL: Final = 0.5
"""Seconds between two looks at how far the crawl is."""
STALLED: Final = 120.0
"""Seconds without a new fetch after which the measurement is given up."""


@dataclass(frozen=True, slots=True)
class CrawlFigures:
    """What was measured; processor time in milliseconds a page, memory in megabytes."""

    sites: int
    pages: int
    pages_per_second: float
    plain_scrapy_pages_per_second: float
    cpu_ms_per_page: float
    plain_scrapy_cpu_ms_per_page: float
    half_peak_mb: float
    """Most memory of the crawling process until half of the pages were fetched."""
    peak_mb: float
    """And in all: as much, when a crawl that goes on needs no more memory."""


def measure_crawl(settings: Settings, sites: int, pages: int) -> CrawlFigures:
    """Crawl so many sites of so many pages each.

    Args:
        settings: whose database server and broker are used; nothing that is there is touched. Without URLs everything
            is embedded, in a folder that is removed.
        sites: how many, all at once in one process.
        pages: of each site, beside its index.

    Raises:
        MezmunError: a service is away, or the crawl stopped.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mezmun-bench-")))
        port = stack.enter_context(served_sites(pages))
        plain = subprocess.run(
            [sys.executable, "-m", "mezmun.benchmark.plain_scrapy", str(sites), str(port)],
            capture_output=True,
            text=True,
            check=True,
        )
        plain_speed, plain_cpu = map(float, plain.stdout.split())
        crawl = stack.enter_context(started_crawl(settings, folder, sites, port))
        process, peak, half_peak, fetched, cpu = psutil.Process(crawl.process.pid), 0, 0, 0, 0.0
        goal, seen_at = sites * (pages + 1), time.monotonic()
        while fetched < goal:
            time.sleep(POLL_INTERVAL)
            if crawl.process.poll() is not None or time.monotonic() - seen_at > STALLED:
                last = child_processes.last_line(crawl.log)
                raise MezmunError(f"The crawl stopped after {fetched:,} of {goal:,} pages: {last}")
            with crawl.engine.connect() as connection:
                now, seconds = connection.execute(_PROGRESS).one()
            if now > fetched:
                seen_at = time.monotonic()
            times = process.cpu_times()
            if not fetched:
                cpu, began = times.user + times.system, now
            fetched, peak = now, max(peak, process.memory_info().rss)
            half_peak = half_peak if half_peak and fetched > goal / 2 else peak
        used = times.user + times.system - cpu
        return CrawlFigures(
            sites=sites,
            pages=fetched,
            pages_per_second=round(fetched / float(seconds), 1) if seconds else 0.0,
            plain_scrapy_pages_per_second=round(plain_speed, 1),
            cpu_ms_per_page=round(used / max(fetched - began, 1) * 1000, 2),
            plain_scrapy_cpu_ms_per_page=round(plain_cpu, 2),
            half_peak_mb=round(half_peak / 1e6, 1),
            peak_mb=round(peak / 1e6, 1),
        )


_PROGRESS = text("SELECT count(*), extract(epoch FROM max(fetched_at) - min(requested_at)) FROM fetches")
