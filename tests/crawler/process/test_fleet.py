import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from sqlalchemy import text

from crawler.process.back_pressure import BackPressure
from crawler.process.fleet import Fleet, Work
from db.sites import sync_site
from mezmun.core.clock import utc_now
from mezmun.core.errors import UnavailableError
from mezmun.core.sites.site_schema import CrawlLimits, Site, SiteKind
from tests.db.world import World


class BreakingCrawl:
    """A crawl that breaks off, before or after it fetched a page."""

    def __init__(self, has_fetched):
        self.has_fetched = has_fetched

    async def run(self):
        raise UnavailableError("the raw store is away")


@pytest.mark.parametrize(("has_fetched", "begins"), [(True, 4), (False, 2)])
def test_a_crawl_that_breaks_off_goes_on_at_once_as_long_as_it_fetches_pages(engine, has_fetched, begins):
    """Four times, as services are restarted; one that gets nowhere waits after the second time."""
    leased_sites = []

    def crawl_of(leased, spider):
        leased_sites.append(leased.name)
        if len(leased_sites) == begins:
            os.kill(os.getpid(), signal.SIGTERM)
        return BreakingCrawl(has_fetched)

    with engine.begin() as connection:
        World(connection).site()
    with ThreadPoolExecutor(2) as threads:
        work = Work(uuid4(), names=lambda: ["news"], idle=0.01)
        fleet = Fleet(engine, work, crawl_of, threads, BackPressure(lambda: None, threads), utc_now)
        asyncio.run(asyncio.wait_for(fleet.run(None), 20))
    assert leased_sites == ["news"] * begins
    with engine.connect() as connection:
        wait = connection.scalar(text("SELECT extract(epoch FROM next_due_at - now()) FROM sites"))
    assert (wait > 30) == (not has_fetched)


class EndlessCrawl:
    """A crawl that goes on until it is stopped."""

    has_fetched = True

    async def run(self):
        await asyncio.sleep(60)


def test_a_running_crawl_goes_on_with_the_file_that_its_site_has_now(engine):
    budgets = []

    def sync(pages):
        site = Site(name="news", kind=SiteKind.NEWS, seeds=("http://a/",), limits=CrawlLimits(pages=pages))
        with engine.begin() as connection:
            sync_site(connection, site, now=utc_now())

    def crawl_of(leased, spider):
        budgets.append(leased.config["limits"]["pages"])
        if len(budgets) == 1:
            sync(pages=20)
        else:
            os.kill(os.getpid(), signal.SIGTERM)
        return EndlessCrawl()

    sync(pages=10)
    with ThreadPoolExecutor(2) as threads:
        work = Work(uuid4(), names=lambda: ["news"], idle=0.01)
        fleet = Fleet(engine, work, crawl_of, threads, BackPressure(lambda: None, threads), utc_now)
        asyncio.run(asyncio.wait_for(fleet.run(None), 20))
    assert budgets == [10, 20]
