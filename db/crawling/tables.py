"""The tables of crawling that no other room knows: the processes that live, the hosts, and their robots.txt."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from db.models import Base


class Heartbeat(Base):
    """A long-running process that says every few seconds that it lives; one that stopped saying so holds nothing."""

    __tablename__ = "heartbeats"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str]
    machine: Mapped[str]
    pid: Mapped[int]
    started_at: Mapped[datetime]
    seen_at: Mapped[datetime]


class Host(Base):
    """A host in one process's hands: whoever asks it for anything, asks through that process, at one rate.

    ``free_at`` is the time before which it must not be asked: its pause, or the time it asked for (``Retry-After``).
    """

    __tablename__ = "hosts"

    host: Mapped[str] = mapped_column(primary_key=True)
    leased_by: Mapped[UUID | None]
    free_at: Mapped[datetime | None]


class RobotsFile(Base):
    """The robots.txt of an origin (scheme, host, port) as last asked for, and as last read.

    ``body`` is None when there is none to obey; ``failures`` counts the times in a row that it could not be read, with
    the reason in ``error``.
    """

    __tablename__ = "robots_files"

    origin: Mapped[str] = mapped_column(primary_key=True)
    asked_at: Mapped[datetime]
    read_at: Mapped[datetime | None]
    body: Mapped[str | None]
    error: Mapped[str | None]
    failures: Mapped[int] = mapped_column(SmallInteger, server_default="0")
