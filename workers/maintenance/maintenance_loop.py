"""The chores of the maintenance process, each done as far as there is something to do."""

from collections import Counter
from typing import Final

from sqlalchemy import Engine

from db.monitoring import counts
from db.processing.superseded import superseded_since
from db.processing.templates import emptied_templates, new_pages, outdated_fetches
from mezmun.core.clock import Clock, utc_now
from mezmun.core.processes.process_pool import ProcessPool
from mezmun.core.queue.page_queue import PageQueue
from store.raw_store import RawStore
from workers.maintenance.duplicates import Duplicates
from workers.maintenance.lost_references import LostReferences
from workers.maintenance.reextraction import Reextractions
from workers.maintenance.removal import Removal
from workers.maintenance.renewal import Due, Renewal
from workers.maintenance.sample_reading import Reading, ReadPage
from workers.maintenance.template_learning import TemplateLearner
from workers.present_versions import PRESENT_VERSIONS

COUNT_LOOKS: Final = 5
"""Looks between two additions of changes to the counts; more changes would make reading them slow."""

LOST_LOOKS: Final = 10
"""Looks between two searches for lost references, and for pages that have not changed while what reads them has."""

REMOVAL_LOOKS: Final = 60
"""Looks between two removals of what is not to be kept."""


class Maintenance:
    """The chores of an installation.

    Args:
        engine: the database of this process.
        raw: where the pages are.
        queue: where references of pages to read again are sent.
        pool: the processes that read pages of a sample.
        now: the time with its zone.
        queue_in_database: the queue is the embedded one.
    """

    def __init__(
        self,
        engine: Engine,
        raw: RawStore,
        queue: PageQueue,
        pool: ProcessPool[Reading, ReadPage],
        now: Clock = utc_now,
        queue_in_database: bool = False,
    ) -> None:
        self._engine = engine
        self._queue = queue
        self._now = now
        self._learner = TemplateLearner(engine, raw, pool, now)
        self._last_fetch_id = 0
        self._pages_until_learning: Counter[str] = Counter()
        self._forgotten: set[tuple[str, int]] = set()
        self._lost = LostReferences(engine, queue.declare, queue.publish, now)
        self._removal = Removal(engine, raw, queue_in_database, now)
        self._reextractions = Reextractions(engine, queue, now)
        self._duplicates = Duplicates(engine, queue.declare)
        self._confirmed_up_to = 0
        self._looks = 0
        self._renewals: dict[str, Renewal] = {}

    def look(self) -> None:
        """Do what there is to do.

        Raises:
            UnavailableError, sqlalchemy.exc.DBAPIError: a service is away; the next look goes on.
        """
        self._learn()
        self._renew()
        for site in self._reextractions.look():
            self._pages_until_learning[site] = 0  # the new method has no template yet, or pages were read without it
        self._duplicates.look()
        if self._looks % COUNT_LOOKS == 0:
            self._add_up_counts()
        if self._looks % LOST_LOOKS == 0:
            self._lost.look()
            self._read_superseded()
        if self._looks % REMOVAL_LOOKS == 0:
            self._removal.look()
        self._looks += 1

    def _add_up_counts(self) -> None:
        added = counts.AT_ONCE
        while added == counts.AT_ONCE:
            with self._engine.begin() as connection:
                added = counts.add_up(connection, now=self._now())

    def _learn(self) -> None:
        with self._engine.connect() as connection:
            pages, self._last_fetch_id = new_pages(connection, self._last_fetch_id)
            forgotten = emptied_templates(connection) - self._forgotten
        for site, count in pages.items():
            self._pages_until_learning[site] -= count
        for site, _version in forgotten:
            self._pages_until_learning[site] = 0
        self._forgotten |= forgotten
        for site in sorted(site for site, missing in self._pages_until_learning.items() if missing <= 0):
            self._pages_until_learning[site] = self._learner.learn(site)
            self._renewals[site] = Renewal(self._engine, self._queue, _outdated_of(site))

    def _renew(self) -> None:
        for site, renewal in list(self._renewals.items()):
            if renewal.look():
                del self._renewals[site]

    def _read_superseded(self) -> None:
        with self._engine.connect() as connection:
            references, last = superseded_since(connection, self._confirmed_up_to, PRESENT_VERSIONS)
        self._queue.publish(*references)
        self._confirmed_up_to = last


def _outdated_of(site: str) -> Due:
    return lambda connection, after, limit: outdated_fetches(connection, site, after=after, limit=limit)
