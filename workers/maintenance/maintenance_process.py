"""The process beside the workers that looks after what no page's way does; one at a time in an installation.

    python -m workers.maintenance.maintenance_process

It is a child of ``mezmun worker``. Any number may run: the one that has the database's lock does the work, and
another takes over when it ends.
"""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from pydantic import BaseModel, ConfigDict
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from db.crawling import heartbeats
from db.crawling.heartbeats import LiveProcess, ProcessKind
from db.crawling.raw_store import open_raw_store
from db.engine import connect
from mezmun.core.clock import utc_now
from mezmun.core.error_text import first_line
from mezmun.core.errors import UnavailableError
from mezmun.core.monitoring.log_lines import LogFormat, set_up_logging
from mezmun.core.processes import child_processes
from mezmun.core.processes.process_pool import ProcessPool
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.settings import Settings
from workers.maintenance.maintenance_loop import Maintenance
from workers.maintenance.sample_reading import ReadTask

if TYPE_CHECKING:
    from services.resolver import Services

EVERY: Final = 1.0
"""Seconds between two looks at what there is to do."""

RETRY: Final = 5.0
"""Seconds until a process that has not the lock, or lost a service, tries again, and until a dead one is replaced."""

GRACE: Final = 3.0
"""Seconds it may take to end; whatever it has in hand is done again by the next."""

LOCK: Final = 6_211_946_017
"""The advisory lock of the one working process has this number."""

log = logging.getLogger(__name__)


class WorkerJob(BaseModel):
    """All that a worker and the process beside it need to know; to that it travels as a line of JSON on standard input,
    for URLs hold passwords."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    database_url: str
    broker_url: str
    raw_store_url: str
    queue_prefix: str
    page_time_limit: float
    queue_in_database: bool = False
    log_level: str = "INFO"
    log_format: LogFormat = LogFormat.TEXT

    @classmethod
    def of(cls, settings: Settings, services: "Services") -> "WorkerJob":
        """Make a job from the installation's settings and its running services."""
        return cls(
            database_url=services.database_url,
            broker_url=services.broker_url,
            raw_store_url=services.raw_store_url,
            queue_prefix=settings.queue_prefix,
            page_time_limit=settings.page_time_limit,
            queue_in_database=services.queue_in_database,
            log_level=settings.log_level,
            log_format=settings.log_format,
        )


@contextmanager
def running(job: WorkerJob) -> Iterator[None]:
    """Keep the process running as a child of this one for as long as the ``with`` lasts.

    It is started before this returns, and one that was killed is started again by a thread, which does nothing but wait
    before that: a pool process that is forked meanwhile must not find a lock in that thread's hands.
    """
    over = threading.Event()
    children = [_start(job)]

    def keep() -> None:
        while not over.is_set():
            code = children[-1].wait()
            if not over.wait(RETRY):
                log.warning("the maintenance process ended with %s", child_processes.describe_exit(code))
                children.append(_start(job))

    keeper = threading.Thread(target=keep, daemon=True, name="maintenance")
    keeper.start()
    try:
        yield
    finally:
        over.set()
        child_processes.stop(children[-1], GRACE)
        keeper.join(GRACE)


def _start(job: WorkerJob) -> subprocess.Popen[bytes]:
    return child_processes.start(["workers.maintenance.maintenance_process"], message=job.model_dump_json())


def run(job: WorkerJob, stop: threading.Event) -> None:
    """Look after things until told to stop; services that are away are waited for.

    Meanwhile it gives signs of life for the workers whose child it is.
    """
    engine = connect(job.database_url)
    beating = threading.Thread(target=_keep_beating, args=(job.database_url, stop), daemon=True, name="heartbeat")
    beating.start()
    queue = PageQueue(job.broker_url, job.queue_prefix)
    with ProcessPool(ReadTask(), 1, job.page_time_limit, size_of=lambda reading: len(reading.body)) as pool:
        while not stop.is_set():
            try:
                with engine.connect() as lock:
                    lock.detach()  # closed with the block, and the lock with it: the pool would keep both
                    if _is_ours(lock):
                        raw = open_raw_store(engine, job.raw_store_url)
                        chores = Maintenance(engine, raw, queue, pool, queue_in_database=job.queue_in_database)
                        _work(chores, lock, stop)
            except (UnavailableError, DBAPIError) as error:
                log.warning("a service is away, tried again: %s", first_line(error))
            stop.wait(RETRY)
    engine.dispose()
    beating.join(GRACE)


def _keep_beating(database_url: str, stop: threading.Event) -> None:
    """Give signs of life, over connections that no other thread uses: the pool is forked beside it."""
    engine, began = connect(database_url), utc_now()
    me = LiveProcess(uuid4(), ProcessKind.WORKER, socket.gethostname(), os.getppid(), began, began)
    wait = 0.0
    while not stop.wait(wait):
        with suppress(DBAPIError, UnavailableError), engine.begin() as connection:
            heartbeats.beat(connection, replace(me, seen_at=utc_now()))
        wait = RETRY
    with suppress(DBAPIError, UnavailableError), engine.begin() as connection:
        heartbeats.end(connection, me.id)
    engine.dispose()


def _work(maintenance: Maintenance, lock: Connection, stop: threading.Event) -> None:
    while not stop.wait(EVERY):
        lock.execute(text("SELECT 1"))  # it is gone when the connection is
        lock.rollback()
        maintenance.look()


def _is_ours(lock: Connection) -> bool:
    ours = bool(lock.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": LOCK}))
    lock.rollback()  # the lock is the connection's, not the transaction's
    return ours


def main() -> int:
    """Read a job from standard input and work until SIGTERM."""
    job = WorkerJob.model_validate_json(child_processes.follow_parent())
    set_up_logging(job.log_level, job.log_format)
    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stop.set())
    run(job, stop)
    return 0


if __name__ == "__main__":
    sys.exit(main())
