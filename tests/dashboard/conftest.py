import socket
import threading
import time

import pytest
import uvicorn

from dashboard.app import make_app
from dashboard.desk import Desk
from db.publication.tokens import Scope, make_token
from mezmun.core.clock import utc_now
from store.raw_store import FolderStore
from tests.db.world import World


@pytest.fixture
def desk(engine, tmp_path):
    return Desk(engine, FolderStore(tmp_path / "raw"), utc_now)


@pytest.fixture
def address(desk):
    """Address of the application, served for the test by a real server on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(make_app(desk), port=port, log_level="warning"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def token(engine):
    with engine.begin() as connection:
        return make_token(connection, "test", [Scope.DOCUMENTS], now=utc_now())


@pytest.fixture
def stored(engine):
    """Store documents, each an address with its text; one transaction for all."""

    def store(documents, **changes):
        with engine.begin() as connection:
            world = World(connection)
            for url, body in documents.items():
                world.store(world.fetched(url, body.encode()), body, **changes)

    return store
