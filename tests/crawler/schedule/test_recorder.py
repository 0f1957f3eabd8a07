"""Visits of many crawls are written together, and none is lost by another or by a caller that goes away."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError

from crawler.links.discovery import Link
from crawler.links.url_patterns import PageRole
from crawler.schedule.recorder import KnownLinks, Recorder
from crawler.schedule.visit import Redirect, Visit
from db.crawling import pages
from db.crawling.fetches import Fetched
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Site, SiteKind
from tests.db.threads.thread_world import ThreadWorld
from tests.db.world import NOW, World


class Crawls:
    """Sites with a crawl each, whose pages are visited at the same time."""

    def __init__(self, engine):
        self.engine = engine
        self.sent = []
        self.sendings = 0
        self.transactions = 0
        event.listen(engine, "begin", self._count)

    def send(self, *references):
        self.sent += references
        self.sendings += 1

    def _count(self, _connection):
        self.transactions += 1

    def visit(self, name, path="", outcome=None, **more):
        with self.engine.begin() as connection:
            world = World(connection)
            crawl = world.crawl(name)
            url = f"http://{name}/{path}"
            world.page(crawl, url)
            [page] = [each for each in pages.due_pages(connection, name, now=NOW, limit=9) if each.url == url]
        fetched = Fetched(name, crawl.id, page.id, url, NOW, NOW, status=200, outcome=outcome)
        return Visit(
            Site(name=name, kind=SiteKind.NEWS, seeds=(f"http://{name}/",)), page, fetched, PageRole.LISTING, **more
        )

    def record(self, visits, known=None, cancelled=()):
        """Record the visits at once; give what each came to, an error or the number of new pages."""
        known = known or KnownLinks()

        async def run(threads, sender):
            recorder = Recorder(self.engine, self.send, threads, sender, lambda: NOW)
            self.transactions = 0
            tasks = [asyncio.create_task(recorder.record(visit, known)) for visit in visits]
            await asyncio.sleep(0)
            for index in cancelled:
                tasks[index].cancel()
            results = await asyncio.gather(*tasks, return_exceptions=True)
            await recorder.finish()
            return results

        with ThreadPoolExecutor(1) as sender, ThreadPoolExecutor(2) as threads:
            return asyncio.run(run(threads, sender))

    def rows(self, statement):
        with self.engine.connect() as connection:
            return connection.exec_driver_sql(statement).all()


@pytest.fixture
def crawls(engine):
    crawls = Crawls(engine)
    yield crawls
    event.remove(engine, "begin", crawls._count)


def links(*paths, name="a", **more):
    return {"links": tuple(Link(f"http://{name}/{path}", PageRole.CONTENT, **more) for path in paths)}


def test_visits_that_end_meanwhile_are_written_in_one_transaction_each_with_its_finds(crawls):
    visits = [crawls.visit(f"s{n}", **links(*map(str, range(n)), name=f"s{n}")) for n in range(20)]
    assert crawls.record(visits) == list(range(20))
    assert crawls.transactions == 1
    assert len(crawls.sent) == 20
    assert crawls.sendings == 1
    assert crawls.rows("SELECT count(*) FROM fetches") == [(20,)]
    assert crawls.rows("SELECT count(*) FROM pages WHERE fetched_at IS NULL") == [(190,)]


def test_a_visit_that_the_database_refuses_takes_no_other_with_it_and_no_link_of_the_others(crawls):
    refused = crawls.visit("b")
    refused = Visit(
        refused.site, refused.page, Fetched("b", -1, refused.page.id, "http://b/", NOW, NOW), PageRole.LISTING
    )
    results = crawls.record([crawls.visit("a", **links("1", "2")), refused, crawls.visit("c")])
    assert [results[0], results[2]] == [2, 0]
    assert isinstance(results[1], DBAPIError)
    assert crawls.rows("SELECT url FROM fetches ORDER BY url") == [("http://a/",), ("http://c/",)]
    assert len(crawls.sent) == 2


def test_what_was_fetched_is_written_when_its_crawl_is_stopped_meanwhile(crawls):
    results = crawls.record([crawls.visit("a"), crawls.visit("b")], cancelled=[0, 1])
    assert all(isinstance(result, asyncio.CancelledError) for result in results)
    assert crawls.rows("SELECT count(*) FROM fetches") == [(2,)]


def test_only_what_has_no_outcome_is_sent_to_the_workers(crawls):
    crawls.record([crawls.visit("a", outcome=Outcome.LISTING), crawls.visit("b")])
    assert [reference.site for reference in crawls.sent] == ["b"]


def test_each_fetch_has_a_line_with_its_number_by_which_it_can_be_followed_to_its_document(crawls, caplog):
    caplog.set_level("DEBUG", "crawler.schedule.recorder")
    crawls.record([crawls.visit("a", outcome=Outcome.LISTING), crawls.visit("b")])
    lines = {line.site: (line.page, line.fetch, line.getMessage()) for line in caplog.records}
    ids, pages = dict(crawls.rows("SELECT url, id FROM fetches")), dict(crawls.rows("SELECT url, id FROM pages"))
    assert lines == {
        "a": (pages["http://a/"], ids["http://a/"], f"fetch {ids['http://a/']} of a: listing (http://a/)"),
        "b": (pages["http://b/"], ids["http://b/"], f"fetch {ids['http://b/']} of b: waits for a worker (http://b/)"),
    }
    assert [reference.fetch_id for reference in crawls.sent] == [ids["http://b/"]]


def test_a_page_that_redirects_for_good_becomes_another_address_and_a_seed_never(crawls):
    seed = crawls.visit(
        "a", outcome=Outcome.LISTING, redirect=Redirect("http://a/new", PageRole.CONTENT, permanent=True)
    )
    crawls.record([crawls.visit("b", **links("old", name="b"))])
    moved = crawls.visit("b", "old", outcome=Outcome.LISTING, redirect=Redirect("http://b/new", PageRole.CONTENT, True))
    crawls.record([seed, moved])
    aliases = "SELECT pages.url, main.url FROM pages JOIN pages AS main ON main.id = pages.alias_of"
    assert crawls.rows(aliases) == [("http://b/old", "http://b/new")]
    assert crawls.rows("SELECT count(*) FROM pages WHERE url = 'http://a/new'") == [(1,)]


def test_a_thread_that_was_merged_into_another_one_has_no_document_of_its_own_any_more(crawls):
    with crawls.engine.begin() as connection:
        threads = ThreadWorld(World(connection))
        threads.read(1, "ab", key="12")
        threads.store(threads.fetched(1, "c", key="13"), 1, "c", key="13")
        threads.read(2, "cd", key="12")
        crawl = threads.world.crawl("forum")
        due = {each.url: each for each in pages.due_pages(connection, "forum", now=NOW, limit=9)}
        connection.exec_driver_sql(
            "UPDATE pages SET fetched_at = next_due_at - interval '1 day', next_due_at = 'infinity'"
        )
    page = replace(due["http://f/13/1"], sha256="ab" * 32, cost=1.0)
    site = Site(name="forum", kind=SiteKind.FORUM, seeds=("http://f/",))
    fetched = Fetched("forum", crawl.id, page.id, page.url, NOW, NOW, status=301, outcome=Outcome.LISTING)
    crawls.record(
        [Visit(site, page, fetched, PageRole.CONTENT, redirect=Redirect("http://f/12/1", PageRole.CONTENT, True))]
    )
    with crawls.engine.connect() as connection:
        assert ThreadWorld(World(connection)).letters == ["abcd"]
        assert [each.url for each in pages.due_pages(connection, "forum", now=NOW, limit=9)] == ["http://f/12/2"]


def test_a_sitemap_that_tells_of_new_pages_is_looked_at_sooner_than_one_that_tells_of_changed_ones(crawls):
    for name in "ab":
        crawls.visit(name, "known")
        crawls.visit(name, "sitemap.xml")
    with crawls.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE pages SET cost = 0.5, revisit_interval = '5 days', fetched_at = next_due_at")
        connection.exec_driver_sql("UPDATE pages SET next_due_at = 'infinity' WHERE url LIKE '%%/known'")
    later = NOW + timedelta(hours=2)
    for name, path in (("a", "known"), ("b", "unknown")):
        tells = links(path, name=name, modified_at=NOW + timedelta(hours=1))
        visit = crawls.visit(name, "sitemap.xml", outcome=Outcome.LISTING, **tells)
        visit = replace(visit, role=PageRole.FEED, fetched=replace(visit.fetched, fetched_at=later))
        assert crawls.record([visit]) == [1]
    waits = crawls.rows("SELECT site, revisit_interval FROM pages WHERE url LIKE '%%.xml' ORDER BY site")
    assert waits == [("a", timedelta(days=5)), ("b", timedelta(days=2.5))]
    assert crawls.rows("SELECT site FROM pages WHERE url LIKE '%%/known' AND next_due_at < 'infinity'") == [("a",)]


def test_links_that_a_crawl_has_shown_are_shown_once(crawls):
    known = KnownLinks()
    visit = crawls.visit("a", **links("1", "2"))
    assert len(known.unknown(visit.found_links())) == 2
    assert known.unknown(visit.found_links()) == []
    changed = crawls.visit("a", **links("1", modified_at=NOW))
    assert len(known.unknown(changed.found_links())) == 1
