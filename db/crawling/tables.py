"""The tables of crawling that no other room knows: the processes that live, the hosts, their robots.txt, and the pages
that failed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, SmallInteger
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base


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


class OpenFailure(Base):
    """A page whose last fetch ended badly, and which no operator has discarded: written by triggers.

    Of a million outcomes some thousands are open failures; so a list of them reads neither outcomes nor fetches. When a
    page is fetched anew while a worker ends its old fetch, the row may outlive that: whoever reads asks for the newer
    fetch, and its outcome clears it.
    """

    __tablename__ = "open_failures"
    __table_args__ = (Index(None, "fetch_id"), Index(None, "site", "fetch_id"))

    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"), primary_key=True)
    fetch_id: Mapped[int] = mapped_column(BigInteger)
    site: Mapped[str]
    outcome: Mapped[str]
    reason: Mapped[str | None]
    ended_at: Mapped[datetime]
