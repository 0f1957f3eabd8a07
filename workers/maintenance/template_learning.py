"""Learning a site's template from a sample of its stored pages.

What is learned is a function of the pages in the order they were fetched: the sample is drawn by their number, read
from the raw store, and never from what workers have made of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Engine

from db.processing import templates
from db.processing.templates import SampledFetch, SavedTemplate
from db.sites import stored_site
from extraction import Template, update_template
from extraction.methods.site_sample import EVERY, SAMPLE, next_look
from mezmun.core.clock import Clock
from mezmun.core.processes.process_pool import ProcessPool
from mezmun.core.sites.site_schema import Site
from store.raw_store import DamagedRawPageError, MissingRawPageError, RawStore
from workers.maintenance.sample_reading import Reading, ReadPage
from workers.reading_options import ReadingOptions

AGE: Final = timedelta(days=30)
"""Age at which it is looked at again as soon as there is a sample of new pages."""

COMPARED: Final = 10
"""Pages of a sample that are read with the old and the new template, to see whether the new one matters."""

MATTERS: Final = 2
"""So many of the compared pages must read differently for a new template to replace one that knows something."""


class TemplateLearner:
    """Learns the templates of sites.

    Args:
        engine: the database of this process.
        raw: where the pages are.
        pool: the processes that read pages.
        now: the time with its zone.
    """

    def __init__(self, engine: Engine, raw: RawStore, pool: ProcessPool[Reading, ReadPage], now: Clock) -> None:
        self._engine = engine
        self._raw = raw
        self._pool = pool
        self._now = now

    def learn(self, site: str) -> int:
        """Bring a site's template up to date; give after how many pages more it is to be looked at again.

        Raises:
            UnavailableError, sqlalchemy.exc.DBAPIError: a service is away; nothing was changed.
        """
        while True:
            with self._engine.connect() as connection:
                due = due_learning(connection, site, self._now())
            if due is None:
                return EVERY
            if due.missing:
                return due.missing
            after = self._learned(due)
            with self._engine.begin() as connection:
                templates.save_template(connection, site, after, before=due.before)

    def _learned(self, due: "DueLearning") -> SavedTemplate:
        known = Template.from_json(due.before.state)
        if due.before.method != due.options.method:  # what another method thought of the site's boxes says nothing
            known = Template(known.version)
        readings = list(self._readings(due, Template()))
        read = list(self._pool.run(readings))
        learned = update_template((page.observation for page in read), known)
        last = due.sample[-1].id
        reached = replace(
            due.before,
            state=known.to_json(),
            method=due.options.method,
            pages=due.pages,
            last_fetch_id=last,
            learned_at=self._now(),
        )
        if learned.version == known.version or not self._matters(readings, read, known, learned):
            return reached
        # A site that changed has older pages that its older template fits; a new site's first were read with none.
        renewed_after = due.before.last_fetch_id if due.pages > SAMPLE else 0
        version = due.before.version + 1
        state = replace(learned, version=version).to_json()
        return replace(reached, version=version, state=state, renewed_after=renewed_after)

    def _matters(self, readings: Sequence[Reading], read: Sequence[ReadPage], old: Template, new: Template) -> bool:
        compared = readings[-COMPARED:]
        knows_nothing = not old.entries and not old.containers.known
        before = read[-COMPARED:] if knows_nothing else self._pool.run(_with_template(compared, old))
        after = self._pool.run(_with_template(compared, new))
        differing = sum(one.digest != other.digest for one, other in zip(list(before), list(after), strict=True))
        return differing >= (1 if knows_nothing else MATTERS)

    def _readings(self, due: "DueLearning", template: Template) -> Iterator[Reading]:
        for fetch in due.sample:
            with suppress(MissingRawPageError, DamagedRawPageError):
                options = ReadingOptions.of(due.site, fetch.url)
                yield Reading(self._raw.get(fetch.sha256), fetch.content_type, fetch.url, options, template)


@dataclass(frozen=True, slots=True)
class DueLearning:
    """The next step of learning a site: from which pages, behind how many; ``missing`` are not yet fetched."""

    before: SavedTemplate
    site: Site
    options: ReadingOptions
    pages: int
    sample: Sequence[SampledFetch]
    missing: int


def due_learning(connection: Connection, site: str, now: datetime) -> DueLearning | None:
    """Give the next step of learning a site; None when its method makes no use of a template."""
    file = stored_site(connection, site)
    options = ReadingOptions.of(file)
    if not options.uses_template:
        return None
    before = templates.saved_template(connection, site)
    if before.method != options.method:
        before = replace(before, pages=0, last_fetch_id=0)
    pages = next_look(before.pages)
    if before.learned_at is not None and before.pages >= SAMPLE and now - before.learned_at >= AGE:
        pages = min(pages, before.pages + SAMPLE)
    span = pages - before.pages
    sample = templates.sample(connection, site, after=before.last_fetch_id, pages=span, size=min(span, SAMPLE))
    missing = span - (sample[-1].number if sample else 0)
    return DueLearning(before, file, options, pages, sample, missing)


def is_settled(connection: Connection, site: str, now: datetime) -> bool:
    """Whether nothing is to be learned of a site now, and no page to be read again for what was learned."""
    due = due_learning(connection, site, now)
    return (due is None or due.missing > 0) and not templates.outdated_fetches(connection, site, limit=1)


def _with_template(readings: Iterable[Reading], template: Template) -> list[Reading]:
    return [replace(reading, template=template) for reading in readings]
