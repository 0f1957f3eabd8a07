from datetime import timedelta

import pytest
from sqlalchemy import text

from db.crawling import fetches, pages
from db.crawling.fetches import Fetched
from db.crawling.found_pages import FoundPage, add_pages
from mezmun.core.outcomes import Outcome
from store.raw_store import StoredBytes
from tests.db.world import NOW, World

RAW = StoredBytes("ab" * 32, 5, 3)


class Batch:
    def __init__(self, connection):
        self.connection = connection
        self.crawl = World(connection).crawl("news").id

    def page(self, url):
        add_pages(self.connection, [FoundPage("news", url, "content")], now=NOW)
        return pages.page_at(self.connection, "news", url)

    def fetched(self, url, **more):
        at = NOW + timedelta(seconds=1)
        return Fetched("news", self.crawl, self.page(url), url, requested_at=NOW, fetched_at=at, **more)

    def record(self, *batch):
        return fetches.record_fetches(self.connection, batch)

    def rows(self, columns):
        query = f"SELECT {columns} FROM fetches LEFT JOIN outcomes ON fetch_id = id ORDER BY id"
        return self.connection.execute(text(query)).all()


@pytest.fixture
def batch(engine):
    with engine.begin() as connection:
        yield Batch(connection)


def test_a_batch_is_written_with_its_bytes_and_outcomes_and_only_what_has_none_is_to_be_published(batch):
    same = batch.fetched(
        "http://a/2", raw=RAW, status=200, final_url="http://a/two", signals={"noai": True}, attempts=2
    )
    dead = batch.fetched("http://a/3", status=404, outcome=Outcome.HTTP_ERROR, detail="404 Not Found")
    recorded = batch.record(batch.fetched("http://a/1", raw=RAW, status=200), same, dead)
    assert [(fetch.page_id, fetch.outcome) for fetch in recorded] == [
        (recorded[0].page_id, None),
        (same.page_id, None),
        (dead.page_id, Outcome.HTTP_ERROR),
    ]
    assert batch.rows("url, status, outcome, attempts, encode(sha256, 'hex')") == [
        ("http://a/1", 200, None, 1, RAW.sha256),
        ("http://a/2", 200, None, 2, RAW.sha256),
        ("http://a/3", 404, "http-error", 1, None),
    ]
    assert batch.rows("signals, final_url")[1] == ({"noai": True}, "http://a/two")
    assert batch.connection.execute(text("SELECT size, stored_size FROM raw_pages")).all() == [(5, 3)]


def test_a_page_may_be_fetched_again_in_the_same_crawl(batch):
    first = batch.fetched("http://a/1", status=200, outcome=Outcome.LISTING)
    batch.connection.execute(text("ALTER TABLE fetches DROP CONSTRAINT uq_fetches_crawl_id_page_id"))
    assert batch.record(first)[0].id < batch.record(first)[0].id


def test_a_page_that_asks_not_to_be_stored_any_more_loses_its_document_and_one_that_robots_txt_forbids_keeps_it(batch):
    world = World(batch.connection)
    texts = {url: batch.record(batch.fetched(url, raw=RAW, status=200))[0] for url in ("http://a/1", "http://a/2")}
    for fetch in texts.values():
        assert world.store(fetch.id) is Outcome.STORED
    denied = {"outcome": Outcome.ROBOTS_DENIED, "detail": "x"}
    batch.connection.execute(text("UPDATE crawls SET state = 'finished'"))
    batch.crawl = world.crawl("news").id
    batch.record(
        batch.fetched("http://a/1", status=200, **denied), batch.fetched("http://a/2", robots="denied", **denied)
    )
    assert batch.connection.execute(text("SELECT page_id FROM documents")).all() == [(texts["http://a/2"].page_id,)]
    removed = batch.connection.execute(
        text("SELECT page_id FROM document_changes ORDER BY id DESC LIMIT 1")
    ).scalar_one()
    assert removed == texts["http://a/1"].page_id


def test_no_cookie_is_kept(batch):
    batch.record(batch.fetched("http://a/1", headers={"Set-Cookie": "id=1", "ETag": '"x"', "X-Robots-Tag": "noai"}))
    assert batch.rows("headers") == [({"etag": '"x"', "x-robots-tag": "noai"},)]


@pytest.mark.parametrize("what", ["pages", "sites"])
def test_of_what_was_taken_down_meanwhile_only_the_bare_line_is_written(batch, what):
    fetched = batch.fetched("http://a/1", raw=RAW, headers={"etag": "x"}, final_url="http://a/1", error="e")
    batch.connection.execute(text(f"UPDATE {what} SET taken_down_at = now()"))
    assert batch.record(fetched)[0].outcome is Outcome.TAKEN_DOWN
    assert batch.rows("outcome, sha256, headers, final_url, error") == [("taken-down", None, {}, None, None)]
    assert batch.connection.execute(text("SELECT count(*) FROM raw_pages")).scalar() == 0


def test_what_postgresql_cannot_hold_is_dropped_and_raises_nothing(batch):
    bad = "\0bad\ud800"
    batch.record(
        batch.fetched(f"http://a/{bad}", error=bad, detail=bad, headers={"server": bad}, outcome=Outcome.FAILED)
    )
    assert batch.rows("url, error, detail, headers") == [("http://a/bad", "bad", "bad", {"server": "bad"})]


def test_a_crawler_that_dies_before_its_commit_has_not_fetched(engine):
    with engine.connect() as connection:
        batch = Batch(connection)
        batch.record(batch.fetched("http://a/1", raw=RAW))
        connection.rollback()
        assert connection.execute(text("SELECT count(*) FROM fetches")).scalar() == 0
