import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from sqlalchemy import text

from crawler.process.back_pressure import BackPressure
from crawler.process.fleet import Fleet, Work
from mezmun.core.clock import utc_now
from mezmun.core.errors import UnavailableError
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
