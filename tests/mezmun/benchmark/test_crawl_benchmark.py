import pytest

from mezmun.benchmark.crawl_benchmark import measure_crawl
from mezmun.core.settings import Settings


@pytest.mark.timeout(300)
def test_a_crawl_of_many_sites_is_measured(engine, broker_url):
    settings = Settings(database_url=engine.url.render_as_string(hide_password=False), broker_url=broker_url)
    figures = measure_crawl(settings, 3, 4)
    assert figures.pages == 3 * (1 + 4)
    assert figures.pages_per_second > 0
    assert figures.plain_scrapy_pages_per_second > 0
    assert 0 < figures.half_peak_mb <= figures.peak_mb
