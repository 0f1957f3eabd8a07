import pytest
from sqlalchemy import Integer, bindparam, cast, literal, select, text
from sqlalchemy.exc import DataError, OperationalError

from db.models import StoredSite
from db.prepared_statement import PreparedStatement

NAMED = PreparedStatement(
    "test_named",
    select(StoredSite.name, cast(literal(7), Integer).label("seven")).where(StoredSite.name == bindparam("name")),
)


DIVISION = PreparedStatement("test_division", select(7 / cast(bindparam("by"), Integer)))
NUMBER = PreparedStatement("test_number", text("INSERT INTO numbers VALUES (CAST(:number AS int))"))


def prepared_names(connection):
    return set(connection.scalars(text("SELECT name FROM pg_prepared_statements")))


def test_a_statement_is_prepared_on_each_connection_and_outlives_what_is_rolled_back(engine):
    with engine.connect() as first, engine.connect() as second:
        assert NAMED.execute(first, {"name": "none"}) is None
        first.rollback()
        assert prepared_names(first) == {"test_named"}
        assert prepared_names(second) == set()
        assert NAMED.execute(second, {"name": "none"}) is None
        assert NAMED.execute(first, {"name": "none"}) is None


def test_values_are_made_ready_as_their_columns_want_them(world):
    world.site("news")
    row = NAMED.execute(world.connection, {"name": "ne\x00ws"})
    assert (row.name, row.seven) == ("news", 7)


def test_a_connection_that_was_cut_is_replaced_by_one_that_prepares_anew(engine):
    with engine.connect() as connection:
        NAMED.execute(connection, {"name": "none"})
        connection.invalidate()
    with engine.connect() as connection:
        assert NAMED.execute(connection, {"name": "none"}) is None


def test_what_it_writes_is_of_the_connections_transaction(engine):
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE numbers (number int)"))
        connection.commit()
        assert NUMBER.execute(connection, {"number": 1}) is None
        connection.rollback()
        NUMBER.execute(connection, {"number": 2})
        connection.commit()
    with engine.connect() as connection:
        assert connection.scalars(text("SELECT number FROM numbers")).all() == [2]


def test_what_the_server_refuses_is_an_error_of_sqlalchemy(engine):
    with engine.connect() as connection, pytest.raises(DataError, match="division by zero"):
        DIVISION.execute(connection, {"by": 0})


def test_a_server_that_went_away_is_an_operational_error_and_the_connection_connects_anew(engine):
    with engine.connect() as connection, engine.connect() as other:
        server = connection.scalar(text("SELECT pg_backend_pid()"))
        DIVISION.execute(connection, {"by": 1})
        other.execute(text("SELECT pg_terminate_backend(:server, 5000)"), {"server": server})
        with pytest.raises(OperationalError) as error:
            DIVISION.execute(connection, {"by": 1})
        assert error.value.connection_invalidated
        connection.rollback()
        assert DIVISION.execute(connection, {"by": 1})[0] == 7
