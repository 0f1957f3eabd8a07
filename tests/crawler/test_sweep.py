from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from crawler.sweep import PATIENCE, Sweeper
from db import crawls, sites
from db.fetch_outcomes import record_outcome
from mezmun.core.outcomes import Outcome
from mezmun.core.queue import PageQueue
from mezmun.core.site_schema import Kind, Site
from services import embedded_broker
from store.raw_store import open_store

BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
SITE = Site(name="s", kind=Kind.NEWS, seeds=("http://s.example/",))


@pytest.fixture
def queue(database_url):
    embedded_broker.prepare(database_url, ["mezmun.pages"])
    return PageQueue(embedded_broker.url(database_url))


@pytest.fixture
def fetches(engine, tmp_path):
    """Two fetches of ten minutes ago that no worker has seen, and one that has its outcome."""
    raw = open_store(tmp_path / "raw").put(b"<p>page</p>")
    with engine.begin() as connection:
        sites.sync_site(connection, SITE, now=BEGIN)
        crawl = crawls.begin_crawl(connection, SITE.name, now=BEGIN)
        found_pages = [crawls.FoundPage(f"http://s.example/{number}", "article", 1) for number in range(3)]
        ids = [
            crawls.record_fetch(
                connection, crawl, page.id, crawls.Fetched(page.url, BEGIN, BEGIN, status=200, raw=raw)
            ).id
            for page in crawls.add_pages(connection, crawl, found_pages, now=BEGIN)
        ]
        record_outcome(connection, ids[0], Outcome.STORED, at=BEGIN)
    return ids


def test_what_was_lost_is_sent_again_once_it_is_old_enough(engine, queue, fetches):
    assert Sweeper(engine, queue, now=lambda: BEGIN + PATIENCE / 2).look() == 0
    assert Sweeper(engine, queue, now=lambda: BEGIN + PATIENCE * 2).look() == 2
    assert queue.declare() == 2


def test_bytes_that_are_not_to_be_archived_go_when_the_workers_have_read_them(engine, queue, fetches, tmp_path):
    store = open_store(tmp_path / "raw")
    with engine.begin() as connection:
        connection.execute(text("""UPDATE fetches SET signals = '{"robots": ["noarchive"]}'"""))
        connection.execute(text("DELETE FROM outcomes"))
    sweeper = Sweeper(engine, queue, raw_store=store)
    sweeper.look()
    assert len(list(store.addresses())) == 1
    with engine.begin() as connection:
        record_outcome(connection, fetches[0], Outcome.STORED, at=BEGIN)
    sweeper.look()
    assert list(store.addresses()) == []
    sweeper.look()


def test_while_references_wait_nothing_counts_as_lost(engine, queue, fetches):
    sweeper = Sweeper(engine, queue, now=lambda: BEGIN + PATIENCE * 2)
    sweeper.look()
    assert sweeper.look() == 0
    assert queue.declare() == 2


def test_delivered_messages_of_the_embedded_queue_do_not_pile_up(engine, queue, fetches, database_url):
    Sweeper(engine, queue, now=lambda: BEGIN + PATIENCE * 2).look()
    with engine.begin() as connection:
        connection.execute(text("UPDATE broker.kombu_message SET visible = false, timestamp = now()"))
    Sweeper(engine, queue, database_url, now=lambda: datetime.now(UTC) + timedelta(days=2)).look()
    with engine.connect() as connection:
        left = connection.execute(text("SELECT count(*) FROM broker.kombu_message WHERE NOT visible")).scalar_one()
    assert left == 0
