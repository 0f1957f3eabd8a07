"""The tables of monitoring: counts, and the changes that are not yet added to them.

A count that every page of a site changed would be a row that all workers wait for. So the triggers on pages, fetches,
outcomes and documents append changes, in the transaction that makes them, and ``db.monitoring.counts`` adds them up.
The view ``v_counts`` has the rows of both: their sums are exact at any time, in whatever order the changes come.
"""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, Identity
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base, one_of


class CountPeriod(StrEnum):
    """Over what a count goes; days and hours are UTC's."""

    ALL = "all"
    DAY = "day"
    HOUR = "hour"


class CountSubject(StrEnum):
    """What is counted, and at which time."""

    PAGES = "pages"
    """Pages in use, when they were discovered."""
    FETCHES = "fetches"
    """Fetches; ``total`` are their requests."""
    OUTCOMES = "outcomes"
    """Fetches by the outcome (``word``) that they have now, when they were fetched."""
    DOCUMENTS = "documents"
    """Documents by language, when they were first stored; ``total`` are their posts."""
    LENGTHS = "lengths"
    """Documents by the number of binary digits of their length (``word``); ``total`` are their characters."""


class Count(Base):
    """How many of a subject a site has of a span that begins then; of ``CountPeriod.ALL``, at the epoch."""

    __tablename__ = "counts"
    __table_args__ = (CheckConstraint(one_of("span", CountPeriod), name="span"),)

    span: Mapped[str] = mapped_column(primary_key=True)
    begins: Mapped[datetime] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    word: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int] = mapped_column(BigInteger)
    total: Mapped[int] = mapped_column(BigInteger)


class CountChange(Base):
    """What is to be added to the counts of a site, at a time."""

    __tablename__ = "count_changes"

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    at: Mapped[datetime]
    site: Mapped[str]
    subject: Mapped[str]
    word: Mapped[str]
    count: Mapped[int] = mapped_column(BigInteger)
    total: Mapped[int] = mapped_column(BigInteger)
