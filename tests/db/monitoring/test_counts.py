"""The counts are exact at any time: before and after changes are added up, and in whatever order they come."""

from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import text

from db.monitoring import counts
from db.monitoring.site_history import site_days, site_histories, site_states
from db.processing.fetch_outcomes import record_outcome
from db.removal.takedown import take_down_page
from mezmun.core.outcomes import Outcome
from tests.db.world import NOW, World

DAY = NOW.date()


def counted(engine):
    """Give all counts of all spans, as readers see them."""
    with engine.connect() as connection:
        rows = connection.execute(
            text("""
            SELECT span, begins, site, subject, word, sum(count), sum(total) FROM v_counts
             GROUP BY 1, 2, 3, 4, 5 HAVING sum(count) <> 0 ORDER BY 1, 2, 3, 4, 5""")
        )
        return [tuple(row) for row in rows]


def add_up(engine):
    with engine.begin() as connection:
        return counts.add_up(connection, now=NOW)


@pytest.fixture
def busy(engine):
    """A database in which everything that is counted has been made, changed and taken away."""
    with engine.begin() as connection:
        world = World(connection)
        for site in ("news", "forum"):
            crawl = world.crawl(site)
            fetches = []
            for number in range(6):
                at = NOW + timedelta(hours=9 * number)
                page = world.page(crawl, f"http://{site}/{number}")
                body = None if number == 5 else f"{site}{number}".encode()
                outcome = Outcome.HTTP_ERROR if number == 5 else None
                times = {"requested_at": at, "fetched_at": at, "attempts": number + 1}
                fetches.append(world.fetch(crawl, page, body, outcome=outcome, **times).id)
            world.store(fetches[0], "short", language="ug", posts=3)
            world.store(fetches[0], "no longer short", language="zh", posts=4)
            world.store(fetches[1], "x" * 1000)
            for fetch, outcome in ((0, Outcome.STORED), (1, Outcome.FAILED), (1, Outcome.STORED), (2, Outcome.EMPTY)):
                record_outcome(connection, fetches[fetch], outcome, at=NOW)
            take_down_page(connection, f"http://{site}/1", now=NOW)
            take_down_page(connection, f"http://{site}/3", now=NOW)
    return engine


def test_what_is_counted_is_what_there_is_before_and_after_changes_are_added_up(busy):
    before = counted(busy)
    assert add_up(busy) > 0
    with busy.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM count_changes")) == 0
    assert counted(busy) == before
    assert add_up(busy) == 0
    assert counts.recount(busy, now=NOW) == []
    assert counted(busy) == before


def test_a_site_s_days_and_state_come_from_the_counts(busy):
    with busy.connect() as connection:
        days = site_days(connection, since=NOW - timedelta(days=1))["news"]
        state = site_states(connection, now=NOW, site="news")[0]
        of_news = "FROM v_counts WHERE span = 'all' AND site = 'news'"
        requests = connection.scalar(text(f"SELECT sum(total) {of_news} AND subject = 'fetches'"))
        lengths = connection.execute(
            text(f"SELECT word, sum(total) {of_news} AND subject = 'lengths' GROUP BY word HAVING sum(count) > 0")
        ).all()
    assert days[DAY].outcomes == {Outcome.STORED: 1, Outcome.TAKEN_DOWN: 1, Outcome.EMPTY: 1}
    assert days[DAY + timedelta(days=1)].outcomes == {Outcome.TAKEN_DOWN: 1, None: 1}
    assert days[DAY + timedelta(days=2)].outcomes == {Outcome.HTTP_ERROR: 1}
    assert days[DAY].new_documents == 1
    assert (state.pages, state.documents, requests) == (4, 1, 21)
    assert [tuple(row) for row in lengths] == [("4", len("no longer short"))]


@pytest.mark.parametrize("added_up", [False, True])
def test_a_site_s_history_is_the_sum_of_its_days(busy, added_up):
    if added_up:
        add_up(busy)
    with busy.connect() as connection:
        days = site_days(connection, since=NOW)
        recent_since = NOW + timedelta(days=1)
        histories = site_histories(connection, since=NOW, recent_since=recent_since)
        alone = site_histories(connection, since=NOW, recent_since=recent_since, site="news")
    assert histories.keys() == {"news", "forum"}
    assert alone == {"news": histories["news"]}
    for site, history in histories.items():
        recent = {on: day for on, day in days[site].items() if on >= recent_since.date()}
        past = {on: day for on, day in days[site].items() if on < recent_since.date()}
        assert recent
        assert past
        for shown, summed in ((history.recent, recent), (history.past, past)):
            outcomes = sum((Counter(day.outcomes) for day in summed.values()), Counter())
            languages = sum((Counter(day.languages) for day in summed.values()), Counter())
            assert (dict(shown.outcomes), dict(shown.languages)) == (outcomes, languages)
            assert shown.new_documents == sum(day.new_documents for day in summed.values())
        assert history.busy_days == sum(day.new_documents > 0 for day in past.values()) == 1


def test_a_day_whose_documents_were_all_taken_down_is_not_busy(busy):
    add_up(busy)
    with busy.begin() as connection:
        take_down_page(connection, "http://news/0", now=NOW)
        history = site_histories(connection, since=NOW, recent_since=NOW + timedelta(days=1))["news"]
    assert (history.busy_days, history.past.new_documents) == (0, 0)


def test_a_wrong_count_is_shown_and_mended(busy):
    right = counted(busy)
    add_up(busy)
    with busy.begin() as connection:
        connection.execute(text("UPDATE counts SET count = count + 1 WHERE span = 'all' AND subject = 'pages'"))
    wrong = counts.recount(busy, now=NOW)
    assert [(row.site, row.subject, row.count - row.true_count) for row in wrong] == [
        ("forum", "pages", 1),
        ("news", "pages", 1),
    ]
    assert counted(busy) == right
    assert counts.recount(busy, now=NOW) == []


def test_what_is_written_during_a_recount_is_neither_lost_nor_counted_twice(busy, monkeypatch):
    add_up(busy)
    differences = counts.differences

    def interrupted(connection, values):
        with busy.begin() as other:
            world = World(other)
            world.page(world.crawl("news"), "http://news/late")
        assert add_up(busy) == 0, "nobody adds up during a recount"
        return differences(connection, values)

    monkeypatch.setattr(counts, "differences", interrupted)
    assert counts.recount(busy, now=NOW) == []
    with busy.connect() as connection:
        assert site_states(connection, now=NOW, site="news")[0].pages == 5
    add_up(busy)
    assert counts.recount(busy, now=NOW) == []


def test_hours_are_kept_for_some_days_and_days_for_good(busy):
    add_up(busy)
    later = NOW + counts.HOURS_KEPT + timedelta(days=3)
    days = [row for row in counted(busy) if row[0] != "hour"]
    with busy.begin() as connection:
        counts.add_up(connection, now=later)
    assert counted(busy) == days
    assert counts.recount(busy, now=later) == []
