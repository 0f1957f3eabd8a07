"""The first start: an operator with a password that is shown once."""

import secrets
from typing import Final

from sqlalchemy import Engine

from dashboard.access.passwords import hash_password
from db.access.audit import FIRST_START, OperatorAction, log_change
from db.access.operators import operator_count, set_operator
from db.access.tables import AccessRole
from mezmun.core.clock import Clock

FIRST_OPERATOR: Final = "operator"


def make_first_operator(engine: Engine, now: Clock) -> str | None:
    """Make an operator when there is none, and give the password; None when there is one already."""
    with engine.connect() as connection:
        if operator_count(connection):
            return None
    password = secrets.token_urlsafe(12)
    set_password(engine, FIRST_OPERATOR, AccessRole.OPERATOR, password, now, by=FIRST_START)
    return password


def set_password(engine: Engine, name: str, role: AccessRole, password: str, now: Clock, *, by: str) -> None:
    """Add an operator, or change one; the log says by what.

    Raises:
        InvalidInputError: the password is too short.
    """
    hashed = hash_password(password)
    with engine.begin() as connection:
        set_operator(connection, name, role, hashed, now=now())
        log_change(connection, by, OperatorAction.SET_OPERATOR, name, now=now(), detail={"role": role})
