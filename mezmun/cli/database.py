"""The installation's database, embedded or not, as commands use it."""

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import Connection, Engine

    from db.access.audit import OperatorAction


@contextmanager
def database_engine() -> "Iterator[Engine]":
    """Give its engine, its tables up to date.

    Raises:
        UnavailableError: it does not answer, or does not fit.
    """
    from db.engine import checked_engine
    from mezmun.core import settings
    from services.resolver import resolve

    with resolve(settings.load()) as services, checked_engine(services.database_url) as engine:
        yield engine


@contextmanager
def database_transaction() -> "Iterator[Connection]":
    """Give a transaction on it; raises as ``database_engine``."""
    with database_engine() as engine, engine.begin() as connection:
        yield connection


def log_command(connection: "Connection", action: "OperatorAction", subject: str, **detail: object) -> None:
    """Note what a command changes, where operators see it: in the same transaction."""
    from db.access.audit import COMMAND_LINE, log_change
    from mezmun.core.clock import utc_now

    log_change(connection, COMMAND_LINE, action, subject, now=utc_now(), detail=detail)
