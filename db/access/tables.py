"""The tables of access to the dashboard: about those who run this installation, never about who wrote a page."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index
from sqlalchemy.orm import Mapped, mapped_column

from db.base import Base, one_of
from db.column_types import Sha256


class AccessRole(StrEnum):
    """What somebody may do."""

    VIEWER = "viewer"
    """See everything."""
    OPERATOR = "operator"
    """Change things, too."""


class Operator(Base):
    """Somebody who runs this installation; ``secret_hash`` is the password's, by argon2."""

    __tablename__ = "operators"
    __table_args__ = (CheckConstraint(one_of("role", AccessRole), name="role"),)

    name: Mapped[str] = mapped_column(primary_key=True)
    role: Mapped[str]
    secret_hash: Mapped[str]
    created_at: Mapped[datetime]


class OperatorSession(Base):
    """A browser that is signed in, by the SHA-256 of its cookie."""

    __tablename__ = "operator_sessions"
    __table_args__ = (Index(None, "operator"),)

    digest: Mapped[str] = mapped_column(Sha256, primary_key=True)
    operator: Mapped[str] = mapped_column(ForeignKey("operators.name", ondelete="CASCADE"))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]


class AuditEntry(Base):
    """One change made through the dashboard or its commands. Entries are only added."""

    __tablename__ = "audit_log"
    __table_args__ = (Index(None, "at"),)

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    at: Mapped[datetime]
    operator: Mapped[str]
    action: Mapped[str]
    subject: Mapped[str]
    detail: Mapped[dict[str, Any]]
