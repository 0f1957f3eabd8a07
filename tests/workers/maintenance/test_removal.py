"""What is not to be kept goes when the workers are done with it, and not before."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import text

from db import sites
from db.crawling import heartbeats
from db.crawling.crawls import begin_crawl
from db.crawling.heartbeats import LiveProcess, ProcessKind
from db.documents import list_documents
from db.monitoring.counts import recount
from db.processing.extraction_storage import store_extraction
from db.processing.fetch_outcomes import record_outcome
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.sites.site_schema import Retention, Site, SiteKind
from services import embedded_broker
from store.opening import open_store
from tests.db.world import World, extraction
from workers.maintenance import removal
from workers.maintenance.removal import DEAD_FOR, DELIVERED_FOR, Removal

NOW = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def store(raw_store):
    return open_store(raw_store)


def test_bytes_that_are_not_to_be_archived_go_when_the_workers_have_read_them(engine, fetched, store):
    read, waiting, _ = fetched(b"<p>read", path="1"), fetched(b"<p>waits", path="2"), fetched(b"<p>kept", path="3")
    with engine.begin() as connection:
        asked = {"ids": [read.fetch_id, waiting.fetch_id]}
        wish = """UPDATE fetches SET signals = '{"robots": ["noarchive"]}' WHERE id = ANY (:ids)"""
        connection.execute(text(wish), asked)
    looked = Removal(engine, store, False, lambda: NOW)
    left = []
    for reference in (None, read, waiting):
        if reference is not None:
            with engine.begin() as connection:
                record_outcome(connection, reference.fetch_id, Outcome.STORED, at=NOW)
        looked.look()
        left.append(len(list(store.addresses())))
    assert left == [3, 2, 1]
    looked.look()


def test_bytes_go_when_their_sites_days_are_over_and_the_text_stays(engine, fetched, store, monkeypatch):
    monkeypatch.setattr(removal, "AT_ONCE", 2)
    now = datetime.now(UTC)
    for number in range(5):
        reference = fetched(b"<p>page %d" % number, path=str(number))
        with engine.begin() as connection:
            store_extraction(connection, reference.fetch_id, extraction(f"page {number}"), now=now)
            record_outcome(connection, reference.fetch_id, Outcome.STORED, at=now)
    site = Site.from_url("http://news.example/", SiteKind.NEWS)
    retention = Retention(raw_days=30, keep_newest=False)
    with engine.begin() as connection:
        sites.sync_site(connection, site.model_copy(update={"retention": retention}), now=now)
    left = []
    looked = Removal(engine, store, False, lambda: now + timedelta(days=31))
    for _ in range(4):
        looked.look()
        left.append(len(list(store.addresses())))
    assert left == [3, 1, 0, 0]
    with engine.connect() as connection:
        assert len(list_documents(connection)) == 5


def test_old_fetches_go_some_at_a_time_and_the_counts_stay(engine, fetched, store, monkeypatch):
    monkeypatch.setattr(removal, "FETCHES_AT_ONCE", 2)
    now, first = datetime.now(UTC), fetched(b"<p>page")
    with engine.begin() as connection:
        record_outcome(connection, first.fetch_id, Outcome.EMPTY, at=now)
        world = World(connection)
        for _ in range(4):
            connection.execute(text("UPDATE crawls SET state = 'finished'"))
            crawl = begin_crawl(connection, first.site, now=now)
            page = world.page(crawl, "http://news.example/1")
            world.fetch(crawl, page, b"<p>page", fetched_at=now, outcome=Outcome.EMPTY)
        connection.execute(text("UPDATE crawls SET state = 'finished'"))
    left, looked = [], Removal(engine, store, False, lambda: now + timedelta(days=366))
    for _ in range(4):
        looked.look()
        with engine.connect() as connection:
            left.append(connection.scalar(text("SELECT count(*) FROM fetches")))
    assert left == [4, 2, 2, 2]  # the first of these bytes, and the newest
    assert recount(engine, now=now + timedelta(days=366)) == []


def test_delivered_messages_of_the_embedded_queue_do_not_pile_up(engine, database_url, fetched, store):
    embedded_broker.prepare(database_url, ["mezmun.pages"])
    queue = PageQueue(embedded_broker.url(database_url))
    for path in ("1", "2"):
        queue.publish(fetched(b"<p>page", path=path))
    one = "SELECT min(id) FROM broker.kombu_message"
    deliver = f"UPDATE broker.kombu_message SET visible = false, timestamp = now() WHERE id = ({one})"
    with engine.begin() as connection:
        connection.execute(text(deliver))
    tomorrow = datetime.now(UTC) + DELIVERED_FOR + timedelta(hours=1)
    left = []
    for now in (tomorrow - timedelta(hours=2), tomorrow):
        Removal(engine, store, True, lambda now=now: now).look()
        with engine.connect() as connection:
            left.append(connection.execute(text("SELECT count(*) FROM broker.kombu_message")).scalar_one())
    assert left == [2, 1]


def test_signs_of_life_of_processes_that_were_killed_go_after_a_day(engine, store):
    killed = LiveProcess(uuid4(), ProcessKind.CRAWLER, "here", 1, NOW, NOW)
    alive = replace(killed, id=uuid4(), seen_at=NOW + DEAD_FOR)
    with engine.begin() as connection:
        for process in (killed, alive):
            heartbeats.beat(connection, process)
    left = []
    for now in (NOW + DEAD_FOR, NOW + DEAD_FOR + timedelta(seconds=1)):
        Removal(engine, store, False, lambda now=now: now).look()
        with engine.connect() as connection:
            left.append(set(connection.scalars(text("SELECT id FROM heartbeats"))))
    assert left == [{killed.id, alive.id}, {alive.id}]
