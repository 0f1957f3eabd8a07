"""The log of what operators changed.

Functions take an open ``Connection`` and neither begin nor commit: a change and its entry stand or fall together.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Row, insert, select

from db.access.tables import AuditEntry

COMMAND_LINE: Final = "command line"
"""Whose change it is when a command makes it: who may run commands needs no account."""


def log_change(
    connection: Connection,
    operator: str,
    action: str,
    subject: str,
    *,
    now: datetime,
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Note who did what to what."""
    row = {"at": now, "operator": operator, "action": action, "subject": subject, "detail": dict(detail or {})}
    connection.execute(insert(AuditEntry).values(**row))


def list_changes(connection: Connection, *, before: int | None = None, limit: int = 50) -> list[Row[Any]]:
    """List the latest changes, newest first: ``id``, ``at``, ``operator``, ``action``, ``subject``, ``detail``."""
    entry = AuditEntry
    query = select(entry.id, entry.at, entry.operator, entry.action, entry.subject, entry.detail)
    if before is not None:
        query = query.where(entry.id < before)
    return list(connection.execute(query.order_by(entry.id.desc()).limit(limit)).all())
