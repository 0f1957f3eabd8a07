import random
import threading
import time
from datetime import date

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from db.engine import connect
from db.processing import extraction_storage
from db.publication.changes import Filter, newest_position, number_changes, read_feed
from db.publication.tables import Change
from db.removal import takedown
from mezmun.core.errors import InvalidInputError
from tests.db.world import NOW, World, extraction


@pytest.fixture
def stored(engine):
    """Store a text for an address in a transaction of its own, and give the page's id."""

    def store(url, body, site="news", **changes):
        with engine.begin() as connection:
            world = World(connection)
            fetch = again(world, url, body.encode(), site)
            world.store(fetch, body, **changes)
            return connection.scalar(text("SELECT page_id FROM fetches WHERE id = :id"), {"id": fetch})

    return store


def again(world, url, body, site="news"):
    """Fetch an address, known or not, in a crawl of its own; give the fetch's id."""
    world.connection.execute(text("UPDATE crawls SET state = 'finished'"))
    crawl = world.crawl(site)
    return world.fetch(crawl, world.page(crawl, url), body).id


EVERYTHING = Filter()


def read_all(engine, wanted=EVERYTHING, limit=3):
    entries, after = [], 0
    while True:
        page = read_feed(engine, after=after, limit=limit, wanted=wanted)
        entries += page.entries
        after = page.position
        if not page.more:
            return entries


def seen(entries):
    return [(entry.change.value, entry.id, entry.document and entry.document["text"]) for entry in entries]


def test_new_changed_and_withdrawn_documents_come_in_order(engine, stored):
    first = stored("http://a/1", "one")
    second = stored("http://a/2", "two")
    assert stored("http://a/1", "one!") == first
    stored("http://a/1", "one!")  # reads the same: no change
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://a/2", now=NOW)
    assert seen(read_all(engine)) == [
        ("new", first, "one"),
        ("new", second, None),  # its text is gone for good
        ("changed", first, "one!"),
        ("withdrawn", second, None),
    ]
    assert newest_position(engine) == 4


def test_who_asks_for_the_latest_gets_each_document_once_as_it_is_now(engine, stored):
    first, second = stored("http://a/1", "one", language="ug"), stored("http://a/2", "two")
    third = stored("http://a/3", "three", language="ug")
    stored("http://a/1", "one!", language="ug")
    stored("http://a/3", "three!", language="zh")
    page = read_feed(engine, after=0, limit=1, latest=True)
    assert seen(page.entries) == [("new", second, "two")]
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://a/2", now=NOW)
    stored("http://a/1", "one!!", language="ug")
    rest = read_feed(engine, after=page.position, limit=9, latest=True)
    assert seen(rest.entries) == [
        ("changed", third, "three!"),
        ("withdrawn", second, None),
        ("changed", first, "one!!"),
    ]
    assert (rest.position, rest.more) == (newest_position(engine), False)
    uyghur = read_feed(engine, after=0, limit=9, wanted=Filter(languages=["ug"]), latest=True)
    assert seen(uyghur.entries) == [
        ("withdrawn", third, None),
        ("withdrawn", second, None),
        ("changed", first, "one!!"),
    ]


def test_what_is_not_committed_is_neither_shown_nor_skipped(engine, stored):
    early = engine.connect()
    world = World(early)
    slow = again(world, "http://b/slow", b"slow", "slow")
    world.store(slow, "slow")  # its number is drawn now
    stored("http://a/1", "quick")
    assert [entry.document["text"] for entry in read_all(engine)] == ["quick"]
    early.commit()
    early.close()
    assert [entry.document["text"] for entry in read_feed(engine, after=1, limit=9).entries] == ["slow"]


def test_a_filter_withdraws_what_passes_it_no_more(engine, stored):
    page = stored("http://a/1", "ئۇيغۇرچە", language="ug")
    stored("http://a/2", "中文", language="zh")
    stored("http://a/1", "中文", language="zh")
    stored("http://a/1", "ئۇيغۇرچە", language="ug")
    assert seen(read_all(engine, Filter(languages=["ug"]))) == [
        ("new", page, "ئۇيغۇرچە"),
        ("withdrawn", page, None),
        ("changed", page, "ئۇيغۇرچە"),
    ]


def test_filters_by_site_kind_day_and_confidence(engine, stored):
    stored("http://a/1", "old", published=date(2020, 1, 1), confidence=0.9)
    stored("http://b/1", "new", "other", published=date(2026, 1, 1), confidence=0.5)
    stored("http://b/2", "undated", "other")  # fetched on 2026-01-02

    def texts(**wanted):
        return [entry.document["text"] for entry in read_all(engine, Filter(**wanted))]

    assert texts() == ["old", "new", "undated"]
    assert texts(sites=["other"]) == ["new", "undated"]
    assert texts(kinds=["news"]) == ["old", "new", "undated"]
    assert texts(kinds=["forum"]) == []
    assert texts(since=date(2026, 1, 1)) == ["new", "undated"]
    assert texts(since=date(2026, 1, 2)) == ["undated"]
    assert texts(min_confidence=0.6) == ["old"]


