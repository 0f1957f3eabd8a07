"""One crawl with its own workers, to the end: what ``mezmun crawl`` and ``mezmun demo`` do.

The crawler and the worker run as children of this process; what it shows and returns is read from the database, which
alone knows the truth.
"""

import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from crawler.process import crawl_job
from db.crawling.crawls import BegunCrawl, begin_crawl, found_down, stop_reason
from db.crawling.pages import known_pages
from db.documents import count_documents
from db.engine import checked_engine
from db.processing.fetch_outcomes import outcome_counts
from db.sites import sync_site
from mezmun.core.clock import utc_now
from mezmun.core.errors import MezmunError
from mezmun.core.outcomes import Outcome
from mezmun.core.processes import child_processes, log_rotation
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.settings import Settings
from mezmun.core.sites.site_schema import Site
from services import embedded_broker
from services.resolver import Services
from workers.maintenance.template_learning import is_settled

LOOK: Final = 0.25
"""Seconds between two looks at the database."""

SETTLING: Final = 60.0
"""Seconds after the last outcome in which the site's template may still be learned and its pages read again."""

LEAST_FREE: Final = 1_000_000
"""Octets below which a disk is full: what a child writes of why it ends is not in its log then."""

RESTARTS: Final = 3
"""Times a worker that died is started again before the job gives up."""


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """Where a crawl stands."""

    known: int
    """Pages of the site that are known so far, fetched or not, in this crawl or an earlier one."""
    outcomes: dict[Outcome | None, int]
    """Fetches by outcome; under None those that wait for a worker."""
    fetched_before: int = 0
    """Of the fetches those of runs of this crawl that were stopped."""
    stop_reason: str | None = None
    """Why it ended although pages may be due."""
    is_down: bool = False
    """It ended because the site's server did not serve what was asked for."""
    documents: int = 0
    """Documents of the site in the end, those of earlier crawls among them."""

    @property
    def fetched(self) -> int:
        """Fetches so far."""
        return sum(self.outcomes.values())

    @property
    def waiting(self) -> int:
        """Fetches without an outcome."""
        return self.outcomes.get(None, 0)


@dataclass(frozen=True, slots=True)
class SupervisedCrawl:
    """What to crawl, with what, and where the children's words go."""

    site: Site
    settings: Settings
    services: Services
    max_pages: int | None
    processes: int

    @property
    def log(self) -> Path:
        """File with what crawler and worker said."""
        return self.settings.data_dir / "logs" / f"{self.site.name}.log"

    def run(self, show: Callable[[CrawlProgress], None]) -> CrawlProgress:
        """Crawl, work the queue until every fetch has its outcome, and give the final count.

        Raises:
            MezmunError: a child failed; the message is its last word.
            KeyboardInterrupt: after the children have stopped; the next run of the site goes on from there.
        """
        started = utc_now()
        with ExitStack() as stack:
            engine = stack.enter_context(checked_engine(self.services.database_url))
            queue = PageQueue(self.services.broker_url, self.settings.queue_prefix)
            queue.declare()
            with engine.begin() as connection:
                if self.services.queue_in_database:
                    embedded_broker.prune(connection, before=started)
                sync_site(connection, self.site, now=started)
            with engine.begin() as connection:
                crawl = begin_crawl(connection, self.site.name, now=started)
            before_this_run = _progress(engine, crawl).fetched
            job = crawl_job.CrawlJob.of(self.settings, self.services, site=self.site.name, max_pages=self.max_pages)
            process = crawl_job.start(job, log=self.log)
            stack.callback(child_processes.stop, process)
            workers = _Workers(self)
            stack.callback(workers.stop)
            settling = _Settling(engine, self.site.name)
            while True:
                ended = process.poll()
                progress = _progress(engine, crawl, before_this_run)
                show(progress)
                if ended:
                    raise MezmunError(f"The crawler stopped with code {ended}: {last_words(self.log)}")
                if ended == 0 and not progress.waiting and settling.is_over():
                    with engine.connect() as connection:
                        return replace(
                            progress,
                            stop_reason=stop_reason(connection, crawl),
                            is_down=found_down(connection, self.site.name),
                            documents=count_documents(connection, site=self.site.name),
                        )
                workers.keep_running()
                log_rotation.rotate(self.log)
                time.sleep(LOOK)


class _Workers:
    """The worker child, started again when it dies."""

    def __init__(self, job: SupervisedCrawl) -> None:
        self._job = job
        self._starts = 0
        self._child = self._start()

    def keep_running(self) -> None:
        code = self._child.poll()
        if code is None:
            return
        if self._starts > RESTARTS:
            raise MezmunError(f"The worker stopped with code {code}: {last_words(self._job.log)}")
        self._child = self._start()

    def stop(self) -> None:
        child_processes.stop(self._child)

    def _start(self) -> subprocess.Popen[bytes]:
        self._starts += 1
        return child_processes.start(
            ["mezmun", "worker", "--processes", str(self._job.processes)],
            log=self._job.log,
            environment=self._job.services.settings_of_child(self._job.settings).as_environment(),
        )


class _Settling:
    """What is still to be learned of the site, and the pages that are read again for it, once each has its outcome."""

    def __init__(self, engine: Engine, site: str) -> None:
        self._engine = engine
        self._site = site
        self._until: float | None = None

    def is_over(self) -> bool:
        """Look whether it is done; after a while it is left to the next worker that runs."""
        now = time.monotonic()
        self._until = self._until or now + SETTLING
        with self._engine.connect() as connection:
            return now > self._until or is_settled(connection, self._site, utc_now())


def _progress(engine: Engine, crawl: BegunCrawl, before: int = 0) -> CrawlProgress:
    with engine.connect() as connection:
        outcomes = outcome_counts(connection, crawl_id=crawl.id)
        return CrawlProgress(known_pages(connection, crawl.site), outcomes, before)


def last_words(log: Path) -> str:
    """Say why a child ended: by the last line of its log, or by the disk on which it could write none."""
    if shutil.disk_usage(log.parent).free < LEAST_FREE:
        return f"the disk of {log} is full. Make room, and crawl again: it goes on from here."
    last = child_processes.last_line(log)
    return f"{last.removeprefix('mezmun: ')} (all of it is in {log})" if last else f"it wrote nothing to {log}."
