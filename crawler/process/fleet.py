"""All the sites in one process's hands: leased when due, crawled side by side, let go when their crawls end."""

import asyncio
import logging
import os
import signal
import socket
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final, TypeVar
from uuid import UUID

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from crawler.fetching.site_crawl import EndedCrawl, SiteCrawl
from crawler.process import watchdog
from crawler.process.back_pressure import BackPressure
from crawler.spiders.sites_spider import SitesSpider
from db.crawling import control, heartbeats, leases
from db.crawling.heartbeats import LiveProcess, ProcessKind
from db.crawling.leases import LeasedSite
from mezmun.core.clock import Clock
from mezmun.core.error_text import first_line
from mezmun.core.errors import UnavailableError

BEAT: Final = 5.0
"""Seconds between two signs of life."""
GRACE_SECONDS: Final = 40.0
"""Seconds that are waited for a site in a dead process's hands: it is free after 25."""
AGAIN: Final = timedelta(minutes=1)
"""When a site is taken up again whose crawl broke off a second time without a page; twice as late each further time.
One that fetched pages before it broke off goes on at once: mostly a service was away for a moment."""

log = logging.getLogger(__name__)
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Work:
    """What a process crawls: the site ``only``, or up to ``most_sites`` at once of those that ``names`` gives."""

    crawler: UUID
    only: str | None = None
    names: Callable[[], Iterable[str]] = tuple
    most_sites: int = 200
    idle: float = 5.0


