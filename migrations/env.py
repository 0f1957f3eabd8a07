"""How Alembic runs the steps: one transaction each, one runner at a time, and never a long wait for a lock.

What cannot be in a transaction (``migrations.index_builds``) is done between two.

``db.schema.migration`` calls it with a connection; Alembic's own command (``alembic revision --autogenerate``) without.
"""

import time
from typing import Literal

from alembic import context
from sqlalchemy import Connection, TypeDecorator, text
from sqlalchemy.dialects import postgresql

from db import engine as databases
from db.all_tables import METADATA
from mezmun.core import settings
from mezmun.core.errors import ConfigurationError
from migrations.index_builds import drop_unfinished

LOCK_TIMEOUT = "5s"
"""A step that waits for a busy table makes everybody behind it wait too: it gives up, and is run again later."""
STATEMENT_TIMEOUT = "10min"
"""No statement of a step may take longer; what does must be done in parts, or beside those that write."""
RUNNER_LOCK = 0x6D657A6D
"""Advisory lock of the one runner ("mezm" in ASCII)."""
TURN_INTERVAL = 0.1
"""Seconds between two tries for it."""


_POSTGRESQL = postgresql.dialect()  # type: ignore[no-untyped-call]


def main() -> None:
    """Run the steps on the connection given, or on the database of the settings."""
    supplied: Connection | None = context.config.attributes.get("connection")
    if supplied is not None:
        run(supplied)
        return
    url = settings.load().database_url
    if url is None:
        raise ConfigurationError("Set MEZMUN_DATABASE_URL to the database whose tables are to be compared.")
    with databases.connect(url).connect() as connection:
        run(connection)


def run(connection: Connection) -> None:
    """Run the steps, each in a transaction of ``connection``, which is of no other use afterwards."""
    try:
        _wait_for_turn(connection)
        connection.execute(text(f"SET lock_timeout = '{LOCK_TIMEOUT}'"))
        connection.execute(text(f"SET statement_timeout = '{STATEMENT_TIMEOUT}'"))
        connection.commit()
        drop_unfinished(connection)
        context.configure(
            connection=connection, target_metadata=METADATA, render_item=_render, transaction_per_migration=True
        )
        with context.begin_transaction():
            context.run_migrations()
    finally:
        connection.invalidate()  # closed, and the lock and the limits with it: the pool would keep them


def _wait_for_turn(connection: Connection) -> None:
    """Take the runner's lock, which is the connection's and not a transaction's.

    It is tried for, not waited for: the statement that waits has a snapshot, and the other runner's build of an index
    would wait for its end. Waiting for another runner is right, and has no limit; waiting for a table is not.
    """
    while not connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": RUNNER_LOCK}):
        connection.rollback()
        time.sleep(TURN_INTERVAL)
    connection.commit()


def _render(kind: str, item: object, _autogenerate: object) -> str | Literal[False]:
    """Write our column types as what they are in the database: a step must not change when the models do."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"postgresql.{item.compile(_POSTGRESQL)}()"
    return False


main()
