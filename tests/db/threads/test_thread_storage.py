import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import permutations

import pytest

from db import documents
from db.crawling import crawls
from db.crawling.found_pages import FoundPage, add_pages
from db.crawling.pages import make_alias
from db.removal import takedown
from db.threads.thread_storage import renew_document, store_thread_page, withdraw
from mezmun.core.outcomes import Outcome
from tests.db.threads.thread_world import ThreadWorld
from tests.db.world import NOW, World, extraction, wait_until_somebody_waits

MOVED = [(1, "abc"), (2, "def"), (3, "g"), (2, "deF"), (1, "abcd")]
"""Fetches in the order they were made: the page, and the posts it shows. f is edited; d moves to the first page."""


@pytest.fixture
def thread(world):
    return ThreadWorld(world)


def test_a_thread_is_one_document_under_its_first_page(thread):
    assert thread.read(1, "abc") == Outcome.STORED
    assert thread.read(2, "de") == Outcome.STORED
    (line,) = documents.list_documents(thread.world.connection)
    assert (line.url, line.title) == ("http://f/12/1", "page 1")
    assert thread.letters == ["abcde"]
    assert line.characters == len(documents.get_document(thread.world.connection, line.id).text)


def test_the_same_fetch_again_changes_nothing(thread):
    fetch = thread.fetched(1, "ab")
    assert thread.store(fetch, 1, "ab") == Outcome.STORED
    before = thread.rows("SELECT * FROM post_versions ORDER BY id"), thread.rows("SELECT * FROM document_changes")
    assert thread.store(fetch, 1, "ab") == Outcome.UNCHANGED
    assert before == (
        thread.rows("SELECT * FROM post_versions ORDER BY id"),
        thread.rows("SELECT * FROM document_changes"),
    )


def test_a_page_fetched_again_with_the_same_posts_is_no_change_of_the_document(thread):
    thread.read(1, "ab")
    again = thread.fetched(1, "other bytes")
    assert thread.store(again, 1, "ab") == Outcome.UNCHANGED
    assert len(thread.rows("SELECT * FROM document_changes")) == 1


@pytest.mark.parametrize("ids", [True, False], ids=["with ids", "without ids"])
def test_the_rows_do_not_depend_on_the_order_in_which_pages_arrive(world, ids):
    """Every order of the five fetches: what is stored is the same, by what it says."""
    seen = set()
    thread = ThreadWorld(world)
    fetches = [thread.fetched(number, str(at)) for at, (number, _) in enumerate(MOVED)]
    for order in permutations(range(len(MOVED))):
        point = world.connection.begin_nested()
        for at in order:
            thread.store(fetches[at], *MOVED[at], ids=ids)
        document = thread.rows("SELECT url, title, characters, encode(text_digest, 'hex'), language FROM documents")
        posts = thread.rows("SELECT key, text, blocks::text, day, first_fetch_id FROM post_versions ORDER BY key, text")
        shown = thread.rows(
            """SELECT page.number, page.fetch_id, array_agg(key ORDER BY place)::text
                  FROM thread_pages page, unnest(version_ids) WITH ORDINALITY AS each (id, place), post_versions post
                 WHERE post.id = each.id GROUP BY 1, 2 ORDER BY 1"""
        )
        seen.add((tuple(thread.letters), tuple(document), tuple(posts), tuple(shown)))
        point.rollback()
    assert len(seen) == 1
    ((letters, _, posts, _),) = seen
    assert letters == ("abcdeFg",)
    assert len(posts) == 8  # seven posts, one of which has two versions


def test_a_post_that_no_page_shows_any_more_is_left_out_and_comes_back_with_the_page_that_has_it(thread):
    thread.read(1, "abc")
    thread.read(2, "d")
    thread.read(1, "ab")
    assert thread.letters == ["abd"]
    thread.read(2, "cd")
    assert thread.letters == ["abcd"]


def test_a_post_that_every_page_repeats_stands_where_the_first_page_has_it(thread):
    thread.read(1, "abc")
    thread.read(2, "ade")
    assert thread.letters == ["abcde"]


