"""The way from fetched bytes to committed documents, measured with real workers on a database and queues of its own.

The pages are stored and their fetches recorded first, then the references are sent and the workers started; the clock
runs from the first outcome to the last. Processor time is that of the worker's processes and of the database's.
"""

import os
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final, NamedTuple

import psutil
import psycopg2
import requests
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import Engine, make_url, text

from db import engine as databases
from db import sites
from db.crawling.crawls import begin_crawl
from db.crawling.fetches import Fetched, record_fetches
from db.crawling.found_pages import FoundPage, add_pages
from db.processing.fetch_outcomes import outcome_counts
from db.schema import migration
from mezmun.benchmark.generated_pages import generated_pages
from mezmun.core.clock import utc_now
from mezmun.core.errors import MezmunError
from mezmun.core.monitoring.metrics import Metric
from mezmun.core.processes import child_processes
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.settings import Settings
from mezmun.core.sites.site_schema import Site, SiteKind
from services.embedded_postgres import EmbeddedPostgres
from services.resolver import resolve
from store.opening import open_store
from workers.maintenance.template_learning import is_settled
from workers.stage_watch import Stage

SITES: Final = 10
"""Sites the pages are of."""

POLL_INTERVAL: Final = 0.5
"""Seconds between two looks at how far the workers are."""

BATCH: Final = 200
"""Fetches recorded in one transaction."""

STALLED: Final = 120.0
"""Seconds without a new outcome after which the measurement is given up."""


@dataclass(frozen=True, slots=True)
class PipelineFigures:
    """What was measured; times are processor time in milliseconds a page, memory and storage in megabytes."""

    pages: int
    workers: int
    pages_per_second: float
    worker_cpu_ms: float
    maintenance_cpu_ms: float
    """Learning templates, and all else beside the way of a page."""
    postgres_cpu_ms: float
    clean_share: float
    """Of the workers' processor time, that of the process over the pool included, the part in which they decode,
    extract and normalise; the rest takes references, reads and stores."""
    half_peak_mb: float
    """Most memory of one worker process until half of the pages had ended."""
    peak_mb: float
    """And in all: as much, when more pages need no more memory."""
    database_mb: float
    """What the pages added."""
    settled_seconds: float
    """From the first outcome until no page is to be read again for what was learned meanwhile."""
    cores: int
    """Of the machine."""
    load: float
    """How many processes wanted a core in the last minute, those of the measurement among them."""


