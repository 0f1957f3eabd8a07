"""The embedded server is started, shared, killed and started again for real; each test has a server of its own."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg2
import pytest

from db import engine as databases
from mezmun.core.errors import UnavailableError
from services.embedded_postgres import EmbeddedPostgres
from services.postgres_binaries import Programs

pytestmark = pytest.mark.services

USER = """
import sys
from pathlib import Path
from services.embedded_postgres import EmbeddedPostgres
with EmbeddedPostgres(Path(sys.argv[1])) as url:
    print(url, flush=True)
    sys.stdin.readline()
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A cluster that is made and stopped, to copy: making one takes seconds."""
    server = EmbeddedPostgres(tmp_path_factory.mktemp("made") / "postgres")
    server.start()
    server.leave()
    assert not server.is_running()
    return server.folder


@pytest.fixture
def server(cluster, tmp_path):
    """A server of one's own, not running."""
    folder = tmp_path / "postgres"
    subprocess.run(["cp", "-a", cluster, folder], check=True)
    server = EmbeddedPostgres(folder)
    yield server
    server.stop()


def other_process(folder, **environment):
    """Use the server from another process until it is told to leave, by a line, or is killed."""
    process = subprocess.Popen(
        [sys.executable, "-c", USER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | environment,
    )
    return process, process.stdout


def let_go(process):
    process.communicate("leave\n", timeout=60)
    assert process.returncode == 0


def execute(server, statement):
    connection = psycopg2.connect(server.url.replace("+psycopg2", ""))
    try:
        with connection, connection.cursor() as cursor:
            cursor.execute(statement)
            return cursor.fetchall() if cursor.description else None
    finally:
        connection.close()


def postmaster(server):
    return int((server.data / "postmaster.pid").read_text().splitlines()[0])


def wait_until(true, seconds=30):
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_it_is_made_started_and_stopped_without_anything_given(tmp_path):
    server = EmbeddedPostgres(tmp_path / "new" / "postgres")
    assert not server.is_running()
    with server as url:
        assert server.is_running()
        databases.check_server(databases.connect(url))
    assert not server.is_running()
    assert not (server.data / "postmaster.pid").exists()


def test_a_hostile_environment_changes_nothing(tmp_path):
    hostile = {"LC_ALL": "C", "LANG": "C", "PGPORT": "1", "PGDATA": "/nowhere", "PGOPTIONS": "-c search_path=x"}
    process, out = other_process(tmp_path / "postgres", **hostile)
    url = out.readline().strip()
    databases.check_server(databases.connect(url))
    let_go(process)


def test_two_processes_at_once_make_and_share_it_and_the_last_one_stops_it(tmp_path):
    folder = tmp_path / "postgres"
    (first, first_out), (second, second_out) = other_process(folder), other_process(folder)
    assert first_out.readline() == second_out.readline() != ""
    let_go(first)
    server = EmbeddedPostgres(folder)
    assert server.is_running()
    let_go(second)
    assert not server.is_running()


def test_a_start_that_is_stopped_leaves_no_server_behind(server, monkeypatch):
    def ctrl_c(_):
        assert server.is_running()
        raise KeyboardInterrupt

    monkeypatch.setattr(EmbeddedPostgres, "_make_database", ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        server.start()
    assert not server.is_running()


def test_starting_twice_in_one_process_is_starting_once(server):
    assert server.start() == server.start()
    server.leave()
    assert not server.is_running()


def test_a_user_killed_has_left_and_the_next_one_finds_the_server_and_stops_it(server):
    process, out = other_process(server.folder)
    out.readline()
    process.kill()
    process.communicate()
    assert server.is_running()
    server.start()
    server.leave()
    assert not server.is_running()


def test_a_server_killed_is_started_again_with_all_that_was_committed(server):
    server.start()
    execute(server, "CREATE TABLE kept (n int)")
    execute(server, "INSERT INTO kept SELECT generate_series(1, 1000)")
    os.kill(postmaster(server), signal.SIGKILL)
    wait_until(lambda: not server.is_running())
    server.start()
    assert execute(server, "SELECT count(*) FROM kept") == [(1000,)]


def test_a_server_killed_while_a_query_runs_is_started_again(server):
    server.start()
    busy = psycopg2.connect(server.url.replace("+psycopg2", ""))
    busy.cursor().execute("CREATE TABLE half (n int)")
    code = "import sys, psycopg2; psycopg2.connect(sys.argv[1]).cursor().execute(sys.argv[2])"
    query = "SELECT sum(sqrt(n)) FROM generate_series(1, 1000000000) n"
    worker = subprocess.Popen(
        [sys.executable, "-c", code, server.url.replace("+psycopg2", ""), query], stderr=subprocess.DEVNULL
    )
    running = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%sqrt%'"
    wait_until(lambda: execute(server, running) == [(2,)])  # the worker's and the question itself
    os.kill(postmaster(server), signal.SIGKILL)
    server.start()
    assert execute(server, "SELECT to_regclass('half')") == [(None,)]
    assert worker.wait(timeout=30) != 0
    busy.close()


@pytest.mark.parametrize("left", ["{taken}\n", "", "nonsense\n", "999999999\n/x\n"])
def test_a_stale_file_is_not_believed_even_when_its_number_is_taken(server, left):
    (server.data / "postmaster.pid").write_text(left.format(taken=os.getpid()))
    server.start()
    assert execute(server, "SELECT 1") == [(1,)]


def test_a_kill_while_it_is_made_leaves_nothing_in_the_way(tmp_path):
    folder = tmp_path / "postgres"
    process, _ = other_process(folder)
    wait_until(lambda: list(folder.glob("data.new.*/PG_VERSION")))
    process.kill()
    process.communicate()
    with EmbeddedPostgres(folder) as url:
        databases.check_server(databases.connect(url))


@pytest.mark.parametrize("name", ["x" * 120, "سانلىق مەلۇمات", "with ' quote, comma"])
def test_a_path_too_long_or_too_odd_for_a_socket_is_no_obstacle(cluster, tmp_path, name):
    folder = tmp_path / name / "postgres"
    folder.parent.mkdir()
    subprocess.run(["cp", "-a", cluster, folder], check=True)
    server = EmbeddedPostgres(folder)
    with server as url:
        databases.check_server(databases.connect(url))
    assert not server.is_running()


def test_stop_stops_it_whoever_uses_it(server):
    process, out = other_process(server.folder)
    out.readline()
    server.stop()
    assert not server.is_running()
    server.stop()
    let_go(process)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's stand-in is kept out by a folder of root's that is closed")
def test_a_server_whose_folder_was_closed_above_it_meanwhile_is_stopped(server):
    with server:
        server.folder.parent.chmod(0o700)
    assert not server.is_running()
    assert not (server.data / "postmaster.pid").exists()


def test_a_moved_folder_works_at_its_new_place(server):
    with server:
        execute(server, "CREATE TABLE moved ()")
    moved = EmbeddedPostgres(server.folder.rename(server.folder.with_name("moved")))
    with moved:
        assert execute(moved, "SELECT to_regclass('moved')::text") == [("moved",)]


def test_a_cluster_of_another_version_is_refused(server):
    (server.data / "PG_VERSION").write_text("15\n")
    with pytest.raises(UnavailableError, match="made by PostgreSQL 15, and this is 18"):
        server.start()


def test_a_server_on_its_way_up_is_waited_for_though_no_list_of_processes_shows_it(server, monkeypatch):
    def run_late(self, program, *arguments, keep=None):
        # a process that names neither the program nor its folder, as one has no command line while it becomes another
        late = 'sleep 1; eval "$LATER" >/dev/null'
        later = {"LATER": shlex.join([str(self._folder / program), *arguments])}
        subprocess.Popen(
            ["/bin/sh", "-c", late],
            env=os.environ | later,
            pass_fds=[keep],
            user=self._user and self._user.pw_uid,
            group=self._user and self._user.pw_gid,
            cwd="/",
        )
        return subprocess.CompletedProcess([], 0, "")

    with monkeypatch.context() as patch:
        patch.setattr(Programs, "run", run_late)
        server.start()
    assert execute(server, "SELECT 1") == [(1,)]


@pytest.mark.parametrize(
    ("output", "why"),
    [
        ("pg_ctl: could not fork\n", "pg_ctl: could not fork"),
        (
            "10:00 [7] FATAL:  No space left on device\n10:00 [7] PANIC:  cannot abort\nAborted\n",
            "No space left on device$",
        ),
        ("10:00 [7] PANIC:  could not locate a checkpoint\nAborted\n", "could not locate a checkpoint$"),
    ],
)
def test_a_launch_that_fails_says_why(server, monkeypatch, output, why):
    failed = subprocess.CompletedProcess([], 1, output)
    with monkeypatch.context() as patch:
        patch.setattr(Programs, "run", lambda *_, **__: failed)
        with pytest.raises(UnavailableError, match=f"cannot be started: .*{why}"):
            server.start()


def test_a_broken_cluster_says_what_the_server_said(server):
    (server.data / "global" / "pg_control").unlink()
    with pytest.raises(UnavailableError, match="pg_control"):
        server.start()


def test_its_log_is_a_file_for_each_day_of_the_week_and_holds_no_text_of_a_page(server):
    server.start()
    with pytest.raises(psycopg2.Error):
        execute(server, "SELECT 1 / 0 AS a_text_of_a_page")
    server.stop()
    (log,) = server.logs.iterdir()
    assert re.fullmatch(r"server-[1-7]\.log", log.name)
    assert "division by zero" in log.read_text()
    assert "a_text_of_a_page" not in log.read_text()
    assert "division by zero" not in server.launch_log.read_text()
    server.start()
    settings = "log_rotation_age", "log_truncate_on_rotation"
    assert [execute(server, f"SHOW {name}") for name in settings] == [[("1d",)], [("on",)]]


def test_what_a_launch_writes_before_its_log_is_that_of_one_launch(server):
    for _ in range(3):
        server.start()
        server.leave()
    assert server.launch_log.read_text().count("redirecting log output") == 1


def test_a_file_in_the_way_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnavailableError, match="cannot be started"):
        EmbeddedPostgres(tmp_path / "file" / "postgres").start()


def test_other_users_of_the_machine_cannot_reach_it(server):
    server.start()
    socket_folder = Path(server.url.partition("host=")[2].partition("&")[0])
    assert socket_folder.stat().st_mode & 0o077 == 0
    assert execute(server, "SHOW listen_addresses") == [("",)]
