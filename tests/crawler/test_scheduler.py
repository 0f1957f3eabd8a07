"""The long-running crawler: due sites one after the other, under a lease, until told to stop."""

import signal
import subprocess
import sys
import time

import pytest

from tests.crawler.test_frontier import library, wait_for_requests
from tests.crawler.web import Web


def write(folder, name: str, web: Web, more: str = "") -> None:
    folder.mkdir(exist_ok=True)
    text = f"kind: news\nseeds: ['{web.url}/']\nlimits: {{delay: 0.02, timeout: 5}}\n{more}"
    (folder / f"{name}.yaml").write_text(text)


@pytest.fixture
def long_running(tmp_path, database_url, crawls):
    children = []

    def begin():
        command = [sys.executable, "-c", "from mezmun.cli import main; main()", "crawler", "--idle", "0.2"]
        environment = {
            "MEZMUN_DATABASE_URL": database_url,
            "MEZMUN_SITES_DIR": str(tmp_path / "sites"),
            "MEZMUN_DATA_DIR": str(tmp_path / "data"),
            "PATH": "/usr/bin:/bin",
        }
        children.append(subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True))
        return children[-1]

    yield begin
    for child in children:
        child.kill()
        child.communicate()


def wait_for(condition, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_due_sites_are_crawled_once_and_those_switched_off_never(tmp_path, web, other_web, crawls, long_running):
    library(web, shelves=1)
    other_web.pages["/"] = "<p>nobody asks for this"
    write(tmp_path / "sites", "one", web)
    write(tmp_path / "sites", "off", other_web, "enabled: false\n")
    child = long_running()
    due = "SELECT count(*) FROM sites WHERE name = 'one' AND next_due_at > now() AND leased_until IS NULL"
    wait_for(lambda: crawls.rows(due)[0][0] == 1)
    time.sleep(1)
    child.send_signal(signal.SIGTERM)
    assert child.wait(timeout=30) == 0
    assert crawls.rows("SELECT site, state FROM crawls") == [("one", "finished")]
    assert not other_web.requests


def test_a_stop_in_the_middle_gives_the_site_back_at_once(tmp_path, web, crawls, long_running):
    library(web, shelves=2)
    write(tmp_path / "sites", "one", web)
    child = long_running()
    wait_for_requests(web, 8)
    child.send_signal(signal.SIGTERM)
    assert child.wait(timeout=60) == 0
    free = "SELECT count(*) FROM sites WHERE leased_until IS NULL AND next_due_at <= now()"
    assert crawls.rows(free)[0][0] == 1
    assert crawls.rows("SELECT state FROM crawls") == [("running",)]
    long_running()
    wait_for(lambda: crawls.rows("SELECT state FROM crawls") == [("finished",)])


def test_a_wrong_site_file_is_told_before_anything_starts(tmp_path, web, long_running):
    write(tmp_path / "sites", "one", web, "sedes: []\n")
    child = long_running()
    _, said = child.communicate(timeout=60)
    assert child.returncode == 1
    assert "one.yaml:4: unknown key sedes" in said
    assert "Traceback" not in said
