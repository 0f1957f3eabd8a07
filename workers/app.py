"""The Celery worker: references come in, :class:`workers.page_processor.PageProcessor` does the work.

A page that hangs in C code cannot be interrupted from within (a soft time limit never fires there), so the kernel ends
its process, and the parent writes the outcome. Celery's own hard limit serves for nothing here: its clock runs while a
page waits for the database, while a process stands still, and while the parent waits for the broker.
"""

import logging
import time
import warnings
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from billiard.einfo import ExceptionWithTraceback
from billiard.exceptions import WorkerLostError
from billiard.process import current_process
from celery import Celery, Task
from celery.exceptions import Reject, SecurityWarning
from celery.signals import worker_shutting_down
from celery.worker.request import Request
from sqlalchemy.exc import DBAPIError, OperationalError

import extraction
from db.crawling.raw_store import open_raw_store
from db.engine import connect
from mezmun.core.clock import utc_now
from mezmun.core.error_text import first_line
from mezmun.core.errors import InvalidInputError, MezmunError, UnavailableError
from mezmun.core.monitoring.log_lines import set_up_logging
from mezmun.core.outcomes import Outcome
from mezmun.core.processes.item_limits import HANG_FACTOR, TIME_SIGNAL, limit_clock
from mezmun.core.queue.messages import PROCESS_TASK, FetchReference
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.version import code_version
from normalization.uyghur.lexicon import lexicon
from workers.maintenance.maintenance_process import WorkerJob, running
from workers.page_processor import PageProcessor, UnwrittenPageError
from workers.pipeline import process
from workers.stage_watch import StageWatch, WorkerCounters

RETURN_DELAY: Final = 5.0
"""Seconds a worker waits before it gives a reference back because the database or the raw store is away."""

PAGES_PER_PROCESS: Final = 2000
"""A pool process is replaced after so many pages, so that no leak in a C library grows for ever."""

MEMORY_PER_PROCESS: Final = 1_000_000
"""Kilobytes after which a pool process is replaced; the largest honest page needs a tenth of it."""

DEATH_WORDS: Final = "Worker exited prematurely: "
"""Of the pool, before what ended a process."""

FIRST_PAGE: Final = (
    "<title>بىرىنچى بەت</title><p>بۇ بەت 2024-03-05 كۈنى ئىش باشلىنىشتىن بۇرۇن ئوقۇلىدۇ: +1 202-555-0143.</p>".encode()
)
"""A page in Uyghur with a day and a telephone number, read before the pool is forked. What is loaded with it, above all
the models of languages, takes half a second and 80 MB, which else each process of the pool needs for itself."""

log = logging.getLogger(__name__)


def make_app(job: WorkerJob, counters: WorkerCounters) -> Celery:
    """Make the Celery app with the one task on it; nothing connects before the worker runs.

    Args:
        job: with what it works. After ``page_time_limit`` seconds of work on a page's bytes its process is killed, and
            the page ends as ``timeout``. A process that comes to no end by the clock (``HANG_FACTOR``) is killed as
            well; it may have waited, so its reference is delivered again.
        counters: where the processes of the pool count what they do.
    """
    queue = PageQueue(job.broker_url, job.queue_prefix)
    app = queue.app
    app.conf.update(
        task_acks_late=True,
        task_reject_on_worker_lost=True,
        worker_prefetch_multiplier=4,
        worker_max_tasks_per_child=PAGES_PER_PROCESS,
        worker_max_memory_per_child=MEMORY_PER_PROCESS,
        worker_lost_wait=0.5,  # there are no results to wait for after a process died
        worker_enable_remote_control=False,
        worker_send_task_events=False,
        worker_hijack_root_logger=False,
    )
    work = _PageWork(queue, partial(_open_processor, job), job.page_time_limit, counters)

    class _PageRequest(Request):  # type: ignore[misc] # Celery is untyped
        def on_failure(self, exc_info: Any, send_failed_event: bool = True, return_ok: bool = False) -> None:
            # Runs in the parent. What it cannot write is delivered again, as after every other death of a process.
            error = exc_info.exception
            error = error.exc if isinstance(error, ExceptionWithTraceback) else error
            if isinstance(error, WorkerLostError):
                if work.ends_after_death(FetchReference(**self.kwargs), error):
                    self.acknowledge()
                return_ok = True  # it has its line in the log: Celery's own is a traceback that names no page
            super().on_failure(exc_info, send_failed_event, return_ok)

    class _PageTask(Task):  # type: ignore[misc]
        Request = _PageRequest

    @app.task(name=PROCESS_TASK, base=_PageTask, bind=True)  # type: ignore[untyped-decorator]
    def _process(task: Task, **fields: Any) -> None:
        reference = FetchReference(**fields)  # the consumer lets no other message through
        again = reference.again or bool((task.request.delivery_info or {}).get("redelivered"))
        work.process(replace(reference, again=again))

    return app