class Fleet:
    """The crawls of one process.

    Args:
        engine: the database of this process.
        work: what to crawl.
        crawl_of: makes the crawl of a leased site.
        threads: where what waits for the database is done.
        back_pressure: what its crawls wait for.
        now: the time with its zone.
    """

    def __init__(
        self,
        engine: Engine,
        work: Work,
        crawl_of: Callable[[LeasedSite, SitesSpider], SiteCrawl],
        threads: Executor,
        back_pressure: BackPressure,
        now: Clock,
    ) -> None:
        self._engine = engine
        self._work = work
        self._crawl_of = crawl_of
        self._threads = threads
        self._back_pressure = back_pressure
        self._now = now
        self._crawls: dict[str, asyncio.Task[EndedCrawl]] = {}
        self._running: dict[str, SiteCrawl] = {}
        self._digests: dict[str, str] = {}
        self._deaths: Counter[str] = Counter()
        self._stop = asyncio.Event()
        self._me = LiveProcess(work.crawler, ProcessKind.CRAWLER, socket.gethostname(), os.getpid(), now(), now())
        self.stopped = False
        """It was told to stop before its work was done."""
        self.error: Exception | None = None

    async def run(self, spider: SitesSpider) -> None:
        """Crawl until told to stop, or until the one site is done."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._stop.set)
        await self._in_thread(self._beat)
        beside = [asyncio.create_task(each) for each in (self._keep_beating(), self._back_pressure.watch())]
        try:
            await (self._crawl_one(spider) if self._work.only else self._crawl_due(spider))
        except Exception as error:  # Scrapy would log it and end as if all were well
            self.error = error
        finally:
            watchdog.stop()
            for task in beside:
                task.cancel()
            self.stopped = self._stop.is_set()
            for crawl in self._crawls.values():
                crawl.cancel()
            await asyncio.gather(*self._crawls.values(), return_exceptions=True)

    def let_go(self) -> None:
        """Let all sites go; called when the threads have done their work."""
        with self._engine.begin() as connection:
            for site in leases.leased_sites(connection, self._work.crawler):
                leases.release_site(connection, self._work.crawler, site, next_due_at=self._now())
            heartbeats.end(connection, self._work.crawler)

    async def _crawl_one(self, spider: SitesSpider) -> None:
        site = self._work.only or ""
        deadline = self._now() + timedelta(seconds=GRACE_SECONDS)
        while (leased := await self._in_thread(self._lease_one, site)) is None:
            if self._now() > deadline:
                raise UnavailableError(f"The site {site!r} is being crawled by another process; wait for its end.")
            await self._pause(0.5)
            if self._stop.is_set():
                return
        self._begin(leased, spider)
        stop = asyncio.create_task(self._stop.wait())
        await asyncio.wait([stop, *self._crawls.values()], return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if not self._stop.is_set():
            crawl = self._crawls.pop(site)
            await self._in_thread(self._release, site, crawl.result(), self._digests[site])

    async def _crawl_due(self, spider: SitesSpider) -> None:
        away = False
        while not self._stop.is_set():
            try:
                stopped, leased_now = await self._in_thread(self._look)
                for site in stopped & self._crawls.keys():
                    self._crawls[site].cancel()
                for leased in leased_now:
                    self._begin(leased, spider)
                away = False
            except (DBAPIError, UnavailableError) as error:
                if not away:
                    log.error("The database does not answer and is waited for: %s", first_line(error))
                away = True
            await self._pause(self._work.idle)
            for site in [site for site, crawl in self._crawls.items() if crawl.done()]:
                await self._end(site, self._crawls.pop(site))

    def _begin(self, leased: LeasedSite, spider: SitesSpider) -> None:
        for host, until in leased.free_at.items():
            if (rest := (until - self._now()).total_seconds()) > 0:
                spider.rest(host, rest)
        crawl = self._running[leased.name] = self._crawl_of(leased, spider)
        self._digests[leased.name] = leased.config_digest
        self._crawls[leased.name] = asyncio.create_task(crawl.run(), name=leased.name)

    async def _end(self, site: str, crawl: asyncio.Task[EndedCrawl]) -> None:
        error = None if crawl.cancelled() else crawl.exception()
        digest = self._digests.pop(site)
        if self._running.pop(site).has_fetched:
            self._deaths.pop(site, None)
        if crawl.cancelled():
            log.info("%s: the crawl stops, for the site was paused or switched off, or its file changed", site)
            ended = EndedCrawl(self._now())
        elif error is None:
            self._deaths.pop(site, None)
            ended = crawl.result()
        else:
            again = AGAIN * 2 ** min(self._deaths[site] - 1, 8) if self._deaths[site] else timedelta()
            self._deaths[site] += 1
            expected = isinstance(error, (DBAPIError, UnavailableError, OSError))
            reason = f"{type(error).__name__}: {first_line(error)}"
            log.error("%s: the crawl broke off: %s", site, reason, exc_info=None if expected else error)
            ended = EndedCrawl(self._now() + again)
        try:
            await self._in_thread(self._release, site, ended, digest)
        except (DBAPIError, UnavailableError):
            return  # the next look lets it go

    def _look(self) -> tuple[set[str], list[LeasedSite]]:
        """Give the sites whose crawls are to be stopped, and those to begin with."""
        names = list(self._work.names())
        with self._engine.begin() as connection:
            for site in leases.leased_sites(connection, self._work.crawler) - self._crawls.keys():
                leases.release_site(connection, self._work.crawler, site, next_due_at=self._now())
            stopped = control.to_be_stopped(connection, self._work.crawler, self._digests)
            limit = self._work.most_sites - len(self._crawls)
            if limit <= 0:
                return stopped, []
            due = leases.lease_due_sites(connection, self._work.crawler, now=self._now(), limit=limit, names=names)
            return stopped, due

    def _lease_one(self, site: str) -> LeasedSite | None:
        with self._engine.begin() as connection:
            leased = leases.lease_site(connection, self._work.crawler, site, now=self._now())
            if leased is not None:  # who names a site wants its seeds looked at, whether they are due or not
                control.make_due(connection, site, now=self._now())
            return leased

    def _release(self, site: str, ended: EndedCrawl, digest: str) -> None:
        with self._engine.begin() as connection:
            leases.release_site(
                connection,
                self._work.crawler,
                site,
                next_due_at=ended.next_due_at,
                failures=ended.failures,
                free_at=ended.free_at,
                digest=digest,
            )

    def _beat(self) -> None:
        with self._engine.begin() as connection:
            heartbeats.beat(connection, replace(self._me, seen_at=self._now()))

    async def _keep_beating(self) -> None:
        """Give signs of life, as long as the loop that gives them is not stuck."""
        while True:
            await asyncio.sleep(BEAT)
            with suppress(DBAPIError, UnavailableError):  # the look says it
                await self._in_thread(self._beat)
            watchdog.alive()

    async def _pause(self, seconds: float) -> None:
        try:
            await asyncio.wait_for(self._stop.wait(), seconds)
        except TimeoutError:
            return

    async def _in_thread(self, work: Callable[..., _Result], *arguments: Any) -> _Result:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
