from db.crawling.crawls import finish_crawl
from db.crawling.robots_files import StoredRobots, save_robots
from db.models import CrawlState
from db.monitoring.open_alerts import open_alerts
from db.monitoring.site_history import site_states


def test_a_site_that_is_down_is_an_alert(world):
    world.site("quiet")
    world.site("news")
    world.connection.exec_driver_sql("UPDATE sites SET failures = 9 WHERE name = 'news'")
    assert [alert.site for alert in open_alerts(world.connection, now=world.now)] == ["news"]


def test_why_a_site_is_down_is_known_also_while_the_next_crawl_of_it_runs(world):
    reason = "the server does not answer: robots.txt could not be read: refused"
    finish_crawl(world.connection, world.crawl(), now=world.now, state=CrawlState.STOPPED, detail=reason)
    save_robots(world.connection, StoredRobots("http://www.a", world.now, None, None, "refused", 1))
    save_robots(world.connection, StoredRobots("http://b", world.now, None, None, "slow", 1))
    world.connection.exec_driver_sql("UPDATE sites SET failures = 2")
    world.crawl()
    (state,) = site_states(world.connection, now=world.now)
    assert (state.down_reason, state.robots_error) == (reason, "refused")
    (alert,) = open_alerts(world.connection, now=world.now)
    assert reason in alert.message
    world.connection.exec_driver_sql("UPDATE sites SET failures = 0")
    world.connection.exec_driver_sql("UPDATE robots_files SET failures = 0")
    (state,) = site_states(world.connection, now=world.now)
    assert (state.down_reason, state.robots_error) == (None, None)
