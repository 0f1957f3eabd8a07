"""The embedded PostgreSQL: the server from the wheel, kept in one folder, shared by every process that uses it.

``start`` makes the cluster when there is none and the server when it does not run; the last process to leave stops it.
Who is using it is told by locks of the operating system, not by a list: a process killed with SIGKILL has left at once.
A server killed with SIGKILL is started again, and PostgreSQL recovers what was committed.

The wheel has a start-and-stop of its own, which is not used: it keeps a list of process ids that a kill leaves wrong,
takes any process with the id of a stale ``postmaster.pid`` for the server, gives recovery ten seconds, takes the locale
from the environment (with ``LC_ALL=C`` full-text search is broken for ever), and opens the user's folders to be listed.
"""

import fcntl
import hashlib
import os
import re
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psutil
import psycopg2

from mezmun.core.errors import UnavailableError
from services.postgres_binaries import VERSION, Programs

DATABASE: Final = "mezmun"
SUPERUSER: Final = "postgres"
LOCALES: Final = ("C.UTF-8", "en_US.UTF-8")
"""LC_CTYPE of the cluster, first one the system has: it must be UTF-8 (see ``db.engine.check_server``)."""
PORT: Final = 5432
"""Only a part of the socket's name: the server listens on no network address."""
START_TIMEOUT: Final = 300.0
"""Seconds; a start takes one, but recovery after a crash reads up to 1 GB of log (``max_wal_size``) again."""
STOP_TIMEOUT: Final = 60
"""Seconds for a clean stop, before the server is stopped the hard way and has to recover at its next start."""
LOG_SETTINGS: Final = {
    "logging_collector": "on",
    "log_directory": "../logs",  # from the cluster's folder
    "log_filename": "server-%u.log",
    "log_rotation_age": "1d",
    "log_rotation_size": "0",
    "log_truncate_on_rotation": "on",
    "log_min_error_statement": "panic",
}
"""How the server writes its log: a file for each day of the week, which that of the week before gives way to.

PostgreSQL removes no file that was begun because another was full. Statements are left out: they hold the texts of
pages, which are long, and which must not stay when a page is taken down.
"""
SOCKET_PATH_LIMIT: Final = 103
"""Octets of a Unix socket's path: ``sun_path`` holds 104 on macOS and 108 on Linux, with a final zero."""


