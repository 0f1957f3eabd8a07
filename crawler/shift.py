"""Crawling under a lease: one process per crawl, the lease renewed meanwhile, both ended together."""

import logging
import subprocess
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import Engine

from crawler.run import UNFINISHED, Job, start, sync_site
from db import crawls
from db.crawls import Lease
from mezmun.errors import ConfigurationError
from mezmun.sites import Site

LEASE: Final = 120.0
"""Seconds a crawler that died keeps its site from others; renewed at a quarter of that, so three renewals may fail."""
RETRY: Final = timedelta(minutes=10)
"""When a crawl that broke off is taken up again."""
STOP_TIMEOUT: Final = 30.0
"""Seconds a crawl has to stop cleanly; then it is killed, and loses nothing but the page it was asking for."""

log = logging.getLogger(__name__)


def work(
    engine: Engine,
    sites: Callable[[], dict[str, Site]],
    job: Callable[[Site], Job],
    stop: threading.Event,
    *,
    idle: float = 5.0,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> None:
    """Crawl whatever site is due, one after the other, until ``stop`` is set; ``idle`` seconds between looks.

    ``sites`` reads the site files, anew for each look, so that a changed file needs no restart; one that was broken
    meanwhile is told, and the sites stay as they were. A site in the database whose file is gone is left alone.
    """
    known: dict[str, Site] = {}
    told = ""
    while not stop.is_set():
        try:
            known = sites()
        except ConfigurationError as error:
            if str(error) != told:
                told = str(error)
                log.error("%s The sites stay as they were.", told)
        for site in known.values():
            sync_site(engine, site, now())
        with engine.begin() as connection:
            lease = crawls.lease_due_site(connection, now=now(), seconds=LEASE)
        if lease is None:
            stop.wait(idle)
            continue
        if lease.site not in known:
            log.warning("%s is due, but its site file is gone; it is looked at again in a day", lease.site)
            release(engine, lease, now() + timedelta(days=1))
            continue
        site, begun = known[lease.site], now()
        ended = crawl_under(engine, lease, job(site), stop, now=now) == 0
        release(engine, lease, begun + site.schedule if ended else now() if stop.is_set() else now() + RETRY)


def crawl_under(
    engine: Engine,
    lease: Lease,
    job: Job,
    stop: threading.Event,
    *,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> int:
    """Crawl one site under its lease and give the exit code of ``crawler.run``; a lost lease ends the crawl, too."""
    process = start(job)
    try:
        while True:
            try:
                return process.wait(timeout=0.2 if stop.is_set() else min(1.0, LEASE / 4))
            except subprocess.TimeoutExpired:
                pass
            if stop.is_set():
                return _end(process)
            if (lease.until - now()).total_seconds() < LEASE * 3 / 4:
                with engine.begin() as connection:
                    renewed = crawls.renew_lease(connection, lease, now=now(), seconds=LEASE)
                if renewed is None:
                    log.error("%s: the lease is lost to another crawler; this crawl ends", lease.site)
                    return _end(process)
                lease = renewed
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def release(engine: Engine, lease: Lease, next_due_at: datetime) -> None:
    """Let a site go until it is due again."""
    with engine.begin() as connection:
        crawls.release_lease(connection, lease, next_due_at=next_due_at)


def _end(process: subprocess.Popen[str]) -> int:
    process.terminate()
    try:
        return process.wait(timeout=STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return UNFINISHED
