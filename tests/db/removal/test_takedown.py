import uuid

import pytest

from db import documents
from db.crawling import crawls, leases, pages
from db.crawling.found_pages import FoundPage, add_pages
from db.processing import fetch_outcomes, templates
from db.processing.templates import SavedTemplate
from db.removal import raw_deletions, takedown
from db.removal.takedown import TakenDown
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from store.opening import open_store
from store.raw_store import MissingRawPageError


@pytest.fixture
def store(request, tmp_path):
    if getattr(request, "param", "folder") == "folder":
        return open_store(tmp_path / "raw")
    return open_store(request.getfixturevalue("object_server").new_url())


def stored(world, store, url, body, site="news"):
    fetch_id = world.fetched(url, body, site)
    outcome = world.store(fetch_id, body.decode())
    fetch_outcomes.record_outcome(world.connection, fetch_id, outcome, at=world.now, detail="detail")
    return fetch_id, store.put(body).sha256


def everything(world):
    """Give all that the database holds, as one text."""
    tables = ["sites", "pages", "fetches", "raw_pages", "outcomes", "extractions", "documents", "templates"]
    return "\n".join(
        str(row) for table in tables for row in world.connection.exec_driver_sql(f"SELECT {table}::text FROM {table}")
    )


@pytest.mark.parametrize("store", ["folder", "bucket"], indirect=True)
def test_nothing_of_a_page_is_left_but_its_url(world, store):
    fetch_id, sha256 = stored(world, store, "http://a/1", b"sensitive")
    _, other_page = stored(world, store, "http://a/2", b"harmless")
    assert sha256 in everything(world)
    gone = takedown.take_down_page(world.connection, "http://a/1", now=world.now)
    assert gone == TakenDown(pages=1, documents=1, extractions=1, raw_pages=1)
    assert "sensitive" not in everything(world)
    assert sha256 not in everything(world)
    assert raw_deletions.delete_some(world.connection, store) == 1
    with pytest.raises(MissingRawPageError):
        store.get(sha256)
    assert store.get(other_page) == b"harmless"
    assert [line.url for line in documents.list_documents(world.connection)] == ["http://a/2"]
    assert fetch_outcomes.fetch_to_process(world.connection, fetch_id).outcome == Outcome.TAKEN_DOWN


def test_a_page_taken_down_does_not_come_back(world, store):
    fetch_id, _ = stored(world, store, "http://a/1", b"1")
    takedown.take_down_page(world.connection, "http://a/1", now=world.now)
    assert world.store(fetch_id) == Outcome.TAKEN_DOWN  # a message that was still on its way
    crawl = world.crawl()
    assert pages.due_pages(world.connection, "news", now=world.now, limit=9) == []
    crawls.finish_crawl(world.connection, crawl, now=world.now)
    world.crawl()
    assert add_pages(world.connection, [FoundPage("news", "http://a/1", "content")], now=world.now) == {}
    assert documents.count_documents(world.connection) == 0


def test_a_page_taken_down_while_it_was_fetched_is_recorded_without_bytes(world):
    crawl = world.crawl()
    page = world.page(crawl, "http://a/1")
    takedown.take_down_page(world.connection, "http://a/1", now=world.now)
    recorded = world.fetch(crawl, page, b"late", error="text")
    assert recorded.outcome is Outcome.TAKEN_DOWN
    assert fetch_outcomes.fetch_to_process(world.connection, recorded.id).sha256 is None
    assert list(fetch_outcomes.unprocessed_fetches(world.connection, older_than=world.now)) == []


def test_bytes_that_another_page_has_too_stay_until_that_goes(world, store):
    _, sha256 = stored(world, store, "http://a/1", b"same")
    stored(world, store, "http://a/2", b"same")
    assert takedown.take_down_page(world.connection, "http://a/1", now=world.now).raw_pages == 0
    assert raw_deletions.delete_some(world.connection, store) == 0
    assert store.get(sha256) == b"same"
    assert takedown.take_down_page(world.connection, "http://a/2", now=world.now).raw_pages == 1


