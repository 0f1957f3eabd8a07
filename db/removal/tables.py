"""The tables of the check of the raw store, of what it has to delete, and of counts of fetches that are removed."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base
from db.column_types import Sha256


class StoreCheck(Base):
    """How far the raw pages have been checked, in the order of their addresses; a single row, none between two checks.

    ``lost`` counts those that were missing or damaged.
    """

    __tablename__ = "store_checks"
    __table_args__ = (CheckConstraint("id", name="single_row"),)

    id: Mapped[bool] = mapped_column(primary_key=True)
    begun_at: Mapped[datetime]
    checked_up_to: Mapped[str | None] = mapped_column(Sha256)
    pages: Mapped[int] = mapped_column(BigInteger, server_default="0")
    lost: Mapped[int] = mapped_column(BigInteger, server_default="0")


class RawDeletion(Base):
    """Bytes that the raw store has still to delete, by their SHA-256."""

    __tablename__ = "raw_deletions"

    sha256: Mapped[str] = mapped_column(Sha256, primary_key=True)


class RemovedFetchCount(Base):
    """How many of the fetches of a site's day (UTC) are no longer in the log; the columns are those of ``counts``."""

    __tablename__ = "removed_fetch_counts"

    day: Mapped[datetime] = mapped_column(primary_key=True)
    site: Mapped[str] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    word: Mapped[str] = mapped_column(primary_key=True)
    count: Mapped[int] = mapped_column(BigInteger)
    total: Mapped[int] = mapped_column(BigInteger)
