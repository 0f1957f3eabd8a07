"""Shared fixtures: fresh databases on a real server and on the embedded one, and a broker to talk to."""

import gzip
import json
import os
import socket
import sys
import uuid
from contextlib import contextmanager
from pathlib import Path

import psycopg2
import pytest
from hypothesis import HealthCheck, settings
from kombu import Connection

from db import engine as databases
from services.embedded_postgres import EmbeddedPostgres
from tests.object_server import ObjectServer
from tests.reused_databases import ReusedDatabases, dsn, empty_database, execute

# Tests start hundreds of processes: without bytecode files, each would compile all that it imports again. For some that
# is ten seconds of processor time, and on a crowded machine minutes.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A crowded machine is no fault of what is tested.
settings.register_profile("mezmun", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("mezmun")
# Each example takes several times as long there, and `make test` draws as many as ever.
settings.register_profile("sanitizers", settings.get_profile("mezmun"), max_examples=30, derandomize=True)

POSTGRES = os.environ.get("MEZMUN_TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/postgres")
RABBITMQ = os.environ.get("MEZMUN_TEST_BROKER_URL", "amqp://guest:guest@127.0.0.1:5672//")


SERVICES = frozenset({"server_url", "broker_url", "_embedded_server", "cluster"})
"""Fixtures that give a service: a test that uses one is marked ``services``."""


def pytest_collection_modifyitems(items):
    """Mark what needs a service, so that ``make test-fast`` needs none."""
    for item in items:
        if not SERVICES.isdisjoint(item.fixturenames):
            item.add_marker(pytest.mark.services)


@pytest.fixture(autouse=True)
def _no_service_without_the_marker(request, monkeypatch):
    """Fail a test that starts the embedded PostgreSQL and is not marked ``services``."""
    if request.node.get_closest_marker("services") is None:
        message = "this test starts a service: mark it with @pytest.mark.services"
        monkeypatch.setattr(EmbeddedPostgres, "start", lambda *_: pytest.fail(message))


@pytest.fixture(scope="session")
def server_url():
    """URL of a real PostgreSQL server; without one the test is skipped, but fails in continuous integration."""
    url = databases.database_url(POSTGRES)
    try:
        psycopg2.connect(dsn(url), connect_timeout=5).close()
    except psycopg2.OperationalError as error:
        _missing(f"PostgreSQL does not answer at {url}: {error}")
    return url


@pytest.fixture(scope="session")
def _databases(server_url):
    reused = ReusedDatabases(server_url)
    yield reused
    reused.drop()


@pytest.fixture
def database_url(request, server_url, _databases):
    """URL of a migrated database without rows on the real server, that no other test uses."""
    yield from _migrated(server_url, _databases, new=request.node.get_closest_marker("new_database") is not None)


def _migrated(server, reused, *, new=False):
    name = reused.take(new=new)
    yield server.set(database=name).render_as_string(hide_password=False)
    reused.give_back(name)


@pytest.fixture
def empty_database_url(server_url):
    """URL of a fresh database without tables on the real server, gone after the test."""
    with _without_tables(server_url) as url:
        yield url


@pytest.fixture
def second_database_url(server_url):
    """URL of another one."""
    with _without_tables(server_url) as url:
        yield url


@contextmanager
def _without_tables(server_url):
    name = empty_database(server_url)
    yield server_url.set(database=name).render_as_string(hide_password=False)
    execute(server_url, f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def engine(database_url):
    """Engine on ``database_url``."""
    engine = databases.connect(database_url)
    yield engine
    engine.dispose()


@pytest.fixture(scope="session")
def _embedded_server(tmp_path_factory):
    server = EmbeddedPostgres(tmp_path_factory.mktemp("embedded") / "postgres")
    yield databases.database_url(server.start())
    server.stop()


@pytest.fixture(scope="session")
def _embedded_databases(_embedded_server):
    return ReusedDatabases(_embedded_server)


@pytest.fixture
def embedded(_embedded_server, _embedded_databases):
    """URL of a migrated database without rows on an embedded server, that no other test uses."""
    yield from _migrated(_embedded_server, _embedded_databases)


@pytest.fixture(scope="session")
def broker_url():
    """URL of a real RabbitMQ; tests share its virtual host, so they name their queues with ``queue_prefix``."""
    host, _, port = RABBITMQ.rpartition("@")[2].split("/")[0].partition(":")
    try:
        socket.create_connection((host, int(port or 5672)), timeout=5).close()
    except OSError as error:
        _missing(f"RabbitMQ does not answer at {host}: {error}")
    return RABBITMQ


@pytest.fixture
def queue_prefix(broker_url):
    """A queue prefix on that RabbitMQ that no other test uses; its queues and exchanges are gone after the test."""
    prefix = f"test-{uuid.uuid4().hex[:12]}"
    yield prefix
    with Connection(broker_url) as connection:
        for queue in (f"{prefix}.pages", f"{prefix}.pages.dead"):
            connection.default_channel.queue_delete(queue)
        for exchange in (prefix, f"{prefix}.dead"):
            connection.default_channel.exchange_delete(exchange)


@pytest.fixture(scope="session")
def _object_server():
    server = ObjectServer()
    yield server
    server.stop()


@pytest.fixture
def object_server(_object_server, monkeypatch):
    """A server of the S3 protocol that takes any key."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "test")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "test")
    return _object_server


@pytest.fixture
def labelled_data():
    """Folder of labelled pages, from the environment; without it the test is skipped."""
    folder = os.environ.get("MEZMUN_LABELLED_DATA")
    if folder is None:
        pytest.skip("MEZMUN_LABELLED_DATA is not set")
    return Path(folder)


@pytest.fixture
def write_set(tmp_path):
    """Write a set of labelled pages; a page is its index fields, ``html`` (text or bytes) and ``gold``."""

    def write(name, *pages):
        folder = tmp_path / name
        (folder / "html").mkdir(parents=True)
        (folder / "gold").mkdir()
        lines = []
        for page in pages:
            fields = dict(page)
            html, gold = fields.pop("html", "<p>x</p>"), fields.pop("gold", "x")
            body = html if isinstance(html, bytes) else html.encode()
            (folder / "html" / f"{page['id']}.html.gz").write_bytes(gzip.compress(body))
            (folder / "gold" / f"{page['id']}.txt").write_text(gold, encoding="utf-8")
            lines.append(json.dumps(fields))
        (folder / "index.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return folder

    return write


def _missing(reason):
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)
