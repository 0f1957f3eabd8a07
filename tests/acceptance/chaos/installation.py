"""Crawlers and workers on private services: what runs, what is started again when it dies, and how far the work is."""

import os
import signal
import subprocess
import uuid
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from pathlib import Path

import psutil
from kombu import Connection
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from db import engine as databases
from mezmun.core.clock import utc_now
from mezmun.core.processes.child_processes import FOLLOW
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.settings import Settings
from tests.acceptance.chaos.private_services import Disk, PrivatePostgres, PrivateRabbit
from tests.preloaded import ForkedProcess, PreloadedProgram
from workers.maintenance.template_learning import is_settled

CRAWLERS = 2
WORKERS = 3
MAINTENANCE = "workers.maintenance.maintenance_process"
STOP_SECONDS = 30.0
_LOAD = """
import crawler.process.alert_webhook, crawler.process.supervision, services.watching, workers.app, workers.pipeline
from mezmun.cli import main

workers.pipeline.process(workers.app.FIRST_PAGE, method="mezmun")

def run():
    sys.argv = ["mezmun", *os.environ.pop("COMMAND").split()]
    return main()
"""


@dataclass
class Services:
    """The private services; they outlive the installations that use them, one after the other."""

    folder: Path
    store_disk: Disk
    database_disk: Disk
    postgres: PrivatePostgres
    rabbit: PrivateRabbit
    program: PreloadedProgram
    """The product's command, that each part runs: dozens of them are started."""

    @classmethod
    def start(cls, folder: Path) -> "Services":
        store_disk, database_disk = Disk(folder / "store-disk", 400), Disk(folder / "database-disk", 1500)
        postgres, rabbit = PrivatePostgres(database_disk.folder / "postgres"), PrivateRabbit(folder / "rabbitmq")
        services = cls(folder, store_disk, database_disk, postgres, rabbit, PreloadedProgram(_LOAD, "run()"))
        services.keep_running()
        return services

    def keep_running(self) -> None:
        """Start what does not run, as the system does."""
        for disk in (self.store_disk, self.database_disk):
            disk.empty()
        self.postgres.start()
        self.rabbit.start()

    def remove(self) -> None:
        self.program.close()
        self.postgres.stop()
        self.rabbit.remove()
        for disk in (self.store_disk, self.database_disk):
            disk.remove()


@dataclass
class Part:
    """A crawler or a worker, with all its processes; started again when it died."""

    name: str
    program: PreloadedProgram
    command: str
    environment: dict[str, str]
    log: Path
    process: ForkedProcess | None = None
    sessions: list[int] = field(default_factory=list)
    """One for each start of it."""

    def keep_running(self) -> None:
        if self.process is None or self.process.poll() is not None:
            self.log.parent.mkdir(parents=True, exist_ok=True)
            self.log.touch()
            environment = {**os.environ, **self.environment, "COMMAND": self.command, FOLLOW: "1"}
            self.process = self.program.start("\n", environment=environment, output=self.log)
            self.sessions.append(self.process.pid)

    def processes(self) -> list[psutil.Process]:
        """Give its processes, the first one first."""
        with suppress(psutil.NoSuchProcess):
            first = psutil.Process(self.process.pid)
            return [first, *first.children(recursive=True)]
        return []

    def signal(self, number: signal.Signals, processes: list[psutil.Process] | None = None) -> None:
        """Send a signal to these processes of it, or to all."""
        for process in self.processes() if processes is None else processes:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    def end(self) -> int:
        """Wait for its end, and end it by force after a while; give the exit code."""
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()