def test_a_document_of_a_section_has_the_kind_of_its_section(engine, stored):
    stored("http://a/1", "article")
    page = stored("http://a/bbs/1", "thread")
    with engine.begin() as connection:
        connection.execute(text("UPDATE pages SET kind = 'forum' WHERE id = :id"), {"id": page})
        shown = connection.execute(text("SELECT kind, text FROM v_documents ORDER BY id")).all()
    assert shown == [("news", "article"), ("forum", "thread")]
    for kind, body in shown:
        (entry,) = read_all(engine, Filter(kinds=[kind]))
        assert (entry.document["kind"], entry.document["text"]) == (kind, body)


def test_a_filter_that_nothing_passes_still_goes_on(engine, stored, monkeypatch):
    monkeypatch.setattr("db.publication.changes.MOST_LOOKED_AT", 2)
    for number in range(5):
        stored(f"http://a/{number}", "x")
    page = read_feed(engine, after=0, limit=9, wanted=Filter(sites=["none"]))
    assert (page.entries, page.position, page.more) == ([], 2, True)
    assert read_all(engine, Filter(sites=["none"])) == []


def test_a_take_down_that_began_before_the_text_it_removes_comes_after_it(engine, stored):
    page = stored("http://a/1", "first")
    taker = engine.connect()
    taker.execute(text("SELECT pg_current_xact_id()"))  # its transaction is the elder
    stored("http://a/1", "second")
    takedown.take_down_page(taker, "http://a/1", now=NOW)
    taker.commit()
    taker.close()
    assert [(entry.change, entry.id) for entry in read_all(engine)][-1] == (Change.WITHDRAWN, page)


def test_the_embedded_server_has_all_it_needs(embedded):
    engine = connect(embedded)
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(), "text")
    assert [entry.change for entry in read_all(engine)] == [Change.NEW]
    engine.dispose()


@pytest.mark.parametrize("seed", range(3))
def test_every_reader_sees_each_change_once_and_in_order_while_writers_commit_and_are_killed(database_url, seed):
    """Six writers store and roll back, a killer cuts connections, four readers go at their own pace."""
    choose = random.Random(seed)
    make = connect(database_url)
    with make.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        pages = [world.page(crawl, f"http://a/{number}") for number in range(8)]
        fetches = [world.fetch(crawl, page, page.url.encode()).id for page in pages]
    committed, lock, stop = [], threading.Lock(), threading.Event()

    def write(seed):
        mine, engine = random.Random(seed), connect(database_url)
        for number in range(25):
            own = f"{seed}-{number}"
            try:
                with engine.connect() as connection:
                    for fetch in sorted(mine.sample(fetches, mine.randint(1, 3))):
                        values = extraction(f"{own}-{fetch}", code_version=own)
                        extraction_storage.store_extraction(connection, fetch, values, now=NOW)
                        time.sleep(mine.random() / 200)
                    if mine.random() < 0.2:
                        connection.rollback()
                    else:
                        connection.commit()
                        with lock:
                            committed.append(own)
            except (DBAPIError, InvalidInputError):
                pass  # killed: it may or may not have been committed, the table knows
        engine.dispose()

    def read(pace, entries):
        engine, after = connect(database_url), 0
        while True:
            ending = stop.is_set()
            try:
                page = read_feed(engine, after=after, limit=pace)
            except DBAPIError:
                continue
            entries += [(entry.position, entry.id, entry.document["text"]) for entry in page.entries]
            after = page.position
            if ending and not page.more:
                break
            time.sleep(0.02 / pace)
        engine.dispose()

    def kill():
        while not stop.wait(0.05):
            with make.connect() as connection:
                connection.execute(
                    text(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                        " AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1"
                    )
                )
                connection.commit()

    seen_by = {pace: [] for pace in (1, 3, 20, 500)}
    writers = [threading.Thread(target=write, args=(choose.random(),)) for _ in range(6)]
    others = [threading.Thread(target=read, args=item) for item in seen_by.items()]
    killer = threading.Thread(target=kill)
    for thread in (*writers, *others, killer):
        thread.start()
    for thread in writers:
        thread.join()
    time.sleep(0.1)
    stop.set()
    for thread in (*others, killer):
        thread.join()

    while number_changes(make):
        pass
    with make.connect() as connection:
        log = connection.execute(
            text("SELECT position, c.page_id, text FROM document_changes c JOIN extractions e ON e.id = extraction_id")
        ).all()
        shown = dict(
            connection.execute(
                text("SELECT d.page_id, e.text FROM documents d JOIN extractions e ON e.id = extraction_id")
            ).all()
        )
    make.dispose()
    expected = sorted(map(tuple, log))
    assert [position for position, _, _ in expected] == list(range(1, len(expected) + 1))
    assert {"-".join(body.split("-")[:2]) for _, _, body in expected} >= set(committed)
    assert len(committed) > 60
    for pace, entries in seen_by.items():
        assert entries == expected, pace
    assert {page: body for _, page, body in expected} == shown  # the last change of a page is what it shows
