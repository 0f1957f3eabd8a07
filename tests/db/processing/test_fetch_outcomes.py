from datetime import timedelta

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from db.processing import fetch_outcomes
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome


def record(world, fetch_id, outcome, **more):
    return fetch_outcomes.record_outcome(world.connection, fetch_id, outcome, at=world.now, **more)


def test_the_first_word_stays_however_often_a_message_comes(world):
    fetch_id = world.fetched()
    assert record(world, fetch_id, Outcome.STORED) == Outcome.STORED
    assert record(world, fetch_id, Outcome.UNCHANGED) == Outcome.STORED
    assert record(world, fetch_id, Outcome.FAILED) == Outcome.STORED


def test_a_failure_gives_way_to_what_a_later_try_comes_to(world):
    fetch_id = world.fetched()
    assert record(world, fetch_id, Outcome.FAILED, detail="ValueError") == Outcome.FAILED
    assert record(world, fetch_id, Outcome.TIMEOUT) == Outcome.FAILED
    assert record(world, fetch_id, Outcome.TOO_SHORT) == Outcome.TOO_SHORT


def test_a_takedown_overrules_everything(world):
    fetch_id = world.fetched()
    record(world, fetch_id, Outcome.STORED)
    assert record(world, fetch_id, Outcome.TAKEN_DOWN) == Outcome.TAKEN_DOWN
    assert record(world, fetch_id, Outcome.STORED) == Outcome.TAKEN_DOWN


def test_every_word_of_the_list_is_taken_by_the_database_and_no_other(world):
    for number, word in enumerate(Outcome):
        record(world, world.fetched(f"http://a/{number}"), word)
    counts = fetch_outcomes.outcome_counts(world.connection)
    assert counts == dict.fromkeys(Outcome, 1)
    fetch_id = world.fetched("http://a/last")
    with pytest.raises(IntegrityError, match="ck_outcomes_outcome"):
        world.connection.exec_driver_sql(f"INSERT INTO outcomes VALUES ({fetch_id}, 'maybe', NULL, now())")


def test_counts_add_up_to_the_fetches_with_those_that_wait_under_none(world):
    first, _ = world.fetched("http://a/1"), world.fetched("http://a/2")
    world.fetched("http://b/1", site="other")
    record(world, first, Outcome.STORED)
    assert fetch_outcomes.outcome_counts(world.connection) == {Outcome.STORED: 1, None: 2}
    of_first = world.connection.scalar(text("SELECT crawl_id FROM fetches WHERE id = :id"), {"id": first})
    of_crawl = fetch_outcomes.outcome_counts(world.connection, crawl_id=of_first)
    assert of_crawl == {Outcome.STORED: 1, None: 1}


def test_found_as_unprocessed_is_what_has_bytes_and_no_outcome_and_is_old_enough(world):
    crawl = world.crawl()
    waiting = world.fetch(crawl, world.page(crawl, "http://a/1"), b"1")
    world.fetch(crawl, world.page(crawl, "http://a/2"), b"2", outcome=Outcome.LISTING)
    world.fetch(crawl, world.page(crawl, "http://a/3"), None)
    late = world.now + timedelta(minutes=10)
    world.fetch(crawl, world.page(crawl, "http://a/4"), b"4", fetched_at=late)
    references = list(fetch_outcomes.unprocessed_fetches(world.connection, older_than=late))
    assert [(ref.fetch_id, ref.site) for ref in references] == [(waiting.id, "news")]


def test_a_worker_learns_all_about_a_fetch(world):
    crawl = world.crawl()
    page = world.page(crawl, "http://a/1")
    fetch_id = world.fetch(crawl, page, b"x", headers={"Content-Type": "text/html"}).id
    fetch = fetch_outcomes.fetch_to_process(world.connection, fetch_id)
    assert (fetch.page_id, fetch.crawl_id, fetch.site, fetch.url) == (page.id, crawl.id, "news", "http://a/1")
    assert (fetch.content_type, fetch.size) == ("text/html", 1)
    assert (fetch.outcome, fetch.fetched_at) == (None, world.now)
    record(world, fetch_id, Outcome.EMPTY)
    assert fetch_outcomes.fetch_to_process(world.connection, fetch_id).outcome is Outcome.EMPTY


def test_beginnings_are_counted(world):
    fetch_id = world.fetched()
    assert [fetch_outcomes.begin_processing(world.connection, fetch_id) for _ in range(3)] == [1, 2, 3]


@pytest.mark.parametrize("question", [fetch_outcomes.fetch_to_process, fetch_outcomes.begin_processing])
def test_a_fetch_that_is_not_there_is_named(world, question):
    with pytest.raises(InvalidInputError, match="12345"):
        question(world.connection, 12345)
