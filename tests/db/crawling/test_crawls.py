from datetime import timedelta

import pytest

from db.crawling import crawls
from db.removal import takedown
from mezmun.core.errors import InvalidInputError
from tests.db.world import NOW


def test_an_unended_crawl_is_taken_up_again_and_an_ended_one_is_not(world):
    first, again = world.crawl(), world.crawl()
    assert again == first
    crawls.finish_crawl(world.connection, again, now=NOW)
    assert world.crawl().id != first.id


def test_the_fetches_of_a_crawl_and_of_a_site_since_a_time_are_counted(world):
    world.fetched("http://a/1")
    world.fetched("http://b/1", site="other")
    world.fetched("http://a/2", requested_at=NOW + timedelta(hours=1))
    assert crawls.fetched_count(world.connection, world.crawl()) == 2
    assert crawls.fetches_since(world.connection, "news", since=NOW) == 2
    assert crawls.fetches_since(world.connection, "news", since=NOW + timedelta(minutes=1)) == 1


def test_a_site_that_was_taken_down_is_crawled_no_more(world):
    world.site()
    takedown.take_down_site(world.connection, "news", now=NOW)
    with pytest.raises(InvalidInputError, match="taken down"):
        world.crawl()
