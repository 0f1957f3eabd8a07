import re
from datetime import timedelta

import pytest

from db.crawling.failures import (
    FailureSelection,
    discard_failures,
    failure_causes,
    failure_reasons,
    latest_failures,
    retry_failures,
)
from db.crawling.robots_files import StoredRobots, load_robots, save_robots
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from mezmun.core.reasons import SENTENCES

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


@pytest.fixture
def on_many_sites(world):
    """Pages of three sites that fail at what differs by numbers and addresses alone; some have two reasons."""
    for site in ("a", "b", "c"):
        crawl = world.crawl(site)
        for number in range(2):
            page = world.page(crawl, f"http://{site}/{number}")
            world.fetch(crawl, page, outcome=Outcome.TOO_SHORT, detail=f"{number + 1} letters, fewer than 30")
        if site == "a":
            moved = {"x": "to http://d/1, no host of the site", "y": "to http://d/2"}
        else:
            moved = {"z": "to http://d/3"} if site == "b" else {}
        for name, detail in moved.items():
            page = world.page(crawl, f"http://{site}/{name}")
            world.fetch(crawl, page, outcome=Outcome.REDIRECTED_AWAY, detail=detail)
    return world.connection


def test_a_reason_is_counted_once_over_all_sites_whatever_it_is_about(on_many_sites):
    causes = failure_causes(on_many_sites, EVERY)
    assert [(row.outcome, row.reason, row.pages, row.sites, row.url) for row in causes] == [
        ("too-short", "{number} letters, fewer than {limit}", 6, 3, "http://c/1"),
        ("redirected-away", "to {address}", 2, 2, "http://b/z"),
        ("redirected-away", "to {address}, no host of the site", 1, 1, "http://a/x"),
    ]
    assert [row.pages for row in failure_causes(on_many_sites, FailureSelection(site="a"), limit=1)] == [2]


def test_a_cause_selects_the_pages_that_are_counted_for_it(on_many_sites):
    for cause in failure_causes(on_many_sites, EVERY):
        chosen = FailureSelection(outcome=Outcome(cause.outcome), reason=cause.reason)
        assert len(latest_failures(on_many_sites, chosen)) == cause.pages


@pytest.mark.parametrize("sentence", SENTENCES)
def test_the_database_takes_a_reason_for_the_sentence_that_its_list_takes_it_for(world, sentence):
    values = dict.fromkeys(re.findall(r"\{(\w+)\}", sentence), "7")
    crawl = world.crawl()
    world.fetch(crawl, world.page(crawl, "http://a/1"), outcome=Outcome.FAILED, detail=sentence.format(**values))
    taken_for = [each for each in SENTENCES if latest_failures(world.connection, FailureSelection(reason=each))]
    assert taken_for == [sentence]


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
