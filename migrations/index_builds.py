"""Indexes of tables that may be large, built while others write to them (``CREATE INDEX CONCURRENTLY``).

Such a build is no part of a transaction: it takes three of its own, and waits between them for those that write to the
table. One that is stopped leaves an index that is invalid, and that every write goes on to fill.
"""

from collections.abc import Mapping
from typing import Final

from alembic import op
from sqlalchemy import Connection

_BUILDING: Final = "_building"
"""What the name of an index ends with until it is whole: so one that a stopped build left is known."""
_WITHOUT_LIMIT: Final = ("lock_timeout", "statement_timeout")


def drop_unfinished(connection: Connection) -> None:
    """Remove what builds left that were stopped; the caller is the one runner, so none is under way."""
    names = connection.exec_driver_sql(_UNFINISHED).scalars().all()
    connection.commit()
    outside = connection.execution_options(isolation_level="AUTOCOMMIT")
    for name in names:
        outside.exec_driver_sql(f"DROP INDEX CONCURRENTLY {name}")
    outside.commit()
    connection.execution_options(isolation_level=connection.default_isolation_level)


def build_indexes(indexes: Mapping[str, str]) -> None:
    """Build indexes, each in place of the one of that name that is there, which queries have until then.

    It must be the first thing that a step does: the build itself is outside the step's transaction, which it ends. The
    indexes get their names in the transaction that follows, with all else that the step does. A step that is stopped
    anywhere has done nothing but leave indexes without their names, which the next run removes before it builds again.

    Args:
        indexes: what stands behind ``ON`` in ``CREATE INDEX name ON …``, by name.

    Raises:
        RuntimeError: the step has written something before.
    """
    bind = op.get_bind()
    if bind.exec_driver_sql("SELECT pg_current_xact_id_if_assigned() IS NOT NULL").scalar():
        raise RuntimeError("A step has to build its indexes before it writes anything: the build ends its transaction.")
    limits = {name: bind.exec_driver_sql(f"SHOW {name}").scalar() for name in _WITHOUT_LIMIT}
    with op.get_context().autocommit_block():
        # A build takes minutes, and waits for those that write, but nobody waits for it.
        for name in limits:
            op.execute(f"SET {name} = 0")
        op.execute("SET maintenance_work_mem = '512MB'")  # with the default 64 MB words take twice as long
        for name, definition in indexes.items():
            op.execute(f"CREATE INDEX CONCURRENTLY {name}{_BUILDING} ON {definition}")
        op.execute("RESET maintenance_work_mem")
        for name, limit in limits.items():
            op.execute(f"SET {name} = '{limit}'")
    for name in indexes:
        op.execute(f"DROP INDEX IF EXISTS {name}")
        op.execute(f"ALTER INDEX {name}{_BUILDING} RENAME TO {name}")


_UNFINISHED: Final = """
    SELECT CAST(CAST(indexrelid AS regclass) AS text) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relname LIKE '%%\\_building'
"""