def measure_pipeline(settings: Settings, pages: int, workers: int, method: str | None = None) -> PipelineFigures:
    """Measure the way of so many pages through so many workers.

    Args:
        settings: whose database server and broker are used; nothing that is there is touched. Without URLs everything
            is embedded, in a folder that is removed.
        pages: how many.
        workers: how many processes read pages.
        method: the extraction method; None is the default.

    Raises:
        MezmunError: a service is away, or the workers stopped.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mezmun-bench-")))
        private = stack.enter_context(private_settings(settings, folder))
        services = stack.enter_context(resolve(private))
        engine = stack.enter_context(databases.open_engine(services.database_url))
        references = _store_pages(engine, services.raw_store_url, pages, method)
        queue = PageQueue(services.broker_url, private.queue_prefix)
        queue.declare()
        before = _database_size(engine)
        for reference in references:
            queue.publish(reference)
        metrics = _free_address()
        resolved = services.settings_of_child(private).model_copy(update={"metrics_address": metrics})
        child = child_processes.start(
            ["mezmun", "worker", "--processes", str(workers)],
            log=folder / "worker.log",
            environment=resolved.as_environment(),
        )
        stack.callback(child_processes.stop, child)
        use = _Use(child.pid, engine.url.database or "")
        course = _watch(engine, child, use, metrics, pages)
        return _figures(pages, workers, use, course, _database_size(engine) - before)


class _Course(NamedTuple):
    """How the pages went through the workers; times in seconds."""

    outcomes: float
    """From the first outcome to the last."""
    settled: float
    clean: float
    half_peak: int
    """Bytes."""


def _watch(engine: Engine, child: subprocess.Popen[bytes], use: "_Use", metrics: str, pages: int) -> _Course:
    """Watch the workers until all pages have ended and none is to be read again."""
    started = _wait(engine, child, use, 1)
    use.begin()
    clean_at_start = _clean_seconds(metrics)
    _wait(engine, child, use, pages // 2)
    half_peak = use.peak
    _wait(engine, child, use, pages)
    seconds = _seconds_of_outcomes(engine)
    while not _settled(engine):
        use.look()
        time.sleep(POLL_INTERVAL)
    settled = time.monotonic() - started
    use.look()
    return _Course(seconds, settled, _clean_seconds(metrics) - clean_at_start, half_peak)


def _figures(pages: int, workers: int, use: "_Use", course: _Course, database_bytes: int) -> PipelineFigures:
    """Give what was measured in the units of the figures."""
    return PipelineFigures(
        pages=pages,
        workers=workers,
        pages_per_second=round((pages - 1) / course.outcomes, 1) if course.outcomes else 0.0,
        worker_cpu_ms=round(use.worker / pages * 1000, 2),
        maintenance_cpu_ms=round(use.maintenance / pages * 1000, 2),
        postgres_cpu_ms=round(use.postgres / pages * 1000, 2),
        clean_share=round(course.clean / use.worker, 2),
        half_peak_mb=round(course.half_peak / 1e6, 1),
        peak_mb=round(use.peak / 1e6, 1),
        database_mb=round(database_bytes / 1e6, 1),
        settled_seconds=round(course.settled, 1),
        cores=os.cpu_count() or 1,
        load=round(os.getloadavg()[0], 1),
    )


@contextmanager
def private_settings(settings: Settings, folder: Path) -> Iterator[Settings]:
    """Give settings with a new database, queues and folders, and remove the database and the queues at the end."""
    name = f"mezmun_bench_{uuid.uuid4().hex[:12]}"
    changes: dict[str, object] = {"data_dir": folder, "raw_store": str(folder / "raw"), "queue_prefix": name}
    changes |= {"log_level": "WARNING"}
    with ExitStack() as stack:
        if settings.database_url is None:
            url = stack.enter_context(EmbeddedPostgres(folder / "postgres"))
            changes["database_url"] = url
        else:
            server = databases.database_url(settings.database_url)
            options = "TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C.UTF-8'"
            _execute(server.render_as_string(hide_password=False), f"CREATE DATABASE {name} {options}")
            stack.callback(_execute, server.render_as_string(hide_password=False), f"DROP DATABASE {name} WITH (FORCE)")
            changes["database_url"] = server.set(database=name).render_as_string(hide_password=False)
        private = settings.model_copy(update=changes)
        with databases.open_engine(str(changes["database_url"])) as engine:
            migration.upgrade(engine)
        if private.broker_url is not None:
            stack.callback(PageQueue(private.broker_url, name).delete)
        yield private


def _execute(url: str, statement: str) -> None:
    connection = psycopg2.connect(make_url(url).set(drivername="postgresql").render_as_string(hide_password=False))
    try:
        connection.autocommit = True
        with connection.cursor() as cursor:
            cursor.execute(statement)
    finally:
        connection.close()


def _store_pages(engine: Engine, raw_store: str, pages: int, method: str | None) -> Sequence[FetchReference]:
    """Store the pages of all sites as fetched, in turns, and give their references in that order."""
    store, now = open_store(raw_store), utc_now()
    names, crawls, bodies = [], {}, {}
    for number in range(SITES):
        site = Site.from_url(f"http://site{number}.example/", SiteKind.NEWS).model_copy(update={"method": method})
        names.append(site.name)
        with engine.begin() as connection:
            sites.sync_site(connection, site, now=now)
            crawls[site.name] = begin_crawl(connection, site.name, now=now).id
        bodies[site.name] = generated_pages(number, pages // SITES + 1)
    references: list[FetchReference] = []
    for start in range(0, pages, BATCH):
        urls = {
            f"http://site{n % SITES}.example/{n}": names[n % SITES] for n in range(start, min(start + BATCH, pages))
        }
        with engine.begin() as connection:
            add_pages(connection, [FoundPage(site, url, "article") for url, site in urls.items()], now=now)
            rows = connection.execute(text("SELECT url, id FROM pages WHERE url = ANY(:urls)"), {"urls": list(urls)})
            ids = {row.url: row.id for row in rows}
            batch = [
                Fetched(
                    site, crawls[site], ids[url], url, now, now, status=200, final_url=url,
                    headers={"content-type": "text/html; charset=utf-8"}, raw=store.put(next(bodies[site])),
                )
                for url, site in urls.items()
            ]  # fmt: skip
            recorded = {fetch.page_id: fetch.id for fetch in record_fetches(connection, batch)}
        references += [FetchReference(recorded[ids[url]], site) for url, site in urls.items()]
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text("VACUUM ANALYZE"))
    return references


class _Use:
    """Processor time and memory of the worker's processes and of the database's, since ``begin``."""

    def __init__(self, worker: int, database: str) -> None:
        self._root = psutil.Process(worker)
        self._database = database
        self._seconds: dict[tuple[str, int], float] = {}
        self._seconds_at_start: dict[tuple[str, int], float] = {}
        self.peak = 0

    def begin(self) -> None:
        self.look()
        self._seconds_at_start = dict(self._seconds)

    def look(self) -> None:
        """Read the times of all processes that live; of one that ended the last reading counts."""
        for process in [self._root, *self._root.children(recursive=True)]:
            with suppress(psutil.Error):
                beside = self._is_maintenance(process)
                self._read("maintenance" if beside else "worker", process)
                if not beside:
                    self.peak = max(self.peak, process.memory_info().rss)
        for process in psutil.process_iter():
            with suppress(psutil.Error):
                if process.name() == "postgres" and f" {self._database} " in " ".join(process.cmdline()):
                    self._read("postgres", process)

    worker = property(lambda self: self._sum("worker"))
    maintenance = property(lambda self: self._sum("maintenance"))
    postgres = property(lambda self: self._sum("postgres"))

    def _read(self, kind: str, process: psutil.Process) -> None:
        times = process.cpu_times()
        self._seconds[kind, process.pid] = times.user + times.system

    def _is_maintenance(self, process: psutil.Process) -> bool:
        lines = [" ".join(one.cmdline()) for one in (process, *process.parents()[:2])]
        return any("maintenance_process" in line for line in lines)

    def _sum(self, kind: str) -> float:
        return sum(
            seconds - self._seconds_at_start.get(key, 0.0) for key, seconds in self._seconds.items() if key[0] == kind
        )


def _wait(engine: Engine, child: subprocess.Popen[bytes], use: _Use, pages: int) -> float:
    """Wait until so many pages have ended; give the time of the last look before that."""
    ended, since = -1, time.monotonic()
    while True:
        with engine.connect() as connection:
            counts = outcome_counts(connection)
        now_ended = sum(number for outcome, number in counts.items() if outcome is not None)
        now = time.monotonic()
        if now_ended >= pages:
            return now
        if child.poll() is not None:
            raise MezmunError(f"The worker stopped with {child_processes.describe_exit(child.poll() or 0)}.")
        if now_ended != ended:
            ended, since = now_ended, now
        elif now - since > STALLED:
            raise MezmunError(f"No page has ended for {STALLED:g} s; {now_ended} of {pages} are done.")
        use.look()
        time.sleep(POLL_INTERVAL if pages > 1 else 0.05)


def _seconds_of_outcomes(engine: Engine) -> float:
    with engine.connect() as connection:
        span: timedelta = connection.scalar(text("SELECT max(at) - min(at) FROM outcomes")) or timedelta()
    return span.total_seconds()


def _free_address() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


def _clean_seconds(metrics: str) -> float:
    """Ask a worker for the processor time of decoding, extracting and normalising until now."""
    page = requests.get(f"http://{metrics}/metrics", timeout=30).text
    samples = (sample for family in text_string_to_metric_families(page) for sample in family.samples)
    name, labels = Metric.WORKER_PROCESSOR_SECONDS.title, {"stage": Stage.CLEAN}
    return next(sample.value for sample in samples if (sample.name, sample.labels) == (name, labels))


def _settled(engine: Engine) -> bool:
    with engine.connect() as connection:
        names = connection.scalars(text("SELECT name FROM sites")).all()
        return all(is_settled(connection, name, utc_now()) for name in names)


def _database_size(engine: Engine) -> int:
    with engine.connect() as connection:
        return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
