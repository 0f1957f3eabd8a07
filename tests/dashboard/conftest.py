import re
import socket
import threading
import time

import pytest
import requests
import uvicorn

from dashboard.access.passwords import hash_password
from dashboard.app import make_app
from dashboard.desk import Desk
from db.access.operators import set_operator
from db.access.tables import Role
from db.publication.tokens import Scope, make_token
from mezmun.core.clock import utc_now
from store.raw_store import FolderStore
from tests.db.world import World

PASSWORD = "correct horse battery"


@pytest.fixture
def desk(engine, tmp_path):
    return Desk(engine, FolderStore(tmp_path / "raw"), utc_now, tmp_path / "exports")


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


@pytest.fixture(scope="session")
def _secret_hash():
    return hash_password(PASSWORD)


class Browser:
    """A visitor with cookies, who fills forms in."""

    def __init__(self, address):
        self.address, self.session = address, requests.Session()

    def get(self, path, **options):
        return self.session.get(self.address + path, timeout=60, **options)

    def post(self, path, **fields):
        return self.session.post(self.address + path, data=fields, timeout=60)

    def form_token(self, path):
        return re.search(r'name="token" value="([0-9a-f]+)"', self.get(path).text)[1]


@pytest.fixture
def sign_in(address, engine, _secret_hash):
    """Give a browser in which somebody of a role is signed in."""

    def enter(role=Role.OPERATOR):
        with engine.begin() as connection:
            set_operator(connection, f"a {role}", role, _secret_hash, now=utc_now())
        browser = Browser(address)
        answer = browser.post("/sign-in", name=f"a {role}", password=PASSWORD)
        assert answer.url == f"{address}/"
        return browser

    return enter


@pytest.fixture
def stored(engine, desk):
    """Store documents, each an address with its text, and a page for each; gives their ids."""

    def store(documents, site="news", body=None, **changes):
        with engine.begin() as connection:
            world = World(connection)
            ids = []
            for url, text in documents.items():
                page = body or f"<p>{text}</p>".encode()
                desk.raw.put(page)
                fetch = world.fetched(url, page, site)
                world.store(fetch, text, **changes)
                ids.append(connection.exec_driver_sql(f"SELECT page_id FROM fetches WHERE id = {fetch}").scalar())
        return ids

    return store
