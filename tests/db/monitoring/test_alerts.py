from datetime import UTC, datetime

import pytest

from db.monitoring.alerts import AlertKind, alerts
from db.monitoring.site_history import SiteDay, SiteHistory, SiteState
from mezmun.core.outcomes import Outcome

NOW = datetime(2026, 5, 29, tzinfo=UTC)


def state(**changes) -> SiteState:
    values = {
        "name": "news", "kind": "news", "config": {}, "enabled": True, "paused_at": None, "next_due_at": NOW,
        "failures": 0, "is_crawled": False, "was_crawled": True,
        "pages": 10, "due": 0, "documents": 100, "crawl_started_at": NOW,
        "crawl_finished_at": NOW, "crawl_state": "finished", "crawl_detail": None, "crawl_fetches": 9,
    }  # fmt: skip
    return SiteState(**values | changes)


NOTHING = SiteHistory()


def history(before: dict, recent: dict, *, new_before: int = 125, new_recent: int = 15):
    return SiteHistory(SiteDay(recent, new_recent), SiteDay(before, new_before), busy_days=25)


WELL = {Outcome.STORED: 20, Outcome.LISTING: 30, Outcome.HTTP_ERROR: 3}


def kinds(state, history=NOTHING) -> list[AlertKind]:
    return [alert.kind for alert in alerts(state, history)]


def test_a_site_that_fares_as_before_makes_no_alert():
    assert kinds(state(), history(WELL, WELL)) == []
    assert kinds(state()) == []


@pytest.mark.parametrize(
    ("recent", "kind"),
    [
        ({Outcome.TOO_SHORT: 15, Outcome.EMPTY: 5, Outcome.LISTING: 30}, AlertKind.LAYOUT),
        ({Outcome.ROBOTS_DENIED: 20}, AlertKind.ROBOTS),
        ({Outcome.REDIRECTED_AWAY: 30, Outcome.STORED: 2}, AlertKind.REDIRECTED),
        ({Outcome.HTTP_ERROR: 30, Outcome.STORED: 2}, AlertKind.ERRORS),
        ({Outcome.ERROR_PAGE: 30, Outcome.STORED: 2}, AlertKind.ERROR_PAGES),
    ],
)
def test_a_turn_of_most_pages_is_an_alert_that_closes_itself(recent, kind):
    assert kinds(state(), history(WELL, recent)) == [kind]
    assert kinds(state(), history(recent, WELL)) == []


def test_most_new_documents_in_another_language_are_an_alert_and_a_few_are_not():
    def alerts_after(recent):
        past = SiteDay(WELL, 125, {"ug": 100, "zh": 25})
        return alerts(state(), SiteHistory(SiteDay(WELL, 12, recent), past, busy_days=25))

    (alert,) = alerts_after({"fa": 9, "ug": 3})
    assert alert.kind is AlertKind.LANGUAGE
    assert (
        "75% of the new documents of the last 3 days are in fa, before it was 0%, and most were in ug" in alert.message
    )
    assert "in no known language" in alerts_after({"": 12})[0].message
    assert alerts_after({"ug": 8, "fa": 4}) == []
    assert alerts_after({"fa": 9}) == [], "too few to tell"


def test_what_was_always_so_of_a_site_that_delivers_is_no_alert():
    dead = {Outcome.HTTP_ERROR: 30, Outcome.STORED: 10}
    assert kinds(state(), history(dead, dead)) == []


@pytest.mark.parametrize("past", [{}, WELL])
def test_pages_that_wait_for_a_worker_were_fetched_well_and_may_have_a_text_yet(past):
    assert kinds(state(), history(past, {Outcome.HTTP_ERROR: 130, Outcome.LISTING: 60, None: 260})) == []
    assert kinds(state(), history(past, {Outcome.EMPTY: 20, None: 260})) == [AlertKind.LAYOUT]


