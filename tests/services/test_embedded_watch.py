"""A server that dies while a command runs is started again, for real."""

import os
import signal
import time

import pytest
from sqlalchemy import text

from db import engine as databases
from mezmun.core.errors import UnavailableError
from services import embedded_watch
from services.embedded_postgres import EmbeddedPostgres

pytestmark = pytest.mark.services


@pytest.fixture(autouse=True)
def _hurry(monkeypatch):
    monkeypatch.setattr(embedded_watch, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(embedded_watch, "FAILED_SECONDS", 0.1)


def wait_until(true, seconds=60):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_server_that_dies_is_started_again_also_where_a_start_fails(tmp_path, caplog, monkeypatch):
    server = EmbeddedPostgres(tmp_path / "postgres")
    with embedded_watch.running(server) as url:
        engine = databases.connect(url)
        with engine.begin() as connection:
            connection.execute(text("CREATE TABLE pages AS SELECT 7 AS id"))
        start, starts = EmbeddedPostgres.start, []

        def fail_once(self):
            starts.append(self)
            if len(starts) == 1:
                raise UnavailableError("no space is left")
            return start(self)

        monkeypatch.setattr(EmbeddedPostgres, "start", fail_once)
        os.kill(int((server.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        wait_until(lambda: len(starts) == 2)
        wait_until(server.is_running)
        with engine.connect() as connection:
            assert connection.execute(text("SELECT id FROM pages")).scalar_one() == 7
        engine.dispose()
    assert not server.is_running()
    assert "has died, and is started again" in caplog.text
    assert "no space is left" in caplog.text


def test_a_server_that_lives_is_not_started_twice(tmp_path, monkeypatch):
    server, looks, starts = EmbeddedPostgres(tmp_path / "postgres"), [], []
    has_process = EmbeddedPostgres.has_process

    def look(self):
        looks.append(has_process(self))
        return looks[-1]

    with embedded_watch.running(server):
        monkeypatch.setattr(EmbeddedPostgres, "start", starts.append)
        monkeypatch.setattr(EmbeddedPostgres, "has_process", look)
        wait_until(lambda: len(looks) > 3)
    assert (set(looks), starts) == ({True}, [])
