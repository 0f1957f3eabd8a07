"""The tables of duplicates."""

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base
from db.column_types import Sha256


class DocumentSignature(Base):
    """What tells a document's text from others, and its cluster.

    ``letters_digest`` is of its letters alone: equal ones are the same text. ``minhash`` estimates how much two texts
    overlap, and ``bands`` are hashes of its parts, one of which two texts that overlap much have in common; both are
    empty for a text too short for that, and ``bands`` for one that is letter by letter that of a document before it.
    ``cluster_id`` is the page of the cluster's canonical document, its own for one that is like no other.
    """

    __tablename__ = "document_signatures"
    __table_args__ = (
        Index(None, "letters_digest"),
        Index(None, "cluster_id"),
        Index("ix_document_signatures_bands", "bands", postgresql_using="gin"),
    )

    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"), primary_key=True)
    characters: Mapped[int]
    letters_digest: Mapped[str] = mapped_column(Sha256)
    minhash: Mapped[bytes] = mapped_column(LargeBinary)
    bands: Mapped[list[int]] = mapped_column(ARRAY(BigInteger))
    cluster_id: Mapped[int] = mapped_column(BigInteger)


class SignatureProgress(Base):
    """The position in the feed up to which documents have their signatures; a single row."""

    __tablename__ = "signature_progress"
    __table_args__ = (CheckConstraint("id", name="single_row"),)

    id: Mapped[bool] = mapped_column(primary_key=True)
    position: Mapped[int] = mapped_column(BigInteger)