class _PageWork:
    """What becomes of the references that come in."""

    def __init__(
        self,
        queue: PageQueue,
        open_processor: Callable[[StageWatch], PageProcessor],
        page_time_limit: float,
        counters: WorkerCounters,
    ) -> None:
        self._queue = queue
        self._open_processor = open_processor
        self._page_time_limit = page_time_limit
        self._counters = counters
        self._processor: PageProcessor | None = None
        """Of a process of the pool, from its first page on: an engine made before a fork hangs."""

    def process(self, reference: FetchReference) -> None:
        """Process a page, in a process of the pool.

        Raises:
            Reject: its message goes back to the queue.
        """
        about = _about(reference)
        limit_clock(self._page_time_limit * HANG_FACTOR)
        try:
            if self._processor is None:
                # A process of the pool that replaces another has its index.
                self._processor = self._open_processor(StageWatch(self._counters, current_process().index))
            self._processor.process(reference.fetch_id, again=reference.again)
        except (OperationalError, UnavailableError) as error:
            log.warning(
                "fetch %d of %s goes back to the queue: %s",
                *(reference.fetch_id, reference.site, first_line(error)),
                extra=about,
            )
            time.sleep(RETURN_DELAY)
            was_read = isinstance(error, UnwrittenPageError)
            if was_read and reference.again and self._processor is not None:
                self._processor.forgive(reference.fetch_id)
            _give_back(self._queue, replace(reference, again=reference.again and not was_read), error)
        except InvalidInputError as error:
            log.warning("reference passed over: %s", error, extra=about)
        finally:
            limit_clock(0)

    def ends_after_death(self, reference: FetchReference, death: WorkerLostError) -> bool:
        """Log why the process of a page died, and say whether the page has its outcome by that.

        Only one that was stopped at the limit of processor time has, as ``timeout``: the parent writes it, and keeps no
        engine, because its next fork would inherit the connections.
        """
        how = str(death).removeprefix(DEATH_WORDS).partition(" Job:")[0]
        if f"signal {TIME_SIGNAL:d} " in how:  # the pool tells it in words alone
            detail = f"stopped after {self._page_time_limit:g} s"
            parent = self._open_processor(StageWatch(self._counters, self._counters.parent))
            try:
                parent.end(reference.fetch_id, Outcome.TIMEOUT, detail)
            except (DBAPIError, MezmunError) as error:
                how = f"{detail}, and its outcome could not be written ({first_line(error)})"
            else:
                log.warning(
                    "fetch %d of %s ends as timeout: %s",
                    *(reference.fetch_id, reference.site, detail),
                    extra=_about(reference),
                )
                return True
            finally:
                parent.engine.dispose()
        log.error(
            "the process that read fetch %d of %s died (%s); its reference is delivered again",
            *(reference.fetch_id, reference.site, how),
            extra=_about(reference),
        )
        return False


def _about(reference: FetchReference) -> dict[str, object]:
    return {"fetch": reference.fetch_id, "site": reference.site}


def _give_back(queue: PageQueue, reference: FetchReference, reason: Exception) -> None:
    """Send a reference anew: a delivery given back counts on RabbitMQ, which dead-letters a page that waits long."""
    try:
        queue.publish(reference)
    except UnavailableError:
        raise Reject(reason, requeue=True) from reason


def run(app: Celery, concurrency: int, job: WorkerJob) -> int:
    """Work until SIGTERM (finish the pages in hand, then stop); give the exit code.

    Args:
        app: the app of ``make_app``.
        concurrency: how many processes.
        job: with what they work, and the process beside them.
    """
    set_up_logging(job.log_level, job.log_format)  # Celery adds no lines of its own beside these
    warnings.simplefilter("ignore", SecurityWarning)  # of root with pickle; here only JSON is taken
    logging.getLogger("py.warnings").addFilter(is_worth_a_line)  # Celery undoes a filter of warnings when it starts
    logging.getLogger("celery.worker.strategy").setLevel(logging.WARNING)  # a line a page
    logging.getLogger("celery.app.trace").setLevel(logging.ERROR)  # a line a page, and a traceback for one given back
    code_version()
    process(FIRST_PAGE, method=extraction.DEFAULT_METHOD)
    lexicon().make_table()
    worker = app.Worker(
        concurrency=concurrency, pool="prefork", loglevel=job.log_level, without_gossip=True,
        without_mingle=True, without_heartbeat=False, quiet=True, optimization="fair",
    )  # fmt: skip
    pool_log = logging.getLogger("multiprocessing")
    pool_log.handlers.clear()  # Celery gave it one that knows no JSON
    pool_log.propagate = True
    endings: list[str] = []

    def note_ending(how: str, **_: object) -> None:
        endings.append(how)

    worker_shutting_down.connect(note_ending)
    with running(job):
        worker.start()
    # Celery gives 1 after Ctrl-C, with all pages in hand finished as after SIGTERM; a second one is "Cold".
    return 0 if endings == ["Warm"] else int(worker.exitcode or 0)


def is_worth_a_line(line: logging.LogRecord) -> bool:
    """Say whether a warning is to be logged.

    Celery gives seven lines at each lost connection about an option that would stop the pages in hand: they end well.
    """
    return "CPendingDeprecationWarning" not in line.getMessage()


def _open_processor(job: WorkerJob, watch: StageWatch) -> PageProcessor:
    engine = connect(job.database_url, for_pages=True)
    store = open_raw_store(engine, job.raw_store_url)
    return PageProcessor(engine, store, utc_now, code_version(), watch=watch, page_seconds=job.page_time_limit)
