"""What every page and call works with."""

from dataclasses import dataclass
from pathlib import Path

from fastapi import Request
from sqlalchemy import Engine

from mezmun.core.clock import Clock
from mezmun.core.queue.page_queue import PageQueue
from store.raw_store import RawStore


@dataclass(frozen=True, slots=True)
class Resources:
    """The database, the raw store, the clock and the queue; made by the process that serves."""

    engine: Engine
    raw: RawStore
    now: Clock
    exports: Path
    """Folder of the exports that are made here."""
    queue: PageQueue


def resources_of(request: Request) -> Resources:
    """Give the resources of the application that answers a request."""
    resources: Resources = request.app.state.resources
    return resources
