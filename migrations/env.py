"""How Alembic runs the steps: one transaction each, one runner at a time, and never a long wait for a lock.

``db.schema`` calls it with a connection; Alembic's own command (``alembic revision --autogenerate``) without.
"""

from typing import Literal

from alembic import context
from sqlalchemy import Connection, TypeDecorator, text
from sqlalchemy.dialects import postgresql

from db import engine as databases
from db.all_tables import METADATA
from mezmun.core import settings
from mezmun.core.errors import ConfigurationError

LOCK_TIMEOUT = "5s"
"""A step that waits for a busy table makes everybody behind it wait too: it gives up, and is run again later."""
STATEMENT_TIMEOUT = "10min"
"""No statement of a step may take longer; what does must be done in parts, or concurrently."""
RUNNER_LOCK = 0x6D657A6D
"""Advisory lock of the one runner ("mezm" in ASCII)."""


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
    """Run the steps in one transaction of ``connection``, and commit."""
    context.configure(connection=connection, target_metadata=METADATA, render_item=_render)
    with context.begin_transaction():
        # Waiting for another runner is right, and has no limit; waiting for a table is not.
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": RUNNER_LOCK})
        connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'"))
        connection.execute(text(f"SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}'"))
        context.run_migrations()


def _render(kind: str, item: object, _autogenerate: object) -> str | Literal[False]:
    """Write our column types as what they are in the database: a step must not change when the models do."""
    if kind == "type" and isinstance(item, TypeDecorator):
        return f"postgresql.{item.compile(_POSTGRESQL)}()"
    return False


main()
