"""Operators and their sessions.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import Connection, Row, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from db.access.tables import AccessRole, Operator, OperatorSession
from mezmun.core.errors import InvalidInputError, UsageError

SESSION_TIME: Final = timedelta(hours=12)
"""A session lasts a working day; then one signs in again."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Whose browser it is, and what they may do."""

    operator: str
    role: AccessRole


def set_operator(connection: Connection, name: str, role: AccessRole, secret_hash: str, *, now: datetime) -> None:
    """Add an operator, or give one another role and password; who is signed in under the name is signed out.

    Raises:
        UsageError: nobody could sign in with the name.
    """
    if not name or name != name.strip() or not name.isprintable():
        raise UsageError(f"{name!r} is no name to sign in with: it needs letters, and no spaces at its ends.")
    upsert = insert(Operator).values(name=name, role=role, secret_hash=secret_hash, created_at=now)
    changing = {"role": upsert.excluded.role, "secret_hash": upsert.excluded.secret_hash}
    connection.execute(upsert.on_conflict_do_update(index_elements=[Operator.name], set_=changing))
    connection.execute(delete(OperatorSession).where(OperatorSession.operator == name))


def remove_operator(connection: Connection, name: str) -> None:
    """Remove an operator; who is signed in under the name is signed out.

    Raises:
        InvalidInputError: nobody has the name.
    """
    if connection.execute(delete(Operator).where(Operator.name == name)).rowcount == 0:
        raise InvalidInputError(f"Nobody signs in as {name!r}; `mezmun operator list` says who may.")


def list_operators(connection: Connection) -> Sequence[Row[str, str, datetime]]:
    """List who may sign in, by name, with role and since when."""
    columns = select(Operator.name, Operator.role, Operator.created_at)
    return connection.execute(columns.order_by(Operator.name)).all()


def operator_count(connection: Connection) -> int:
    """Count the operators; none means that the dashboard has never been started."""
    return connection.scalar(select(func.count()).select_from(Operator)) or 0


def secret_hash_of(connection: Connection, name: str) -> str | None:
    """Give the hash that a password is held against; None when nobody has the name."""
    return connection.scalar(select(Operator.secret_hash).where(Operator.name == name))


def begin_session(connection: Connection, name: str, *, now: datetime) -> str:
    """Sign a browser in: give what its cookie is to hold. Sessions that are over are removed."""
    connection.execute(delete(OperatorSession).where(OperatorSession.expires_at <= now))
    cookie = secrets.token_urlsafe(32)
    row = {"digest": _digest(cookie), "operator": name, "created_at": now, "expires_at": now + SESSION_TIME}
    connection.execute(insert(OperatorSession).values(**row))
    return cookie


def session_of(connection: Connection, cookie: str, *, now: datetime) -> SignedIn | None:
    """Give who a cookie belongs to; None when the session is over or never was."""
    row = connection.execute(
        select(Operator.name, Operator.role)
        .join(OperatorSession, OperatorSession.operator == Operator.name)
        .where(OperatorSession.digest == _digest(cookie), OperatorSession.expires_at > now)
    ).one_or_none()
    return None if row is None else SignedIn(row.name, AccessRole(row.role))


def end_session(connection: Connection, cookie: str) -> None:
    """Sign a browser out."""
    connection.execute(delete(OperatorSession).where(OperatorSession.digest == _digest(cookie)))


def _digest(cookie: str) -> str:
    return hashlib.sha256(cookie.encode()).hexdigest()
