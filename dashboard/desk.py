"""What every page and call works with."""

from dataclasses import dataclass
from pathlib import Path

from fastapi import Request
from sqlalchemy import Engine

from mezmun.core.clock import Clock
from store.raw_store import RawStore


@dataclass(frozen=True, slots=True)
class Desk:
    """The database, the raw store and the clock; made by the process that serves."""

    engine: Engine
    raw: RawStore
    now: Clock
    exports: Path
    """Folder of the exports that are made here."""


def desk_of(request: Request) -> Desk:
    """Give the desk of the application that answers a request."""
    desk: Desk = request.app.state.desk
    return desk
