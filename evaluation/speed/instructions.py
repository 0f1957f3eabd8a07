"""How many machine instructions each stage of an extraction takes, counted by valgrind's callgrind.

Times change with what else the machine does; instructions hardly do, so a change of some percent can be seen. They say
nothing of caches and of waiting for memory: ``evaluation.speed.stages`` times the same stages.

One process under callgrind reads all pages once, so that what is made only once is there, and then does each stage on
all pages. Between two stages it calls a function of the C library that nothing else calls, where callgrind writes what
it has counted and begins anew.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from evaluation.errors import EvaluationError
from evaluation.speed.stages import stages
from extraction import PageTooLargeError, extract

_BOUNDARY: Final = "getppid"
"""The function before which callgrind writes what it has counted: ``os.getppid`` calls it."""
_TOTALS: Final = re.compile(r"^(?:summary|totals): (\d+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Instructions:
    """Of one stage, mean over pages."""

    name: str
    """See ``stages.stages``."""
    instructions: int
    """Of this stage alone."""
    so_far: int
    """With all before it."""


def count_stages(method: str, pages: Sequence[str]) -> list[Instructions]:
    """Count the instructions of the stages of a method on decoded pages; those beyond the limits are left out.

    Raises:
        EvaluationError: valgrind is not installed, or the process under it ended with an error.
        UnknownMethodError: there is no such method.
    """
    within = [html for html in pages if _is_within_limits(html, method)]
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise EvaluationError(
            "There is no valgrind, which counts the instructions: install it (`apt install valgrind`)."
        )
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        request = folder / "pages.json"
        request.write_text(json.dumps([method, within]), encoding="utf-8")
        command = [
            *(valgrind, "--tool=callgrind", "-q", f"--dump-before={_BOUNDARY}"),
            *(f"--callgrind-out-file={folder / 'callgrind.out'}", sys.executable, "-m", __name__, str(request)),
        ]
        # Without a seed, sets and dictionaries are laid out anew in each process.
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise EvaluationError(f"The process under valgrind ended with {ended.returncode}: {ended.stderr[-500:]}")
        names = [*stages(method)]
        counts = [
            _total(folder / f"callgrind.out.{number}") for number, _ in enumerate(names, start=2)
        ]  # 1: before the first
    so_far = [count // max(len(within), 1) for count in counts]
    alone = [so_far[0], *(after - before for before, after in pairwise(so_far))]
    return [Instructions(*each) for each in zip(names, alone, so_far, strict=True)]


def _is_within_limits(html: str, method: str) -> bool:
    try:
        _ = extract(html, method=method).text
    except PageTooLargeError:
        return False
    return True


def _total(counts: Path) -> int:
    return max(int(match[1]) for match in _TOTALS.finditer(counts.read_text(encoding="utf-8")))


def _run(request: Path) -> None:
    """Do all stages on the pages of a request: what callgrind counts."""
    method, pages = json.loads(request.read_text(encoding="utf-8"))
    runs = [*stages(method).values()]
    for html in pages:
        for run in runs:
            run(html)
    for run in runs:
        os.getppid()
        for html in pages:
            run(html)
    os.getppid()


if __name__ == "__main__":
    _run(Path(sys.argv[1]))
