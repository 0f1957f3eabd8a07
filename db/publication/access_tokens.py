"""Tokens of programs: made once and shown once, kept only as a hash, with scopes, an end, and a way to revoke them.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import ColumnElement, Connection, and_, insert, or_, select, text, update

from db.publication.tables import ApiToken
from mezmun.core.errors import InvalidInputError, UsageError

PREFIX: Final = "mezmun_"
"""What every token begins with, so that those who look for leaked secrets know it."""


class Scope(StrEnum):
    """What a token may be used for."""

    DOCUMENTS = "documents:read"
    """Read the feed of documents."""


@dataclass(frozen=True, slots=True)
class TokenLine:
    """A token in a list; the token itself is nowhere."""

    id: int
    name: str
    scopes: tuple[Scope, ...]
    created_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None


def make_token(
    connection: Connection,
    name: str,
    scopes: Collection[Scope],
    *,
    now: datetime,
    expires_at: datetime | None = None,
) -> str:
    """Make a token and give it; it cannot be read again.

    Raises:
        InvalidInputError: it would have no time to live, or the name of one that can be used.
        UsageError: it would have no name, or no scope.
    """
    if not name.strip() or not scopes:
        raise UsageError("A token needs a name that tells its program, and at least one scope.")
    if expires_at is not None and expires_at <= now:
        raise InvalidInputError(f"The token would end on {expires_at:%Y-%m-%d %H:%M}, which is past.")
    connection.execute(text(f"LOCK TABLE {ApiToken.__tablename__} IN SHARE ROW EXCLUSIVE MODE"))  # of two with one name
    same_name = select(ApiToken.id).where(ApiToken.name == name.strip(), _is_usable(now))
    if (usable := connection.scalar(same_name)) is not None:
        raise InvalidInputError(
            f"The token {usable} has the name {name.strip()!r} and can be used: choose another name, or revoke it first"
            f" (`mezmun token revoke {usable}`)."
        )
    token = PREFIX + secrets.token_urlsafe(32)
    values = {"scopes": sorted(scopes), "digest": _digest(token), "created_at": now, "expires_at": expires_at}
    connection.execute(insert(ApiToken).values(name=name.strip(), **values))
    return token


def scopes_of(connection: Connection, token: str, *, now: datetime) -> frozenset[Scope] | None:
    """Give what a token may be used for now; None when it is none, has ended or was revoked."""
    scopes = connection.scalar(select(ApiToken.scopes).where(ApiToken.digest == _digest(token), _is_usable(now)))
    return None if scopes is None else frozenset(map(Scope, scopes))


def list_tokens(connection: Connection) -> list[TokenLine]:
    """List all tokens, those that have ended too, oldest first."""
    rows = connection.execute(
        select(
            ApiToken.id,
            ApiToken.name,
            ApiToken.scopes,
            ApiToken.created_at,
            ApiToken.expires_at,
            ApiToken.revoked_at,
        ).order_by(ApiToken.id)
    )
    return [TokenLine(row.id, row.name, tuple(map(Scope, row.scopes)), *row[3:]) for row in rows]


def revoke_token(connection: Connection, token_id: int, *, now: datetime) -> None:
    """End a token for good; one that was revoked stays so.

    Raises:
        InvalidInputError: there is no such token.
    """
    revoked = update(ApiToken).where(ApiToken.id == token_id, ApiToken.revoked_at.is_(None)).values(revoked_at=now)
    if not connection.execute(revoked).rowcount and not connection.scalar(
        select(ApiToken.id).where(ApiToken.id == token_id)
    ):
        raise InvalidInputError(f"There is no token {token_id}; `mezmun token list` has them.")


def _is_usable(now: datetime) -> ColumnElement[bool]:
    return and_(ApiToken.revoked_at.is_(None), or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > now))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
