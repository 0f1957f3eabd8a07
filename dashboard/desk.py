"""What every page and call works with."""

from dataclasses import dataclass

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


def desk_of(request: Request) -> Desk:
    """Give the desk of the application that answers a request."""
    desk: Desk = request.app.state.desk
    return desk
