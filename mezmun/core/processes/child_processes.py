"""Child processes that never outlive their parent, however it ends.

Scrapy's reactor does not restart and Celery's pool wants a process of its own, so a command that needs both starts
them as children. A child holds the read end of a pipe whose other end only the parent has: when the parent is gone,
even by SIGKILL, the pipe ends and the child stops itself.
"""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from mezmun.core.errors import UnavailableError

FOLLOW: Final = "MEZMUN_FOLLOW_PARENT"
"""The environment variable that marks a child made by ``start``."""


def start(
    module: Sequence[str],
    *,
    message: str = "",
    log: Path | None = None,
    environment: Mapping[str, str] | None = None,
    pass_fds: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start ``python -m MODULE…`` as a child of this process.

    Args:
        module: name of the module and the arguments it gets.
        message: one line that :func:`follow_parent` gives to the child; unlike arguments and variables it is read by
            nobody else, so it may hold passwords.
        log: file its output is appended to (its folder is made); without one it shares this process's.
        environment: variables set on top of this process's own.
        pass_fds: file descriptors it inherits.

    Raises:
        UnavailableError: the log cannot be written to.
    """
    output = None if log is None else _open_log(log)
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", *module],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=output,
            env={**os.environ, **(environment or {}), FOLLOW: "1"},
            # A Ctrl-C at the terminal goes to the parent alone, which stops its children in order.
            start_new_session=True,
            pass_fds=pass_fds,
        )
    finally:
        if output is not None:
            output.close()
    if child.stdin is not None:
        with suppress(BrokenPipeError):  # it died at once; its exit code and its log say why
            child.stdin.write(message.encode() + b"\n")
            child.stdin.flush()
    return child


def stop(child: subprocess.Popen[bytes], grace_seconds: float = 20.0) -> int:
    """Ask a child to end (SIGTERM), and end it by force after ``grace_seconds``; give its exit code."""
    if child.poll() is None:
        child.terminate()
    try:
        return child.wait(grace_seconds)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        return child.wait()
    finally:
        if child.stdin is not None:
            child.stdin.close()


def _open_log(log: Path) -> BinaryIO:
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        return log.open("ab")
    except OSError as error:
        raise UnavailableError(
            f"The log {log} cannot be written to: {error.strerror}. Mend its folder, or set MEZMUN_DATA_DIR to another."
        ) from None


def describe_exit(code: int) -> str:
    """Say in words how a process ended, by its exit code."""
    return f"signal {-code}" if code < 0 else f"exit code {code}"


def last_line(log: Path) -> str | None:
    """Give the last line that a process wrote to its log, None when it wrote nothing."""
    if not log.exists():
        return None
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
    return lines[-1] if lines else None


def follow_parent() -> str:
    """In a child made by :func:`start`: stop this process when its parent has gone, and give the parent's message.

    Elsewhere it does nothing, and the message is empty.
    """
    if os.environ.pop(FOLLOW, None) is None:
        return ""
    pipe = os.dup(sys.stdin.fileno())
    os.set_inheritable(pipe, False)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, sys.stdin.fileno())  # grandchildren must not inherit the pipe as their standard input
    os.close(null)
    message = bytearray()
    while (octet := os.read(pipe, 1)) not in (b"", b"\n"):
        message += octet

    def wait() -> None:
        while os.read(pipe, 1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait, daemon=True, name="follow-parent").start()
    return message.decode()