def test_short_posts_without_ids_are_told_by_their_place_and_titles_are_no_posts(thread):
    blocks = [
        {"kind": "heading", "text": "Title"},
        {"kind": "paragraph", "text": "thanks!", "post": 1},
        {"kind": "paragraph", "text": "thanks!", "post": 2},
    ]
    for number in (1, 2):
        fetch = thread.fetched(number, str(number))
        values = extraction("Title\n\nthanks!\n\nthanks!", blocks=blocks)
        store_thread_page(thread.world.connection, fetch, values, site="forum", thread="12", number=number, now=NOW)
    assert documents.get_document(thread.world.connection, 1).text == "\n\n".join(["thanks!"] * 4)


def test_the_document_of_a_page_that_was_stored_before_goes_into_its_threads(thread):
    fetches = [thread.fetched(number, str(number)) for number in (1, 2)]
    connection = thread.world.connection
    connection.exec_driver_sql("UPDATE pages SET thread_key = NULL")
    for fetch in fetches:
        thread.world.store(fetch)
    connection.exec_driver_sql("UPDATE pages SET thread_key = '12'")
    thread.store(fetches[1], 2, "b")
    thread.store(fetches[0], 1, "a")
    assert thread.letters == ["ab"]


def test_a_page_that_says_nothing_any_more_takes_its_posts_with_it(thread):
    thread.read(1, "a")
    second = thread.fetched(2, "2")
    thread.store(second, 2, "b")
    withdraw(thread.world.connection, [second], now=NOW)
    assert thread.letters == ["a"]
    thread.store(second, 2, "b")
    assert thread.letters == ["ab"]


def test_a_page_that_asks_not_to_be_stored_any_more_takes_its_posts_with_it(thread):
    thread.read(1, "ab")
    thread.read(2, "bc")
    crawl = thread.world.crawl("forum")
    page = thread.world.page(crawl, "http://f/12/1")
    thread.world.fetch(crawl, page, outcome=Outcome.ROBOTS_DENIED)
    assert thread.letters == ["bc"]


def test_an_older_fetch_brings_no_posts_back_that_a_newer_one_withdrew(thread):
    first = thread.fetched(1, "1")
    thread.read(2, "bc")
    crawl = thread.world.crawl("forum")
    page = thread.world.page(crawl, "http://f/12/1")
    thread.world.fetch(crawl, page, outcome=Outcome.ROBOTS_DENIED)
    crawls.finish_crawl(thread.world.connection, crawl, now=NOW)
    assert thread.store(first, 1, "ab") == Outcome.UNCHANGED
    assert thread.letters == ["bc"]
    thread.read(1, "ab")
    assert thread.letters == ["abc"]


def test_a_page_that_is_to_be_withdrawn_is_locked_after_its_thread_as_takedowns_and_workers_do(engine):
    """Who locked the page first and then its thread would wait in a ring with those."""
    with engine.begin() as connection:
        thread = ThreadWorld(World(connection))
        thread.read(1, "ab")
        crawl = thread.world.crawl("forum")
        page = thread.world.page(crawl, "http://f/12/1")

    def record():
        with engine.begin() as connection:
            World(connection).fetch(crawl, page, outcome=Outcome.ROBOTS_DENIED)

    with ThreadPoolExecutor(1) as pool:
        with engine.begin() as connection:
            connection.exec_driver_sql("SELECT id FROM threads FOR UPDATE")
            recording = pool.submit(record)
            wait_until_somebody_waits(engine)
            connection.exec_driver_sql("SELECT id FROM pages FOR UPDATE NOWAIT")
        recording.result()
    with engine.connect() as connection:
        assert documents.count_documents(connection) == 0


def test_an_alias_of_a_page_adds_nothing(thread):
    thread.read(1, "ab", ids=False)
    crawl = thread.world.crawl("forum")
    other = thread.world.page(crawl, "http://f/other", thread_key="12", thread_page=7)
    fetch = thread.world.fetch(crawl, other, b"other")
    thread.world.connection.exec_driver_sql(f"UPDATE pages SET alias_of = 1 WHERE id = {other.id}")
    assert thread.store(fetch.id, 7, "ab", ids=False) == Outcome.UNCHANGED
    assert thread.letters == ["ab"]


