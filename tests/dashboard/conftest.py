import re
import socket
import threading
import time

import pytest
import requests
import uvicorn
from sqlalchemy import update

from crawler.probing.rule_changes import try_file
from crawler.schedule.site_addresses import pages_at_sites
from dashboard.access.passwords import hash_password
from dashboard.app import make_app
from dashboard.resources import Resources
from db.access.operators import set_operator
from db.access.tables import AccessRole
from db.models import Fetch
from db.processing.fetch_outcomes import record_outcome
from db.publication.access_tokens import Scope, make_token
from db.reextraction import page_results, reextractions
from db.reextraction.tables import State
from mezmun.core.clock import utc_now
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.page_queue import PageQueue
from store.folder_store import FolderStore
from tests.db.world import World, extraction
from workers.present_versions import PRESENT_VERSIONS

PASSWORD = "correct horse battery"


@pytest.fixture
def raw(tmp_path):
    return FolderStore(tmp_path / "raw")


@pytest.fixture
def queue(broker_url, queue_prefix):
    return PageQueue(broker_url, queue_prefix)


@pytest.fixture
def resources(engine, raw, queue, tmp_path):
    return Resources(engine, raw, utc_now, tmp_path / "exports", queue, try_file, pages_at_sites, PRESENT_VERSIONS)


@pytest.fixture
def address(resources):
    """Address of the application, served for the test by a real server on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(make_app(resources), port=port, log_level="warning", timeout_keep_alive=600))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join()


def routes(resources):
    """Give all pages and calls of the application, as FastAPI knows them."""
    parts = [getattr(part, "original_router", None) for part in make_app(resources).routes]
    return [route for part in parts if part for route in part.routes]


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

    def enter(role=AccessRole.OPERATOR):
        with engine.begin() as connection:
            set_operator(connection, f"a {role}", role, _secret_hash, now=utc_now())
        browser = Browser(address)
        answer = browser.post("/sign-in", name=f"a {role}", password=PASSWORD)
        assert answer.url == f"{address}/"
        return browser

    return enter


@pytest.fixture
def stored(engine, raw):
    """Store documents, each an address with its text, and a page for each; gives their ids."""

    def store(documents, site="news", body=None, signals=None, **changes):
        ids = []
        with engine.begin() as connection:
            world = World(connection)
            for url, text in documents.items():
                page = body or f"<p>{text}</p>".encode()
                raw.put(page)
                fetch = world.fetched(url, page, site)
                outcome = world.store(fetch, text, **changes)
                record_outcome(connection, fetch, outcome, at=World.now)
                row = update(Fetch).where(Fetch.id == fetch).values(signals=signals or {}).returning(Fetch.page_id)
                ids.append(connection.scalar(row))
        return ids

    return store


@pytest.fixture
def reextracted(engine):
    """Let a re-extraction of a site be ready, which gives every document another text; gives its number."""

    def read_again(new_text, site="news"):
        now = utc_now()
        with engine.begin() as connection:
            number = reextractions.request(connection, site, "all-text", now=now)
            reextractions.begin(connection, number, "all-text", method_version="2", normalizer_version="4")
            for reference in reextractions.unread_fetches(connection, number, after=0, limit=100):
                trial = page_results.trial_of(connection, reference.fetch_id)
                row = extraction(new_text, method="all-text")
                page_results.record_result(
                    connection, trial, reference.fetch_id, Outcome.STORED, now=now, extraction=row
                )
            reextractions.move_on(connection, number, State.RUNNING, State.READY, now=now)
        return number

    return read_again
