"""The long-running crawler: due sites side by side, each in one process's hands, until told to stop."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from itertools import pairwise

import pytest
from sqlalchemy import create_engine, text

from db.crawling import control
from mezmun.core.clock import utc_now
from tests.crawler.schedule.test_frontier import library, wait_for_requests
from tests.crawler.web import Web, answer


def write(folder, name: str, web: Web, more: str = "") -> None:
    folder.mkdir(exist_ok=True)
    content = f"kind: news\nseeds: ['{web.url}/']\nlimits: {{delay: 0.02, timeout: 5}}\n{more}"
    (folder / f"{name}.yaml").write_text(content)


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
    due = "SELECT count(*) FROM sites WHERE name = 'one' AND next_due_at > now() AND leased_by IS NULL"
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
    child.send_signal(signal.SIGINT)
    _, words = child.communicate(timeout=60)
    assert child.returncode == 0
    assert "The crawler was told to stop: it hands over what it fetched." in words
    assert "The crawler has stopped; its sites go on where they were." in words
    free = "SELECT count(*) FROM sites WHERE leased_by IS NULL AND next_due_at <= now()"
    assert crawls.rows(free)[0][0] == 1
    assert crawls.rows("SELECT state FROM crawls") == [("running",)]
    long_running()
    wait_for(lambda: crawls.rows("SELECT state FROM crawls") == [("finished",)])


def test_a_wrong_site_file_is_logged_when_the_crawler_starts_and_stops_no_other_site(
    tmp_path, web, other_web, crawls, long_running
):
    web.pages["/"] = other_web.pages["/"] = "<p>" + "words " * 50
    write(tmp_path / "sites", "one", web, "sedes: []\n")
    write(tmp_path / "sites", "two", other_web)
    child = long_running()
    wait_for(lambda: crawls.rows("SELECT site, state FROM crawls") == [("two", "finished")])
    child.terminate()
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 0
    assert "one.yaml:4: unknown key sedes" in errors
    assert "Traceback" not in errors
    assert web.requests == []


def test_many_sites_are_crawled_at_once_and_each_at_its_own_pace(tmp_path, crawls, long_running):
    webs = [Web() for _ in range(12)]
    for number, web in enumerate(webs):
        web.pages["/"] = "".join(f'<a href="/page-{n}-of-words">x</a>' for n in range(4))
        web.pages |= {f"/page-{n}-of-words": "<p>" + "words " * 50 for n in range(4)}
        write(tmp_path / "sites", f"site-{number}", web)
        file = tmp_path / "sites" / f"site-{number}.yaml"
        file.write_text(file.read_text().replace("0.02", "0.5"))
    long_running()
    wait_for(lambda: crawls.rows("SELECT count(*) FROM crawls WHERE state = 'finished'")[0][0] == 12)
    times = [[at for at, path, _ in web.requests if path != "/robots.txt"] for web in webs]
    assert all(len(asked) == 5 for asked in times)
    assert all(later - earlier >= 0.5 for asked in times for earlier, later in pairwise(asked))
    start, end = min(map(min, times)), max(map(max, times))
    assert end - start < 12 * 4 * 0.5, "one site after the other"
    for web in webs:
        web.close()


def test_two_sites_of_one_host_share_its_pace(tmp_path, web, crawls, long_running):
    web.pages["/"] = "".join(f'<a href="/page-{n}-of-words">x</a>' for n in range(4))
    web.pages["/forum"] = "".join(f'<a href="/thread-{n}-1-1.html">x</a>' for n in range(4))
    write(tmp_path / "sites", "portal", web)
    content = f"kind: forum\nseeds: ['{web.url}/forum']\nlimits: {{delay: 0.3}}\n"
    (tmp_path / "sites" / "forum.yaml").write_text(content)
    portal = tmp_path / "sites" / "portal.yaml"
    portal.write_text(portal.read_text().replace("0.02", "0.3"))
    long_running()
    wait_for(lambda: crawls.rows("SELECT count(*) FROM crawls WHERE state = 'finished'")[0][0] == 2)
    times = [at for at, _, _ in web.requests]
    assert len(times) == 11
    assert min(later - earlier for earlier, later in pairwise(times)) >= 0.29


def test_a_process_that_is_killed_is_told_and_its_sites_are_taken_up_at_once(tmp_path, web, crawls, long_running):
    library(web, shelves=2)
    write(tmp_path / "sites", "one", web)
    child = long_running()
    wait_for_requests(web, 8)
    [(pid,)] = crawls.rows("SELECT pid FROM heartbeats")
    os.kill(pid, signal.SIGKILL)
    wait_for(lambda: crawls.rows("SELECT state FROM crawls") == [("finished",)])
    child.send_signal(signal.SIGTERM)
    _, words = child.communicate(timeout=60)
    assert "The process that crawls ended with signal 9; it is started again." in words
    assert "one: crawl 1 begins" in words
    assert "one: crawl 1 ends: 31 pages fetched" in words


def test_a_site_that_is_to_be_crawled_now_has_its_robots_txt_asked_for_by_the_process_that_could_not_read_it(
    tmp_path, web, crawls, long_running
):
    web.pages |= {"/robots.txt": answer(503, b""), "/": "<p>words of a front page"}
    write(tmp_path / "sites", "one", web)
    long_running()
    wait_for(lambda: crawls.rows("SELECT failures FROM sites") == [(1,)])
    web.pages["/robots.txt"] = ""
    with crawls.engine.begin() as connection:
        control.make_due(connection, "one", now=utc_now())
    wait_for(lambda: crawls.rows("SELECT failures FROM sites") == [(0,)])
    assert "/" in web.paths()
    assert crawls.rows("SELECT failures FROM robots_files") == [(0,)]


def test_a_rest_that_the_server_asks_for_holds_for_the_whole_host(tmp_path, web, crawls, long_running):
    web.pages["/"] = "".join(f'<a href="/page-{n}-of-words">x</a>' for n in range(4))
    web.pages |= {f"/page-{n}-of-words": answer(429, b"", Retry_After="3600") for n in range(4)}
    write(tmp_path / "sites", "one", web)
    long_running()
    free = "SELECT extract(epoch FROM next_due_at - now()) FROM sites WHERE leased_by IS NULL AND next_due_at > now()"
    wait_for(lambda: crawls.rows(free))
    assert [path for path in web.paths() if path.startswith("/page")] == ["/page-0-of-words"]
    assert 3500 < crawls.rows(free)[0][0] <= 3600
    assert 3500 < crawls.rows("SELECT extract(epoch FROM free_at - now()) FROM hosts")[0][0] <= 3600
    state, why = crawls.rows("SELECT state, detail FROM crawls")[0]
    assert (state, why.partition(" until ")[0]) == ("stopped", "the server asks to be left alone")


def test_a_wrong_file_a_pause_and_a_database_that_is_away_stop_nothing_else(
    tmp_path, web, other_web, server_url, crawls, long_running
):
    for site in (web, other_web):
        site.pages["/"] = "".join(f'<a href="/page-{n}-of-words">x</a>' for n in range(60))
        site.pages |= {f"/page-{n}-of-words": "<p>" + "words " * 50 for n in range(60)}
    write(tmp_path / "sites", "one", web)
    write(tmp_path / "sites", "other", other_web)
    for name in ("one", "other"):
        file = tmp_path / "sites" / f"{name}.yaml"
        file.write_text(file.read_text().replace("0.02", "0.3"))
    child = long_running()
    wait_for_requests(web, 3)
    wait_for_requests(other_web, 3)

    (tmp_path / "sites" / "one.yaml").write_text("kind: !secret abc")
    (tmp_path / "sites" / "bad.yaml").write_text("seeds: [" * 3000)
    crawls.execute("UPDATE sites SET paused_at = now() WHERE name = 'other'")
    wait_for(lambda: crawls.rows("SELECT leased_by FROM sites WHERE name = 'other'") == [(None,)])
    paused_at = len(other_web.requests)

    name = crawls.engine.url.database
    server = create_engine(server_url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false"))
        connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"))
        time.sleep(4)
        connection.execute(text(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true"))
    server.dispose()
    finished = "SELECT count(*) FROM crawls WHERE site = 'one' AND state = 'finished'"
    wait_for(lambda: crawls.rows(finished)[0][0] == 1)
    assert len(other_web.requests) == paused_at

    crawls.execute("UPDATE sites SET paused_at = NULL")
    wait_for(lambda: crawls.rows(finished.replace("one", "other"))[0][0] == 1)
    child.send_signal(signal.SIGTERM)
    _, words = child.communicate(timeout=60)
    assert words.count("the tag !secret is not read here") == 1
    assert words.count("bad.yaml:1: no valid YAML") == 1
    assert "Traceback" not in words
    asked = Counter(path for path in web.paths() if path != "/robots.txt")
    assert len(asked) == 61
    assert sum(asked.values()) <= 62, "a page that was written down was fetched again"
