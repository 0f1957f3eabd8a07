import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mezmun.core.errors import UnavailableError
from mezmun.core.processes import child_processes

CHILD = """
import sys, time
from pathlib import Path
from mezmun.core.processes import child_processes
message = child_processes.follow_parent()
Path(sys.argv[1]).write_text(f"{__import__('os').getpid()} {message}")
time.sleep(60)
"""

PARENT = f"""
import os, subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", {CHILD!r}, sys.argv[1]], stdin=subprocess.PIPE,
                         env={{**os.environ, "MEZMUN_FOLLOW_PARENT": "1"}})
child.stdin.write(b"a message\\n")
child.stdin.flush()
time.sleep(60)
"""


def running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def until(condition, seconds=15.0):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads the process table of Linux")
def test_a_child_ends_when_its_parent_is_killed(tmp_path):
    note = tmp_path / "pid"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(note)])
    assert until(lambda: note.exists() and note.read_text())
    number, message = note.read_text().split(" ", 1)
    assert message == "a message"
    child = int(number)
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    assert until(lambda: not running(child))


@pytest.mark.slow
def test_stop_ends_a_child_and_keeps_its_output(tmp_path):
    child = child_processes.start(["mezmun", "--help"], log=tmp_path / "logs" / "child.log")
    child.wait(60)
    assert child_processes.stop(child) == 0
    assert "Usage" in (tmp_path / "logs" / "child.log").read_text()


def test_a_log_that_cannot_be_written_to_is_one_sentence(tmp_path):
    (tmp_path / "logs").write_text("no folder")
    with pytest.raises(UnavailableError, match=r"logs/a\.log cannot be written to: File exists\."):
        child_processes.start(["this"], log=tmp_path / "logs" / "a.log")
