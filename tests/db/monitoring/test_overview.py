from datetime import timedelta

from db.monitoring import overview
from mezmun.core.outcomes import Outcome


def test_the_whole_is_counted(world):
    crawl, now = world.crawl(), world.now
    world.store(world.fetch(crawl, world.page(crawl, "http://a/1"), b"1").id, "one")
    world.fetch(crawl, world.page(crawl, "http://a/2"), outcome=Outcome.TIMEOUT)
    totals = overview.totals(world.connection)
    assert (totals.sites, totals.pages, totals.documents, totals.raw_bytes) == (1, 2, 1, 1)
    hours = overview.hours(world.connection, now=now)
    assert len(hours) == 24
    assert sum(row.fetches for row in hours) == 2
    assert sum(row.documents for row in hours) == 1
    since = now - timedelta(hours=1)
    assert {row.outcome: row.count for row in overview.outcomes_since(world.connection, since)} == {
        None: 1,
        "timeout": 1,
    }
    assert overview.waiting(world.connection, since=since) == overview.Waiting(1, now)
    assert overview.waiting(world.connection, since=now + timedelta(days=1)) == overview.Waiting(0, None)
    assert overview.processes(world.connection, since=since) == []