def test_threads_of_two_keys_share_nothing(thread):
    thread.store(thread.fetched(1, "1", key="1"), 1, "ab", key="1")
    thread.store(thread.fetched(1, "2", key="2"), 1, "ab", key="2")
    assert thread.letters == ["ab", "ab"]


def test_a_page_that_was_another_address_of_one_taken_down_leaves_its_thread_to_the_others(thread):
    thread.read(1, "abc")
    thread.read(2, "cd")
    thread.read(2, "cD")
    thread.store(thread.fetched(1, "other", key="2"), 1, "e", key="2")
    make_alias(thread.world.connection, 1, 3, now=NOW)  # it was moved there, and its posts are read anew later
    takedown.take_down_page(thread.world.connection, "http://f/2/1", now=NOW)
    assert thread.letters == ["cD"]
    (line,) = documents.list_documents(thread.world.connection)
    assert line.url == "http://f/12/2"
    assert sorted(text[-1] for (text,) in thread.rows("SELECT text FROM post_versions")) == ["D", "c"]
    assert set(thread.rows("SELECT page_id, change FROM document_changes ORDER BY id DESC LIMIT 3")) == {
        (1, "withdrawn"),
        (3, "withdrawn"),
        (line.id, "new"),
    }


def by_document(connection):
    return takedown.take_down_document(connection, 1, now=NOW)


def by_second_page(connection):
    return takedown.take_down_page(connection, "https://f/12/2", now=NOW)


def by_page_that_is_not_known(connection):
    ninth = FoundPage("forum", "http://f/12/9", "content", thread_key="12", thread_page=9)
    return takedown.take_down_page(connection, ninth.url, now=NOW, at_sites=[ninth])


def by_post(connection):
    post = FoundPage("forum", "http://f/showthread.php?p=97", "skip", thread_key="12")
    return takedown.take_down_page(connection, post.url, now=NOW, at_sites=[post])


@pytest.mark.parametrize("take_down", [by_document, by_second_page, by_page_that_is_not_known, by_post])
def test_taking_down_a_thread_takes_all_its_pages_also_those_that_were_not_fetched(thread, take_down):
    thread.read(1, "abc")
    thread.read(2, "cd")
    thread.fetched(3, "not read yet")
    thread.store(thread.fetched(1, "other", key="2"), 1, "e", key="2")
    gone = take_down(thread.world.connection)
    assert (gone.pages, gone.documents) == (3, 1)
    assert gone.barred == (take_down in {by_page_that_is_not_known, by_post})
    assert thread.letters == ["e"]
    assert [text[-1] for (text,) in thread.rows("SELECT text FROM post_versions")] == ["e"]
    later = [
        FoundPage("forum", f"http://f/{key}/4", "content", thread_key=key, thread_page=4) for key in ("12", "2", "3")
    ]
    added = add_pages(thread.world.connection, later, now=NOW)
    assert added[None].added == ["http://f/2/4", "http://f/3/4"]


@pytest.mark.parametrize("take_down", [by_document, by_second_page, by_page_that_is_not_known])
def test_a_page_that_is_found_of_a_thread_while_it_is_taken_down_goes_with_it(engine, take_down):
    with engine.begin() as connection:
        ThreadWorld(World(connection)).read(1, "ab")
        ThreadWorld(World(connection)).read(2, "cd")
    later = FoundPage("forum", "http://f/12/3", "content", thread_key="12", thread_page=3)

    def run():
        with engine.begin() as connection:
            take_down(connection)

    with ThreadPoolExecutor(1) as pool:
        with engine.begin() as connection:
            add_pages(connection, [later], now=NOW)
            running = pool.submit(run)
            wait_until_somebody_waits(engine)
        running.result()
    with engine.begin() as connection:
        pages = "SELECT count(*) FROM pages WHERE thread_key = '12' AND taken_down_at IS NULL"
        assert connection.exec_driver_sql(pages).scalar() == 0
        assert add_pages(connection, [replace(later, url="http://f/12/4", thread_page=4)], now=NOW) == {}


