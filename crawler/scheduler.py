"""Crawling under a lease: one process per crawl, the lease renewed meanwhile, both ended together."""

import logging
import subprocess
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Final

from sqlalchemy import Engine

from crawler.crawl_process import Job, start
from crawler.lease import HeldSite
from db.sites import lease_due_site, sync_site
from mezmun.core.clock import Clock, utc_now
from mezmun.core.errors import ConfigurationError
from mezmun.core.processes import child_processes
from mezmun.core.site_schema import Site

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
    now: Clock = utc_now,
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
            with engine.begin() as connection:
                sync_site(connection, site, now=now())
        with engine.begin() as connection:
            lease = lease_due_site(connection, now=now(), seconds=LEASE)
        if lease is None:
            stop.wait(idle)
            continue
        held = HeldSite(engine, lease, LEASE, now)
        if lease.site not in known:
            log.warning("%s is due, but its site file is gone; it is looked at again in a day", lease.site)
            held.release(now() + timedelta(days=1))
            continue
        site, begun = known[lease.site], now()
        ended = crawl_under(held, job(site), stop) == 0
        held.release(begun + site.schedule if ended else now() if stop.is_set() else now() + RETRY)


def crawl_under(held: HeldSite, job: Job, stop: threading.Event) -> int:
    """Crawl one site under its lease and give the exit code of the crawl's process; a lost lease ends it, too."""
    process = start(job)
    try:
        while not stop.is_set() and held.keep():
            try:
                return process.wait(timeout=min(1.0, LEASE / 4))
            except subprocess.TimeoutExpired:
                continue
        return child_processes.stop(process, STOP_TIMEOUT)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
