"""The tables of publication: the log of changes that the feed reads, and the tokens of the programs that read it."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base, one_of
from db.column_types import CleanText, Sha256


class Change(StrEnum):
    """What happened to a document."""

    NEW = "new"
    CHANGED = "changed"
    WITHDRAWN = "withdrawn"


class DocumentChange(Base):
    """One change of one document, written by a trigger on ``documents`` in the transaction that makes it.

    ``id`` is drawn when the change is written, which says nothing about when it is committed. ``position`` is its place
    in the feed, given once it is (``db.publication.changes``); None until then. ``version_ids`` are the posts
    that a thread had then (``post_versions``), eight octets each.
    """

    __tablename__ = "document_changes"
    __table_args__ = (
        CheckConstraint(one_of("change", Change), name="change"),
        Index("uq_document_changes_position", "position", unique=True, postgresql_where=text("position IS NOT NULL")),
        Index("ix_document_changes_waiting", "id", postgresql_where=text("position IS NULL")),
        Index(None, "page_id"),
        Index(None, "at", postgresql_using="brin"),
        Index("ix_document_changes_new", "site", "at", postgresql_where=text("change = 'new'")),
    )

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"))
    site: Mapped[str] = mapped_column(ForeignKey("sites.name"))
    change: Mapped[str]
    extraction_id: Mapped[int | None] = mapped_column(BigInteger)
    fetch_id: Mapped[int | None] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(server_default=func.now())
    position: Mapped[int | None] = mapped_column(BigInteger)
    version_ids: Mapped[list[int] | None] = mapped_column(ARRAY(BigInteger))


class ApiToken(Base):
    """The right of a program to call the API. Only the token's SHA-256 is kept: it has 256 random bits, so that a slow
    hash would add nothing."""

    __tablename__ = "api_tokens"
    __table_args__ = (Index("uq_api_tokens_digest", "digest", unique=True),)

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    name: Mapped[str]
    scopes: Mapped[list[str]] = mapped_column(ARRAY(CleanText))
    digest: Mapped[str] = mapped_column(Sha256)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]


class FeedDelivery(Base):
    """How far the feed was delivered to one who gets it sent: ``position`` is that of the last change it took."""

    __tablename__ = "feed_deliveries"

    name: Mapped[str] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger)
    delivered_at: Mapped[datetime]