def test_taking_down_a_page_of_a_thread_that_was_moved_takes_the_whole_thread_where_it_is_now(thread):
    thread.store(thread.fetched(1, "other", key="2"), 1, "e", key="2")
    thread.store(thread.fetched(2, "more", key="2"), 2, "f", key="2")
    for number in (1, 2):
        thread.read(number, "abc")
    make_alias(thread.world.connection, 3, 1, now=NOW)
    gone = takedown.take_down_page(thread.world.connection, "http://f/12/2", now=NOW)
    assert (gone.pages, thread.letters) == (4, [])


def test_taking_down_a_site_leaves_no_post(thread):
    thread.read(1, "abc")
    late = thread.fetched(2, "2")
    takedown.take_down_site(thread.world.connection, "forum", now=NOW)
    assert thread.letters == []
    assert thread.rows("SELECT * FROM post_versions") == thread.rows("SELECT * FROM thread_pages") == []
    assert thread.store(late, 2, "d") == Outcome.TAKEN_DOWN
    assert thread.rows("SELECT * FROM post_versions") == []


def test_workers_and_a_takedown_at_the_same_time_come_to_the_same_as_one_after_the_other(engine):
    with engine.begin() as connection:
        thread = ThreadWorld(World(connection))
        places = [(key, number) for key in ("12", "13") for number in range(1, 13)]
        fetches = [(thread.fetched(number, key + str(number), key), key, number) for key, number in places]

    def work(job):
        fetch, key, number = job
        with engine.begin() as connection:
            if fetch is None:
                takedown.take_down_page(connection, f"http://f/{key}/{number}", now=NOW)
            else:
                ThreadWorld(World(connection)).store(fetch, number, "abcdefgh"[number % 8], key)

    jobs = [*fetches, (None, "12", 3), (None, "12", 9), (None, "12", 1)]
    random.Random(5).shuffle(jobs)
    with ThreadPoolExecutor(6) as workers:
        list(workers.map(work, jobs))
    with engine.connect() as connection:
        thread = ThreadWorld(World(connection))
        assert [line.url for line in documents.list_documents(connection)] == ["http://f/13/1"]
        assert thread.letters == ["bcdefgha"]
        assert len(thread.rows("SELECT * FROM thread_pages")) == 12


def test_a_page_stored_alone_comes_to_what_going_through_all_pages_of_its_thread_comes_to(thread):
    draw = random.Random(7)
    connection = thread.world.connection
    document = "SELECT page_id, fetch_id, posts, characters, text_digest, version_ids::text FROM documents"
    for _ in range(40):
        thread.read(draw.randrange(1, 5), "".join(draw.sample("abcdefghABCDEFGH", draw.randrange(4))))
        rows = thread.rows(document)
        assert not renew_document(connection, 1, now=NOW)
        assert thread.rows(document) == rows


def test_a_page_that_has_no_post_in_common_is_not_gone_through(thread):
    for number, letters in (1, "abc"), (2, "cd"), (3, "e"):
        thread.read(number, letters)
    thread.world.connection.exec_driver_sql("UPDATE thread_pages SET share_ids = share_ids[2:] WHERE number = 1")
    thread.read(3, "ef")
    assert thread.letters == ["bcdef"]
    thread.read(2, "cD")
    assert thread.letters == ["bcDef"]
    renew_document(thread.world.connection, 1, now=NOW)
    assert thread.letters == ["abcDef"]


def test_a_page_that_went_to_another_thread_leaves_its_posts_to_the_pages_that_show_them_too(thread):
    thread.read(1, "ab")
    thread.read(2, "bc")
    moved = thread.fetched(1, "moved")
    thread.store(moved, 1, "ab", key="13")
    thread.read(3, "d")
    assert thread.letters == ["ab", "bcd"]
