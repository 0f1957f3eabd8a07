import json
import os
import subprocess
import sys

import psycopg2
import pytest
from sqlalchemy import make_url

from mezmun.benchmark.generated_pages import PAGE_OCTETS, generated_pages


def test_generated_pages_are_of_one_size_differ_and_are_the_same_in_every_run():
    pages = list(generated_pages(1, 5))
    assert all(abs(len(page) - PAGE_OCTETS) < 200 for page in pages)
    assert len(set(pages)) == 5
    assert pages == list(generated_pages(1, 5))
    assert pages[0] != next(generated_pages(2, 1))


@pytest.mark.timeout(300)
def test_the_pipeline_is_measured_and_leaves_no_database(server_url, broker_url):
    def databases():
        url = make_url(server_url).set(drivername="postgresql").render_as_string(hide_password=False)
        connection = psycopg2.connect(url)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'mezmun_bench_%'")
                return {name for (name,) in cursor.fetchall()}
        finally:
            connection.close()

    before = databases()
    done = subprocess.run(
        [sys.executable, "-m", "mezmun", "bench", "pipeline", "--pages", "20", "--workers", "1", "--json"],
        env={
            **os.environ,
            "MEZMUN_DATABASE_URL": server_url.render_as_string(hide_password=False),
            "MEZMUN_BROKER_URL": broker_url,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    figures = json.loads(done.stdout)
    assert figures["pages"] == 20
    assert all(
        figures[name] > 0 for name in ("pages_per_second", "worker_cpu_ms", "postgres_cpu_ms", "peak_mb", "database_mb")
    )
    assert databases() <= before
