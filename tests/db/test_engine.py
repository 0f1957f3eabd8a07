import os
import socket
import uuid

import pytest
from sqlalchemy import Boolean, bindparam, func, select, text
from sqlalchemy.exc import OperationalError

from db import engine as databases
from db.prepared_statement import PreparedStatement
from db.schema import tables_version
from mezmun.core.errors import ConfigurationError, UnavailableError
from mezmun.core.processes.forked_call import call


@pytest.fixture
def make_database(server_url):
    """Make databases that do not fit, and remove them."""
    names = []
    admin = databases.connect(server_url).execution_options(isolation_level="AUTOCOMMIT")

    def make(options):
        name = f"mezmun_test_{uuid.uuid4().hex[:12]}"
        with admin.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} TEMPLATE template0 {options}"))
        names.append(name)
        return databases.connect(server_url.set(database=name))

    yield make
    with admin.connect() as connection:
        for name in names:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    admin.dispose()


def test_a_fresh_migrated_database_passes(engine):
    databases.check(engine)


def test_so_does_the_embedded_one(embedded):
    engine = databases.connect(embedded)
    databases.check(engine)
    with engine.connect() as connection:
        # The reason for the demand of a UTF-8 locale: "،" is no part of a word.
        words = connection.execute(text("SELECT tsvector_to_array(to_tsvector('simple', 'ئالما، نان'))")).scalar_one()
    engine.dispose()
    assert words == ["ئالما", "نان"]


