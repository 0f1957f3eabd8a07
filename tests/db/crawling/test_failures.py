from datetime import timedelta

import pytest

from db.crawling.failures import (
    FailureSelection,
    discard_failures,
    failure_reasons,
    latest_failures,
    retry_failures,
)
from db.crawling.robots_files import StoredRobots, load_robots, save_robots
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome

EVERY = FailureSelection()


@pytest.fixture
def connection(world):
    crawl = world.crawl()
    for number in range(4):
        world.fetch(crawl, world.page(crawl, f"http://a/{number}"), outcome=Outcome.TIMEOUT, detail="slow")
    world.fetch(crawl, world.page(crawl, "http://a/4"), outcome=Outcome.EMPTY)
    world.fetch(crawl, world.page(crawl, "http://a/5"), outcome=Outcome.LISTING)
    return world.connection


def test_reasons_are_counted_with_some_addresses(connection):
    first, second = failure_reasons(connection, EVERY)
    assert (first.site, first.outcome, first.reason, first.pages) == ("news", "timeout", "slow", 4)
    assert len(first.urls) == 3
    assert (second.outcome, second.reason, second.urls) == ("empty", None, ["http://a/4"])


def test_failures_are_listed_newest_first_and_page_by_page(connection):
    first = latest_failures(connection, EVERY, limit=2)
    assert [row.url for row in first] == ["http://a/4", "http://a/3"]
    assert [row.url for row in latest_failures(connection, EVERY, before=first[-1].fetch_id, limit=1)] == ["http://a/2"]


@pytest.mark.parametrize(
    ("chosen", "count"),
    [
        (FailureSelection(site="news"), 5),
        (FailureSelection(site="other"), 0),
        (FailureSelection(outcome=Outcome.TIMEOUT), 4),
        (FailureSelection(reason=""), 1),
        (FailureSelection(reason="slow", site="news"), 4),
        (FailureSelection(fetch_id=1), 1),
    ],
)
def test_a_selection_narrows(connection, chosen, count):
    assert len(latest_failures(connection, chosen)) == count
    assert discard_failures(connection, chosen, reason="known") == count
    assert len(latest_failures(connection, EVERY)) == 5 - count


def test_a_selection_may_be_of_the_last_days_alone(connection, world):
    assert latest_failures(connection, FailureSelection(since=world.now + timedelta(seconds=1))) == []
    assert len(latest_failures(connection, FailureSelection(since=world.now))) == 5


def test_no_failure_is_discarded_without_a_reason(connection):
    with pytest.raises(InvalidInputError, match="Say in a few words"):
        discard_failures(connection, EVERY, reason=" ")


def test_with_a_page_the_robots_txt_is_asked_for_again_that_could_not_be_read(connection, world):
    for origin in ("http://a", "http://b"):
        save_robots(connection, StoredRobots(origin, world.now, None, None, "status 503", 9))
    assert retry_failures(connection, FailureSelection("news"), now=world.now) == 5
    assert load_robots(connection, "http://a").asked_at < world.now
    assert load_robots(connection, "http://b").asked_at == world.now
