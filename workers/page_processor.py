"""One fetch, from its row to its outcome: what the Celery task does, without Celery.

What a page comes to is written in one transaction and every write is idempotent, so a reference may be delivered any
number of times, to any number of workers at once.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any, Final

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, OperationalError

from db.engine import transaction
from db.processing.extraction_storage import end_with_extraction, store_extraction
from db.processing.fetch_outcomes import (
    PROVISIONAL,
    FetchToProcess,
    allow_tries,
    begin_processing,
    fetch_to_process,
    record_outcome,
    renew_outcome,
)
from db.processing.retries import ask_again
from db.processing.superseded import is_superseded
from db.reextraction.page_results import Trial, record_result, trial_of
from db.removal.retention import were_removed
from db.threads.thread_storage import store_thread_page, withdraw
from extraction import Template
from mezmun.core.clock import Clock
from mezmun.core.errors import UnavailableError
from mezmun.core.outcomes import Outcome
from mezmun.core.processes.item_limits import limit_memory, limit_processor_time
from store.raw_store import DamagedRawPageError, MissingRawPageError, RawStore
from workers.page_text import PageText
from workers.pipeline import process
from workers.present_versions import PRESENT_VERSIONS
from workers.reading_options import ReadingOptions
from workers.site_cache import SiteCache
from workers.stage_watch import Stage, StageWatch

MOST_TRIES: Final = 3
"""Tries, after the first, at a page that kills its worker (memory, a crash in C code) before it ends as ``failed``.
More than one, because a worker that is stopped by force counts as a try of the innocent page it had in hand."""

log = logging.getLogger(__name__)


class UnwrittenPageError(UnavailableError):
    """A page was read, and the database is away for what came of it: its worker lives."""


@dataclass(frozen=True, slots=True)
class _ReadPage:
    """What came of reading a page, with which version of the site's template, in how many seconds."""

    page: PageText
    template_version: int | None
    seconds: float
    bytes_are_lost: bool = False


