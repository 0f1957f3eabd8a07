"""The way to PostgreSQL, and what must be true of a database before it is used.

An engine belongs to the process that made it. In a child of a fork it makes connections of its own.
"""

import os
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import orjson
import psycopg2
from sqlalchemy import URL, Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from db.schema import tables_version
from mezmun.core.error_text import first_line
from mezmun.core.errors import ConfigurationError, UnavailableError

OLDEST_SERVER = 13
"""Oldest PostgreSQL Mezmun is tested with, by major version."""

CONNECT_TIMEOUT = 10
"""Seconds until a server that does not answer is given up; a healthy one answers in milliseconds."""

SILENT_SECONDS = 60
"""A connection whose other machine is gone counts as lost after so many seconds; by default the system asks for it
after two hours. A server that is busy, or stands still, answers by its system, and is waited for."""

WORK_MEMORY = "32MB"
"""A query for one of many users may take so much memory: it must hold the places of a word in a million texts, or else
each text is looked at."""


def database_url(url: str) -> URL:
    """Read a database URL; a plain ``postgresql://`` becomes ``postgresql+psycopg2://``, the driver Mezmun has.

    Raises:
        ConfigurationError: no URL at all, or one of another database or driver.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        raise ConfigurationError(
            "The database URL cannot be read; write postgresql://user:password@host:5432/name."
        ) from None
    if parsed.drivername in ("postgresql", "postgres"):
        # SQLAlchemy 2.1 takes a plain postgresql:// for psycopg 3, which is not installed.
        parsed = parsed.set(drivername="postgresql+psycopg2")
    if parsed.drivername != "postgresql+psycopg2":
        raise ConfigurationError(
            f"The database URL begins with {parsed.drivername}://, but Mezmun speaks postgresql:// only."
        )
    return parsed


def connect(url: str | URL, *, for_pages: bool = False, for_many: bool = False) -> Engine:
    """Make this process's engine for a database URL; nothing is sent before the first query.

    Args:
        url: of the database.
        for_pages: for workers, who send two statements a page: each is a transaction of its own (see ``transaction``),
            a connection is not tried before it is used, so that the page after a restart of the server goes back to the
            queue, and no commit waits for the disk. Who commits and waits has all commits before it on the disk, too;
            pages whose outcome a crash of the server takes are found as those of lost references are.
        for_many: for who answers many at once: each query keeps to one processor, since to start others for it takes
            longer than most queries, and they are busy with those of others.

    Raises:
        ConfigurationError: the URL is no PostgreSQL URL.
    """
    parsed = database_url(url.render_as_string(hide_password=False) if isinstance(url, URL) else url)
    engine = create_engine(
        parsed,
        json_deserializer=orjson.loads,  # a document has several columns of JSON
        isolation_level="AUTOCOMMIT" if for_pages else None,
        pool_pre_ping=not for_pages,  # a server that was restarted must not fail the next command
        connect_args={
            "connect_timeout": CONNECT_TIMEOUT,
            "keepalives_idle": SILENT_SECONDS // 2,
            "keepalives_interval": SILENT_SECONDS // 6,
            "keepalives_count": 3,
            "tcp_user_timeout": SILENT_SECONDS * 1000,
            "application_name": "mezmun",
            # For a query over a million rows "jit" compiles longer than the query takes.
            "options": "-c jit=off"
            + (" -c synchronous_commit=off" if for_pages else "")
            + (f" -c max_parallel_workers_per_gather=0 -c work_mem={WORK_MEMORY}" if for_many else ""),
        },
    )
    _forget_connections_after_fork(weakref.ref(engine))
    return engine


@contextmanager
def open_engine(url: str | URL, *, for_many: bool = False) -> Iterator[Engine]:
    """Give an engine as ``connect`` does, for as long as the ``with`` lasts; its connections are closed at the end."""
    engine = connect(url, for_many=for_many)
    try:
        yield engine
    finally:
        engine.dispose()


@contextmanager
def checked_engine(url: str, *, for_many: bool = False) -> Iterator[Engine]:
    """Give an engine of a database that fits, for as long as the ``with`` lasts.

    Raises:
        ConfigurationError, UnavailableError: as ``connect`` and ``check``.
    """
    with open_engine(url, for_many=for_many) as engine:
        check(engine)
        yield engine


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Make one transaction of the statements of a ``with``, on a connection that commits each by itself."""
    connection.exec_driver_sql("BEGIN")
    try:
        yield
    except BaseException:
        if not connection.invalidated:  # else it is gone, and the transaction with it
            with suppress(DBAPIError):
                connection.exec_driver_sql("ROLLBACK")
        raise
    connection.exec_driver_sql("COMMIT")


