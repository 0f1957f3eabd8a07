"""The log of what operators changed.

Functions take an open ``Connection`` and neither begin nor commit: a change and its entry stand or fall together.
"""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, Row, insert, select

from db.access.tables import AuditEntry

COMMAND_LINE: Final = "command line"
"""Whose change it is when a command makes it: who may run commands needs no account."""
FIRST_START: Final = "first start"
"""Whose it is when the dashboard makes its first operator."""


class OperatorAction(StrEnum):
    """What operators change; the dashboard has each word in its languages."""

    TAKE_DOWN = "take down"
    SET_OPERATOR = "set operator"
    REMOVE_OPERATOR = "remove operator"
    EXPORT = "export"
    PAUSE_SITE = "pause site"
    RESUME_SITE = "resume site"
    RUN_SITE = "run site"
    BACK_FILL_SITE = "back-fill site"
    RETRY_SITE = "retry site"
    RETRY_FAILURES = "retry failures"
    DISCARD_FAILURES = "discard failures"
    RETRY_DEAD_LETTERS = "retry dead letters"
    DISCARD_DEAD_LETTERS = "discard dead letters"
    REEXTRACT = "re-extract"
    PROMOTE_REEXTRACTION = "promote re-extraction"
    DROP_REEXTRACTION = "drop re-extraction"
    MAKE_ACCESS = "make token"
    REVOKE_ACCESS = "revoke token"
    FORGET_RECEIVER = "forget receiver"


def log_change(
    connection: Connection,
    operator: str,
    action: OperatorAction,
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
