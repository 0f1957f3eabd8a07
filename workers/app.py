"""The Celery worker: references come in, :class:`workers.page_processor.PageProcessor` does the work.

A page that hangs in C code cannot be interrupted from within (a soft time limit never fires there), so the pool kills
its process from outside at the hard limit, and the parent writes the outcome.
"""

import logging
import time
import warnings
from functools import partial
from typing import Any, Final

from billiard.exceptions import TimeLimitExceeded
from billiard.process import current_process
from celery import Celery, Task
from celery.exceptions import Reject, SecurityWarning
from sqlalchemy.exc import OperationalError

import extraction
from db.engine import connect
from mezmun.core.clock import utc_now
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.monitoring.log_lines import set_up_logging
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.messages import PROCESS_TASK, VERSION, FetchReference
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.version import code_version
from store.opening import open_store
from workers.maintenance.maintenance_process import MaintenanceJob, running
from workers.page_processor import PageProcessor
from workers.pipeline import process
from workers.stage_watch import StageWatch, WorkerCounters

RETURN_DELAY: Final = 5.0
"""Seconds a worker waits before it gives a reference back because the database or the raw store is away."""

PAGES_PER_PROCESS: Final = 2000
"""After so many pages a pool process is replaced, so that no leak in a C library grows for ever."""

MEMORY_PER_PROCESS: Final = 1_000_000
"""Kilobytes after which a pool process is replaced; the largest honest page needs a tenth of it."""

FIRST_PAGE: Final = "<title>بىرىنچى بەت</title><p>بۇ بەت ئىش باشلىنىشتىن بۇرۇن ئوقۇلىدۇ.</p>".encode()
"""A page in Uyghur, read before the pool is forked. What is loaded with it, above all the models of languages, takes
half a second and 80 MB, which else each process of the pool needs for itself."""

log = logging.getLogger(__name__)


def make_app(
    *,
    database_url: str,
    broker_url: str,
    raw_store: str,
    queue_prefix: str = "mezmun",
    page_time_limit: float = 60.0,
    counters: WorkerCounters | None = None,
) -> Celery:
    """Make the Celery app with the one task on it; nothing connects before the worker runs.

    Args:
        database_url: where the tables are.
        broker_url: where the references come from.
        raw_store: where the bytes are.
        queue_prefix: first part of the queue's name.
        page_time_limit: seconds after which a page's process is killed and the page ends as ``timeout``.
        counters: where the processes of the pool count what they do.
    """
    queue = PageQueue(broker_url, queue_prefix)
    app = queue.app
    app.conf.update(
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        task_time_limit=page_time_limit,
        worker_prefetch_multiplier=4,
        worker_max_tasks_per_child=PAGES_PER_PROCESS,
        worker_max_memory_per_child=MEMORY_PER_PROCESS,
        worker_lost_wait=0.5,  # there are no results to wait for after a process died
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
    )
    open_processor = partial(_open_processor, database_url, raw_store)
    processor: list[PageProcessor] = []

    class _PageTask(Task):  # type: ignore[misc] # Celery is untyped
        def on_failure(self, exc: BaseException, _id: str, _args: Any, kwargs: dict[str, Any], _info: Any) -> None:
            # Runs in the parent when the pool killed the page's process. The parent keeps no engine: its next fork
            # would inherit the connections.
            if isinstance(exc, TimeLimitExceeded):
                watch = StageWatch() if counters is None else StageWatch(counters, counters.parent)
                parent = open_processor(watch)
                try:
                    parent.end(kwargs["fetch_id"], Outcome.TIMEOUT, f"stopped after {page_time_limit:g} s")
                finally:
                    parent.engine.dispose()

    @app.task(name=PROCESS_TASK, base=_PageTask, bind=True)  # type: ignore[untyped-decorator]
    def _process(
        task: Task, fetch_id: int, site: str, again: bool = False, version: int = VERSION, **_newer: Any
    ) -> None:
        about = {"fetch": fetch_id, "site": site}
        if version > VERSION:
            log.error(
                "fetch %d of %s is given up: its message has version %d, and this worker reads %d;"
                " update the workers, then run `mezmun queue dead retry`",
                *(fetch_id, site, version, VERSION),
                extra=about,
            )
            raise Reject(requeue=False)
        again = again or bool((task.request.delivery_info or {}).get("redelivered"))
        try:
            if not processor:  # in the process of the pool, with its first page: an engine made before a fork hangs
                processor.append(open_processor(_watch(counters)))
            processor[0].process(fetch_id, again=again)
        except (OperationalError, UnavailableError) as error:
            log.warning(
                "fetch %d of %s goes back to the queue: %s", fetch_id, site, str(error).partition("\n")[0], extra=about
            )
            time.sleep(RETURN_DELAY)
            _give_back(queue, FetchReference(fetch_id, site, again), error)
        except InvalidInputError as error:
            log.warning("reference passed over: %s", error, extra=about)

    return app


def _give_back(queue: PageQueue, reference: FetchReference, reason: Exception) -> None:
    """Send a reference anew: a delivery given back counts on RabbitMQ, which dead-letters a page that waits long."""
    try:
        queue.publish(reference)
    except UnavailableError:
        raise Reject(reason, requeue=True) from reason


def run(app: Celery, concurrency: int, maintenance: MaintenanceJob) -> int:
    """Work until SIGTERM (finish the pages in hand, then stop); give the exit code.

    Args:
        app: the app of ``make_app``.
        concurrency: how many processes.
        maintenance: what the process beside them is to look after.
    """
    set_up_logging(maintenance.log_level, maintenance.log_format)  # Celery adds no lines of its own beside these
    warnings.simplefilter("ignore", SecurityWarning)  # of root with pickle; here only JSON is taken
    logging.getLogger("py.warnings").addFilter(is_worth_a_line)  # Celery undoes a filter of warnings when it starts
    for chatty in ("celery.worker.strategy", "celery.app.trace"):  # two lines a page
        logging.getLogger(chatty).setLevel(logging.WARNING)
    code_version()
    process(FIRST_PAGE, method=extraction.DEFAULT_METHOD)
    worker = app.Worker(
        concurrency=concurrency, pool="prefork", loglevel=maintenance.log_level, without_gossip=True,
        without_mingle=True, without_heartbeat=False, quiet=True, optimization="fair",
    )  # fmt: skip
    with running(maintenance):
        worker.start()
    return int(worker.exitcode or 0)


def is_worth_a_line(line: logging.LogRecord) -> bool:
    """Say whether a warning is to be logged.

    Celery gives seven lines at each lost connection about an option that would stop the pages in hand: they end well.
    """
    return "CPendingDeprecationWarning" not in line.getMessage()


def _open_processor(database_url: str, raw_store: str, watch: StageWatch) -> PageProcessor:
    engine = connect(database_url, for_pages=True)
    return PageProcessor(engine, open_store(raw_store), utc_now, code_version(), watch=watch)


def _watch(counters: WorkerCounters | None) -> StageWatch:
    """Count in the row of this process of the pool; a process that replaces another has its index."""
    return StageWatch() if counters is None else StageWatch(counters, current_process().index)
