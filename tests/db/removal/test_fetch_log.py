"""Old fetches go when nothing needs them, and no count, document, feed or export is other than before."""

import json
from datetime import timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import text

from db import sites
from db.crawling.crawls import BegunCrawl
from db.documents import get_document, list_documents
from db.monitoring.counts import add_up, recount
from db.processing.fetch_outcomes import record_outcome
from db.publication.changes import read_feed
from db.removal.fetch_log import LookedAt, remove_old_fetches
from db.removal.retention import expired, next_raw_pages, raw_pages_were_removed
from mezmun.core.clock import utc_now
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Retention, Site, SiteKind
from store.opening import open_store
from store.packed_page import address_of
from tests.dashboard.demo_installation import make_demo_installation
from tests.db.world import World

YEARS = timedelta(days=800)
SITE = Site(name="news", kind=SiteKind.NEWS, seeds=("http://a/",))


def visited(world, body=None, outcome=Outcome.UNCHANGED, url="http://a/1", age=YEARS, **changes):
    """Fetch a page once more, in a crawl of its own that has ended; give the fetch's id."""
    crawl = world.crawl()
    fetch = world.fetch(crawl, world.page(crawl, url), body, fetched_at=world.now - age, **changes).id
    if outcome is Outcome.STORED:
        world.store(fetch, body.decode())
    if outcome is not None:
        record_outcome(world.connection, fetch, outcome, at=world.now)
    world.connection.execute(text("UPDATE crawls SET state = 'finished'"))
    return fetch


def keep(world, **retention):
    changed = SITE.model_copy(update={"retention": Retention(**retention)})
    sites.sync_site(world.connection, changed, now=world.now)


def remove(world):
    return remove_old_fetches(world.connection, 0, now=world.now, limit=1000)


def left(world):
    """Name the fetches that are left."""
    return set(world.connection.scalars(text("SELECT id FROM fetches")))


def test_what_says_only_that_a_page_was_looked_at_goes(world):
    first = visited(world, b"1", Outcome.STORED)
    looked = [visited(world), visited(world, outcome=Outcome.HTTP_ERROR, status=500), visited(world, b"1")]
    newest_with_bytes, newest = visited(world, b"1"), visited(world)
    assert remove(world) == LookedAt(newest, len(looked))
    assert left(world) == {first, newest_with_bytes, newest}
    assert world.connection.scalar(text("SELECT count(*) FROM outcomes")) == 3
    assert remove(world) == LookedAt(newest, 0)


def test_young_ones_stay_and_the_file_of_the_site_says_until_when(world):
    visited(world, b"1", Outcome.STORED)
    looked = visited(world, age=timedelta(days=100))
    visited(world)
    assert remove(world).removed == 0
    keep(world, fetch_days=None)
    assert remove(world).removed == 0
    keep(world, fetch_days=99)
    assert remove(world).removed == 1
    assert looked not in left(world)


def test_what_waits_for_a_worker_or_is_of_a_running_crawl_stays(world):
    visited(world, b"1", Outcome.STORED)
    waits, running = visited(world, b"2", None), visited(world)
    visited(world)
    world.connection.execute(
        text("UPDATE crawls SET state = 'running' WHERE id = (SELECT crawl_id FROM fetches WHERE id = :id)"),
        {"id": running},
    )
    assert remove(world).removed == 0
    assert {waits, running} <= left(world)


def test_each_of_the_bytes_that_are_kept_has_its_fetch(world):
    fetches = [visited(world, body, Outcome.STORED) for body in (b"1", b"2", b"3")]
    visited(world)
    assert remove(world).removed == 0
    assert set(fetches) <= left(world)


def test_the_fetch_of_a_text_in_the_feed_stays_when_its_bytes_have_gone(world):
    in_feed, empty = visited(world, b"1", Outcome.STORED), visited(world, b"2", Outcome.EMPTY)
    visited(world, b"3", Outcome.STORED)
    visited(world)
    raw_pages_were_removed(world.connection, [address_of(b"1"), address_of(b"2")], now=world.now)
    assert remove(world).removed == 1
    assert in_feed in left(world)
    assert empty not in left(world)


def test_other_bytes_stay_while_a_look_after_them_found_nothing_new(world):
    """Or it would be a look that found the first ones, in a web archive."""
    first, other, first_again, other_again = (visited(world, body, Outcome.STORED) for body in (b"1", b"2", b"1", b"2"))
    visited(world, age=timedelta(days=1), status=304)
    visited(world, b"3", Outcome.STORED)
    visited(world)
    raw_pages_were_removed(world.connection, [address_of(b"1"), address_of(b"2")], now=world.now)
    world.connection.execute(text("DELETE FROM document_changes"))
    assert remove(world).removed == 3
    assert other_again in left(world)
    assert {first, other, first_again}.isdisjoint(left(world))


def test_bytes_that_came_back_are_those_of_the_time_before_alone(world):
    fetches = [visited(world, body, Outcome.EMPTY) for body in (b"1", b"2", b"1", b"1", b"2")]
    visited(world)
    assert remove(world).removed == 1
    assert left(world) > {*fetches[:3], fetches[4]}


def test_bytes_that_are_kept_for_some_days_are_so_from_the_last_time_on(world):
    keep(world, raw_days=900, keep_newest=False)
    visited(world, b"1", Outcome.STORED, age=timedelta(days=1000))
    visited(world, b"1", age=timedelta(days=800))
    visited(world, b"2", age=timedelta(days=700))
    remove(world)
    raw_pages = next_raw_pages(world.connection, None, now=world.now, limit=9)
    assert expired(world.connection, raw_pages, now=world.now) == []


