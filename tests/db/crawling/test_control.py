from datetime import timedelta

from db.crawling import control
from db.crawling.robots_files import StoredRobots, load_robots, save_robots


def test_a_site_that_was_down_is_so_after_a_pause_until_a_crawl_says_otherwise(world):
    world.site("news")
    world.connection.exec_driver_sql("UPDATE sites SET failures = 5")
    robots = StoredRobots("http://a", world.now, None, None, error="status 503", failures=5)
    save_robots(world.connection, robots)
    control.pause(world.connection, "news", now=world.now)
    control.resume(world.connection, "news")
    row = world.connection.exec_driver_sql("SELECT paused_at, failures FROM sites").one()
    assert (*row, load_robots(world.connection, "http://a")) == (None, 5, robots)


def test_a_site_that_is_paused_twice_is_paused_since_the_first_time(world):
    world.site("news")
    for hours in (0, 5):
        control.pause(world.connection, "news", now=world.now + timedelta(hours=hours))
    assert world.connection.exec_driver_sql("SELECT paused_at FROM sites").scalar() == world.now
    assert control.is_paused(world.connection, "news")