@dataclass(frozen=True, slots=True)
class PageProcessor:
    """What a worker process works with; made in the process that uses it (an engine made before a fork hangs).

    A page on whose bytes it works longer than ``page_seconds`` ends the process (``item_limits``); 0 sets no limit, and
    is for a thread of a process that does other things, too.
    """

    engine: Engine
    raw: RawStore
    now: Clock
    code_version: str
    sites: SiteCache = field(default_factory=SiteCache)
    watch: StageWatch = field(default_factory=StageWatch)
    page_seconds: float = 0.0

    def process(self, fetch_id: int, *, again: bool = False) -> Outcome:
        """Process one fetch and give the outcome it now has.

        One that has ended is left alone, unless it was read with an older template than its site now has, or with an
        older version while its page has not changed; or a re-extraction waits for it, whose result stands beside.

        Args:
            fetch_id: which.
            again: its reference was delivered before. Only then are tries counted, once the bytes are at hand: no
                page is to blame for what it was waiting for.

        Raises:
            sqlalchemy.exc.OperationalError: the database is away; nothing was written, deliver the reference again.
            UnwrittenPageError: likewise, but the page was read: ``forgive`` it the try.
            UnavailableError: the raw store is away; deliver the reference again.
            InvalidInputError: there is no such fetch.
        """
        with self._connected() as connection:
            with self.watch.stage(Stage.LOOK_UP):
                fetch = fetch_to_process(connection, fetch_id)
                trial = None
                if fetch.outcome is not None and fetch.ended and not fetch.outdated:
                    trial = trial_of(connection, fetch.id)
                    if trial is None and not is_superseded(connection, fetch.id, PRESENT_VERSIONS):
                        return fetch.outcome
                options, template = self._reading(connection, fetch, trial)
            page = self._read(connection, fetch, options, template, again)
            try:
                with self.watch.stage(Stage.STORE):
                    outcome = self._write(connection, fetch, trial, page)
            except OperationalError as error:
                raise UnwrittenPageError(str(error)) from error
            self.watch.page(outcome)
            log.debug("fetch %d of %s: %s", fetch.id, fetch.site, outcome, extra=_about(fetch))
            return outcome

    def forgive(self, fetch_id: int) -> None:
        """Take back the tries that were counted of a page, for no worker died of it; none if the database is away."""
        with suppress(DBAPIError), self._connected() as connection:
            allow_tries(connection, [fetch_id])

    def _connected(self) -> Connection:
        """Give a connection on which each statement is a transaction, of whatever engine."""
        return self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")

    def _reading(
        self, connection: Connection, fetch: FetchToProcess, trial: Trial | None
    ) -> tuple[ReadingOptions, Template | None]:
        """Give how a fetch is to be read, by the site's method or by that of a re-extraction."""
        options = self.sites.options(connection, fetch)
        if trial is not None:
            options = replace(options, method=trial.method)
        return options, self.sites.template(connection, fetch, options.method) if options.uses_template else None

    def _read(
        self,
        connection: Connection,
        fetch: FetchToProcess,
        options: ReadingOptions,
        template: Template | None,
        again: bool,
    ) -> "_ReadPage":
        """Read a page with no transaction open; a page that fails is an outcome as well."""
        start = perf_counter()
        version = None if template is None else template.version

        def failed(outcome: Outcome, detail: str) -> _ReadPage:
            return _ReadPage(PageText(outcome, detail), version, perf_counter() - start)

        if fetch.sha256 is None:
            return failed(Outcome.EMPTY, "no bytes were kept")
        try:
            with self.watch.stage(Stage.READ):
                body = self.raw.get(fetch.sha256)
        except (MissingRawPageError, DamagedRawPageError) as error:
            return replace(failed(Outcome.FAILED, str(error)), bytes_are_lost=True)
        if again:
            tries = begin_processing(connection, fetch.id)
            if tries > MOST_TRIES:
                return failed(Outcome.FAILED, f"its worker died {MOST_TRIES + 1} times")
        try:
            with self.watch.stage(Stage.CLEAN), limit_memory(len(body)), self._limited_time():
                page = process(
                    body,
                    method=options.method,
                    content_type=fetch.content_type,
                    url=fetch.final_url or fetch.url,
                    min_characters=options.min_characters,
                    template=template,
                )
        except Exception as error:
            # A bug must neither lose the page nor stop the queue: it is an outcome, kept for a later try.
            log.exception("fetch %d (%s) failed", fetch.id, fetch.url, extra=_about(fetch))
            return failed(Outcome.FAILED, f"{type(error).__name__}: {error}")
        return _ReadPage(page, version, perf_counter() - start)

    @contextmanager
    def _limited_time(self) -> Iterator[None]:
        """Limit the time of what works on a page's bytes, and of nothing that waits for others."""
        limit_processor_time(self.page_seconds)
        try:
            yield
        finally:
            limit_processor_time(0)

    def _write(self, connection: Connection, fetch: FetchToProcess, trial: Trial | None, read: "_ReadPage") -> Outcome:
        if trial is None and read.page.outcome is Outcome.STORED and not fetch.ended and fetch.thread_key is None:
            row = self._row(read)  # what nearly every page comes to
            return end_with_extraction(connection, fetch.id, row, seconds=read.seconds, now=self.now())
        with transaction(connection):
            if trial is not None:
                return self._write_aside(connection, fetch, trial, read)
            return self._write_and_record(connection, fetch, read)

    def _write_and_record(self, connection: Connection, fetch: FetchToProcess, read: "_ReadPage") -> Outcome:
        outcome = read.page.outcome
        if read.bytes_are_lost and not (fetch.ended and were_removed(connection, fetch.sha256 or "")):
            ask_again(connection, [fetch.page_id], now=self.now())
        if outcome is Outcome.STORED:
            outcome = self._store(connection, fetch, self._row(read))
        elif fetch.ended and outcome not in PROVISIONAL:
            withdraw(connection, [fetch.id], now=self.now())
        return self._record(connection, fetch, outcome, read.page.detail or None, read.template_version, read.seconds)

    def _write_aside(self, connection: Connection, fetch: FetchToProcess, trial: Trial, read: "_ReadPage") -> Outcome:
        """Note what a re-extraction made of a page, unless this program has not the versions that it is made with."""
        page = read.page
        present = PRESENT_VERSIONS.methods.get(trial.method), PRESENT_VERSIONS.normalizer
        if present == (trial.method_version, trial.normalizer_version):
            row = None if page.outcome is not Outcome.STORED else self._row(read)
            detail = page.detail or None
            record_result(connection, trial, fetch.id, page.outcome, now=self.now(), detail=detail, extraction=row)
        else:
            log.warning(
                "fetch %d is left to a worker with version %s of %s", fetch.id, trial.method_version, trial.method
            )
        return fetch.outcome or page.outcome

    def _row(self, read: "_ReadPage") -> dict[str, Any]:
        return {
            **read.page.columns(),
            "code_version": self.code_version,
            "template_version": read.template_version,
        }

    def _store(self, connection: Connection, fetch: FetchToProcess, row: dict[str, Any]) -> Outcome:
        if fetch.thread_key is None:
            return store_extraction(connection, fetch.id, row, now=self.now())
        thread, number = fetch.thread_key, fetch.thread_page or 0
        return store_thread_page(
            connection, fetch.id, row, site=fetch.site, thread=thread, number=number, now=self.now()
        )

    def end(self, fetch_id: int, outcome: Outcome, detail: str) -> Outcome:
        """Give a fetch an outcome that makes no document; of one that has ended already, its re-extraction gets it."""
        with self._connected() as connection, transaction(connection):
            fetch = fetch_to_process(connection, fetch_id)
            if fetch.ended and not fetch.outdated and (trial := trial_of(connection, fetch.id)):
                record_result(connection, trial, fetch.id, outcome, now=self.now(), detail=detail)
                return fetch.outcome or outcome
            version = fetch.template_version if fetch.ended else None
            outcome = self._record(connection, fetch, outcome, detail, version, None)
        self.watch.page(outcome)
        return outcome

    def _record(
        self,
        connection: Connection,
        fetch: FetchToProcess,
        outcome: Outcome,
        detail: str | None,
        template_version: int | None,
        seconds: float | None,
    ) -> Outcome:
        if fetch.ended:
            return renew_outcome(connection, fetch.id, outcome, template_version=template_version, detail=detail)
        return record_outcome(
            connection,
            fetch.id,
            outcome,
            at=self.now(),
            detail=detail,
            seconds=seconds,
            template_version=template_version,
        )


def _about(fetch: FetchToProcess) -> dict[str, Any]:
    return {"page": fetch.page_id, "fetch": fetch.id, "site": fetch.site}