class EmbeddedPostgres:
    """The server in ``folder``; as a context manager it gives its URL on entering and leaves at the end.

    An instance belongs to one process. A child that was forked while its parent uses the server counts as a user too.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().resolve()
        self.data = self.folder / "data"
        self.launch_log = self.folder / "server.log"
        self.logs = self.folder / "logs"
        self._use: int | None = None

    def __enter__(self) -> str:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.leave()

    @property
    def url(self) -> str:
        """The database's URL, for this machine only; it has no password, the socket's folder is closed to others."""
        return f"postgresql+psycopg2://{SUPERUSER}@/{DATABASE}?host={self._socket_folder()}&port={PORT}"

    def start(self) -> str:
        """Make sure the server runs and has the database, count as one of its users, and give the database's URL.

        Raises:
            UnavailableError: it cannot be made or started; the message ends with what the server said.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self._gate():
                if self._use is None:
                    self._use = _lock(self.folder / "users.lock", fcntl.LOCK_SH)
                try:
                    programs = Programs()
                    programs.open_way(self.folder)
                    self._make_cluster(programs)
                    self._make_run(programs)
                    self._make_database()
                except BaseException:  # Ctrl-C as well, after which nobody would stop what was started
                    self._stop_unless_used()
                    raise
        except OSError as error:
            raise UnavailableError(f"The embedded PostgreSQL in {self.folder} cannot be started: {error}.") from error
        return self.url

    def leave(self) -> None:
        """Use the server no longer, and stop it when nobody else does."""
        if self._use is None:
            return
        with self._gate():
            self._stop_unless_used()

    def stop(self) -> None:
        """Stop the server whoever uses it; does nothing when it does not run."""
        if not self.folder.is_dir():
            return
        with self._gate():
            self._forget_use()
            self._stop()

    def is_running(self) -> bool:
        """Say whether the server is up and answers."""
        try:
            self._connect().close()
        except psycopg2.OperationalError:
            return False
        return True

    def has_process(self) -> bool:
        """Say whether a process of the server lives, which may be starting or recovering."""
        return self._postmaster() is not None

    # What start does, in order ---------------------------------------------------------------------------------------

    def _make_cluster(self, programs: Programs) -> None:
        version = self.data / "PG_VERSION"
        if version.exists():
            if (made_by := version.read_text().strip()) != str(VERSION):
                raise UnavailableError(
                    f"The folder {self.data} was made by PostgreSQL {made_by}, and this is {VERSION}."
                    " Set MEZMUN_DATA_DIR to another folder, or move the data over with pg_dump and psql."
                )
            return
        # Made aside and moved into place: a kill half-way must not leave half a cluster, and the initdb of a killed
        # process, which goes on writing, must find nothing of ours.
        for left in self.folder.glob("data.new.*"):
            shutil.rmtree(left, ignore_errors=True)
        complaint = ""
        for locale in LOCALES:
            new = Path(tempfile.mkdtemp(prefix="data.new.", dir=self.folder))
            programs.make_private(new)
            done = programs.run(
                *("initdb", "--pgdata", str(new), "--username", SUPERUSER, "--auth", "trust", "--encoding", "UTF8"),
                *("--locale-provider", "libc", "--locale", "C", "--lc-ctype", locale, "--set", "timezone=UTC"),
            )
            if done.returncode == 0:
                new.rename(self.data)
                return
            complaint = complaint or _complaint(done.stdout)
        raise UnavailableError(f"The embedded PostgreSQL cannot be made in {self.data}: {complaint}")

    def _make_run(self, programs: Programs) -> None:
        deadline = time.monotonic() + START_TIMEOUT
        before: dict[Path, int] | None = None
        while not self.is_running():
            if time.monotonic() > deadline:
                raise UnavailableError(
                    f"The embedded PostgreSQL does not answer after {START_TIMEOUT:.0f} seconds: see {self.logs}."
                )
            if self._postmaster() is not None or (before is not None and self._is_at_work()):
                time.sleep(0.05)  # it is starting, recovering, or on its way out
            elif before is None:
                self._clear_away()
                before = self._launch(programs)
            elif not self.is_running():  # it may have come up since we looked
                complaint = _complaint(self._written_since(before))
                raise UnavailableError(f"The embedded PostgreSQL in {self.folder} cannot be started: {complaint}")

    def _clear_away(self) -> None:
        """Remove what a killed server leaves: its files, which would be believed, and children still at work."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        (self._own_socket_folder() / f".s.PGSQL.{PORT}.lock").unlink(missing_ok=True)
        orphans = [process for process in psutil.process_iter() if _works_in(process, self.data)]
        for orphan in orphans:
            with suppress(psutil.NoSuchProcess):
                orphan.kill()  # recovery treats what they were at as any transaction that was never committed
        psutil.wait_procs(orphans, timeout=10)

    def _launch(self, programs: Programs) -> dict[Path, int]:
        """Launch the server and give the lengths its logs had; whether it comes up is for the caller to see.

        ``pg_ctl --wait`` is no help: it takes a server for another's when the clock was set back meanwhile.
        """
        programs.make_private(self._own_socket_folder())
        programs.make_private(self.logs)
        self.launch_log.write_bytes(b"")  # some lines until the server writes to its own files
        programs.give(self.launch_log)
        before = {path: path.stat().st_size for path in self._log_files()}
        options = {
            "listen_addresses": "",
            "port": str(PORT),
            "unix_socket_directories": str(self._own_socket_folder()),
            "unix_socket_permissions": "0700",
            **LOG_SETTINGS,
        }
        work = os.open(self.folder / "server.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(work, fcntl.LOCK_SH)
            launched = programs.run(
                *("pg_ctl", "start", "--no-wait", "--pgdata", str(self.data), "--log", str(self.launch_log)),
                *("--options", " ".join(f"-c {key}='{value}'" for key, value in options.items())),
                keep=work,
            )
        finally:
            os.close(work)
        if launched.returncode != 0:
            raise UnavailableError(
                f"The embedded PostgreSQL in {self.folder} cannot be started: {_complaint(launched.stdout)}"
            )
        return before

    def _make_database(self) -> None:
        connection = self._connect()
        try:
            connection.autocommit = True
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE,))
                if cursor.fetchone() is None:
                    cursor.execute(f"CREATE DATABASE {DATABASE}")
        finally:
            connection.close()

    def _stop_unless_used(self) -> None:
        self._forget_use()
        last = _lock(self.folder / "users.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)
        if last is not None:
            try:
                self._stop()
            finally:
                os.close(last)

    def _stop(self) -> None:
        """Stop the server by signal, as ``pg_ctl`` does in its modes "fast" and "immediate".

        ``pg_ctl`` itself is no help: root's stand-in may no longer pass through the folders above the server's, when
        somebody has closed one since the start.
        """
        for number in (signal.SIGINT, signal.SIGQUIT):
            if (server := self._postmaster()) is None:
                return
            with suppress(psutil.NoSuchProcess):
                server.send_signal(number)
            deadline = time.monotonic() + STOP_TIMEOUT
            while self._postmaster() is not None and time.monotonic() < deadline:
                time.sleep(0.05)

    # Looking ---------------------------------------------------------------------------------------------------------

    def _connect(self) -> "psycopg2.extensions.connection":
        return psycopg2.connect(
            host=str(self._socket_folder()), port=PORT, user=SUPERUSER, dbname="postgres", connect_timeout=5
        )

    def _postmaster(self) -> psutil.Process | None:
        """Give the running server's process; a file left by a killed one, its id perhaps reused, does not count."""
        try:
            process = psutil.Process(int(self._pid_file()[0]))
            alive = process.status() != psutil.STATUS_ZOMBIE and str(self.data) in process.cmdline()
        except (OSError, IndexError, ValueError, psutil.Error):
            return None
        return process if alive else None

    def _is_at_work(self) -> bool:
        """Say whether a process of the server lives, from the launch on: each inherits the lock it was launched with.

        A list of processes is no help: one that is about to become the server has no command line for a moment.
        """
        free = _lock(self.folder / "server.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)
        if free is None:
            return True
        os.close(free)
        return False

    def _log_files(self) -> list[Path]:
        return [self.launch_log, *sorted(self.logs.iterdir())]

    def _written_since(self, before: dict[Path, int]) -> str:
        """Give what the server wrote since its logs had these lengths."""
        lines = (path.read_bytes()[before.get(path, 0) :] for path in self._log_files())
        return b"".join(lines).decode(errors="replace")

    def _pid_file(self) -> list[str]:
        return (self.data / "postmaster.pid").read_text().splitlines()

    def _socket_folder(self) -> Path:
        """Give the folder of the running server's socket: whoever started it may have another temporary folder."""
        with suppress(OSError, IndexError):
            if self._postmaster() is not None:
                return Path(self._pid_file()[4])
        return self._own_socket_folder()

    def _own_socket_folder(self) -> Path:
        inside = self.folder / "socket"
        name = os.fsencode(inside / f".s.PGSQL.{PORT}")
        # The path goes into a URL, a list of PostgreSQL's and a shell's line: only plain letters go through all three.
        if len(name) <= SOCKET_PATH_LIMIT and re.fullmatch(r"[\w/.+-]*", str(inside), re.ASCII):
            return inside
        return Path(tempfile.gettempdir()) / f"mezmun-{hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]}"

    # Locks -----------------------------------------------------------------------------------------------------------

    @contextmanager
    def _gate(self) -> Iterator[None]:
        """Let one process at a time start or stop the server."""
        deadline = time.monotonic() + START_TIMEOUT
        while (gate := _lock(self.folder / "gate.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)) is None:
            if time.monotonic() > deadline:
                raise UnavailableError(f"Another process has been starting or stopping {self.folder} for too long.")
            time.sleep(0.05)
        try:
            yield
        finally:
            os.close(gate)

    def _forget_use(self) -> None:
        if self._use is not None:
            os.close(self._use)
            self._use = None


def _lock(path: Path, how: int) -> int | None:
    """Take a lock on a file and give its handle, which holds the lock until closed; None when others hold it."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, how)
    except BlockingIOError:
        os.close(handle)
        return None
    except BaseException:
        os.close(handle)
        raise
    return handle


def _works_in(process: psutil.Process, data: Path) -> bool:
    try:
        return process.name() == "postgres" and Path(process.cwd()) == data
    except psutil.Error:
        return False


def _complaint(output: str) -> str:
    """Pick the line that says why: the last that is no mere news, or the last there is. A server that panics does so
    because of what it said before."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    grave = [line for line in lines if re.search(r"\b(FATAL|PANIC|ERROR|error):", line)]
    causes = [line for line in grave if "PANIC:" not in line]
    return (causes or grave or lines or [""])[-1]
