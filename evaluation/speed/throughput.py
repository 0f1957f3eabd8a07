"""Speed of all systems on the same pages, on one core; and how time and memory grow with the page.

Times are CPU seconds from decoded HTML to text, parsing included, reading and decoding left out, one process at a time.
"""

import gzip
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from statistics import median

from selectolax.lexbor import LexborHTMLParser

from evaluation.benchmark.system_runner import SystemRunner
from evaluation.benchmark.systems import System
from evaluation.data.datasets import LabelledPage

YARDSTICK = "trafilatura"
SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000, 10_000_000)
"""Bytes of HTML: 10 kB to 10 MB, evenly on a logarithmic axis."""
WARM_UP_BYTES = 100_000
"""Bytes of the page a process is given first: what is loaded once (language tables, code) is not the page's memory."""


@dataclass(frozen=True)
class Speed:
    """One system on the pages of the run."""

    method: str
    version: str
    pages: int
    pages_per_second: float
    times_trafilatura: float | None
    """Its pages per second as a multiple of trafilatura's; None when that took no part."""
    crashed: int


@dataclass(frozen=True)
class Growth:
    """One system on a page of one size."""

    method: str
    version: str
    bytes: int
    seconds: float
    memory_multiple: float | None
    """The memory it took beyond the decoded page, as a multiple of the page's bytes; None for a page so small that it
    fits in what the process had set aside while it warmed up."""
    error: str | None


def measure_speed(
    systems: list[System],
    pages: list[LabelledPage],
    rounds: int,
    page_seconds: float,
    advance: Callable[[int], None] = lambda done: None,
) -> list[Speed]:
    """Time every system on every page, ``rounds`` times over, systems in turn; a page's time is the median.

    A page some system crashed on counts for none, so that all are timed on the same pages.
    """
    runners = {system.name: SystemRunner(system, page_seconds) for system in systems}
    try:
        seconds, failed = _timed(runners, pages, rounds, advance)
    finally:
        for runner in runners.values():
            runner.stop()
    common = set(range(len(pages))) - set().union(*failed.values())
    rates = {name: _rate([median(times[position]) for position in common]) for name, times in seconds.items()}
    yardstick = rates.get(YARDSTICK)
    return [
        Speed(
            method=system.name,
            version=system.version,
            pages=len(common),
            pages_per_second=round(rates[system.name], 2),
            times_trafilatura=round(rates[system.name] / yardstick, 2) if yardstick else None,
            crashed=len(failed[system.name]),
        )
        for system in systems
    ]


def _timed(
    runners: dict[str, SystemRunner], pages: list[LabelledPage], rounds: int, advance: Callable[[int], None]
) -> tuple[dict[str, list[list[float]]], dict[str, set[int]]]:
    """Give by system the seconds of each page in each round, and the numbers of the pages that it crashed on."""
    seconds: dict[str, list[list[float]]] = {name: [[] for _ in pages] for name in runners}
    failed: dict[str, set[int]] = {name: set() for name in runners}
    for _ in range(rounds):
        for name, runner in runners.items():
            for position, page in enumerate(pages):
                if position not in failed[name]:
                    answer = runner.answer(page)
                    seconds[name][position].append(answer.seconds)
                    if answer.error is not None:
                        failed[name].add(position)
                advance(1)
    return seconds, failed


def measure_growth(
    systems: list[System],
    pages: list[LabelledPage],
    folder: Path,
    page_seconds: float,
    sizes: Iterable[int] = SIZES,
    advance: Callable[[int], None] = lambda done: None,
) -> list[Growth]:
    """Time every system on pages of these sizes (bytes), each in a fresh process that was warmed up.

    A page is read twice. The memory is that of the first time, when none is set aside; the seconds are those of the
    second, for what a system makes ready when a page first asks for it (patterns, tables) is no time of the page. The
    pages are written to ``folder``. Once a system has failed on a size it is not tried on larger ones.
    """
    warm_up = write_page(pages, WARM_UP_BYTES, folder)
    page_files = [(size, write_page(pages, size, folder)) for size in sorted(sizes)]
    growths = []
    for system in systems:
        error: str | None = None
        for size, page in page_files:
            if error is None:
                with SystemRunner(system, page_seconds) as runner:
                    runner.answer(warm_up)
                    first = runner.answer(page)
                    answer = runner.answer(page) if first.error is None else first
                error = answer.error
                multiple = round(first.grown_mb * 1e6 / size, 2) if size > WARM_UP_BYTES else None
                growths.append(Growth(system.name, system.version, size, answer.seconds, multiple, error))
            advance(1)
    return growths


def write_page(pages: list[LabelledPage], size: int, folder: Path) -> LabelledPage:
    """Write a page of ``size`` bytes (UTF-8), made of the bodies of these pages one after the other, over and over."""
    bodies = [inner for page in pages if (inner := _inner_html(page))]
    head, tail = b"<!DOCTYPE html><html><head><meta charset=utf-8><title>Size</title></head><body>", b"</body></html>"
    room = size - len(head) - len(tail)
    parts: list[bytes] = []
    for body in cycle(bodies or ["<p>text</p>"]):
        if room <= 0:
            break
        part = f"<div>{body}</div>".encode()[:room]
        parts.append(part)
        room -= len(part)
    path = folder / "html" / f"{size}.html.gz"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(head + b"".join(parts) + tail, compresslevel=1))
    return LabelledPage(folder, str(size), "http://size.example/", pages[0].lang if pages else None, None, None)


def _inner_html(page: LabelledPage) -> str:
    # Serialised from the tree, so that every element is closed: bodies one after the other must not nest ever deeper.
    body = LexborHTMLParser(page.html()).body
    return (body.inner_html or "") if body is not None else ""


def _rate(seconds: list[float]) -> float:
    total = sum(seconds)
    return len(seconds) / total if total else 0.0
