from datetime import timedelta

import pytest

from db.crawling import pages
from db.crawling.found_pages import FoundPage, add_pages
from db.crawling.pages import Visited
from tests.db.world import NOW, World

HOUR = timedelta(hours=1)


@pytest.fixture
def connection(engine):
    with engine.begin() as connection:
        World(connection).site("news")
        World(connection).site("other")
        yield connection


def add(connection, *found_pages, now=NOW):
    """Add pages; give by the page they were found on how many are new, and behind those how many have changed."""
    counts = add_pages(connection, found_pages, now=now)
    return {page: (each.new, each.revised) if each.revised else each.new for page, each in counts.items()}


def page(path, **more):
    return FoundPage("news", f"http://a/{path}", more.pop("role", "content"), **more)


def due(connection, now=NOW, limit=100):
    return [each.url.removeprefix("http://a/") for each in pages.due_pages(connection, "news", now=now, limit=limit)]


def visit(connection, path, now=NOW, **more):
    values = {"role": "content", "next_due_at": now + HOUR, "revisit_interval": HOUR, "fetched_at": now, "failures": 0}
    values |= dict.fromkeys(("sha256", "etag", "last_modified", "list_digest", "thread_key", "thread_page"))
    values |= {"validator_trust": 0, "conditional_gets": 0, **more}
    page_id = pages.page_at(connection, "news", f"http://a/{path}")
    pages.reschedule(connection, [Visited(id=page_id, **values)])
    return page_id


def test_a_page_is_added_once_and_what_was_new_is_counted_by_the_page_it_was_found_on(connection):
    assert add(connection, page("x", found_on=7), page("x", cost=3.0), page("y", found_on=8)) == {7: 1, 8: 1}
    assert add(connection, page("x", found_on=7), page("z", found_on=7)) == {7: 1}
    assert sorted(due(connection)) == ["x", "y", "z"]
    assert pages.known_pages(connection, "news") == 3
    assert pages.due_pages(connection, "other", now=NOW, limit=9) == []


def test_what_is_due_comes_first_from_where_the_site_begins_and_then_by_turns_of_the_shapes(connection):
    add(connection, *(page(f"calendar/{n:02}", shape=1, cost=1.0) for n in range(50)))
    add(connection, page("", cost=0.0), page("deep", shape=2, cost=9.0), page("near", shape=2, cost=2.0))
    assert due(connection, limit=6) == ["", "calendar/00", "near", "calendar/01", "deep", "calendar/02"]


def test_within_a_shape_new_pages_come_before_those_to_look_at_again(connection):
    add(connection, page("old", cost=1.0), page("new", cost=2.0))
    visit(connection, "old", now=NOW - 2 * HOUR)
    assert due(connection) == ["new", "old"]


def test_a_visited_page_is_due_at_its_next_date(connection):
    add(connection, page("x"))
    digest = "ab" * 32
    visit(
        connection, "x", sha256=digest, etag='"1"', failures=2, validator_trust=-1, role="listing", list_digest=digest
    )
    assert due(connection) == []
    assert pages.next_due(connection, "news") == NOW + HOUR
    (visited,) = pages.due_pages(connection, "news", now=NOW + HOUR, limit=1)
    assert (visited.sha256, visited.etag, visited.failures, visited.validator_trust) == (digest, '"1"', 2, -1)
    assert (visited.revisit_interval, visited.role) == (HOUR, "listing")


def test_a_page_that_is_said_to_have_changed_since_its_fetch_is_due_now(connection):
    add(connection, page("x"), page("y"))
    for path in "xy":
        visit(connection, path, now=NOW, next_due_at=NOW + 1000 * HOUR)
    later = NOW + 2 * HOUR
    new = add(connection, page("x", modified_at=NOW - HOUR), page("y", modified_at=NOW + HOUR, found_on=5), now=later)
    assert new == {5: (0, 1)}
    assert due(connection, later) == ["y"]


def test_of_a_thread_that_has_grown_the_last_known_page_is_due(connection):
    thread = {"thread_key": "12", "index_state": "3 replies"}
    add(connection, page("t-12", thread_page=1, **thread), page("t-12-3", thread_key="12", thread_page=3))
    add(
        connection,
        page("t-12-2", thread_key="12", thread_page=2),
        page("t-13", thread_key="13", index_state="0 replies"),
    )
    for path, key, number in (("t-12", "12", 1), ("t-12-2", "12", 2), ("t-12-3", "12", 3), ("t-13", "13", None)):
        visit(connection, path, next_due_at=NOW + 99 * HOUR, thread_key=key, thread_page=number)
    later = NOW + HOUR
    same = page("t-13", index_state="0 replies")
    assert add(connection, same, page("t-12", index_state="3 replies", thread_key="12"), now=later) == {}
    grown = page("t-12", index_state="9 replies", thread_key="12", found_on=1)
    assert add(connection, same, grown, now=later) == {1: 1}
    assert due(connection, later) == ["t-12-3"]
    assert add(connection, grown, now=later + HOUR) == {}


