"""The broker that needs no broker: kombu's SQLAlchemy transport, whose queues are tables in PostgreSQL.

They live in a schema of their own, out of the way of the models and their migrations. The transport makes its tables
and queues when first used, and two processes that do so at once fail; ``prepare`` makes them beforehand, in turn.
It marks a message as delivered and never removes it; ``prune`` does.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from kombu import Connection, Queue
from sqlalchemy import URL, NullPool, make_url, text
from sqlalchemy import Connection as DatabaseConnection
from sqlalchemy.exc import DBAPIError

from db import engine as databases
from mezmun.core.errors import UnavailableError

SCHEMA: Final = "broker"
"""PostgreSQL schema of the transport's tables."""
_LOCK: Final = 0x6D657A62
"""Advisory lock of who makes them ("mezb" in ASCII)."""


def url(database_url: str) -> str:
    """Give the broker URL that keeps the queues in this database, for Celery and kombu.

    Raises:
        ConfigurationError: it is no PostgreSQL URL.
    """
    return _in_schema(databases.database_url(database_url), "mezmun broker")


def prepare(database_url: str, queues: Sequence[str]) -> None:
    """Make the schema, the transport's tables and the queues, where they are missing; two processes may do so at once.

    Raises:
        ConfigurationError: it is no PostgreSQL URL.
        UnavailableError: the database does not answer, or its user may not make a schema.
    """
    target = databases.database_url(database_url)
    try:
        with databases.open_engine(target) as engine:
            with engine.begin() as connection:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
                connection.execute(text(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}"))
                # The transport works on connections of its own, so what it must find has to be committed: the lock is
                # kept by a second transaction, below, for as long as it works.
            with engine.begin() as connection:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
                _declare(target, queues)
    except DBAPIError as error:
        reason = " ".join(str(error.orig).split())
        raise UnavailableError(f"The queues cannot be made in the database: {reason}.") from error


def prune(connection: DatabaseConnection, *, before: datetime) -> int:
    """Remove the messages delivered before a time from the queues in this database, and give their number."""
    removed = connection.execute(
        text(f"DELETE FROM {SCHEMA}.kombu_message WHERE NOT visible AND timestamp < :before"),  # noqa: S608
        {"before": before.astimezone().replace(tzinfo=None)},  # the transport writes local time, without zone
    )
    return removed.rowcount


def _declare(target: URL, queues: Sequence[str]) -> None:
    # The transport keeps an engine per URL for the life of the process, over forks too: one without a pool, under a URL
    # nobody else uses, leaves no connection behind for a child to inherit.
    with Connection(_in_schema(target, "mezmun broker setup"), transport_options={"poolclass": NullPool}) as connection:
        channel = connection.channel()
        for name in queues:
            Queue(name, channel=channel).declare()
        channel.session.close()  # which closing the channel forgets
        channel.close()


def _in_schema(target: URL, name: str) -> str:
    query = {**target.query, "options": f"-csearch_path={SCHEMA}", "application_name": name}
    return "sqla+" + make_url(target).set(query=query).render_as_string(hide_password=False)
