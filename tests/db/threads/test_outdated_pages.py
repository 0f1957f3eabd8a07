from datetime import timedelta

import pytest

from tests.db.threads.thread_world import ThreadWorld
from tests.db.world import NOW


@pytest.fixture
def thread(world):
    return ThreadWorld(world)


@pytest.fixture
def due(thread):
    """Let no page be due, store what a fetch shows, and give the pages that are due since, as thread and number."""

    def after(number, letters, key="12", fetch=None, **options):
        fetch = fetch or thread.fetched(number, letters, key)
        thread.world.connection.exec_driver_sql("UPDATE pages SET next_due_at = %s", (NOW + timedelta(days=30),))
        thread.store(fetch, number, letters, key, **options)
        rows = thread.rows("SELECT thread_key, thread_page, next_due_at FROM pages ORDER BY 1, 2")
        assert {row.next_due_at for row in rows} <= {NOW, NOW + timedelta(days=30)}
        return [(row.thread_key, row.thread_page) for row in rows if row.next_due_at == NOW]

    return after


def test_a_thread_whose_posts_turn_up_in_another_one_is_looked_at(thread, due):
    thread.read(1, "ab", key="7")
    thread.read(2, "c", key="7")
    thread.read(1, "e", key="8")
    assert due(1, "eac", key="8") == [("7", 1), ("7", 2)]


@pytest.mark.parametrize(
    ("post", "ids"),
    [("x", False), ("c", False), ("x", True)],
    ids=["thanks", "an advertisement", "thanks under one number"],
)
def test_what_many_threads_say_was_not_moved_where_no_id_tells(thread, due, post, ids):
    for key, letter in ("7", "a"), ("8", "b"), ("9", "d"):
        thread.read(1, letter + post, key=key, ids=ids)
    assert due(1, "e" + post, key="10", ids=ids) == []


@pytest.mark.parametrize("ids", [True, False], ids=["with ids", "without ids"])
def test_a_post_that_comes_to_stand_amid_a_thread_shows_the_pages_before_to_be_outdated(thread, due, ids):
    thread.read(1, "ab", ids=ids)
    thread.read(2, "cd", ids=ids)
    thread.read(3, "e", ids=ids)
    assert due(3, "de", ids=ids) == [("12", 2)]
    assert due(2, "bc", ids=ids) == [("12", 1)]
    assert due(1, "ah", ids=ids) == []


@pytest.mark.parametrize(
    "letters", ["cd", "cde", "cD", "d", ""], ids=["as it was", "a new post", "an edited one", "one gone", "none left"]
)
def test_what_happens_to_a_page_alone_makes_no_other_one_due(thread, due, letters):
    thread.read(1, "ab")
    thread.read(2, "cd")
    thread.read(1, "gh", key="8")
    assert due(2, letters) == []


def test_a_page_that_shows_what_another_one_does_makes_it_due_once(thread, due):
    thread.read(1, "ab")
    assert due(2, "ac") == [("12", 1)]
    assert due(2, "ac") == []
    assert due(1, "ab") == []


def test_the_pages_of_another_site_stay_as_they_are(thread, due):
    thread.read(1, "ab", key="7")
    thread.world.site("elsewhere")
    thread.world.connection.exec_driver_sql("UPDATE threads SET site = 'elsewhere'")
    assert due(1, "ab", key="8") == []


def test_a_page_is_not_outdated_by_an_older_fetch(thread, due):
    older = thread.fetched(1, "x", key="8")
    thread.read(1, "ab", key="7")
    assert due(1, "ab", key="8", fetch=older) == []
