from sqlalchemy import text

from db.monitoring.failures import failure_reasons, latest_failures
from db.monitoring.site_health import SORTABLE, health_of, site_health
from mezmun.core.outcomes import Outcome


def test_what_a_site_did_in_a_day_is_counted(world):
    crawl = world.crawl()
    world.store(world.fetch(crawl, world.page(crawl, "http://a/1"), b"1").id, "one")
    world.fetch(crawl, world.page(crawl, "http://a/2"), outcome=Outcome.TIMEOUT, detail="slow")
    world.fetch(crawl, world.page(crawl, "http://a/3"), outcome=Outcome.LISTING)
    world.connection.execute(text("UPDATE fetches SET fetched_at = now()"))
    row = health_of(world.connection, "news")
    assert (row.documents, row.fetches_24h, row.failures_24h) == (1, 3, 1)
    assert row.last_new_document_at is not None
    assert health_of(world.connection, "none") is None
    assert [row.reason for row in failure_reasons(world.connection)] == ["slow"]
    assert [row.url for row in latest_failures(world.connection, site="news")] == ["http://a/2"]
    for order in SORTABLE:
        assert len(site_health(world.connection, order=order, descending=True)) == 1