def test_they_are_come_to_in_steps(world):
    visited(world, b"1", Outcome.STORED)
    for _ in range(5):
        visited(world)
    steps, position = [], 0
    while (step := remove_old_fetches(world.connection, position, now=world.now, limit=2)).last_id is not None:
        steps.append(step.removed)
        position = step.last_id
    assert steps == [1, 2, 1]


@pytest.fixture
def installation(engine, tmp_path):
    """All that an operator has, two years ago, and ten visits of each page since then."""
    make_demo_installation(engine, open_store(str(tmp_path / "raw")), tmp_path / "exports")
    now = utc_now()
    with engine.begin() as connection:
        connection.execute(text("UPDATE fetches SET fetched_at = fetched_at - interval '800 days'"))
        connection.execute(text("UPDATE crawls SET state = 'finished'"))
        connection.execute(_VISITS, {"now": now})
    recount(engine, now=now)
    return SimpleNamespace(engine=engine, now=now)


def test_nothing_of_an_installation_is_other_when_its_old_fetches_have_gone(installation):
    engine, now = installation.engine, installation.now
    before, fetches = seen(engine), count(engine)
    with engine.begin() as connection:
        removed = remove_old_fetches(connection, 0, now=now, limit=100_000).removed
    assert count(engine) == fetches - removed
    assert removed > fetches / 3
    assert seen(engine) == before
    assert recount(engine, now=now) == []
    assert seen(engine) == before
    with engine.connect() as connection:
        assert connection.execute(_WITHOUT_FETCH).all() == []


def test_counts_go_on_from_those_of_what_has_gone(installation):
    engine, now = installation.engine, installation.now
    for days in (0, 400):  # more becomes old
        with engine.begin() as connection:
            remove_old_fetches(connection, 0, now=now + timedelta(days=days), limit=100_000)
            world = World(connection)
            site, page, url = connection.execute(text("SELECT site, id, url FROM pages ORDER BY id LIMIT 1")).one()
            crawl = connection.scalar(_CRAWL, {"site": site, "now": now})
            target = SimpleNamespace(id=page, url=url)
            world.fetch(BegunCrawl(crawl, site, now), target, outcome=Outcome.UNCHANGED, fetched_at=now)
            connection.execute(text("UPDATE crawls SET state = 'finished'"))
            add_up(connection, now=now)
        assert recount(engine, now=now) == []


_CRAWL = text("INSERT INTO crawls (site, started_at, state) VALUES (:site, :now, 'running') RETURNING id")
_VISITS = text(
    """
    WITH visits AS (SELECT number, CAST(:now AS timestamptz) - number * interval '70 days' AS at
                      FROM generate_series(10, 0, -1) AS number),
    added AS (INSERT INTO crawls (site, started_at, finished_at, state)
              SELECT name, at, at, 'finished' FROM sites, visits ORDER BY number DESC, name
              RETURNING id, site, started_at),
    made AS (
         INSERT INTO fetches (page_id, crawl_id, requested_at, fetched_at, url, status, headers, sha256, size, attempts)
         SELECT pages.id, added.id, started_at, started_at, url, CASE pages.id % 2 WHEN 0 THEN 304 ELSE 200 END, '{}',
                first.sha256, first.size, 1
           FROM added JOIN pages ON pages.site = added.site
           LEFT JOIN LATERAL (SELECT sha256, size FROM fetches WHERE page_id = pages.id AND pages.id % 2 = 1
                               ORDER BY id DESC LIMIT 1) AS first ON true
          ORDER BY added.id, pages.id
         RETURNING id, fetched_at)
    INSERT INTO outcomes (fetch_id, outcome, at) SELECT id, 'unchanged', fetched_at FROM made
    """
)
_WITHOUT_FETCH = text(
    """
    SELECT id FROM (SELECT fetch_id AS id FROM document_changes UNION ALL SELECT fetch_id FROM documents
                     UNION ALL SELECT fetch_id FROM thread_pages UNION ALL SELECT fetch_id FROM reextracted_pages
                     UNION ALL SELECT fetch_id FROM open_failures) AS named
     WHERE id IS NOT NULL AND id NOT IN (SELECT id FROM fetches)
    UNION ALL
    SELECT NULL FROM raw_pages WHERE removed_at IS NULL AND sha256 NOT IN (
           SELECT sha256 FROM fetches WHERE sha256 IS NOT NULL)
    """
)
_SEEN = {
    "counts": "SELECT span, begins, site, subject, word, sum(count), sum(total) FROM v_counts GROUP BY 1, 2, 3, 4, 5"
    " HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4, 5",
    "documents": "SELECT * FROM v_documents ORDER BY 1",
    "posts": "SELECT * FROM v_posts ORDER BY 1, 2, 3",
    "health": "SELECT * FROM v_site_health ORDER BY 1",
    "open failures": "SELECT * FROM v_failures WHERE is_open ORDER BY 1",
}


def seen(engine):
    """Give all that operators and readers see of it."""
    with engine.connect() as connection:
        rows = {name: connection.execute(text(query)).all() for name, query in _SEEN.items()}
        documents = [get_document(connection, line.id) for line in list_documents(connection, limit=1000)]
    feed = read_feed(engine, after=0, limit=1000).entries
    assert documents
    assert len(feed) > len(documents)
    return rows, documents, feed, json.dumps([entry.document for entry in feed], default=str)


def count(engine):
    with engine.connect() as connection:
        return connection.scalar(text("SELECT count(*) FROM fetches"))
