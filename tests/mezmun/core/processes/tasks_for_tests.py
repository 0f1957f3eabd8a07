"""Tasks for the workers of a pool, in a module that a worker can import."""

import os
import re
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Echo:
    """Give the item with the worker's process id; words in it say what is to go wrong."""

    stood_still: str = ""
    """A file that the item that stands still leaves, so that it does so once."""

    def prepare(self):
        pass

    def __call__(self, item):
        if item == "HANG":
            re.match("(x+x+)+y", "x" * 60)  # for years, in C, with the interpreter's lock held
        if item == "SLEEP":
            time.sleep(600)
        if item == "STAND STILL" and not Path(self.stood_still).exists():
            Path(self.stood_still).touch()
            os.kill(os.getpid(), signal.SIGSTOP)
        if item == "DIE":
            os.abort()
        if item == "RAISE":
            raise ValueError("no such item")
        if item == "PRINT":
            print("a task may print")
        return item, os.getpid()

    def failed(self, item, failure):
        return item, failure


@dataclass(frozen=True)
class Growing(Echo):
    """Its process takes more memory than it may keep, with every item."""

    def __call__(self, item):
        ballast.append(b"x" * 80_000_000)
        return item, os.getpid()


ballast = []


@dataclass(frozen=True)
class Unprepared(Echo):
    def prepare(self):
        raise ImportError("half installed")


@dataclass(frozen=True)
class DyingAtStart(Echo):
    def prepare(self):
        print("the licence has run out", file=sys.stderr, flush=True)
        os.abort()


@dataclass(frozen=True)
class KilledAtStart(Echo):
    """Be killed at the start as often as a file says, by its length."""

    times: str = ""

    def prepare(self):
        left = Path(self.times).read_bytes()
        if left:
            Path(self.times).write_bytes(left[1:])
            os.kill(os.getpid(), signal.SIGKILL)


class Unpicklable(Echo):
    def __setstate__(self, state):
        raise RuntimeError("cannot be unpickled")

    def __getstate__(self):
        return {"any": "thing"}
