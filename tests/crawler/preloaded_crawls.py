"""Crawls in processes that are forked of one in which all that they need is loaded.

To load it takes longer than most crawls of a test. Each is a process of its own all the same, with a reactor that
starts only once.
"""

import json
import os
import select
import subprocess
import sys

_PROGRAM = """
import json, os, sys
from crawler.process import crawl_process
from mezmun.core.processes.child_processes import FOLLOW

for line in iter(sys.stdin.buffer.readline, b""):
    job, environment, output = json.loads(line)
    read, write = os.pipe()
    if (child := os.fork()) == 0:
        os.close(write)
        os.dup2(read, 0)
        for number in (1, 2):
            os.dup2(os.open(output, os.O_WRONLY | os.O_APPEND), number)
        os.environ.clear()
        os.environ.update(environment, **{FOLLOW: "1"})
        sys.exit(crawl_process.main())
    os.close(read)
    os.write(write, job.encode() + b"\\n")
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(write)
    print(code, flush=True)
"""


class PreloadedCrawls:
    """The process that the crawls are forked of; it ends with this one."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", _PROGRAM]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def run(self, job: str, timeout: float) -> int:
        """Crawl, with this process's environment and standard error; give the exit code."""
        print(json.dumps([job, dict(os.environ), f"/proc/{os.getpid()}/fd/2"]), file=self._process.stdin)
        if not select.select([self._process.stdout], [], [], timeout)[0]:
            self.close()
            raise TimeoutError(f"the crawl did not end within {timeout} s")
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End it, and a crawl that still runs."""
        self._process.kill()
        self._process.communicate()
