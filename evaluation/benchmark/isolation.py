"""A contender in a process of its own, which may hang, crash or be killed on a page without harm to the run."""

import os
import subprocess
import sys
from multiprocessing import Pipe
from pathlib import Path
from typing import TYPE_CHECKING

from evaluation.benchmark.protocol import Answer, Ready, Task
from evaluation.benchmark.systems import Contender
from evaluation.data.datasets import LabelledPage

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_ROOT = Path(__file__).resolve().parent.parent.parent
_START_SECONDS = 120
"""For importing the contender: the slowest takes seconds, on a busy machine."""


class Isolated:
    """One contender, one process at a time; a new one after a page that killed it."""

    def __init__(self, contender: Contender, page_seconds: float) -> None:
        self._contender = contender
        self._page_seconds = page_seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._connection: Connection | None = None
        self._broken: str | None = None
        self._peak_mb = 0.0
        self._taught: set[tuple[Path, str | None]] = set()

    def __enter__(self) -> "Isolated":
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def answer(self, page: LabelledPage, site_pages: tuple[LabelledPage, ...] = ()) -> Answer:
        """What the contender makes of this page; a hang, a crash or a death is an answer with an error.

        A contender that learns is taught the site by ``site_pages`` before its first page of that site.
        """
        if self._connection is None and self._broken is None:
            self._start()
        if self._connection is None:  # it cannot start: that is its answer to every page
            return self._failed(self._broken or "it did not start", 0.0)
        site = page.folder, page.site
        lessons = site_pages if self._contender.learn is not None and site not in self._taught else ()
        self._taught.add(site)
        try:
            self._connection.send(Task(page, lessons))
            if self._connection.poll(self._page_seconds * (1 + len(lessons))):
                answer: Answer = self._connection.recv()
                self._peak_mb = max(self._peak_mb, answer.peak_mb)
                return answer
        except (EOFError, OSError):
            return self._failed(f"its process died ({self.stop()})", 0.0)
        self.stop()
        return self._failed(f"it took longer than {self._page_seconds:g} s", self._page_seconds)

    def _failed(self, error: str, seconds: float) -> Answer:
        return Answer("", error, seconds, self._peak_mb, 0.0)

    def _start(self) -> None:
        self._connection, theirs = Pipe()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "evaluation.benchmark.system_process", str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                cwd=_ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Extractors iterate over sets: the same order in every run.
                env={**os.environ, "PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore"},
            )
        try:
            self._connection.send(self._contender)
            ready = self._connection.recv() if self._connection.poll(_START_SECONDS) else Ready("it did not start")
        except (EOFError, OSError):
            ready = Ready("its process died while it started")
        if ready.error is not None:
            self._broken = ready.error
            self.stop()

    def stop(self) -> str:
        """End the process and tell how it ended."""
        self._taught.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        if self._process is None:
            return "not started"
        try:
            self._process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        code = self._process.returncode
        self._process = None
        return f"signal {-code}" if code < 0 else f"exit code {code}"
