import pytest
from sqlalchemy import text

from crawler.links.url_patterns import PageRole
from crawler.schedule.site_addresses import join_pages_of_one_address, pages_at_sites
from db.sites import sync_site
from mezmun.core.sites.site_schema import Query, Site, SiteKind
from tests.db.threads.thread_world import ThreadWorld
from tests.db.world import World

SITE = Site(name="news", kind=SiteKind.NEWS, seeds=("http://a/",))


@pytest.fixture
def joined(engine):
    """Store pages (address: text, stated address), join those that are one, and give the documents and the aliases."""

    def join(**stored):
        with engine.begin() as connection:
            world = World(connection)
            for url, (words, stated) in stored.items():
                world.store(world.fetched(f"http://a/{url}", body=url.encode()), words, canonical_url=stated)
            join_pages_of_one_address(connection, SITE)
            documents = connection.execute(text("SELECT url FROM documents ORDER BY url")).scalars()
            aliases = connection.execute(text("SELECT a.url, p.url FROM pages a JOIN pages p ON p.id = a.alias_of"))
            short = [url.removeprefix("http://a/") for url in documents]
            return short, {alias.removeprefix("http://a/"): url.removeprefix("http://a/") for alias, url in aliases}

    return join


def test_pages_that_state_the_address_of_a_page_with_their_text_become_one_with_it(joined):
    stored = {"x-1": ("one", "http://a/x-1"), "x-1/mobile": ("one", "/x-1"), "y-1": ("two", None)}
    assert joined(**stored) == (["x-1", "y-1"], {"x-1/mobile": "x-1"})


def test_where_the_stated_page_is_not_known_the_oldest_stays(joined):
    stored = {"x-1/a": ("one", "http://a/x-1"), "x-1/b": ("one", "http://a/x-1")}
    assert joined(**stored) == (["x-1/a"], {"x-1/b": "x-1/a"})


def test_a_stated_address_alone_makes_no_pages_one(joined):
    stored = {
        "x-1": ("one", "http://a/x-1"),
        "x-1/2": ("its second page", "http://a/x-1"),
        "y-1": ("three", "http://a/"),
        "z-1": ("one", "http://b/x-1"),
        "w-1": ("one", "http://a/wp-login.php"),
    }
    documents, aliases = joined(**stored)
    assert (len(documents), aliases) == (5, {})


def test_a_url_is_the_pages_that_each_site_would_ask_for(engine):
    with engine.begin() as connection:
        World(connection).site()
        other = Site(name="other", kind=SiteKind.NEWS, seeds=("https://b/",), query=Query(drop=("from",)))
        sync_site(connection, other, now=World.now)
        pages = pages_at_sites(connection, "https://www.b/ئا?from=x&id=1#top")
        assert pages_at_sites(connection, "http://c/1") == []
    path = "/%D8%A6%D8%A7"
    hosts = ("https://b", "https://www.b", "http://www.b")  # of the seeds https is known for b alone
    assert {page.site for page in pages} == {"other"}
    assert {page.url for page in pages} == {f"{host}{path}{slash}?id=1" for host in hosts for slash in ("", "/")}


def test_a_url_of_a_forum_is_a_page_of_its_thread(engine):
    forum = Site(name="forum", kind=SiteKind.FORUM, seeds=("http://f/",))
    with engine.begin() as connection:
        sync_site(connection, forum, now=World.now)
        url = "http://f/showthread.php?t=12&page=9"
        pages = {page.url: (page.thread_key, page.thread_page) for page in pages_at_sites(connection, url)}
    assert pages[url] == ("12", 9)


def test_the_address_of_a_post_is_of_the_threads_that_it_names_or_that_have_the_post(engine):
    forum = Site(name="forum", kind=SiteKind.FORUM, seeds=("http://f/",))
    with engine.begin() as connection:
        threads = ThreadWorld(World(connection))
        threads.read(1, "ab", key="12")
        threads.read(1, "bc", key="13")
        sync_site(connection, forum, now=World.now)
        found_pages = {
            url: {(page.url, page.role, page.thread_key) for page in pages_at_sites(connection, url)}
            for url in (
                f"http://f/showthread.php?p={ord('b')}",
                f"http://f/redirect.php?goto=findpost&ptid=7&pid={ord('a')}",
                "http://f/showthread.php?p=5",
            )
        }
    keys = {(url, *rest) for url, pages in found_pages.items() for each, *rest in pages if each == url}
    assert keys == {
        ("http://f/showthread.php?p=98", PageRole.SKIP, "12"),
        ("http://f/showthread.php?p=98", PageRole.SKIP, "13"),
        ("http://f/redirect.php?goto=findpost&ptid=7&pid=97", PageRole.SKIP, "7"),
        ("http://f/redirect.php?goto=findpost&ptid=7&pid=97", PageRole.SKIP, "12"),
        ("http://f/showthread.php?p=5", PageRole.SKIP, None),
    }
