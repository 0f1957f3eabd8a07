from datetime import UTC, datetime

import pytest

from db import crawls, fetch_outcomes, sites
from db.crawls import Fetched, FoundPage
from mezmun.core.outcomes import Outcome
from mezmun.core.site_schema import Kind, Site
from mezmun.core.web_address import MAX_URL_OCTETS
from store.raw_store import StoredBytes

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SHA = "ab" * 32


def add_news(connection):
    sites.sync_site(connection, Site(name="news", kind=Kind.NEWS, seeds=("http://a/",)), now=NOW)


def fetched(url, sha256=None, **changes):
    raw = sha256 and StoredBytes(sha256, 100, 40)
    return Fetched(url=url, requested_at=NOW, fetched_at=NOW, final_url=url, status=200, raw=raw, **changes)


@pytest.fixture
def connection(engine):
    with engine.begin() as connection:
        add_news(connection)
        yield connection


@pytest.fixture
def crawl(connection):
    return crawls.begin_crawl(connection, "news", now=NOW)


def test_an_unended_crawl_is_resumed_and_an_ended_one_is_not(connection):
    first = crawls.begin_crawl(connection, "news", now=NOW)
    again = crawls.begin_crawl(connection, "news", now=NOW)
    assert (first.resumed, again.resumed, again.id) == (False, True, first.id)
    crawls.finish_crawl(connection, again, now=NOW)
    assert crawls.begin_crawl(connection, "news", now=NOW).id != first.id


def test_pages_are_added_once_at_their_smallest_depth_and_pending_nearest_first(connection, crawl):
    found_pages = [FoundPage("http://a/2", "article", 2), FoundPage("http://a/1", "listing", 1)]
    new = crawls.add_pages(
        connection, crawl, [*found_pages, FoundPage("http://a/2", "article", 1), *found_pages], now=NOW
    )
    assert [(page.url, page.depth) for page in new] == [("http://a/1", 1), ("http://a/2", 1)]
    assert crawls.add_pages(connection, crawl, found_pages, now=NOW) == []
    assert list(crawls.pending_pages(connection, crawl)) == new


def test_a_page_of_an_earlier_crawl_is_new_to_the_next_one(connection, crawl):
    (page,) = crawls.add_pages(connection, crawl, [FoundPage("http://a/1", "article", 1)], now=NOW)
    crawls.record_fetch(connection, crawl, page.id, fetched(page.url, SHA))
    crawls.finish_crawl(connection, crawl, now=NOW)
    second = crawls.begin_crawl(connection, "news", now=NOW)
    assert list(crawls.pending_pages(connection, second)) == []
    (again,) = crawls.add_pages(connection, second, [FoundPage("http://a/1", "thread", 3)], now=NOW)
    assert (again.id, again.role, again.depth) == (page.id, "thread", 3)


def test_a_url_too_long_for_the_index_is_passed_over(connection, crawl):
    long = "http://a/" + "x" * MAX_URL_OCTETS
    longest = "http://a/".ljust(MAX_URL_OCTETS, "x")
    new = crawls.add_pages(
        connection, crawl, [FoundPage(long, "article", 1), FoundPage(longest, "article", 1)], now=NOW
    )
    assert [page.url for page in new] == [longest]


def test_a_fetch_is_written_with_its_links_and_a_page_is_fetched_once_in_a_crawl(connection, crawl):
    (page,) = crawls.add_pages(connection, crawl, [FoundPage("http://a/", "listing", 0)], now=NOW)
    links = [FoundPage("http://a/1", "article", 1), FoundPage("http://a/", "listing", 1)]
    recorded = crawls.record_fetch(
        connection, crawl, page.id, fetched(page.url, SHA), links=links, outcome=Outcome.LISTING
    )
    assert [new.url for new in recorded.new_pages] == ["http://a/1"]
    assert [p.url for p in crawls.pending_pages(connection, crawl)] == ["http://a/1"]
    again = crawls.record_fetch(connection, crawl, page.id, fetched(page.url, "cd" * 32))
    assert (again.id, again.outcome, again.new_pages) == (recorded.id, Outcome.LISTING, ())
    assert crawls.fetched_count(connection, crawl) == 1
    assert fetch_outcomes.outcome_counts(connection, crawl_id=crawl.id) == {Outcome.LISTING: 1}


def test_a_crawler_that_dies_before_its_commit_has_not_fetched(engine):
    with engine.begin() as connection:
        add_news(connection)
        crawl = crawls.begin_crawl(connection, "news", now=NOW)
        (page,) = crawls.add_pages(connection, crawl, [FoundPage("http://a/", "listing", 0)], now=NOW)
    with engine.connect() as connection:
        links = [FoundPage("http://a/1", "article", 1)]
        crawls.record_fetch(connection, crawl, page.id, fetched(page.url, SHA), links=links, outcome=Outcome.LISTING)
        connection.rollback()
    with engine.connect() as connection:
        assert [p.url for p in crawls.pending_pages(connection, crawl)] == ["http://a/"]
        assert fetch_outcomes.outcome_counts(connection) == {}


def test_no_cookie_is_kept(connection, crawl):
    (page,) = crawls.add_pages(connection, crawl, [FoundPage("http://a/", "article", 0)], now=NOW)
    headers = {"Set-Cookie": "session=1", "ETag": '"x"', "Content-Type": "text/html; charset=gbk", "X-User": "me"}
    recorded = crawls.record_fetch(connection, crawl, page.id, fetched(page.url, SHA, headers=headers))
    kept = connection.exec_driver_sql("SELECT headers FROM fetches").scalar_one()
    assert kept == {"etag": '"x"', "content-type": "text/html; charset=gbk"}
    assert fetch_outcomes.fetch_to_process(connection, recorded.id).content_type == "text/html; charset=gbk"


def test_only_a_fetch_with_a_good_end_makes_the_next_request_conditional(connection, crawl):
    (page,) = crawls.add_pages(connection, crawl, [FoundPage("http://a/", "article", 0)], now=NOW)
    headers = {"etag": '"x"', "last-modified": "Fri, 02 Jan 2026 00:00:00 GMT"}
    recorded = crawls.record_fetch(connection, crawl, page.id, fetched(page.url, SHA, headers=headers))
    assert crawls.validators(connection, page.id) is None
    fetch_outcomes.record_outcome(connection, recorded.id, Outcome.FAILED, at=NOW)
    assert crawls.validators(connection, page.id) is None
    fetch_outcomes.record_outcome(connection, recorded.id, Outcome.STORED, at=NOW)
    validators = crawls.validators(connection, page.id)
    assert (validators.etag, validators.last_modified, validators.sha256) == ('"x"', headers["last-modified"], SHA)


def test_what_postgresql_cannot_hold_is_dropped_and_raises_nothing(connection, crawl):
    bad = "http://a/\x00\ud83d?q=ئا"
    (page,) = crawls.add_pages(connection, crawl, [FoundPage(bad, "article", 0)], now=NOW)
    assert page.url == "http://a/?q=ئا"
    headers = {"server": "x\x00\udc80y"}
    crawls.record_fetch(connection, crawl, page.id, fetched(bad, SHA, headers=headers, error="\x00e"))
    row = connection.exec_driver_sql("SELECT url, error, headers FROM fetches").one()
    assert tuple(row) == ("http://a/?q=ئا", "e", {"server": "xy"})
