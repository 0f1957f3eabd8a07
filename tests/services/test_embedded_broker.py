"""The queues in PostgreSQL, through kombu as Celery uses it, on the embedded server."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from kombu import Connection
from sqlalchemy import inspect

from db import engine as databases
from db.base import Base
from db.schema import tables_version
from mezmun.core.errors import UnavailableError
from services import embedded_broker

pytestmark = pytest.mark.services


def put(url, name, *bodies):
    with Connection(url) as connection, connection.SimpleQueue(name) as queue:
        for body in bodies:
            queue.put(body)


def get(url, name, count):
    with Connection(url) as connection, connection.SimpleQueue(name) as queue:
        bodies = []
        for _ in range(count):
            message = queue.get(timeout=5)
            bodies.append(message.payload)
            message.ack()
        with pytest.raises(queue.Empty):
            queue.get(block=False)
        return bodies


def test_messages_go_through_in_order_and_stay_when_the_sender_is_gone(embedded):
    name, url = "test.pages", embedded_broker.url(embedded)
    embedded_broker.prepare(embedded, [name])
    code = """
import sys
from kombu import Connection
with Connection(sys.argv[1]) as connection, connection.SimpleQueue(sys.argv[2]) as queue:
    queue.put({"n": 1})
    queue.put({"n": 2})
"""
    subprocess.run([sys.executable, "-c", code, url, name], check=True)
    assert get(url, name, 2) == [{"n": 1}, {"n": 2}]


def test_its_tables_are_out_of_the_way_of_ours(embedded):
    embedded_broker.prepare(embedded, ["q"])
    engine = databases.connect(embedded)
    assert set(inspect(engine).get_table_names()) == {"alembic_version", *Base.metadata.tables}
    assert set(inspect(engine).get_table_names(embedded_broker.SCHEMA)) == {"kombu_message", "kombu_queue"}
    tables_version.check(engine)
    engine.dispose()


def test_many_processes_may_prepare_at_once_and_again(database_url):
    code = "import sys; from services import embedded_broker; embedded_broker.prepare(sys.argv[1], ['a', 'b'])"
    with ThreadPoolExecutor(3) as pool:
        runs = pool.map(lambda _: subprocess.run([sys.executable, "-c", code, database_url], check=False), range(3))
        assert [run.returncode for run in runs] == [0, 0, 0]
    embedded_broker.prepare(database_url, ["a", "b", "c"])
    put(embedded_broker.url(database_url), "c", 1)
    assert get(embedded_broker.url(database_url), "c", 1) == [1]


def test_nothing_is_left_open_for_a_child_to_inherit(database_url):
    embedded_broker.prepare(database_url, ["q"])
    engine = databases.connect(database_url)
    with engine.connect() as connection:
        others = connection.exec_driver_sql(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).scalar_one()
    engine.dispose()
    assert others == 0


def test_delivered_messages_are_pruned_and_waiting_ones_kept(database_url):
    embedded_broker.prepare(database_url, ["q"])
    url = embedded_broker.url(database_url)
    put(url, "q", "first", "second")
    with Connection(url) as connection, connection.SimpleQueue("q") as queue:
        queue.get(timeout=5).ack()
    now = datetime.now(UTC)
    engine = databases.connect(database_url)
    with engine.begin() as database:
        assert embedded_broker.prune(database, before=now - timedelta(minutes=1)) == 0
        assert embedded_broker.prune(database, before=now + timedelta(minutes=1)) == 1
    engine.dispose()
    assert get(url, "q", 1) == ["second"]


def test_a_database_that_does_not_answer_is_one_sentence():
    with pytest.raises(UnavailableError, match="queues"):
        embedded_broker.prepare("postgresql://me@127.0.0.1:1/x", ["q"])


def test_the_url_keeps_password_and_options_of_the_database():
    url = embedded_broker.url("postgresql://me:p%40ss@h:5433/x?sslmode=require")
    assert url.startswith("sqla+postgresql+psycopg2://me:p%40ss@h:5433/x?")
    assert "sslmode=require" in url
