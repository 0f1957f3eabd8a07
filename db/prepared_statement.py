"""Statements that PostgreSQL reads and plans once a connection: for each page that took most of its time."""

from collections.abc import Mapping
from contextlib import closing
from typing import Any, Final

from psycopg2 import Error
from psycopg2.extras import NamedTupleCursor
from sqlalchemy import ClauseElement, Connection
from sqlalchemy.dialects.postgresql import psycopg2
from sqlalchemy.exc import DBAPIError

_DIALECT: Final = psycopg2.dialect(paramstyle="numeric_dollar")  # type: ignore[no-untyped-call]


class PreparedStatement:
    """A statement under a name, prepared on each connection when it is first executed there.

    Args:
        name: of the statement; every statement has its own.
        statement: without a list of values (``IN``); the types of its parameters follow from the columns that they are
            compared with or written to.
        columns: of an insert, the columns that are given.
    """

    def __init__(self, name: str, statement: ClauseElement, columns: tuple[str, ...] | None = None) -> None:
        compiled: Any = statement.compile(dialect=_DIALECT, column_keys=columns)
        self._name = name
        self._prepare = f"PREPARE {name} AS {compiled}"
        self._execute = f"EXECUTE {name} ({', '.join(['%s'] * len(compiled.positiontup))})"
        binds = [compiled.binds[key] for key in compiled.positiontup]
        self._parameters = [
            (bind.key, bind.value, bind.type.dialect_impl(_DIALECT).bind_processor(_DIALECT)) for bind in binds
        ]

    def execute(self, connection: Connection, values: Mapping[str, Any]) -> Any:
        """Execute it with a value for each parameter that has none of its own.

        The driver's cursor is used, since SQLAlchemy's own with its result took a quarter of a millisecond a page. The
        transaction is still SQLAlchemy's, and so are the errors.

        Returns:
            The row, a named tuple with the values as the driver gives them; None when there is none.

        Raises:
            sqlalchemy.exc.DBAPIError: PostgreSQL refuses, or is away; then the connection connects anew when it is next
                used.
        """
        prepared = connection.info.setdefault("prepared", set())
        if self._name not in prepared:
            connection.exec_driver_sql(self._prepare)
            prepared.add(self._name)
        parameters = tuple(
            process(value) if process else value
            for value, process in ((values.get(key, own), process) for key, own, process in self._parameters)
        )
        if not connection.in_transaction():
            connection.begin()
        driver = connection.connection
        try:
            with closing(driver.cursor(cursor_factory=NamedTupleCursor)) as cursor:
                cursor.execute(self._execute, parameters)
                return cursor.fetchone() if cursor.description else None
        except Error as error:
            dialect: Any = connection.dialect
            is_gone = dialect.is_disconnect(error, driver.dbapi_connection, None)
            if is_gone:
                connection.invalidate(error)
            raise DBAPIError.instance(
                self._execute, parameters, error, Error, connection_invalidated=is_gone, dialect=dialect
            ) from error
