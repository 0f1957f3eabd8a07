from datetime import date
from types import SimpleNamespace

import pytest

from db.documents import get_document
from db.publication.changes import Filter, newest_position, read_feed
from db.publication.narrowing import Narrowing
from db.publication.search import END, look_up, search
from db.publication.search_terms import QueryTerm
from db.publication.snapshots import read_snapshot
from db.removal import takedown
from tests.db.threads.thread_world import LONG, ThreadWorld
from tests.db.world import NOW, World

EVERYTHING = Filter()


@pytest.fixture
def read(engine):
    """Read a page of a thread in a transaction of its own."""

    def page(number, letters):
        with engine.begin() as connection:
            return ThreadWorld(World(connection)).read(number, letters)

    return page


def posts_of(record):
    return "".join(post[-1] for post in record["posts"])


def test_a_document_gives_each_post_with_its_id_its_day_and_the_page_it_is_on(world):
    thread = ThreadWorld(world)
    for number, letters in ((1, "ab"), (2, "c"), (2, "C")):
        thread.read(number, letters)
    document = get_document(world.connection, 1)
    assert [(post.number, post.id, post.versions, post.url[-1]) for post in document.thread] == [
        (1, "97", 1, "1"),
        (2, "98", 1, "1"),
        (3, "99", 2, "2"),
    ]
    assert {post.day for post in document.thread} == {date(2020, 1, 2)}
    assert document.content["posts"] == 3
    assert [block["post"] for block in document.content["blocks"]] == [1, 2, 3]
    assert [block["text"] for block in document.content["blocks"]] == document.text.split("\n\n")
    assert document.as_dict()["thread"][2]["text"] == LONG["c"] + "C"


def test_the_feed_gives_a_thread_as_it_was_at_each_change(engine, read):
    for number, letters in ((1, "ab"), (2, "c"), (2, "Cd")):
        read(number, letters)
    entries = read_feed(engine, after=0, limit=9, wanted=EVERYTHING).entries
    assert [(entry.change, entry.id, posts_of(entry.document)) for entry in entries] == [
        ("new", 1, "ab"),
        ("changed", 1, "abc"),
        ("changed", 1, "abCd"),
    ]
    newest = entries[-1].document
    assert newest["text"] == "\n\n".join(newest["posts"])
    assert (newest["post_ids"], newest["post_days"]) == (["97", "98", "99", "100"], ["2020-01-02"] * 4)


def test_a_snapshot_has_a_thread_as_it_was_then(engine, read):
    read(1, "ab")
    before = newest_position(engine)
    read(2, "c")
    with engine.connect() as connection:
        for position, letters in ((before, "ab"), (newest_position(engine) or before + 1, "abc")):
            batch = read_snapshot(connection, position=position, after=0, limit=9, wanted=EVERYTHING)
            assert [posts_of(record) for record in batch.records] == [letters]


def test_what_was_taken_down_is_in_no_feed(engine, read):
    read(1, "ab")
    read(2, "bc")
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://f/12/1", now=NOW)
    entries = read_feed(engine, after=0, limit=9, wanted=EVERYTHING).entries
    assert [(entry.change, entry.document and posts_of(entry.document)) for entry in entries] == [
        ("new", None),
        ("changed", None),
        ("withdrawn", None),
    ]


def test_words_of_any_page_find_the_thread_once_and_the_post_with_them_is_shown(world):
    thread = ThreadWorld(world)
    thread.read(1, "ab")
    thread.read(2, "c")
    world.store(world.fetched("http://a/1", b"page"), "c of another page")
    terms = [QueryTerm(("c",))]
    hits = look_up(world.connection, terms, Narrowing(), limit=5)
    rows = search(world.connection, terms, hits.documents)
    assert [row.url for row in rows] == ["http://a/1", "http://f/12/1"]
    assert "c" + END in rows[1].excerpt
    assert (len(hits.documents), hits.are_all) == (2, True)
    of_forum = look_up(world.connection, [], Narrowing(site="forum"), limit=5).documents
    assert [row.url for row in search(world.connection, [], of_forum)] == ["http://f/12/1"]


@pytest.mark.parametrize(
    "excluded", [QueryTerm(("c",), excluded=True), QueryTerm(("c a text",), phrase=True, excluded=True)]
)
def test_a_word_that_any_page_of_a_thread_has_leaves_it_out(world, excluded):
    thread = ThreadWorld(world)
    thread.read(1, "ab")
    assert _count(world, [QueryTerm(("a",)), excluded]) == 1
    thread.read(2, "c")
    assert _count(world, [QueryTerm(("a",))]) == 1
    assert _count(world, [QueryTerm(("a",)), excluded]) == 0
    assert _count(world, [excluded]) == 0


def test_the_view_has_the_posts_in_order(world):
    thread = ThreadWorld(world)
    thread.read(1, "ab")
    thread.read(2, "c", ids=False)
    rows = [SimpleNamespace(**row._mapping) for row in world.connection.exec_driver_sql("SELECT * FROM v_posts")]
    assert [(row.number, row.id, row.text[-1], row.day) for row in rows] == [
        (1, "97", "a", date(2020, 1, 2)),
        (2, "98", "b", date(2020, 1, 2)),
        (3, None, "c", date(2020, 1, 2)),
    ]
    whole = world.connection.exec_driver_sql("SELECT text, posts FROM v_documents").one()
    assert whole == (get_document(world.connection, 1).text, 3)


def _count(world, terms):
    return len(look_up(world.connection, terms, Narrowing(), limit=9).documents)
