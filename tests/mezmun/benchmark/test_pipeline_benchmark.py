import uuid
from dataclasses import asdict

import pytest
from sqlalchemy import text

from mezmun.benchmark import pipeline_benchmark
from mezmun.benchmark.generated_pages import PAGE_OCTETS, generated_pages
from mezmun.core.settings import Settings


def test_generated_pages_are_of_one_size_differ_and_are_the_same_in_every_run():
    pages = list(generated_pages(1, 5))
    assert all(abs(len(page) - PAGE_OCTETS) < 200 for page in pages)
    assert len(set(pages)) == 5
    assert pages == list(generated_pages(1, 5))
    assert pages[0] != next(generated_pages(2, 1))


@pytest.mark.timeout(300)
def test_the_pipeline_is_measured_and_leaves_no_database(engine, broker_url, monkeypatch):
    name = uuid.uuid4()
    monkeypatch.setattr(pipeline_benchmark.uuid, "uuid4", lambda: name)
    settings = Settings(database_url=engine.url.render_as_string(hide_password=False), broker_url=broker_url)
    figures = asdict(pipeline_benchmark.measure_pipeline(settings, 20, 1))
    assert figures["pages"] == 20
    assert all(
        figures[key] > 0 for key in ("pages_per_second", "worker_cpu_ms", "postgres_cpu_ms", "peak_mb", "database_mb")
    )
    assert 0 < figures["clean_share"] < 1
    assert 0 < figures["half_peak_mb"] <= figures["peak_mb"]
    with engine.connect() as connection:
        left = text("SELECT count(*) FROM pg_database WHERE datname LIKE :name")
        assert connection.scalar(left, {"name": f"%{name.hex[:12]}%"}) == 0
