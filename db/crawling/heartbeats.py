"""Signs of life of the long-running processes. What a process holds is its own for as long as it gives them.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.postgresql import insert

from db.crawling.tables import Heartbeat

ALIVE_FOR: Final = timedelta(seconds=25)
"""Age of the last sign from which a process counts as dead: five signs missed, and less than half a minute lost."""


class ProcessKind(StrEnum):
    """What a process does."""

    CRAWLER = "crawler"
    WORKER = "worker"


@dataclass(frozen=True, slots=True)
class LiveProcess:
    """A process and its last sign of life."""

    id: UUID
    kind: ProcessKind
    machine: str
    pid: int
    started_at: datetime
    seen_at: datetime


def beat(connection: Connection, process: LiveProcess) -> None:
    """Write a sign of life, the first or a later one."""
    upsert = insert(Heartbeat).values(asdict(process))
    connection.execute(
        upsert.on_conflict_do_update(index_elements=[Heartbeat.id], set_={"seen_at": upsert.excluded.seen_at})
    )


def end(connection: Connection, process: UUID) -> None:
    """Take a process for dead from now on: it ended, or its parent saw it end."""
    connection.execute(delete(Heartbeat).where(Heartbeat.id == process))


def live_processes(connection: Connection, kind: ProcessKind, *, now: datetime) -> Sequence[LiveProcess]:
    """List the processes of a kind that live, the oldest first."""
    rows = connection.execute(
        select(*Heartbeat.__table__.columns)
        .where(Heartbeat.kind == kind, Heartbeat.seen_at > now - ALIVE_FOR)
        .order_by(Heartbeat.started_at, Heartbeat.id)
    )
    return [LiveProcess(**{**row._mapping, "kind": kind}) for row in rows]  # the columns have the fields' names


def forget_the_dead(connection: Connection, *, before: datetime) -> None:
    """Delete signs of life that ended long ago."""
    connection.execute(delete(Heartbeat).where(Heartbeat.seen_at < before))
