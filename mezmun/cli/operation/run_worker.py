"""``mezmun worker``: the half that turns fetched pages into documents, for as long as it runs."""

import os
from functools import partial
from typing import TYPE_CHECKING

import click
from click.exceptions import Exit

from mezmun.cli import app
from mezmun.cli.options import AT_LEAST_ONE
from mezmun.core.errors import UnavailableError

if TYPE_CHECKING:
    from mezmun.core.queue.page_queue import PageQueue
    from services.resolver import Services


@app.command(epilog="Examples: `mezmun worker` · `mezmun worker --processes 8`")
@click.option("--processes", type=AT_LEAST_ONE, default=os.cpu_count() or 1, help="Pages worked on at once.")
def worker(processes: int) -> None:
    """Work the queue until stopped; SIGTERM finishes the pages in hand first.

    Start as many as you like, on as many machines as reach the database, the broker and the raw store. A page that
    exceeds MEZMUN_PAGE_TIME_LIMIT is stopped from outside and ends as `timeout`.
    """
    from db.engine import checked_engine
    from mezmun.core import settings
    from mezmun.core.monitoring.endpoint import Part, serving
    from mezmun.core.processes import child_processes
    from mezmun.core.queue.page_queue import PageQueue
    from services.resolver import resolve
    from workers.app import make_app, run
    from workers.maintenance.maintenance_process import WorkerJob
    from workers.stage_watch import WorkerCounters

    child_processes.follow_parent()
    loaded = settings.load()
    with resolve(loaded) as services:
        with checked_engine(services.database_url):
            pass
        counters = WorkerCounters(processes)
        queue = PageQueue(services.broker_url, loaded.queue_prefix)
        if not services.queue_in_database:  # whose connections must not be in the fork of a process
            _log_in(queue)

        job = WorkerJob.of(loaded, services)
        with serving(loaded.metrics_address, Part(counters.measure, partial(_check_ready, services, queue))):
            code = run(make_app(job, counters), processes, job)
        raise Exit(code)


def _check_ready(services: "Services", queue: "PageQueue") -> None:
    """Ask the services, over connections that are closed again: they must not be in the fork of a process.

    Raises:
        UnavailableError: one of them does not answer.
    """
    from db.engine import open_engine
    from mezmun.core.clock import utc_now
    from services.watching import ServicesWatch

    with open_engine(services.database_url) as engine:
        ServicesWatch(engine, queue, services.raw_store_url, utc_now).check_ready()


def _log_in(queue: "PageQueue") -> None:
    """Let a broker that refuses end the worker with a sentence; one that is away is waited for.

    Raises:
        RefusedLoginError: user, password or virtual host is wrong.
    """
    from mezmun.core.queue.page_queue import RefusedLoginError

    try:
        queue.declare()
    except RefusedLoginError:
        raise
    except UnavailableError as error:
        click.secho(f"mezmun: {error} The worker waits for it.", fg="yellow", err=True)