def test_a_thread_the_index_shows_for_the_first_time_is_not_taken_for_grown(connection):
    add(connection, page("t-1", thread_key="1"))
    visit(connection, "t-1", next_due_at=NOW + 99 * HOUR, thread_key="1")
    assert add(connection, page("t-1", index_state="5"), now=NOW + HOUR) == {}
    assert due(connection, NOW + HOUR) == []
    grown = page("t-1", index_state="6", found_on=2)
    assert add(connection, grown, now=NOW + 2 * HOUR) == {2: 1}
    assert due(connection, NOW + 2 * HOUR) == ["t-1"]
    assert add(connection, grown, now=NOW + 3 * HOUR) == {}


def of_thread(path, number=1, **more):
    return page(path, thread_key="7", thread_page=number, **more)


def test_other_addresses_of_a_page_of_a_thread_are_its_aliases(connection):
    assert add(connection, of_thread("a"), of_thread("b"), of_thread("a2", 2)) == {None: 2}
    assert add(connection, of_thread("c", index_state="3"), page("c2", thread_key="8", thread_page=1)) == {None: 1}
    assert due(connection) == ["a", "a2", "c2"]
    visit(connection, "a2", thread_key="7", thread_page=2, next_due_at=NOW + 99 * HOUR)
    add(connection, of_thread("c", index_state="3"))
    add(connection, of_thread("c", index_state="4"), now=NOW + HOUR)
    assert "a2" in due(connection, NOW + HOUR)


def test_a_page_that_never_answered_gives_way_to_its_next_address(connection):
    add(connection, of_thread("a"))
    add(connection, of_thread("b"), of_thread("c"))
    dead = visit(connection, "a", failures=1, thread_key="7", thread_page=1)
    pages.try_alias(connection, dead, now=NOW)
    pages.try_alias(connection, dead, now=NOW)
    assert due(connection) == ["b"]
    b = pages.page_at(connection, "news", "http://a/b")
    assert pages.page_at(connection, "news", "http://a/c") == b
    add(connection, of_thread("d"))
    assert pages.page_at(connection, "news", "http://a/d") == b


def test_an_alias_is_due_no_more_and_leads_to_its_page(connection):
    add(connection, page("x"), page("x?print=1"), page("x?from=feed"))
    x, printed, fed = (
        pages.page_at(connection, "news", f"http://a/{path}") for path in ("x", "x?print=1", "x?from=feed")
    )
    pages.make_alias(connection, fed, printed, now=NOW)
    pages.make_alias(connection, printed, x, now=NOW)
    pages.make_alias(connection, x, printed, now=NOW)  # a ring of canonical links: the first to come stays
    assert due(connection) == ["x"]
    assert pages.page_at(connection, "news", "http://a/x?from=feed") == x
    assert pages.known_pages(connection, "news") == 1


def test_when_a_page_of_a_thread_is_in_another_thread_the_other_pages_are_due(connection):
    for path, key, number in (("7/1", "7", 1), ("7/2", "7", 2), ("8/1", "8", 1), ("9/1", "9", 1)):
        add(connection, page(path, thread_key=key, thread_page=number))
        visit(connection, path, thread_key=key, thread_page=number)
    gone, other = (pages.page_at(connection, "news", f"http://a/{path}") for path in ("7/1", "8/1"))
    pages.make_alias(connection, gone, other, now=NOW)
    assert due(connection) == ["7/2"]


def test_when_a_page_of_a_thread_has_another_address_the_other_pages_are_not_due(connection):
    for path, number in (("7/1", 1), ("7/2", 2)):
        add(connection, of_thread(path, number))
        visit(connection, path, thread_key="7", thread_page=number)
    add(connection, page("print"))
    visit(connection, "print", thread_key="7", thread_page=1)
    printed, first = (pages.page_at(connection, "news", f"http://a/{path}") for path in ("print", "7/1"))
    pages.make_alias(connection, printed, first, now=NOW)
    assert due(connection) == []


def test_pages_are_made_due_by_role_and_cost(connection):
    add(connection, page("a", role="listing", cost=1), page("b", role="listing", cost=5), page("c", cost=1))
    for path, role in (("a", "listing"), ("b", "listing"), ("c", "content")):
        visit(connection, path, role=role)
    assert pages.make_due(connection, "news", roles=["listing"], now=NOW, most_cost=2) == 1
    assert due(connection) == ["a"]


def test_a_url_too_long_for_the_index_is_passed_over_and_what_postgresql_cannot_hold_is_dropped(connection, caplog):
    assert add(connection, page("x" * 3000), page("nul\0and\ud800half", found_on=1, index_state="\0")) == {1: 1}
    assert due(connection) == ["nulandhalf"]
    assert "passed over a URL of 3009 characters" in caplog.text


def test_nothing_is_added_to_a_site_or_asked_of_a_page_that_was_taken_down(connection, execute):
    from sqlalchemy import text

    add(connection, page("x"), page("y"))
    connection.execute(text("UPDATE pages SET taken_down_at = now() WHERE url LIKE '%x'"))
    assert due(connection) == ["y"]
    connection.execute(text("UPDATE sites SET taken_down_at = now() WHERE name = 'news'"))
    assert add(connection, page("z", found_on=3)) == {}
