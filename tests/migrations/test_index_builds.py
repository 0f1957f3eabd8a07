"""Indexes are built beside those that write, also after a build that was stopped; tried with the step that has the
largest (0026)."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import event, text

from db.schema import migration, tables_version
from mezmun.core.errors import UnavailableError
from tests.db.world import World, wait_until_somebody_waits

INDEX, BUILDING = "ix_extractions_words", "ix_extractions_words_building"
BEFORE = "0025"


@pytest.fixture
def filled(engine):
    """A database one step back, with a document in it."""
    with engine.begin() as connection:
        World(connection).store(World(connection).fetched(), "سۆز")
    migration.downgrade(engine, BEFORE)
    return engine


def write(connection):
    """Write to the table whose index is built."""
    assert connection.execute(text("UPDATE extractions SET confidence = confidence")).rowcount == 1


def test_others_write_while_an_index_is_built(filled):
    with ThreadPoolExecutor(1) as pool, filled.connect() as writer:
        write(writer)
        upgrade = pool.submit(migration.upgrade, filled)
        wait_until_somebody_waits(filled)  # the build, for what was written before it began
        with filled.begin() as another:
            another.execute(text("SET LOCAL lock_timeout = '10s'"))
            World(another).store(World(another).fetched("http://a/2", b"2"), "سۆز")
        assert not upgrade.done()
        writer.commit()
        upgrade.result(timeout=60)
    tables_version.check(filled)
    assert indexes(filled) == {INDEX: True}
    assert words_in_index(filled) == 2


def test_searches_have_the_index_of_before_until_the_new_one_is_whole(filled):
    with ThreadPoolExecutor(1) as pool, filled.connect() as writer:
        write(writer)
        upgrade = pool.submit(migration.upgrade, filled)
        wait_until_somebody_waits(filled)
        assert indexes(filled) == {INDEX: True, BUILDING: False}
        writer.commit()
        upgrade.result(timeout=60)


def test_what_a_stopped_build_left_is_built_again_by_the_next_run(filled):
    with ThreadPoolExecutor(1) as pool, filled.connect() as writer:
        write(writer)
        upgrade = pool.submit(migration.upgrade, filled)
        wait_until_somebody_waits(filled)
        stop_the_build(filled)
        with pytest.raises(UnavailableError, match="run it again"):
            upgrade.result(timeout=60)
        writer.commit()
    assert tables_version.current(filled) == BEFORE
    assert indexes(filled) == {INDEX: True, BUILDING: False}
    migration.upgrade(filled)
    assert indexes(filled) == {INDEX: True}
    assert words_in_index(filled) == 1


def test_two_runners_at_once_do_not_wait_for_each_other_in_a_ring(filled):
    url = filled.url.render_as_string(hide_password=False)
    command = [sys.executable, "-m", "mezmun", "db", "upgrade"]
    with filled.connect() as writer:
        write(writer)
        before = backends(filled)
        runners = [subprocess.Popen(command, env={**os.environ, "MEZMUN_DATABASE_URL": url}) for _ in range(2)]
        wait_until_somebody_waits(filled)
        wait_for_backends(filled, before, 2)
        writer.commit()
        assert [runner.wait(60) for runner in runners] == [0, 0]
    assert indexes(filled) == {INDEX: True}


def test_no_limit_of_the_runner_cuts_a_build_and_they_hold_again_for_the_rest_of_the_step(filled):
    limits = {}

    def look(connection, cursor, statement, *_):
        for begin in ("CREATE INDEX CONCURRENTLY", "ALTER INDEX"):
            if statement.startswith(begin):
                cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
                limits[begin] = cursor.fetchone()

    event.listen(filled, "before_cursor_execute", look)
    migration.upgrade(filled)
    assert limits == {"CREATE INDEX CONCURRENTLY": ("0", "0"), "ALTER INDEX": ("5s", "10min")}


def test_the_limits_of_the_runner_are_its_connections_alone(filled):
    migration.upgrade(filled)
    with filled.connect() as connection:
        assert connection.scalar(text("SHOW statement_timeout")) == "0"


def indexes(engine):
    """Name the indexes of words, and whether each is valid."""
    query = """
        SELECT relname, indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
         WHERE relname LIKE 'ix_extractions_words%'
    """
    with engine.connect() as connection:
        return {row.relname: row.indisvalid for row in connection.execute(text(query))}


def words_in_index(engine):
    """Count the texts with the word, by the index."""
    with engine.begin() as connection:
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        words = "to_tsvector('simple'::regconfig, left((coalesce(title, '') || ' ') || text, 200000))"
        query = f"SELECT count(*) FROM extractions WHERE {words} @@ to_tsquery('simple', 'سۆز')"
        assert INDEX in "".join(connection.scalars(text(f"EXPLAIN {query}")))
        return connection.scalar(text(query))


def backends(engine):
    """Name the server's processes for this database."""
    query = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
    with engine.connect() as connection:
        return set(connection.scalars(text(query)))


def wait_for_backends(engine, before, count):
    """Wait until there are so many that were not there before."""
    deadline = time.monotonic() + 30
    while len(backends(engine) - before) < count:
        assert time.monotonic() < deadline, "only one runner came"
        time.sleep(0.05)


def stop_the_build(engine):
    query = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%'"
    with engine.connect() as connection:
        assert connection.scalars(text(query)).all() == [True]
