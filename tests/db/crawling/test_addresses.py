import pytest
from sqlalchemy import text

from db.crawling import addresses, pages
from db.documents import list_documents
from mezmun.core.outcomes import Outcome
from tests.db.threads.thread_world import ThreadWorld


@pytest.fixture
def stored(world):
    """Store a text at each of these addresses."""

    def store(**texts):
        for url, words in texts.items():
            world.store(world.fetched(f"http://a/{url}", body=url.encode()), words)
        return world.connection

    return store


def documents(connection):
    return [line.url.removeprefix("http://a/") for line in list_documents(connection)]


def aliases(connection):
    rows = connection.execute(text("SELECT a.url, p.url FROM pages a JOIN pages p ON p.id = a.alias_of"))
    return {alias.removeprefix("http://a/"): page.removeprefix("http://a/") for alias, page in rows}


def test_pages_with_a_query_are_told_by_what_they_say(stored):
    connection = stored(**{"x?id=1": "one", "x?id=1&from=home": "one", "x?id=2": "two", "y": "one"})
    digest_of = dict(addresses.digests(connection, "news", limit=10))
    assert digest_of.keys() == {"http://a/x?id=1", "http://a/x?id=1&from=home", "http://a/x?id=2"}
    assert digest_of["http://a/x?id=1"] == digest_of["http://a/x?id=1&from=home"] != digest_of["http://a/x?id=2"]
    assert set(addresses.addresses_with_query(connection, "news")) == digest_of.keys()
    assert len(addresses.digests(connection, "news", limit=2)) == 2


def test_junk_parameters_are_added_to_those_that_are_known(world):
    world.site("news")
    for names in (["from", "b"], ["a", "b"]):
        addresses.add_junk_parameters(world.connection, "news", names)
    assert world.connection.scalar(text("SELECT junk_parameters FROM sites")) == ["a", "b", "from"]


def test_pages_become_aliases_of_the_one_address_and_leave_one_document(stored):
    connection = stored(**{"x?id=1&from=home": "one", "x?id=1": "one", "x?id=1&from=list": "one", "x?id=2": "two"})
    targets = {f"http://a/x?id=1&from={source}": "http://a/x?id=1" for source in ("home", "list")}
    addresses.merge_pages(connection, "news", targets)
    assert documents(connection) == ["x?id=1", "x?id=2"]
    assert aliases(connection) == {"x?id=1&from=home": "x?id=1", "x?id=1&from=list": "x?id=1"}


def test_where_no_page_has_the_one_address_the_oldest_gets_it(stored):
    connection = stored(**{"x?id=1&from=home": "one", "x?id=1&from=list": "one"})
    targets = {f"http://a/x?id=1&from={source}": "http://a/x?id=1" for source in ("home", "list")}
    addresses.merge_pages(connection, "news", targets)
    assert documents(connection) == ["x?id=1"]
    assert aliases(connection) == {"x?id=1&from=list": "x?id=1"}
    assert pages.page_at(connection, "news", "http://a/x?id=1&from=home") is None


def test_a_page_that_became_an_alias_while_a_worker_had_it_makes_no_second_document(world, stored):
    connection = stored(**{"x?id=1": "one"})
    late = world.fetched("http://a/x?id=1&from=home", body=b"late")
    addresses.merge_pages(connection, "news", {"http://a/x?id=1&from=home": "http://a/x?id=1"})
    assert world.store(late, "one, too") is Outcome.UNCHANGED
    assert documents(connection) == ["x?id=1"]


def test_each_page_of_a_thread_has_a_part_in_its_document(world):
    thread = ThreadWorld(world)
    thread.read(1, "abc")
    thread.read(2, "de")
    thread.fetched(3, "f")
    known = {each.url: each.has_document for each in addresses.known_addresses(world.connection, "forum")}
    assert known == {"http://f/12/1": True, "http://f/12/2": True, "http://f/12/3": False}