def test_a_page_is_found_by_the_url_it_was_redirected_to(world):
    crawl = world.crawl()
    world.fetch(crawl, world.page(crawl, "http://a/old"), b"x", final_url="http://a/new")
    assert takedown.take_down_page(world.connection, "http://a/new", now=world.now).pages == 1


@pytest.mark.parametrize(
    "url",
    [
        "https://a/1",
        "http://www.a/1",
        "http://a/1/",
        "http://a/1#comments",
        "http://a/1?utm_source=x",
        "https://WWW.A:443/1/?fbclid=y#z",
        " http://a/1 ",
    ],
)
def test_a_page_is_found_by_other_spellings_of_its_url(world, store, url):
    stored(world, store, "http://a/1", b"1")
    stored(world, store, "http://a/12", b"2")
    assert takedown.take_down_page(world.connection, url, now=world.now).documents == 1
    assert [line.url for line in documents.list_documents(world.connection)] == ["http://a/12"]


@pytest.mark.parametrize("url", ["http://a/1", "http://a/alias"])
def test_a_page_goes_with_its_aliases_by_any_of_their_urls(world, store, url):
    stored(world, store, "http://a/1", b"sensitive")
    crawl = world.crawl()
    main, alias = (world.page(crawl, each).id for each in ("http://a/1", "http://a/alias"))
    pages.make_alias(world.connection, alias, main, now=world.now)
    assert takedown.take_down_page(world.connection, url, now=world.now).pages == 2
    assert documents.list_documents(world.connection) == []
    raw_deletions.delete_some(world.connection, store)
    assert list(store.addresses()) == []


def test_an_address_that_no_page_has_is_barred_beforehand(world):
    crawl = world.crawl()
    at_sites = [FoundPage("news", url, "content") for url in ("http://a/1", "http://a/1/")]
    gone = takedown.take_down_page(world.connection, "http://a/1", now=world.now, at_sites=at_sites)
    assert gone == TakenDown(barred=2)
    assert add_pages(world.connection, [FoundPage("news", "http://a/1", "content")], now=world.now) == {}
    assert pages.due_pages(world.connection, "news", now=world.now, limit=9) == []
    assert pages.known_pages(world.connection, crawl.site) == 0


def test_an_address_that_is_never_fetched_is_refused_where_nothing_is_stored(world, store):
    """It would be called barred, while what it shows stays: as the address of a post whose thread is not known."""
    world.crawl()
    at_sites = [FoundPage("news", "http://a/posts/7/", "skip")]
    with pytest.raises(InvalidInputError, match="another address, as a post does in its thread"):
        takedown.take_down_page(world.connection, "http://a/posts/7/", now=world.now, at_sites=at_sites)
    stored(world, store, "http://a/posts/7/", b"1")
    gone = takedown.take_down_page(world.connection, "http://a/posts/7", now=world.now, at_sites=at_sites)
    assert (gone.pages, gone.barred) == (1, 0)


def test_the_other_addresses_that_a_page_may_have_are_barred_with_it(world, store):
    stored(world, store, "http://a/1", b"1")
    at_sites = [FoundPage("news", url, "content") for url in ("http://a/1", "http://a/1/")]
    gone = takedown.take_down_page(world.connection, "http://a/1", now=world.now, at_sites=at_sites)
    assert gone == TakenDown(pages=1, documents=1, extractions=1, raw_pages=1, barred=1)
    again = takedown.take_down_page(world.connection, "http://a/1", now=world.now, at_sites=at_sites)
    assert (again.pages, again.barred) == (2, 0)


def test_a_page_taken_down_does_not_come_back_by_a_redirect(world, store):
    stored(world, store, "http://a/1", b"1")
    takedown.take_down_page(world.connection, "http://a/1", now=world.now)
    crawl = world.crawl()
    for url, target in (("http://a/short", "https://a/1"), ("http://a/2", "http://a/3")):
        recorded = world.fetch(crawl, world.page(crawl, url), b"1", final_url=target)
        assert (recorded.outcome is Outcome.TAKEN_DOWN) == (url == "http://a/short")


