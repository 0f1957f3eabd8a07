"""Processes that are forked of one in which all that they need is loaded.

To load it takes longer than what most tests let such a process do. Each is a process of its own all the same, and goes
on when that one ends, unless it follows its parent (``child_processes``).
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

_PROGRAM = """
import ctypes, json, os, signal, sys
{load}
PR_SET_PDEATHSIG = 1  # prctl(2)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that wait
orders = open(os.dup(0), "rb")  # not sys.stdin: what that has read ahead a fork would take for its own input
for line in orders:
    environment, text, output, state = json.loads(line)
    if os.fork():
        continue
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # and what follows its parent ends, too
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    state = open(state, "w", buffering=1)
    read, write = os.pipe()
    ready, tell = os.pipe()
    if (child := os.fork()) == 0:
        state.close()
        os.close(write)
        os.setsid()
        os.close(tell)
        os.dup2(read, 0)
        os.dup2(os.open(output, os.O_WRONLY | os.O_APPEND), 1)
        os.dup2(1, 2)
        os.environ.clear()
        os.environ.update(environment)
        sys.exit({run})
    os.close(read)
    os.close(tell)
    os.read(ready, 1)  # until the child leads a session, whom a signal to all of it reaches
    os.write(write, text.encode())
    print(child, file=state)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), file=state)
    os._exit(0)
"""


class PreloadedProgram:
    """A program that is loaded once, in a process that ends with this one, and runs in any number of forks of it.

    Args:
        load: statements that load what it needs.
        run: the expression that is the program; its value is the exit code.
    """

    def __init__(self, load: str, run: str) -> None:
        command = [sys.executable, "-c", _PROGRAM.format(load=load, run=run)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, text=True, bufsize=1)
        self._folder = tempfile.TemporaryDirectory()
        self._started = 0

    def start(self, text: str = "", *, environment: dict[str, str], output: Path) -> "ForkedProcess":
        """Start a fork that has this text as its input, and what it prints appended to a file that is there."""
        self._started += 1
        state = Path(self._folder.name, str(self._started))
        state.touch()
        with suppress(BrokenPipeError):  # it has ended, which the process that does not start tells
            print(json.dumps([environment, text, str(output), str(state)]), file=self._process.stdin)
        return ForkedProcess(state, self._process)

    def close(self) -> None:
        """End the process that all are forked of."""
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()


@dataclass
class ForkedProcess:
    """A running fork, the first of its session, as ``subprocess.Popen`` shows a process."""

    _state: Path
    """File of its number and, when it has ended, of its exit code."""
    _forked_of: subprocess.Popen[str]

    @property
    def pid(self) -> int:
        """Its number, when it runs.

        Raises:
            RuntimeError: what it would be forked of has ended: the program cannot be loaded.
        """
        while not (lines := self._lines()):
            if self._forked_of.poll() is not None:
                raise RuntimeError("the program could not be loaded; its error stands above")
            time.sleep(0.005)
        return lines[0]

    def poll(self) -> int | None:
        """Give the exit code, None while it runs."""
        lines = self._lines()
        return lines[1] if len(lines) > 1 else None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the exit code.

        Raises:
            subprocess.TimeoutExpired: it still runs.
        """
        pid, deadline = self.pid, None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {pid}", timeout)
            time.sleep(0.005)
        return code

    def send_signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        pid = self.pid
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """Kill it with the processes that it has started in its session, if it still runs."""
        pid = self.pid
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(pid, signal.SIGKILL)

    def _lines(self) -> list[int]:
        return [int(line) for line in self._state.read_text().splitlines(keepends=True) if line.endswith("\n")]
