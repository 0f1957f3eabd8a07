"""Migrated databases on a PostgreSQL server that one test uses after another.

To drop a database PostgreSQL writes all that is not yet on the disk, of every database, and waits for it. Tests that
each made and dropped one spent more time so than with what they test. So a database is emptied and given a new name
instead. One whose tables a test has changed is dropped.
"""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg2
from psycopg2 import extensions
from sqlalchemy import URL

from db import engine as databases
from db.schema import migration

_OTHERS_END = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
_NUMBERS_FROM_1 = "SELECT setval(format('%I', sequencename), 1, false) FROM pg_sequences WHERE last_value IS NOT NULL"
_STATE = """
SELECT md5(string_agg(each, ',' ORDER BY each))
  FROM (SELECT format('%s %s %s', oid, relname, reloptions) FROM pg_class WHERE oid >= 16384
        UNION ALL
        SELECT format('%s %s %s %s %s', attrelid, attnum, attname, atttypid, attnotnull)
          FROM pg_attribute WHERE attrelid >= 16384
        UNION ALL SELECT format('%s %s', oid, convalidated) FROM pg_constraint WHERE oid >= 16384
        UNION ALL SELECT format('%s %s', indexrelid, indisvalid) FROM pg_index WHERE indexrelid >= 16384
        UNION ALL SELECT format('%s %s', oid, tgenabled) FROM pg_trigger
        UNION ALL SELECT format('%s %s', oid, prosrc) FROM pg_proc WHERE oid >= 16384
        UNION ALL SELECT format('%s %s', oid, extname) FROM pg_extension
        UNION ALL SELECT format('%s %s', oid, nspname) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'
        UNION ALL SELECT format('%s %s', tablename, attname) FROM pg_stats WHERE schemaname = 'public'
        UNION ALL
        SELECT format('%s %s', setrole, setconfig) FROM pg_db_role_setting JOIN pg_database ON setdatabase = oid
         WHERE datname = current_database()
        UNION ALL
        SELECT format('%s is large', oid) FROM pg_class
         WHERE oid >= 16384 AND relkind = 'r' AND pg_relation_size(oid) > 80 * 1024
        UNION ALL SELECT version_num FROM alembic_version) AS catalog (each)
"""
"""A digest of all but the rows: a database that was emptied has that of its template. What the planner has learned of
the rows (``pg_stats``) counts, since it outlives them, and so does the room that many rows leave: it takes an empty
table for one of ten pages."""


class ReusedDatabases:
    """The databases of one server: a template, and one that waits for the next test."""

    def __init__(self, server: URL) -> None:
        """Make the template: a copy is made in a tenth of the time that the migrations take."""
        self._server, self._spare = server, None
        self._template = empty_database(server)
        engine = databases.connect(server.set(database=self._template))
        migration.upgrade(engine)
        engine.dispose()
        with _connected(server.set(database=self._template)) as cursor:
            self._state = _column(cursor, _STATE)

    def take(self, *, new: bool = False) -> str:
        """Give the name of a database that is as the migrations leave it; no other had this name before.

        A ``new`` one has no dead rows of other tests either, which count where a test asks how many rows were read.
        """
        name = _new_name()
        if new or self._spare is None:
            execute(self._server, f"CREATE DATABASE {name} TEMPLATE {self._template}")
        else:
            execute(self._server, f"ALTER DATABASE {self._spare} RENAME TO {name}")
            self._spare = None
        return name

    def give_back(self, name: str) -> None:
        """Empty a database for the next test, or drop it if that is not enough."""
        execute(self._server, _OTHERS_END, name)
        if self._spare is None and self._is_emptied(name):
            self._spare = name
        else:
            execute(self._server, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def drop(self) -> None:
        """Drop what is left."""
        for name in filter(None, (self._spare, self._template)):
            execute(self._server, f"DROP DATABASE {name} WITH (FORCE)")

    def _is_emptied(self, name: str) -> bool:
        try:
            with _connected(self._server.set(database=name)) as cursor:
                with_rows = [table for table in _column(cursor, _TABLES) if _column(cursor, _FIRST_ROW.format(table))]
                cursor.execute(_WITHOUT_TRIGGERS)
                for table in with_rows:
                    cursor.execute(f"DELETE FROM {table}")
                cursor.execute(_NUMBERS_FROM_1)
                return _column(cursor, _STATE) == self._state
        except psycopg2.Error:  # the test has dropped it, or one of its tables
            return False


_WITHOUT_TRIGGERS = "SET session_replication_role = replica"
"""So rows may go before those that refer to them. To truncate tables takes as long as to drop the database."""
_FIRST_ROW = "SELECT 1 FROM {} LIMIT 1"


def empty_database(server: URL) -> str:
    """Make a database without tables, and give its name."""
    name = _new_name()
    execute(server, f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' LC_CTYPE 'C.UTF-8' LC_COLLATE 'C'")
    return name


def execute(url: URL, statement: str, *parameters: str) -> None:
    """Run a statement on its own."""
    with _connected(url) as cursor:
        cursor.execute(statement, parameters or None)


def dsn(url: URL) -> str:
    """Give a URL as psycopg2 reads it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


@contextmanager
def _connected(url: URL) -> Iterator[extensions.cursor]:
    connection = psycopg2.connect(dsn(url))
    try:
        connection.autocommit = True
        with connection.cursor() as cursor:
            yield cursor
    finally:
        connection.close()


def _column(cursor: extensions.cursor, query: str) -> list[Any]:
    cursor.execute(query)
    return [value for (value,) in cursor.fetchall()]


def _new_name() -> str:
    return f"mezmun_test_{uuid.uuid4().hex[:12]}"