@pytest.mark.parametrize(
    ("recent", "kind", "message"),
    [
        (
            {Outcome.HTTP_ERROR: 40, Outcome.TIMEOUT: 5, Outcome.STORED: 15},
            AlertKind.ERRORS,
            "75% of the pages of the last 3 days came to no text; most of these ended as http-error.",
        ),
        (
            {Outcome.LISTING: 30, Outcome.TOO_SHORT: 6, Outcome.EMPTY: 3, Outcome.STORED: 3},
            AlertKind.LAYOUT,
            "75% of the pages of the last 3 days came to no text; most of these ended as too-short.",
        ),
    ],
)
def test_a_site_just_added_whose_pages_mostly_come_to_nothing_is_told_though_it_has_no_past(recent, kind, message):
    few = SiteDay({Outcome.STORED: 2})
    for past in (SiteDay(), few):
        (alert,) = alerts(state(), SiteHistory(SiteDay(recent, 3), past))
        assert alert.kind is kind
        assert alert.message == f"{message} There is no earlier time to compare with."
    assert kinds(state(documents=0), SiteHistory(SiteDay(recent))) == [AlertKind.NO_DOCUMENTS], "which is told once"
    assert kinds(state(), SiteHistory(SiteDay({Outcome.HTTP_ERROR: 4, Outcome.STORED: 6}, 6))) == []
    assert kinds(state(), SiteHistory(SiteDay({Outcome.HTTP_ERROR: 6}))) == [], "too few to tell"


def test_a_site_that_had_news_and_has_none_is_silent_and_one_that_hardly_had_any_is_not():
    assert kinds(state(), history(WELL, WELL, new_recent=0)) == [AlertKind.SILENT]
    assert kinds(state(), SiteHistory(SiteDay(WELL, 0), SiteDay(WELL, 50), busy_days=1)) == []


def test_a_site_that_is_down_twice_in_a_row_is_told_with_what_it_answered():
    assert kinds(state(failures=1)) == []
    (alert,) = alerts(state(failures=2, down_reason="the server does not answer: 503 Service Unavailable"), NOTHING)
    assert alert.kind is AlertKind.DOWN
    assert alert.message == "The last 2 crawls ended early: the server does not answer: 503 Service Unavailable."


def test_a_site_that_never_delivered_has_one_alert_until_it_does_whether_it_is_down_or_not():
    down = SiteHistory(SiteDay({Outcome.UNREACHABLE: 40}), SiteDay({Outcome.ROBOTS_DENIED: 200}))
    (alert,) = alerts(state(documents=0, failures=40), down)
    assert alert.message == "No document has come yet, and the last 40 crawls ended early: the server does not answer."
    gone = SiteHistory(SiteDay({Outcome.UNREACHABLE: 40, Outcome.LISTING: 1}), down.past)
    assert [kinds(state(documents=0, failures=number), gone) for number in (40, 0, 1, 2)] == [
        [AlertKind.NO_DOCUMENTS]
    ] * 4
    assert AlertKind.NO_DOCUMENTS not in kinds(state(documents=1), gone)
    assert kinds(state(documents=0, failures=40, paused_at=NOW), down) == []


def test_a_site_whose_crawl_ended_and_brought_no_document_is_told_with_how_most_fetches_ended():
    """As one that was just added, whose rules fit no page: it has no past to turn from."""
    fruitless = state(documents=0)
    (alert,) = alerts(fruitless, SiteHistory(SiteDay({Outcome.LISTING: 59, Outcome.HTTP_ERROR: 1})))
    assert alert.kind is AlertKind.NO_DOCUMENTS
    assert alert.message == "No document came of 60 fetches; most ended as listing."
    (alert,) = alerts(fruitless, SiteHistory(SiteDay({Outcome.ROBOTS_DENIED: 1})))
    assert alert.message == "No document came of the only fetch; it ended as robots-denied."
    assert kinds(state(documents=1), SiteHistory(SiteDay({Outcome.LISTING: 59}))) == []
    assert kinds(fruitless, SiteHistory(SiteDay({Outcome.LISTING: 59, None: 1}))) == [], "a page waits for a worker"
    assert kinds(state(documents=0, was_crawled=False), SiteHistory(SiteDay({Outcome.LISTING: 59}))) == []
    assert kinds(state(documents=0, failures=1), SiteHistory(SiteDay({Outcome.UNREACHABLE: 1}))) == [], "is it down?"
    assert kinds(fruitless) == [], "nothing was asked for"


def test_a_broken_assertion_of_the_site_file_is_told():
    config = {"assertions": {"min_content_pages": 200}}
    assert kinds(state(config=config)) == [AlertKind.ASSERTION]
    messages = [alerts(state(config=config, documents=number), NOTHING)[0].message for number in (0, 1, 2)]
    assert messages == [
        "There are 0 documents, the site file expects 200 or more.",
        "There is 1 document, the site file expects 200 or more.",
        "There are 2 documents, the site file expects 200 or more.",
    ]
    assert kinds(state(config=config, documents=200)) == []
    assert kinds(state(config=config, was_crawled=False)) == []


def test_nothing_is_told_of_a_site_that_is_paused_or_off():
    assert kinds(state(failures=9, paused_at=NOW)) == []
    assert kinds(state(failures=9, enabled=False)) == []
