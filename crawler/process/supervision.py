"""Keeping the process that crawls alive: one that dies is said, and started again at once."""

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import Final

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from crawler.process.crawl_job import CrawlJob, start
from db.crawling import heartbeats
from mezmun.core.processes import child_processes

STOP_TIMEOUT: Final = 30.0
"""Seconds the process has to stop cleanly; then it is killed, and loses nothing but the pages it was asking for."""
STABLE: Final = 600.0
"""Seconds after which a process that dies is started again as if it were the first time."""
LONGEST_WAIT: Final = 300.0
"""Seconds before a process that dies again and again is started again; doubled from one second on."""

log = logging.getLogger(__name__)


def keep_crawling(
    engine: Engine,
    job: Callable[[], CrawlJob],
    stop: threading.Event,
) -> None:
    """Crawl until ``stop`` is set. A process that dies leaves its sites free at once; each has a job of its own."""
    deaths = 0
    while not stop.is_set():
        this, began = job(), monotonic()
        process = start(this)
        while process.poll() is None and not stop.wait(0.2):
            pass
        if stop.is_set():
            log.info("The crawler was told to stop: it hands over what it fetched.")
            ended = child_processes.stop(process, STOP_TIMEOUT)
            if ended:
                what = child_processes.describe_exit(ended)
                log.warning("The process that crawls ended with %s: the pages it was asking for are due again.", what)
            else:
                log.info("The crawler has stopped; its sites go on where they were.")
            return
        deaths = 1 if monotonic() - began > STABLE else deaths + 1
        wait = 0.0 if deaths == 1 else min(2.0 ** (deaths - 2), LONGEST_WAIT)
        log.error(
            "The process that crawls ended with %s; %s.",
            child_processes.describe_exit(process.returncode),
            f"it is started again in {wait:g} seconds" if wait else "it is started again",
        )
        _free_sites(engine, this)
        stop.wait(wait)


def _free_sites(engine: Engine, job: CrawlJob) -> None:
    try:
        with engine.begin() as connection:
            heartbeats.end(connection, job.crawler)
    except DBAPIError:
        log.warning("The sites of the process stay in its hands for half a minute: the database does not answer.")
