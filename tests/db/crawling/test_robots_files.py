from datetime import timedelta

from db.crawling.robots_files import StoredRobots, load_robots, save_robots
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
