from sqlalchemy import Integer, bindparam, cast, literal, select, text

from db.models import StoredSite
from db.prepared_statement import PreparedStatement

NAMED = PreparedStatement(
    "test_named",
    select(StoredSite.name, cast(literal(7), Integer).label("seven")).where(StoredSite.name == bindparam("name")),
)


def prepared_names(connection):
    return set(connection.scalars(text("SELECT name FROM pg_prepared_statements")))


def test_a_statement_is_prepared_on_each_connection_and_outlives_what_is_rolled_back(engine):
    with engine.connect() as first, engine.connect() as second:
        assert NAMED.execute(first, {"name": "none"}).all() == []
        first.rollback()
        assert prepared_names(first) == {"test_named"}
        assert prepared_names(second) == set()
        assert NAMED.execute(second, {"name": "none"}).all() == []
        assert NAMED.execute(first, {"name": "none"}).all() == []


def test_values_are_made_ready_as_their_columns_want_them(world):
    world.site("news")
    row = NAMED.execute(world.connection, {"name": "ne\x00ws"}).one()
    assert (row.name, row.seven) == ("news", 7)


def test_a_connection_that_was_cut_is_replaced_by_one_that_prepares_anew(engine):
    with engine.connect() as connection:
        NAMED.execute(connection, {"name": "none"})
        connection.invalidate()
    with engine.connect() as connection:
        assert NAMED.execute(connection, {"name": "none"}).all() == []
