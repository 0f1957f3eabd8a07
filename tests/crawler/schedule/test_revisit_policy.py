import zlib
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from crawler.links.url_patterns import PageRole
from crawler.schedule.revisit_policy import MISTRUSTED, VisitResult, asks_conditionally, finding_of, next_visit
from db.crawling.pages import DuePage
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.schedule import Schedule
from mezmun.core.sites.site_schema import Site, SiteKind

DAY = timedelta(days=1)
NEWS = Site.from_url("http://a.example/")
MOMENT = timedelta(seconds=zlib.crc32(NEWS.name.encode()) % DAY.total_seconds())
NOW = datetime(2026, 1, 2, tzinfo=UTC) + MOMENT
FORUM = Site.from_url("http://a.example/", SiteKind.FORUM)


def page(**values) -> DuePage:
    zero = {"id": 1, "url": "http://a.example/x", "role": "content", "depth": 1, "cost": 1.0, "next_due_at": NOW}
    zero |= dict.fromkeys(("failures", "validator_trust", "conditional_gets", "barren"), 0)
    return DuePage(**{**dict.fromkeys(field.name for field in fields(DuePage)), **zero, **values})


def days(findings, site=NEWS, role=PageRole.CONTENT, **values) -> list[float]:
    """Give the days on which a page is looked at, the first of them left out."""
    known, now, seen = page(**values), NOW, []
    for finding in findings:
        visit = next_visit(known, finding, site, role=role, is_last=True, now=now)
        known = replace(known, failures=visit.failures, revisit_interval=visit.interval, fetched_at=now)
        now = visit.due_at
        seen.append((now - NOW) / DAY)
    return seen


def test_a_dead_page_is_asked_for_ever_more_seldom_and_never_given_up():
    assert days([VisitResult.DEAD] * 6) == [7, 35, 147, 512, 877, 1242]


def test_a_server_that_is_down_is_asked_again_within_minutes():
    assert [round(day * 24 * 60) for day in days([VisitResult.DOWN] * 4)] == [5, 25, 105, 425]


@pytest.mark.parametrize("finding", list(VisitResult))
def test_where_the_site_begins_is_looked_at_once_in_its_schedule_whatever_comes_of_it(finding):
    assert days([finding] * 9, cost=0.0, role=PageRole.LISTING)[-1] <= 9


def test_a_list_that_shows_nothing_new_is_looked_at_ever_more_seldom_up_to_a_limit():
    assert days([VisitResult.CHANGED] + [VisitResult.SAME] * 4, role=PageRole.LISTING) == [2, 10, 26, 42, 58]


def test_a_list_that_had_nothing_new_at_the_first_look_waits_longer_for_the_second():
    waits = [
        next_visit(page(), VisitResult.CHANGED, NEWS, role=role, is_barren=is_barren, now=NOW).interval / DAY
        for role in (PageRole.LISTING, PageRole.CONTENT)
        for is_barren in (False, True)
    ]
    assert waits == [2, 8, 30, 30]


def test_a_list_that_mostly_has_news_and_has_none_for_once_is_looked_at_again_soon():
    assert days(
        [VisitResult.CHANGED, VisitResult.CHANGED, VisitResult.SAME, VisitResult.SAME], role=PageRole.LISTING
    ) == [2, 3, 5, 13]


def test_a_list_with_news_is_looked_at_once_in_the_sites_schedule():
    assert days([VisitResult.CHANGED] * 4, role=PageRole.LISTING) == [2, 3, 4, 5]


def test_a_list_that_only_tells_of_changes_is_looked_at_no_more_often_and_no_more_seldom():
    known = page(role="feed", cost=0.5, revisit_interval=5 * DAY, fetched_at=NOW - 5 * DAY)
    waits = [
        next_visit(known, finding, NEWS, role=PageRole.FEED, is_barren=is_barren, now=NOW).interval / DAY
        for finding, is_barren in ((VisitResult.CHANGED, False), (VisitResult.CHANGED, True), (VisitResult.SAME, True))
    ]
    assert waits == [2.5, 5, 16]


def test_all_pages_of_a_site_fall_due_at_the_same_moment_of_its_schedule():
    late = NOW + timedelta(hours=7)
    for role in (PageRole.LISTING, PageRole.CONTENT):
        due_at = next_visit(page(), VisitResult.CHANGED, NEWS, role=role, now=late).due_at
        assert (due_at - NOW) % DAY == timedelta()
    assert next_visit(page(cost=0.0), VisitResult.SAME, NEWS, role=PageRole.LISTING, now=late).due_at == NOW + DAY
    other = Site.from_url("http://b.example/")
    assert (
        next_visit(page(), VisitResult.SAME, other, role=PageRole.CONTENT, now=late).due_at - NOW
    ) % DAY != timedelta()


