import pytest

from mezmun.benchmark.crawl_memory import crawl_minutes
from mezmun.core.settings import Settings


@pytest.mark.timeout(300)
def test_the_memory_of_a_crawl_is_measured_minute_by_minute(engine, broker_url):
    settings = Settings(database_url=engine.url.render_as_string(hide_password=False), broker_url=broker_url)
    (minute,) = crawl_minutes(settings, 6, 1)
    assert minute.minute == 1
    assert 6 < minute.fetched <= 6 * 13  # one of each site every six seconds, its index and robots.txt beside
    assert 0 < minute.processed <= minute.fetched
    assert minute.peak_mb > 20
