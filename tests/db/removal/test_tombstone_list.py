from datetime import timedelta

from db.crawling.found_pages import FoundPage
from db.removal import takedown
from db.removal.tombstone_list import TombstoneKind, list_tombstones
from tests.db.threads.thread_world import ThreadWorld


def test_all_that_was_taken_down_is_listed_once_with_its_kind_the_latest_first(world):
    connection = world.connection
    thread = ThreadWorld(world)
    thread.read(1, "ab")
    thread.read(2, "cd")
    for site, url in (("news", "http://a/1"), ("news", "http://a/2"), ("other", "http://b/1"), ("other", "http://b/2")):
        world.fetched(url, url.encode(), site)
    times = [world.now + timedelta(hours=hour) for hour in range(1, 5)]  # later than the pages were found
    spellings = [FoundPage("news", url, "content") for url in ("http://a/1", "http://a/1/")]
    takedown.take_down_page(connection, "http://a/1", now=times[0], at_sites=spellings)
    unknown = [FoundPage("news", url, "content") for url in ("http://a/9", "http://a/9/")]
    takedown.take_down_page(connection, "http://a/9", now=times[1], at_sites=unknown)
    takedown.take_down_page(connection, "http://f/12/2", now=times[2])
    takedown.take_down_page(connection, "http://b/1", now=times[2])
    takedown.take_down_site(connection, "other", now=times[3])
    rows = [(row.at, row.kind, row.site, row.url, row.pages) for row in list_tombstones(connection)]
    assert rows == [
        (times[3], TombstoneKind.SITE, "other", None, 2),
        (times[2], TombstoneKind.THREAD, "forum", "http://f/12/1", 2),
        (times[1], TombstoneKind.ADDRESS, "news", "http://a/9", 2),
        (times[0], TombstoneKind.PAGE, "news", "http://a/1", 1),
    ]
    assert [row.kind for row in list_tombstones(connection, limit=2, skip=1)] == ["thread", "address"]
