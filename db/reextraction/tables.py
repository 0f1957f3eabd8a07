"""The tables of re-extractions: what was asked for, and what came of each page."""

from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base, one_of
from db.column_types import Sha256


class State(StrEnum):
    """Where a re-extraction stands."""

    WAITING = "waiting"
    """Asked for; the maintenance process has not begun it."""
    RUNNING = "running"
    """Its pages are being read."""
    READY = "ready"
    """All are read: it can be compared, promoted or dropped."""
    PROMOTING = "promoting"
    """Pages fetched since are read, then its texts become the documents."""
    PROMOTED = "promoted"
    DROPPING = "dropping"
    DROPPED = "dropped"
    REFUSED = "refused"
    """It cannot be done; ``detail`` says why."""


OPEN: Final = (State.WAITING, State.RUNNING, State.READY, State.PROMOTING, State.DROPPING)
"""A site has at most one re-extraction in one of these states."""


class TextChange(StrEnum):
    """What a re-extraction makes of a page's document."""

    SAME = "same"
    CHANGED = "changed"
    NEW = "new"
    """There was no document, and would be one."""
    LOST = "lost"
    """There was a document, and would be none."""
    NONE = "none"
    """There was no document, and would be none."""
    FAILED = "failed"
    """The page could not be read; its document stays as it is."""


class Reextraction(Base):
    """The stored pages of a site read once more. The versions are those of the program that began it."""

    __tablename__ = "reextractions"
    __table_args__ = (
        CheckConstraint(one_of("state", State), name="state"),
        Index("uq_reextractions_open", "site", unique=True, postgresql_where=text(one_of("state", OPEN))),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    site: Mapped[str] = mapped_column(ForeignKey("sites.name"))
    method: Mapped[str]
    method_version: Mapped[str | None]
    normalizer_version: Mapped[str | None]
    state: Mapped[str] = mapped_column(server_default=State.WAITING.value)
    detail: Mapped[str | None]
    created_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]


class ReextractedPage(Base):
    """What a re-extraction made of a page; ``change`` is None until it is read.

    ``extraction_id`` is the text it came to, ``old_extraction_id`` the one that the document showed then;
    ``is_applied`` once it was promoted or dropped.
    """

    __tablename__ = "reextracted_pages"
    __table_args__ = (
        CheckConstraint(one_of("change", TextChange), name="change"),
        Index("ix_reextracted_pages_unread", "reextraction_id", "fetch_id", postgresql_where=text("change IS NULL")),
        Index(None, "page_id"),
        Index(None, "fetch_id"),
    )

    reextraction_id: Mapped[int] = mapped_column(ForeignKey("reextractions.id"), primary_key=True)
    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"), primary_key=True)
    fetch_id: Mapped[int] = mapped_column(ForeignKey("fetches.id"))
    outcome: Mapped[str | None]
    detail: Mapped[str | None]
    change: Mapped[str | None]
    extraction_id: Mapped[int | None] = mapped_column(BigInteger)
    characters: Mapped[int | None]
    text_digest: Mapped[str | None] = mapped_column(Sha256)
    template_version: Mapped[int | None]
    old_extraction_id: Mapped[int | None] = mapped_column(BigInteger)
    old_characters: Mapped[int | None]
    is_applied: Mapped[bool] = mapped_column(server_default=text("false"))
