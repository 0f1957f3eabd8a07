import pytest

from mezmun.benchmark.dashboard_benchmark import measure_dashboard
from mezmun.core.settings import Settings


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_pages_calls_feed_and_export_are_measured(server_url, broker_url):
    settings = Settings(database_url=server_url.render_as_string(hide_password=False), broker_url=broker_url)
    reports = []
    figures = measure_dashboard(settings, 1000, users=20, seconds=4, report=reports.append)
    assert sum(reports) >= 1000  # whole runs of pages, and about
    assert figures.documents >= 1000
    assert {"overview", "document", "search, phrase", "feed, 100 changes"} < {call.what for call in figures.calls}
    assert sum(call.calls for call in figures.calls) >= 20
    assert all(call.median_ms <= call.p95_ms and call.alone_ms > 0 and call.cpu_ms >= 0 for call in figures.calls)
    assert sum(call.cpu_ms for call in figures.calls) > 0
    assert figures.feed_per_second > 0
    assert figures.export_per_second > 0
    assert 0 < figures.export_mb <= figures.export_end_mb
