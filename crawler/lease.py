"""The right to crawl a site, held while a crawl runs: two crawls of one site at once would each fetch half."""

import logging
import time
from datetime import datetime

from sqlalchemy import Engine

from db import sites
from db.sites import Lease
from mezmun.core.clock import Clock, utc_now
from mezmun.core.errors import UnavailableError

log = logging.getLogger(__name__)


class HeldSite:
    """A lease that is renewed at a quarter of its time, so three renewals may fail.

    Args:
        engine: the database of this process.
        lease: as taken.
        seconds: how long a holder that died keeps the site from others.
        now: the time with its zone.
    """

    def __init__(self, engine: Engine, lease: Lease, seconds: float, now: Clock = utc_now) -> None:
        self._engine = engine
        self._lease = lease
        self._seconds = seconds
        self._now = now

    def keep(self) -> bool:
        """Renew the lease when it is time, and say whether the site is still ours; call it every few seconds."""
        if (self._lease.until - self._now()).total_seconds() >= self._seconds * 3 / 4:
            return True
        with self._engine.begin() as connection:
            renewed = sites.renew_lease(connection, self._lease, now=self._now(), seconds=self._seconds)
        if renewed is None:
            log.error("%s: the lease is lost to another crawler; this crawl ends", self._lease.site)
            return False
        self._lease = renewed
        return True

    def release(self, next_due_at: datetime) -> None:
        """Let the site go until it is due again."""
        with self._engine.begin() as connection:
            sites.release_lease(connection, self._lease, next_due_at=next_due_at)


def take(engine: Engine, site: str, seconds: float, *, patience: float) -> HeldSite:
    """Take a site whether due or not, waiting ``patience`` seconds for a holder that may have died.

    Raises:
        UnavailableError: somebody else goes on crawling it.
        InvalidInputError: there is no such site, or it was taken down.
    """
    deadline = time.monotonic() + patience
    while True:
        with engine.begin() as connection:
            lease = sites.lease_site(connection, site, now=utc_now(), seconds=seconds)
        if lease is not None:
            return HeldSite(engine, lease, seconds)
        if time.monotonic() > deadline:
            raise UnavailableError(f"The site {site!r} is being crawled by another process; wait for its end.")
        time.sleep(0.5)
