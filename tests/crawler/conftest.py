"""A crawl in a real process on a real database, of a real web server."""

import os
import subprocess
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import text

from crawler.process.crawl_job import CrawlJob
from db.sites import sync_site
from mezmun.core.clock import utc_now
from mezmun.core.processes.child_processes import FOLLOW
from mezmun.core.settings import Settings
from mezmun.core.sites.site_schema import Site
from services import embedded_broker
from services.resolver import Services
from tests.crawler.web import Web
from tests.preloaded import PreloadedProgram

TIMES = {
    "sites": "next_due_at",
    "hosts": "free_at",
    "robots_files": "asked_at read_at",
    "pages": "next_due_at fetched_at discovered_at",
    "crawls": "started_at finished_at",
    "fetches": "requested_at fetched_at",
    "outcomes": "at",
}
"""Columns that hold a time, by table."""


@pytest.fixture
def web():
    site = Web()
    yield site
    site.close()


@pytest.fixture
def other_web():
    site = Web()
    yield site
    site.close()


class Crawls:
    """Crawls sites in processes of their own, and reads from the database what came of it."""

    def __init__(self, engine, database_url, raw_store_url, preloaded) -> None:
        self.engine, self._preloaded = engine, preloaded
        self._database_url, self._raw_store_url = database_url, raw_store_url

    def job(self, site: Site | None = None, **more) -> CrawlJob:
        """Make the job of one site, or of all in a folder."""
        if site is not None:
            with self.engine.begin() as connection:
                sync_site(connection, site, now=utc_now())
            more["site"] = site.name
        settings = Settings(queue_prefix="test", contact="mailto:crawler@example.org")
        broker_url = more.pop("broker_url", f"sqla+{self._database_url}")
        services = Services(self._database_url, broker_url, self._raw_store_url, embedded=False)
        return CrawlJob.of(settings, services, **more)

    def run(self, site: Site, **more) -> int:
        job = self.job(site, **more).model_dump_json()
        output = f"/proc/{os.getpid()}/fd/2"
        process = self._preloaded.start(f"{job}\n", environment={**os.environ, FOLLOW: "1"}, output=output)
        try:
            return process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
            raise

    def rows(self, query: str, **values):
        with self.engine.connect() as connection:
            return connection.execute(text(query), values).all()

    def execute(self, statement: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(text(statement))

    def pass_time(self, **time) -> None:
        """Let days or hours go by: every time in the database was so much earlier."""
        seconds = timedelta(**time).total_seconds()
        for table, columns in TIMES.items():
            changes = ", ".join(f"{column} = {column} - interval '{seconds} seconds'" for column in columns.split())
            self.execute(f"UPDATE {table} SET {changes}")

    def outcomes(self) -> dict[str, str | None]:
        """Outcome by path, of the latest crawl; ``None`` where the workers are to give it."""
        rows = self.rows(
            "SELECT f.url, o.outcome FROM fetches f LEFT JOIN outcomes o ON o.fetch_id = f.id"
            " WHERE f.crawl_id = (SELECT max(id) FROM crawls)"
        )
        counts = Counter(url for url, _ in rows)
        assert max(counts.values(), default=1) == 1, "a page was fetched twice in one crawl"
        return {"/" + url.split("/", 3)[3]: outcome for url, outcome in rows}


@pytest.fixture(scope="session")
def preloaded():
    program = PreloadedProgram("from crawler.process import crawl_process", "crawl_process.main()")
    yield program
    program.close()


@pytest.fixture
def crawls(engine, database_url, tmp_path, preloaded):
    embedded_broker.prepare(database_url, ["test.pages"])
    return Crawls(engine, database_url, str(tmp_path / "raw"), preloaded)
