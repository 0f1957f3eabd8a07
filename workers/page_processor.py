"""One fetch, from its row to its outcome: what the Celery task does, without Celery.

Everything is written in one transaction and every write is idempotent, so a reference may be delivered any number of
times, to any number of workers at once.
"""

import logging
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from sqlalchemy import Connection, Engine

from db.documents import store_extraction, withdraw_document
from db.fetch_outcomes import FetchToProcess, begin_processing, fetch_to_process, record_outcome, renew_outcome
from mezmun.core.clock import Clock
from mezmun.core.outcomes import Outcome
from store.raw_store import DamagedRawPageError, MissingRawPageError, RawStore
from workers.pipeline import process
from workers.reading_options import ReadingOptions
from workers.template_cache import TemplateCache

MOST_TRIES: Final = 4
"""Tries at a page that kills its worker (memory, a crash in C code) before it ends as ``failed``. More than one,
because a worker that is stopped by force counts as a try of the innocent page it had in hand."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PageProcessor:
    """What a worker process works with; made in the process that uses it (an engine made before a fork hangs)."""

    engine: Engine
    raw: RawStore
    now: Clock
    code_version: str
    templates: TemplateCache = field(default_factory=TemplateCache)

    def process(self, fetch_id: int) -> Outcome:
        """Process one fetch and give the outcome it now has.

        One that has ended is left alone, unless it was read with an older template than its site now has.

        Raises:
            sqlalchemy.exc.OperationalError: the database is away; nothing was written, deliver the reference again.
            UnavailableError: the raw store is away; likewise.
            InvalidInputError: there is no such fetch.
        """
        with self.engine.begin() as connection:
            fetch = fetch_to_process(connection, fetch_id)
            if fetch.outcome is not None and fetch.ended and not fetch.outdated:
                return fetch.outcome
            tries = begin_processing(connection, fetch_id)
        if tries > MOST_TRIES:
            return self.end(fetch_id, Outcome.FAILED, f"its worker died {MOST_TRIES} times")
        if fetch.sha256 is None:
            return self.end(fetch_id, Outcome.EMPTY, "no bytes were kept")

        begun = perf_counter()
        try:
            body = self.raw.get(fetch.sha256)
        except (MissingRawPageError, DamagedRawPageError) as error:
            return self.end(fetch_id, Outcome.FAILED, str(error))
        options = ReadingOptions.of(fetch.config)
        template = None
        if options.uses_template:
            with self.engine.connect() as connection:
                template = self.templates.template(connection, fetch.site, fetch.template_version)
        try:
            made = process(
                body,
                method=options.method,
                content_type=fetch.content_type,
                url=fetch.final_url or fetch.url,
                min_characters=options.min_characters,
                template=template,
            )
        except Exception as error:
            # A bug must neither lose the page nor stop the queue: it is an outcome, kept for a later try.
            log.exception("fetch %d (%s) failed", fetch_id, fetch.url)
            return self.end(fetch_id, Outcome.FAILED, f"{type(error).__name__}: {error}")
        seconds = perf_counter() - begun
        version = None if template is None else template.version
        with self.engine.begin() as connection:
            outcome = made.outcome
            if outcome is Outcome.STORED:
                row = {**made.columns(), "code_version": self.code_version, "template_version": version}
                outcome = store_extraction(connection, fetch_id, row, now=self.now())
            elif fetch.ended:
                withdraw_document(connection, fetch_id)
            return self._record(connection, fetch, outcome, made.detail or None, version, seconds)

    def end(self, fetch_id: int, outcome: Outcome, detail: str) -> Outcome:
        """Give a fetch an outcome that makes no document."""
        with self.engine.begin() as connection:
            fetch = fetch_to_process(connection, fetch_id)
            version = fetch.template_version if fetch.ended else None
            return self._record(connection, fetch, outcome, detail, version, None)

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
