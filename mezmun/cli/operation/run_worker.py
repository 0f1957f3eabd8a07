"""``mezmun worker``: the half that turns fetched pages into documents, for as long as it runs."""

import os
from typing import Annotated

import typer

from mezmun.cli import app


@app.command(epilog="Examples: `mezmun worker` · `mezmun worker --processes 8`")
def worker(
    processes: Annotated[int, typer.Option(min=1, help="Pages worked on at once.")] = os.cpu_count() or 1,
) -> None:
    """Work the queue until stopped; SIGTERM finishes the pages in hand first.

    Start as many as you like, on as many machines as reach the database, the broker and the raw store. A page that
    exceeds MEZMUN_PAGE_TIME_LIMIT is stopped from outside and ends as `timeout`.
    """
    from db.engine import check, connect
    from mezmun.core import settings
    from mezmun.core.processes import child_processes
    from services.resolver import resolve
    from workers.app import make_app, run
    from workers.maintenance.maintenance_process import MaintenanceJob

    child_processes.follow_parent()
    loaded = settings.load()
    with resolve(loaded) as services:
        engine = connect(services.database_url)
        check(engine)
        engine.dispose()
        celery = make_app(
            database_url=services.database_url,
            broker_url=services.broker_url,
            raw_store=services.raw_store_url,
            queue_prefix=loaded.queue_prefix,
            page_time_limit=loaded.page_time_limit,
        )
        maintenance = MaintenanceJob(
            database_url=services.database_url,
            broker_url=services.broker_url,
            raw_store=services.raw_store_url,
            queue_prefix=loaded.queue_prefix,
            page_time_limit=loaded.page_time_limit,
            queue_in_database=services.queue_in_database,
            log_level=loaded.log_level,
        )
        raise typer.Exit(run(celery, processes, maintenance))