@dataclass
class Installation:
    """An installation of the product on the private services, with a database, a queue and a raw store of its own."""

    services: Services
    name: str
    sites_dir: Path
    parts: list[Part] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.prefix = f"{self.name}-{uuid.uuid4().hex[:8]}"
        self.raw = self.services.store_disk.folder / self.name
        self.database_url = self.services.postgres.make_database(self.name)
        self.engine: Engine = databases.connect(self.database_url)
        self.queue = PageQueue(self.services.rabbit.url, self.prefix)
        settings = Settings(
            data_dir=self.services.folder / self.name,
            sites_dir=self.sites_dir,
            database_url=self.database_url,
            broker_url=self.services.rabbit.url,
            raw_store=str(self.raw),
            queue_prefix=self.prefix,
            min_free_bytes=0,
            _env_file=None,
        )
        commands = {f"crawler {number}": "crawler --idle 0.5 --sites 6" for number in range(CRAWLERS)}
        commands |= {f"worker {number}": "worker --processes 1" for number in range(WORKERS)}
        logs = self.services.folder / "logs" / self.name
        self.parts = [
            Part(
                name, self.services.program, command, settings.as_environment(), logs / f"{name.replace(' ', '-')}.log"
            )
            for name, command in commands.items()
        ]

    @property
    def crawlers(self) -> list[Part]:
        return self.parts[:CRAWLERS]

    @property
    def workers(self) -> list[Part]:
        return self.parts[CRAWLERS:]

    def keep_running(self) -> None:
        """Start what does not run, as the system does: services first."""
        self.services.keep_running()
        for part in self.parts:
            part.keep_running()

    def broker(self) -> Connection:
        return Connection(self.services.rabbit.url, connect_timeout=5)

    def stop(self) -> list[str]:
        """Stop all parts; give what was wrong with that: exit codes, and processes that stayed."""
        for part in self.parts:
            part.signal(signal.SIGTERM, part.processes()[:1])
        wrong = [f"{part.name} ended with {code}" for part in self.parts if (code := part.end())]
        left = list(self._left_processes())
        wrong += [f"process {each.pid} stayed: {' '.join(each.cmdline())}" for each in left]
        for each in left:
            each.kill()
        self.engine.dispose()
        return wrong

    def _left_processes(self) -> Iterator[psutil.Process]:
        """Give what still runs: forks by their sessions, since theirs are not the variables that the system shows."""
        sessions = {session for part in self.parts for session in part.sessions}
        for process in psutil.process_iter():
            with suppress(psutil.Error, ProcessLookupError):
                is_other = process.pid != os.getpid()
                has_prefix = process.environ().get("MEZMUN_QUEUE_PREFIX") == self.prefix
                if (has_prefix and is_other) or os.getsid(process.pid) in sessions:
                    yield process

    def ended(self) -> int:
        """Count the pages that have an outcome; -1 while the database is away."""
        try:
            with self.engine.connect() as connection:
                return connection.scalar(text("SELECT count(*) FROM outcomes"))
        except DBAPIError:
            return -1

    def open_work(self, addresses: list[str]) -> dict[str, float]:
        """Count what is still to be done, by what it waits for; nothing when the work is done."""
        try:
            with self.engine.connect() as connection:
                counts = dict(connection.execute(_OPEN_WORK, {"addresses": addresses}).one()._mapping)
                sites = connection.scalars(text("SELECT name FROM sites")).all()
                counts["templates to learn"] = sum(not is_settled(connection, site, utc_now()) for site in sites)
        except DBAPIError as error:
            return {f"the database is away: {error}": inf}
        return {name: count for name, count in counts.items() if count}

    def failed_pages(self) -> list[str]:
        """Say of each page that failed how it did."""
        with suppress(DBAPIError), self.engine.connect() as connection:
            return [" ".join(map(str, row)) for row in connection.execute(_FAILED)]
        return []


_NEWEST = """
    WITH newest AS (
        SELECT DISTINCT ON (page_id) page_id, id, sha256 FROM fetches ORDER BY page_id, id DESC
    )
"""
_FAILED = text(
    _NEWEST
    + """
    SELECT pages.url, outcome, detail, "at", retries, sha256 IS NOT NULL AS "has bytes", pages.next_due_at
      FROM newest JOIN outcomes ON outcomes.fetch_id = newest.id JOIN pages ON pages.id = newest.page_id
     WHERE outcome IN ('failed', 'timeout') ORDER BY pages.url
    """
)
_OPEN_WORK = text(
    _NEWEST
    + """
    SELECT (SELECT count(*) FROM unnest(CAST(:addresses AS text[])) AS address
             WHERE NOT EXISTS (SELECT FROM pages JOIN fetches ON fetches.page_id = pages.id WHERE pages.url = address)
           ) AS "pages never fetched",
           (SELECT count(*) FROM pages JOIN newest ON newest.page_id = pages.id
             WHERE pages.role IN ('content', 'unknown') AND pages.next_due_at <= now()) AS "pages to fetch again",
           (SELECT count(*) FROM fetches
             WHERE NOT EXISTS (SELECT FROM outcomes WHERE fetch_id = fetches.id)) AS "fetches without an outcome",
           (SELECT count(*) FROM newest JOIN outcomes ON outcomes.fetch_id = newest.id
             WHERE outcome IN ('failed', 'timeout')) AS "pages that failed"
    """
)
