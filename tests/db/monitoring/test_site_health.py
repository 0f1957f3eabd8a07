from datetime import timedelta

from sqlalchemy import text

from db.monitoring.site_health import due_per_day, health_of, site_health
from mezmun.core.clock import utc_now
from mezmun.core.outcomes import Outcome


def test_what_a_site_did_in_a_day_is_counted(world):
    crawl, now = world.crawl(), utc_now()
    world.store(world.fetch(crawl, world.page(crawl, "http://a/1"), b"1", fetched_at=now).id, "one")
    world.fetch(crawl, world.page(crawl, "http://a/2"), outcome=Outcome.TIMEOUT, detail="slow", fetched_at=now)
    world.fetch(crawl, world.page(crawl, "http://a/3"), outcome=Outcome.LISTING, fetched_at=now)
    world.fetch(crawl, world.page(crawl, "http://a/4"), outcome=Outcome.TIMEOUT, fetched_at=now - timedelta(days=2))
    row = health_of(world.connection, "news")
    assert (row.documents, row.fetches_24h, row.failures_24h) == (1, 3, 1)
    assert row.last_new_document_at is not None
    assert health_of(world.connection, "none") is None
    assert [row.site for row in site_health(world.connection)] == ["news"]


def test_what_is_due_is_counted_by_day_and_what_is_overdue_today(world):
    crawl = world.crawl()
    for number, days in enumerate((-3, 0, 1, 1, 9)):
        page = world.page(crawl, f"http://a/{number}")
        due = {"id": page.id, "at": world.now + timedelta(days=days)}
        world.connection.execute(text("UPDATE pages SET next_due_at = :at WHERE id = :id"), due)
    rows = due_per_day(world.connection, "news", now=world.now)
    assert [row.pages for row in rows] == [2, 2, 0, 0, 0]
    assert rows[0].day == world.now.date()
    assert [row.pages for row in due_per_day(world.connection, "none", now=world.now)] == [0] * 5
