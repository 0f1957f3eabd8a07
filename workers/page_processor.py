"""One fetch, from its row to its outcome: what the Celery task does, without Celery.

Everything is written in one transaction and every write is idempotent, so a reference may be delivered any number of
times, to any number of workers at once.
"""

import json
import logging
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final

from sqlalchemy import Engine

from db.documents import store_extraction
from db.fetch_outcomes import begin_processing, fetch_to_process, record_outcome
from extraction import DEFAULT_METHOD, Template, methods
from mezmun.core.clock import Clock
from mezmun.core.outcomes import Outcome
from mezmun.core.site_schema import Kind, Site
from store.raw_store import DamagedRawPageError, MissingRawPageError, RawStore
from workers.pipeline import process
from workers.template_updates import Templates

MOST_TRIES: Final = 4
"""Tries at a page that kills its worker (memory, a crash in C code) before it ends as ``failed``. More than one,
because a worker that is stopped by force counts as a try of the innocent page it had in hand."""

LEARNERS: Final = frozenset(method.name for method in methods() if method.learns_site)
"""The methods that make use of the template of the page's site."""

LESSONS: Final = (Outcome.STORED, Outcome.UNCHANGED)
"""What a page that teaches the template has ended with: one that is no document is no example of the site."""

MIN_CHARACTERS: Final = {Kind.NEWS: 25, Kind.BLOG: 25, Kind.FORUM: 1}
"""Letters a text must have when the site's file says nothing. A forum's whole answer may be «رەھمەت»."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Desk:
    """What a worker process works with; made in the process that uses it (an engine made before a fork hangs)."""

    engine: Engine
    raw: RawStore
    now: Clock
    code_version: str
    templates: Templates = field(default_factory=Templates)

    def work(self, fetch_id: int) -> Outcome:
        """Process one fetch and give the outcome it now has.

        Raises:
            sqlalchemy.exc.OperationalError: the database is away; nothing was written, deliver the reference again.
            UnavailableError: the raw store is away; likewise.
            InvalidInputError: there is no such fetch.
        """
        with self.engine.begin() as connection:
            fetch = fetch_to_process(connection, fetch_id)
            if fetch.outcome is not None and fetch.ended:
                return fetch.outcome
            tries = begin_processing(connection, fetch_id)
        if tries > MOST_TRIES:
            return self.end(fetch_id, Outcome.FAILED, f"its worker died {MOST_TRIES} times")
        if fetch.sha256 is None:
            return self.end(fetch_id, Outcome.EMPTY, "no bytes were kept")

        begun = perf_counter()
        site = Site.model_validate_json(json.dumps(fetch.config))
        try:
            body = self.raw.get(fetch.sha256)
        except (MissingRawPageError, DamagedRawPageError) as error:
            return self.end(fetch_id, Outcome.FAILED, str(error))
        method = site.method or DEFAULT_METHOD
        template = self._template(fetch.site) if method in LEARNERS else None
        try:
            made = process(
                body,
                method=method,
                content_type=fetch.content_type,
                url=fetch.final_url or fetch.url,
                min_characters=MIN_CHARACTERS[site.kind] if site.min_characters is None else site.min_characters,
                template=template,
            )
        except Exception as error:
            # A bug must neither lose the page nor stop the queue: it is an outcome, kept for a later try.
            log.exception("fetch %d (%s) failed", fetch_id, fetch.url)
            return self.end(fetch_id, Outcome.FAILED, f"{type(error).__name__}: {error}")
        seconds = perf_counter() - begun
        with self.engine.begin() as connection:
            outcome = made.outcome
            if outcome is Outcome.STORED:
                row = {
                    **made.columns(),
                    "code_version": self.code_version,
                    "template_version": None if template is None else template.version,
                }
                outcome = store_extraction(connection, fetch_id, row, now=self.now())
            # The page is locked now: who else has this fetch in hand has ended it, and taught it, or comes later.
            new = template is not None and outcome in LESSONS and not fetch_to_process(connection, fetch_id).ended
            kept = record_outcome(
                connection, fetch_id, outcome, at=self.now(), detail=made.detail or None, seconds=seconds
            )
            if new:
                self.templates.learn(connection, fetch.site, made.lesson, fetch.page_id, now=self.now())
            return kept

    def end(self, fetch_id: int, outcome: Outcome, detail: str) -> Outcome:
        """Give a fetch an outcome that makes no document."""
        with self.engine.begin() as connection:
            return record_outcome(connection, fetch_id, outcome, at=self.now(), detail=detail)

    def _template(self, site: str) -> Template:
        with self.engine.connect() as connection:
            return self.templates.load(connection, site)
