"""What every page and call works with."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fastapi import Request
from sqlalchemy import Connection, Engine

from db.crawling.found_pages import FoundPage
from db.processing.superseded import Versions
from mezmun.core.clock import Clock
from mezmun.core.queue.page_queue import PageQueue
from mezmun.core.sites.site_schema import Site
from store.raw_store import RawStore


class TrialResult(Protocol):
    """What a changed file would do to the pages of a site: how many were looked at, and what changes.

    A change has ``kind``, ``before``, ``after``, ``pages``, ``documents`` and ``samples``, addresses.
    """

    @property
    def known(self) -> int:
        """Number of pages."""

    @property
    def changes(self) -> Sequence[Any]:
        """What changes, the most frequent first."""


TryFile = Callable[[Connection, Site, Site, int], TrialResult]
"""Compares a site's file with a changed one over its pages in the database, at most so many."""

PagesAtSites = Callable[[Connection, str], Sequence[FoundPage]]
"""Gives the pages that a URL is, or would be, at each site that may ask for it."""


@dataclass(frozen=True, slots=True)
class Resources:
    """The database, the raw store, the clock, the queue and the rules of a crawl; made by the process that serves."""

    engine: Engine
    raw: RawStore
    now: Clock
    exports: Path
    """Folder of the exports that are made here."""
    queue: PageQueue
    try_file: TryFile
    pages_at_sites: PagesAtSites
    """The rules of addresses are the crawler's, which this room knows nothing of."""
    versions: Versions
    """The extraction methods that this program has, and which one reads sites that name none: another room's, too."""


def resources_of(request: Request) -> Resources:
    """Give the resources of the application that answers a request."""
    resources: Resources = request.app.state.resources
    return resources
