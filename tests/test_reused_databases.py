"""A database that one test uses after another is as a new one, or is dropped."""

import psycopg2
import pytest

from tests.reused_databases import dsn


@pytest.fixture
def reused(_databases):
    return _databases


def do(server_url, name, statement):
    connection = psycopg2.connect(dsn(server_url.set(database=name)))
    connection.autocommit = True
    with connection.cursor() as cursor:
        cursor.execute(statement)
        rows = cursor.fetchall() if cursor.description else []
    connection.close()
    return rows


def oid(server_url, name):
    return do(server_url, name, "SELECT oid FROM pg_database WHERE datname = current_database()")


SITES = (
    "INSERT INTO sites (name, kind, config, config_digest, interval, next_due_at)"
    " SELECT 'site ' || number, 'news', '{{}}', '', '1 day', now() FROM generate_series(1, {}) AS each (number)"
)
ENTRY = "INSERT INTO audit_log (at, operator, action, subject, detail) VALUES (now(), '{}', '', '', '{{}}')"


@pytest.mark.parametrize("removed", ["SELECT 1", "DELETE FROM audit_log"])
def test_rows_and_their_numbers_are_gone_and_so_is_the_name(removed, reused, server_url):
    first = reused.take()
    do(server_url, first, SITES.format(3))
    do(server_url, first, ENTRY.format("one"))
    do(server_url, first, removed)
    before = oid(server_url, first)
    reused.give_back(first)
    second = reused.take()
    assert oid(server_url, second) == before
    assert second != first
    do(server_url, second, ENTRY.format("two"))
    assert do(server_url, second, "SELECT id, operator FROM audit_log") == [(1, "two")]
    assert do(server_url, second, "SELECT count(*) FROM sites") == [(0,)]
    reused.give_back(second)


def test_a_new_one_is_asked_for_and_the_other_waits(reused, server_url):
    first = reused.take()
    before = oid(server_url, first)
    reused.give_back(first)
    new = reused.take(new=True)
    assert oid(server_url, new) != before
    reused.give_back(new)
    second = reused.take()
    assert oid(server_url, second) == before
    reused.give_back(second)


@pytest.mark.parametrize(
    "statement",
    [
        "ALTER TABLE sites ADD COLUMN more integer",
        "ALTER TABLE sites ALTER COLUMN kind DROP NOT NULL",
        "CREATE INDEX more ON sites (kind)",
        "DROP VIEW v_counts CASCADE",
        "DROP TABLE store_checks CASCADE",
        "ANALYZE alembic_version",
        "UPDATE alembic_version SET version_num = '0001'",
        SITES.format(5000),
    ],
)
def test_a_database_whose_tables_a_test_has_changed_is_not_used_again(statement, reused, server_url):
    first = reused.take()
    do(server_url, first, statement)
    before = oid(server_url, first)
    reused.give_back(first)
    second = reused.take()
    assert oid(server_url, second) != before
    reused.give_back(second)


def test_who_is_still_connected_is_sent_away(reused, server_url):
    first = reused.take()
    idle = psycopg2.connect(dsn(server_url.set(database=first)))
    idle.cursor().execute("SELECT * FROM sites")
    reused.give_back(first)
    with pytest.raises(psycopg2.OperationalError):
        idle.cursor().execute("SELECT 1")
    idle.close()
    second = reused.take()
    assert do(server_url, second, "SELECT count(*) FROM sites") == [(0,)]
    reused.give_back(second)
