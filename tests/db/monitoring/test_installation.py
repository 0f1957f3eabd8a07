from datetime import timedelta

from db.monitoring.installation import measure_installation
from mezmun.core.monitoring.metrics import Metric
from mezmun.core.outcomes import Outcome


def test_what_the_database_knows_of_an_installation_is_measured(world):
    crawl = world.crawl()
    world.store(world.fetch(crawl, world.page(crawl, "http://a/1"), b"1", attempts=2).id, "one", language="ug")
    world.fetch(crawl, world.page(crawl, "http://a/2"), outcome=Outcome.TIMEOUT)
    world.connection.exec_driver_sql("UPDATE sites SET failures = 9")
    now = world.now + timedelta(minutes=5)
    values = {(each.metric, *each.labels): each.value for each in measure_installation(world.connection, now=now)}
    assert values.pop((Metric.DATABASE,)) > 1_000_000
    assert values == {
        (Metric.PAGES,): 2,
        (Metric.FETCHES,): 2,
        (Metric.REQUESTS,): 3,
        (Metric.OUTCOMES, "timeout"): 1,
        (Metric.DOCUMENTS, "ug"): 1,
        (Metric.CHARACTERS,): 3,
        (Metric.SITES, "waiting"): 1,
        (Metric.ALERTS, "down"): 1,
        (Metric.WAITING,): 1,
        (Metric.OLDEST,): 300,
    }