def test_a_page_is_taken_down_by_the_number_of_its_document(world, store):
    stored(world, store, "http://a/1", b"1")
    (line,) = documents.list_documents(world.connection)
    assert takedown.take_down_document(world.connection, line.id, now=world.now).pages == 1
    with pytest.raises(InvalidInputError, match="no document"):
        takedown.take_down_document(world.connection, line.id, now=world.now)


def test_nothing_that_is_known_of_the_last_answer_stays_at_the_page(world, store):
    stored(world, store, "http://a/1", b"1")
    known = "sha256 = sha256('x'), etag = 'sensitive', last_modified = 'sensitive', index_state = 'sensitive'"
    world.connection.exec_driver_sql(f"UPDATE pages SET {known}, list_digest = sha256('x')")
    takedown.take_down_page(world.connection, "http://a/1", now=world.now)
    assert "sensitive" not in everything(world)
    columns = "num_nonnulls(sha256, etag, last_modified, index_state, list_digest)"
    assert world.connection.exec_driver_sql(f"SELECT {columns} FROM pages").scalar() == 0


def test_a_site_goes_whole_and_is_crawled_no_more(world, store):
    stored(world, store, "http://a/1", b"1")
    stored(world, store, "http://a/2", b"2")
    stored(world, store, "http://b/1", b"other", site="other")
    gone = takedown.take_down_site(world.connection, "news", now=world.now)
    assert gone == TakenDown(pages=2, documents=2, extractions=2, raw_pages=2)
    assert [line.site for line in documents.list_documents(world.connection)] == ["other"]
    world.site("news")  # its file is still there, and is read again
    crawler = uuid.uuid4()
    leased = leases.lease_due_sites(world.connection, crawler, now=world.now, limit=9)
    assert [site.name for site in leased] == ["other"]
    with pytest.raises(InvalidInputError, match="taken down"):
        leases.lease_site(world.connection, crawler, "news", now=world.now)
    with pytest.raises(InvalidInputError, match="taken down"):
        crawls.begin_crawl(world.connection, "news", now=world.now)


def teach(world, site, text):
    state = {"version": 1, "entries": [["p", text, 1]]}
    learned = SavedTemplate(1, state, "m", 10, 10, 0, world.now)
    assert templates.save_template(world.connection, site, learned, before=SavedTemplate())


def test_what_a_page_taught_its_site_goes_with_it_and_the_version_goes_on(world, store):
    stored(world, store, "http://a/1", b"1")
    stored(world, store, "http://b/1", b"other", site="other")
    teach(world, "news", "sensitive")
    teach(world, "other", "harmless")
    takedown.take_down_page(world.connection, "http://a/1", now=world.now)
    assert templates.load_template(world.connection, "news", "m") == {"version": 2}
    assert templates.load_template(world.connection, "other", "m")["version"] == 1
    assert "sensitive" not in everything(world)


def test_the_template_of_a_site_goes_with_it(world, store):
    stored(world, store, "http://a/1", b"1")
    teach(world, "news", "sensitive")
    takedown.take_down_site(world.connection, "news", now=world.now)
    learned = SavedTemplate(1, {"version": 1}, "m", 10, 10, 0, world.now)
    assert not templates.save_template(world.connection, "news", learned, before=SavedTemplate())
    assert world.connection.exec_driver_sql("SELECT count(*) FROM templates").scalar() == 0


def test_taking_down_twice_changes_nothing(world, store):
    stored(world, store, "http://a/1", b"1")
    takedown.take_down_site(world.connection, "news", now=world.now)
    before = everything(world)
    again = takedown.take_down_site(world.connection, "news", now=world.now)
    assert (again.documents, again.raw_pages) == (0, 0)
    assert everything(world) == before


def test_what_is_not_there_is_named(world):
    with pytest.raises(InvalidInputError, match="http://a/none in the database, and no site that fetches it"):
        takedown.take_down_page(world.connection, "http://a/none", now=world.now)
    with pytest.raises(InvalidInputError, match="none"):
        takedown.take_down_site(world.connection, "none", now=world.now)