def test_a_locale_that_breaks_search_is_refused_with_how_to_mend_it(make_database):
    engine = make_database("ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(UnavailableError, match=r"LC_CTYPE=C,.*LC_CTYPE 'C\.UTF-8'"):
        databases.check_server(engine)


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_an_encoding_other_than_utf_8_is_refused(make_database, encoding):
    engine = make_database(f"ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C'")
    with pytest.raises(UnavailableError, match=f"{encoding}, not UTF8"):
        databases.check_server(engine)


def test_a_database_without_tables_says_what_to_run(empty_database_url):
    with pytest.raises(UnavailableError, match=r"no tables yet.*mezmun db upgrade"):
        databases.check(databases.connect(empty_database_url))


def test_a_checked_engine_keeps_no_connection_behind_its_with(engine):
    with databases.checked_engine(engine.url.render_as_string(hide_password=False)) as checked:
        with checked.connect() as connection:
            assert connection.execute(text("SELECT 1")).scalar_one() == 1
        assert checked.pool.checkedin() == 1
    assert checked.pool.checkedin() == 0


def test_tables_newer_than_the_code_say_so(engine):
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(UnavailableError, match=rf"9999.*newer.*downgrade {tables_version.head()}$"):
        tables_version.check(engine)


def test_a_database_that_is_not_there_says_how_to_create_it(server_url):
    name = f"mezmun_test-{uuid.uuid4().hex[:12]}"
    with pytest.raises(UnavailableError) as caught:
        databases.check(databases.connect(server_url.set(database=name)))
    assert "its server runs" in str(caught.value)
    assert "Start it" not in str(caught.value)
    statement = str(caught.value).partition("Create it: ")[2].partition(";")[0]
    assert f'"{name}"' in statement
    admin = databases.connect(server_url).execution_options(isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(statement))
        with pytest.raises(UnavailableError, match="no tables yet"):
            databases.check(databases.connect(server_url.set(database=name)))
        connection.execute(text(f'DROP DATABASE "{name}" WITH (FORCE)'))
    admin.dispose()


def test_a_server_that_refuses_a_user_is_not_to_be_started(server_url):
    with pytest.raises(UnavailableError, match=r"runs, but refuses.*nobody_here"):
        databases.check(databases.connect(server_url.set(username="nobody_here", password="x")))


def test_a_server_that_refuses_is_one_sentence_without_the_password():
    engine = databases.connect("postgresql://me:secret@127.0.0.1:1/x")
    with pytest.raises(UnavailableError, match=r"127\.0\.0\.1:1/x does not answer") as caught:
        databases.check(engine)
    assert "secret" not in str(caught.value)


@pytest.mark.slow
def test_a_server_that_takes_the_connection_and_never_speaks_is_given_up(monkeypatch):
    monkeypatch.setattr(databases, "CONNECT_TIMEOUT", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        engine = databases.connect(f"postgresql://me@127.0.0.1:{silent.getsockname()[1]}/x")
        with pytest.raises(UnavailableError, match="does not answer"):
            databases.check(engine)


@pytest.mark.parametrize("url", ["postgresql://me@h/x", "postgres://me@h/x", "postgresql+psycopg2://me@h/x"])
def test_every_way_to_write_postgresql_means_the_driver_that_is_there(url):
    assert databases.database_url(url).drivername == "postgresql+psycopg2"


@pytest.mark.parametrize("url", ["mysql://h/x", "postgresql+asyncpg://h/x", "sqlite://", "nonsense", ""])
def test_another_database_is_refused(url):
    with pytest.raises(ConfigurationError, match="postgresql://"):
        databases.connect(url)


def test_a_server_that_was_restarted_does_not_fail_the_next_query(engine):
    with engine.connect() as connection:
        pid = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    other = databases.connect(engine.url)
    with other.connect() as connection:
        connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": pid})
    other.dispose()
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1


def test_an_engine_of_before_a_fork_works_on_both_sides_of_it(engine):
    """On one connection for both, a child hangs or reads what its parent asked for."""

    def server_process():
        with engine.connect() as connection:
            return connection.scalar(text("SELECT pg_backend_pid()"))

    parents = server_process()
    childs = call(server_process, 60, 1)
    assert isinstance(childs, int)
    assert childs != parents == server_process()


def test_a_connection_that_is_lost_in_a_transaction_is_told_as_that(database_url, engine):
    """And not as a transaction that cannot be rolled back, which a worker would take for a bug."""
    pages = databases.connect(database_url, for_pages=True)
    pid = PreparedStatement("pid_for_test", select(func.pg_backend_pid()).where(bindparam("yes", type_=Boolean)))

    def lose_connection():
        with pages.connect() as connection, databases.transaction(connection):
            process = pid.execute(connection, {"yes": True})[0]
            with engine.connect() as other:
                other.execute(select(func.pg_terminate_backend(process)))
            pid.execute(connection, {"yes": True})

    with pytest.raises(OperationalError):
        lose_connection()
    pages.dispose()


def test_a_connection_whose_machine_is_gone_is_lost_after_a_minute(database_url):
    """The system's own limits are hours, in which a worker would wait for an answer that does not come."""
    engine = databases.connect(database_url)
    with engine.connect() as connection:
        postgres = connection.connection.dbapi_connection
        with socket.socket(fileno=os.dup(postgres.fileno())) as channel:
            assert channel.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 60_000
            options = (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
            idle, interval, count = (channel.getsockopt(socket.IPPROTO_TCP, option) for option in options)
            assert idle + interval * count == 60
    engine.dispose()


def test_on_an_engine_for_pages_each_statement_is_a_transaction_and_some_can_be_one(database_url, engine):
    pages = databases.connect(database_url, for_pages=True)

    def count():
        with engine.connect() as connection:
            return connection.scalar(text("SELECT count(*) FROM feed_deliveries"))

    add = "INSERT INTO feed_deliveries VALUES ('{}', 1, now())"
    with pages.connect() as connection:
        assert connection.scalar(text("SHOW synchronous_commit")) == "off"
        connection.exec_driver_sql(add.format("a"))
        assert count() == 1
        with databases.transaction(connection):
            connection.exec_driver_sql(add.format("b"))
            assert count() == 1
        assert count() == 2
        with pytest.raises(ZeroDivisionError), databases.transaction(connection):
            _ = connection.exec_driver_sql(add.format("c")), 1 / 0
        connection.exec_driver_sql(add.format("d"))
    assert count() == 3
    pages.dispose()
