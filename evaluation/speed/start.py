"""What a tool costs before its first page: packages and megabytes to install, seconds to import, read one page, start.

Each figure of time is processor time, of user and system, and the least of several processes: other work on the machine
only makes it longer. Python's bytecode is there, as it is for a user: pip compiles what it installs.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Final

from packaging.requirements import Requirement

RUNS: Final = 5  # the least of five is seldom made longer by other work
_SENTENCE: Final = "The boat left the harbour before the sun was up, and came back after dark."
_UYGHUR_SENTENCE: Final = "قېيىق كۈن چىقىشتىن بۇرۇن پورتتىن ئايرىلىپ، قاراڭغۇ چۈشكەندە قايتىپ كەلدى."
_FRAME: Final = (
    "<!DOCTYPE html><html lang={language}><head><title>{title}</title></head><body><nav><a href=/>Home</a></nav>"
    "<article><h1>{title}</h1>{text}</article></body></html>"
)
PAGE: Final = _FRAME.format(language="en", title="A day at sea", text=f"<p>{_SENTENCE}</p>" * 20)
UYGHUR_PAGE: Final = _FRAME.format(language="ug", title="دېڭىزدىكى بىر كۈن", text=f"<p>{_UYGHUR_SENTENCE}</p>" * 20)
_IN_PROCESS: Final = """
import json, sys, time
page = sys.stdin.buffer.read().decode()
start = time.process_time()
{imports}
imported = time.process_time()
assert {call}
print(json.dumps([imported - start, time.process_time() - imported]))
"""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool, and how it is called."""

    name: str
    """Of its distribution, and of its command."""
    imports: str
    call: str
    """An expression that extracts ``page``, a string, and is true."""
    arguments: tuple[str, ...]
    """Of its command, for a page on standard input."""


MEZMUN: Final = Tool("mezmun", "from mezmun import extract", "extract(page).text", ("extract", "-"))
TRAFILATURA: Final = Tool("trafilatura", "from trafilatura import extract", "extract(page)", ())


@dataclass(frozen=True, slots=True)
class Start:
    """The figures of a tool."""

    system: str
    packages: int
    """That are installed with it, itself counted, without extras."""
    mb: float
    """Their files, in millions of bytes, without compiled Python."""
    import_s: float
    first_page_s: float
    """After the import, in English."""
    first_uyghur_page_s: float
    """The same in Uyghur, in another process: its letters have models of their own."""
    cli_s: float
    """One page by command, from its start to its end."""


def measure(tool: Tool, runs: int = RUNS) -> Start | None:
    """Measure a tool; None when it is not installed."""
    try:
        distributions = list(needed_distributions(tool.name))
    except PackageNotFoundError:
        return None
    in_process = [sys.executable, "-c", _IN_PROCESS.format(imports=tool.imports, call=tool.call)]
    with tempfile.TemporaryDirectory() as folder:  # an environment variable may forbid bytecode beside the sources
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        _run(in_process, environment, PAGE)  # leaves the bytecode
        _command_seconds(tool, environment)
        timed = [json.loads(_run(in_process, environment, PAGE)) for _ in range(runs)]
        in_uyghur = [json.loads(_run(in_process, environment, UYGHUR_PAGE))[1] for _ in range(runs)]
        by_command = [_command_seconds(tool, environment) for _ in range(runs)]
    imports, first_pages = zip(*timed, strict=True)
    return Start(
        tool.name,
        len(distributions),
        round(sum(map(_bytes, distributions)) / 1e6, 1),
        round(min(imports), 3),
        round(min(first_pages), 3),
        round(min(in_uyghur), 3),
        round(min(by_command), 3),
    )


def needed_distributions(name: str) -> Iterator[Distribution]:
    """Give a distribution and all that it needs on this machine, each once."""
    known: set[str] = set()
    waiting = [name]
    while waiting:
        each = distribution(waiting.pop())
        key = each.metadata["Name"].lower().replace("_", "-")
        if key in known:
            continue
        known.add(key)
        yield each
        for requirement in map(Requirement, each.requires or ()):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                waiting.append(requirement.name)


def _bytes(installed: Distribution) -> int:
    paths = [Path(str(installed.locate_file(path))) for path in installed.files or ()]
    if "editable" in (installed.read_text("direct_url.json") or ""):  # its files are those of the checkout
        root = Path(__file__).parents[2]
        rooms = (path.parent for path in root.glob("*/__init__.py") if path.parent.name != "tests")
        paths += (path for room in rooms for path in room.rglob("*"))
    return sum(path.stat().st_size for path in paths if path.suffix != ".pyc" and path.is_file())


def _command_seconds(tool: Tool, environment: Mapping[str, str]) -> float:
    before = _seconds_of_children()
    text = _run([str(Path(sys.executable).with_name(tool.name)), *tool.arguments], environment, PAGE)
    seconds = _seconds_of_children() - before
    if _SENTENCE not in text:
        raise RuntimeError(f"The command {tool.name} did not give the text of the page.")
    return seconds


def _seconds_of_children() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run(command: list[str], environment: Mapping[str, str], page: str) -> str:
    """Run a command on a page, and give what it prints."""
    return subprocess.run(
        command, input=page, encoding="utf-8", capture_output=True, check=True, env=environment
    ).stdout