def _forget_connections_after_fork(engine: weakref.ref[Engine]) -> None:
    """Let a child of this process make connections of its own: two processes on one hang, or read each other's rows."""

    def forget() -> None:
        if (ours := engine()) is not None:
            ours.dispose(close=False)  # the connections stay the parent's

    os.register_at_fork(after_in_child=forget)


def check(engine: Engine) -> None:
    """Make sure the database answers, fits, and has the tables of this version.

    Raises:
        UnavailableError: it does not answer, is too old, is not UTF-8, has a locale that cannot tell letters from
            punctuation, or its tables are not up to date; the message says how to mend it.
    """
    check_server(engine)
    tables_version.check(engine)


def check_server(engine: Engine) -> None:
    """Make sure the server answers and fits; ``check`` without the tables.

    Raises:
        UnavailableError: as for ``check``.
    """
    where = engine.url.render_as_string(hide_password=True)
    try:
        with engine.connect() as connection:
            version, encoding, ctype = connection.execute(
                text(
                    "SELECT current_setting('server_version_num')::int / 10000, pg_encoding_to_char(encoding), datctype"
                    " FROM pg_database WHERE datname = current_database()"
                )
            ).one()
    except DBAPIError as error:
        raise UnavailableError(_why_not(engine, error)) from error
    except SQLAlchemyError as error:
        raise UnavailableError(f"The database {where} cannot be used ({error}).") from error
    if version < OLDEST_SERVER:
        raise UnavailableError(f"The database {where} is PostgreSQL {version}; Mezmun needs {OLDEST_SERVER} or newer.")
    if encoding != "UTF8":
        raise UnavailableError(f"The database {where} has the encoding {encoding}, not UTF8. {_recreate(engine)}")
    if "UTF8" not in ctype.upper().replace("-", ""):
        raise UnavailableError(
            f"The database {where} has LC_CTYPE={ctype}, under which PostgreSQL takes only ASCII for letters and leaves"
            f" '،' inside words. {_recreate(engine)}"
        )


def unavailable(error: Exception) -> UnavailableError | None:
    """Give the sentence for a database that goes away, or whose disk is full, amid the work; None for other errors."""
    original = error.orig if isinstance(error, DBAPIError) else error
    if not isinstance(original, psycopg2.OperationalError | psycopg2.InterfaceError):
        return None
    return UnavailableError(
        f"The database does not go on ({first_line(original)}). Mend it, and run the command again."
    )


def _why_not(engine: Engine, error: DBAPIError) -> str:
    """Say why nothing came of a connection, and what to do."""
    where = engine.url.render_as_string(hide_password=True)
    if _is_missing(engine):
        return (
            f"The database {where} is not there, though its server runs. Create it: {_creation(engine)} Then run"
            " `mezmun db upgrade`. Or mend the name in MEZMUN_DATABASE_URL."
        )
    reason = " ".join(str(error.orig).split()) if error.orig else type(error).__name__
    if "FATAL:" in reason:  # what a server says of a connection that it refuses
        return (
            f"The server of the database {where} runs, but refuses ({reason}). Mend MEZMUN_DATABASE_URL, or its rights."
        )
    return f"The database {where} does not answer ({reason}). Start it, or mend MEZMUN_DATABASE_URL."


def _is_missing(engine: Engine) -> bool:
    """Ask another database of the server: the driver has no code of a refusal, and servers speak many languages."""
    try:
        with open_engine(engine.url.set(database="postgres")) as server, server.connect() as connection:
            names = connection.execute(
                text("SELECT count(*) FROM pg_database WHERE datname = :name"), {"name": engine.url.database}
            )
            return bool(names.scalar_one() == 0)
    except SQLAlchemyError:
        return False


def _recreate(engine: Engine) -> str:
    return f"Make it anew with a UTF-8 locale: {_creation(engine)}"


def _creation(engine: Engine) -> str:
    name = engine.dialect.identifier_preparer.quote(str(engine.url.database))
    return f"CREATE DATABASE {name} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C.UTF-8' LC_CTYPE 'C.UTF-8';"
