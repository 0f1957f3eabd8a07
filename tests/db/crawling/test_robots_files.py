from datetime import timedelta

from db.crawling.robots_files import StoredRobots, load_robots, make_robots_due, save_robots
from tests.db.world import NOW


def test_a_file_is_kept_by_its_origin_and_replaced(engine):
    with engine.begin() as connection:
        read = StoredRobots("https://a", NOW, NOW, "User-agent: *\0")
        save_robots(connection, read)
        assert load_robots(connection, "https://a") == StoredRobots("https://a", NOW, NOW, "User-agent: *")
        assert load_robots(connection, "http://a") is None
        failed = StoredRobots("https://a", NOW + timedelta(days=1), NOW, read.body, "status 503", 1)
        save_robots(connection, failed)
        assert load_robots(connection, "https://a").failures == 1


def test_what_could_not_be_read_of_a_site_is_asked_for_again_and_nothing_else(world):
    world.site()
    unread = {
        origin: StoredRobots(origin, NOW, None, None, "status 503", 9) for origin in ("https://www.a", "http://b")
    }
    read = StoredRobots("http://a", NOW, NOW, "")
    for file in (*unread.values(), read):
        save_robots(world.connection, file)
    make_robots_due(world.connection, ["news"])
    assert load_robots(world.connection, "https://www.a").asked_at == NOW - timedelta(days=1)
    assert load_robots(world.connection, "http://b") == unread["http://b"]
    assert load_robots(world.connection, "http://a") == read