def test_a_page_is_not_looked_at_days_before_its_wait_is_over():
    weekly = NEWS.model_copy(update={"schedule": Schedule(every=timedelta(weeks=1))})
    for hours in range(0, 7 * 24, 3):
        now = NOW + timedelta(hours=hours)
        due_at = next_visit(page(), VisitResult.CHANGED, weekly, role=PageRole.CONTENT, now=now).due_at
        assert timedelta(days=30) - timedelta(hours=1) <= due_at - now < timedelta(days=37)


def test_a_crawl_of_less_than_an_hour_keeps_its_moment():
    for minutes in (0, 10, 59):
        visit = next_visit(
            page(), VisitResult.CHANGED, NEWS, role=PageRole.LISTING, now=NOW + timedelta(minutes=minutes)
        )
        assert visit.due_at == NOW + 2 * DAY


def test_a_site_with_a_cron_expression_is_looked_at_when_it_says():
    site = NEWS.model_copy(
        update={"schedule": Schedule(cron="0 9-17 * * 1-5", zone="Asia/Urumqi", jitter=timedelta(0))}
    )
    friday = datetime(2026, 1, 2, 16, 5, tzinfo=ZoneInfo("Asia/Urumqi"))
    seeds = page(cost=0.0)
    first = next_visit(seeds, VisitResult.SAME, site, role=PageRole.LISTING, now=friday).due_at
    assert first == friday.replace(hour=17, minute=0)
    second = next_visit(seeds, VisitResult.SAME, site, role=PageRole.LISTING, now=first + timedelta(minutes=5)).due_at
    assert second == datetime(2026, 1, 5, 9, tzinfo=ZoneInfo("Asia/Urumqi"))


def test_articles_are_looked_at_seldom_and_threads_often():
    assert days([VisitResult.CHANGED, VisitResult.SAME, VisitResult.SAME]) == [30, 90, 210]
    assert days([VisitResult.CHANGED] * 4, FORUM) == [4, 6, 7, 8]


def test_an_article_that_others_say_has_changed_is_looked_at_no_more_often_by_itself():
    due_at = NOW + timedelta(days=30)
    edited = page(fetched_at=NOW, revisit_interval=timedelta(days=30), next_due_at=due_at)
    early = next_visit(edited, VisitResult.CHANGED, NEWS, role=PageRole.CONTENT, now=NOW + 3 * DAY)
    assert early.interval == timedelta(days=30)
    in_time = next_visit(edited, VisitResult.CHANGED, NEWS, role=PageRole.CONTENT, now=due_at)
    assert in_time.interval == timedelta(days=15)


def test_a_page_that_comes_back_is_like_any_other():
    assert days([VisitResult.CHANGED, VisitResult.DEAD, VisitResult.SAME], role=PageRole.LISTING) == [2, 9, 17]


@pytest.mark.parametrize(
    ("outcome", "more", "finding"),
    [
        (None, {"is_news": True}, VisitResult.CHANGED),
        (Outcome.LISTING, {"is_news": False}, VisitResult.SAME),
        (Outcome.UNCHANGED, {}, VisitResult.SAME),
        (Outcome.HTTP_ERROR, {"status": 404}, VisitResult.DEAD),
        (Outcome.HTTP_ERROR, {"status": 429}, VisitResult.DOWN),
        (Outcome.HTTP_ERROR, {"status": 502}, VisitResult.DOWN),
        (Outcome.TIMEOUT, {}, VisitResult.DOWN),
        (Outcome.ROBOTS_DENIED, {}, VisitResult.DEAD),
        (Outcome.ROBOTS_DENIED, {"status": 200}, VisitResult.SAME),
        (Outcome.ROBOTS_DENIED, {"robots_unread": True}, VisitResult.DOWN),
        (Outcome.NOT_HTML, {"status": 200}, VisitResult.DEAD),
    ],
)
def test_every_outcome_says_what_it_means_for_the_next_date(outcome, more, finding):
    assert finding_of(outcome, **more) is finding


def test_a_page_is_asked_for_conditionally_but_not_always():
    known = page(sha256="ab" * 32, etag='"1"', validator_trust=1)
    assert asks_conditionally(known)
    assert not asks_conditionally(replace(known, etag=None))
    for trust, most in {MISTRUSTED: 0, 0: 0, 1: 1, 2: 2, 3: 4, 4: 8, 5: 10, 99: 10}.items():
        counts = [replace(known, validator_trust=trust, conditional_gets=count) for count in range(20)]
        assert sum(map(asks_conditionally, counts)) == most
