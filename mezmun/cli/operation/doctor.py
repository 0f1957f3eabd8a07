"""``mezmun doctor``: what is configured, what answers, what is wrong and how to mend it."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click
from click.exceptions import Exit

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import json_option
from mezmun.core.counts import count_of, names_of, size_of
from mezmun.core.errors import ConfigurationError, MezmunError, UnavailableError
from mezmun.core.version import __version__

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from mezmun.core.settings import Settings
    from services.resolver import Services

LEAST_FREE: Final = 2_000_000_000
"""Octets; with less, PostgreSQL's log of changes (1 GB) and a day's raw pages may fill the disk."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One thing looked at: fine, or what is wrong and how to mend it."""

    what: str
    fine: bool
    detail: str

    def as_dict(self) -> dict[str, object]:
        """Give it as ``--json`` prints it."""
        return {"what": self.what, "fine": self.fine, "detail": self.detail}


@app.command(epilog="Examples: `mezmun doctor` · `mezmun doctor --json`")
@json_option("One JSON object a line.")
def doctor(as_json: bool) -> None:
    """Look at settings, database, broker, raw store and sites; exit code 1 when something is wrong."""
    findings: list[CheckResult] = []
    for finding in _findings():
        same = next((each.what for each in findings if not each.fine and each.detail == finding.detail), None)
        findings.append(finding)
        if as_json:
            print_json(finding.as_dict())
        else:
            detail = finding.detail if same is None else f"the same as of the {same}"
            mark, colour = ("ok   ", "green") if finding.fine else ("WRONG", "red")
            click.echo(f"{click.style(mark, fg=colour)}  {finding.what + ':':<12} {detail}")
    if not all(finding.fine for finding in findings):
        raise Exit(1)


def _findings() -> Iterator[CheckResult]:
    from mezmun.core import settings

    yield CheckResult("version", True, __version__)
    try:
        loaded = settings.load()
    except ConfigurationError as error:
        yield CheckResult("settings", False, str(error))
        return
    yield _look("settings", lambda: _settings(loaded))
    yield _look("disk", lambda: _disk(loaded))
    yield _look("sites", lambda: _sites(loaded))
    yield from _services(loaded)


def _look(what: str, at: Callable[[], str]) -> CheckResult:
    try:
        return CheckResult(what, True, at())
    except MezmunError as error:
        return CheckResult(what, False, str(error))


def _settings(loaded: "Settings") -> str:
    from mezmun.core import settings

    names = {*settings.variables_of_file(), *os.environ}
    if unknown := settings.unknown_variables(sorted(names)):
        raise ConfigurationError(" ".join(settings.no_setting(name, near) for name, near in unknown.items()))
    return ", ".join(sorted(f"MEZMUN_{name.upper()}" for name in loaded.model_fields_set)) or "all at their defaults"


def _disk(loaded: "Settings") -> str:
    folder = loaded.data_dir.absolute()
    there = next(parent for parent in (folder, *folder.parents) if parent.exists())
    if not os.access(there, os.W_OK):
        raise UnavailableError(f"{there} cannot be written to; set MEZMUN_DATA_DIR to a folder of yours.")
    free = shutil.disk_usage(there).free
    if free < LEAST_FREE:
        raise UnavailableError(f"Only {size_of(free)} are free under {folder}; make room or set MEZMUN_DATA_DIR.")
    return f"{size_of(free)} free under {folder}"


def _sites(loaded: "Settings") -> str:
    from mezmun.core.sites import site_files

    sites = site_files.load_all(loaded.sites_dir)
    return f"{len(sites)} in {loaded.sites_dir}" if sites else f"none yet in {loaded.sites_dir}"


def _services(loaded: "Settings") -> Iterator[CheckResult]:
    from services.resolver import resolve

    try:
        with resolve(loaded) as services:
            yield _look("database", lambda: _database(services))
            yield _look("broker", lambda: _broker(services, loaded.queue_prefix))
            yield _look("processes", lambda: _processes(services, loaded.queue_prefix))
            yield _look("raw store", lambda: _raw_store(services))
            yield _look("health", lambda: _health(services))
    except MezmunError as error:
        yield CheckResult("database", False, str(error))


@contextmanager
def _connection(services: "Services") -> "Iterator[Connection]":
    """Connect to the database, or say in a sentence why that cannot be."""
    from db.engine import checked_engine

    with checked_engine(services.database_url) as engine, engine.connect() as connection:
        yield connection


def _database(services: "Services") -> str:
    from sqlalchemy import text

    from db.documents import count_documents
    from db.schema import tables_version

    with _connection(services) as connection:
        version = connection.execute(text("SHOW server_version")).scalar_one()
        documents = count_documents(connection)
    kind = "embedded PostgreSQL" if services.embedded else "PostgreSQL"
    return f"{kind} {version.split()[0]}, tables at {tables_version.head()}, {count_of(documents, 'document')}"


def _broker(services: "Services", prefix: str) -> str:
    from mezmun.core.queue.page_queue import PageQueue

    waiting = PageQueue(services.broker_url, prefix).declare()
    kind = "RabbitMQ" if services.broker_url.startswith("amqp") else "tables in the database"
    return f"{kind}, {count_of(waiting, 'reference')} waiting"


def _processes(services: "Services", prefix: str) -> str:
    from db.crawling.heartbeats import ProcessKind, live_processes
    from mezmun.cli.monitoring.missing_workers import missing_workers
    from mezmun.core.clock import utc_now
    from mezmun.core.queue.page_queue import PageQueue

    waiting = PageQueue(services.broker_url, prefix).declare()
    with _connection(services) as connection:
        if missing := missing_workers(connection, waiting):
            raise UnavailableError(missing)
        crawlers = len(live_processes(connection, ProcessKind.CRAWLER, now=utc_now()))
        workers = len(live_processes(connection, ProcessKind.WORKER, now=utc_now()))
    return f"{count_of(crawlers, 'crawler')} and {count_of(workers, 'worker')} live"


def _raw_store(services: "Services") -> str:
    from db.crawling.raw_store import open_raw_store
    from db.engine import checked_engine

    with checked_engine(services.database_url) as engine:
        store = open_raw_store(engine, services.raw_store_url)
    proof = b"mezmun doctor"
    address = store.put(proof).sha256
    if store.get(address) != proof:
        raise UnavailableError(f"{services.raw_store_url} gives back other bytes than were stored.")
    store.delete(address)
    return services.raw_store_url


def _health(services: "Services") -> str:
    from db.monitoring.open_alerts import open_alerts
    from db.monitoring.site_history import site_states
    from mezmun.core.clock import utc_now

    now = utc_now()
    with _connection(services) as connection:
        states = site_states(connection, now=now)
        wrong = open_alerts(connection, states, now=now)
    if wrong:
        sites = names_of(list(dict.fromkeys(alert.site for alert in wrong)))
        raise UnavailableError(f"{count_of(len(wrong), 'alert')} of {sites}: `mezmun health` says what is wrong.")
    return f"{count_of(len(states), 'site was', 'sites were')} crawled, nothing wrong"
