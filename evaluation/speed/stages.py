"""The time of each stage of an extraction, timed with all stages before it, on the same pages.

The best of several rounds in one process counts. ``evaluation.speed.throughput`` times whole systems page by page.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser

from extraction import PageTooLargeError, extract, parse, select


@dataclass(frozen=True)
class StageTime:
    """One stage, mean over pages."""

    name: str
    microseconds: float
    """Of this stage alone."""
    so_far: float
    """With all before it."""
    of_parse: float
    """``so_far`` as a multiple of the parser's own time."""


def stages(method: str) -> dict[str, Callable[[str], object]]:
    """Give the stages of a method by name, each doing what those before it do as well."""
    return {
        "parser alone": lambda html: LexborHTMLParser(html, options=LexborDocumentOptions.WO_EVENTS),
        "node table": parse,
        "choice of the text": lambda html: select(html, method).content,
        "posts, blocks": lambda html: extract(html, method=method).text,
        "language, title, date ...": lambda html: extract(html, method=method).metadata,
    }


def measure_stages(
    method: str, pages: Sequence[str], rounds: int, advance: Callable[[int], None] = lambda done: None
) -> list[StageTime]:
    """Time the stages of a method on decoded pages; those beyond the limits are left out.

    ``advance`` is called with 1 after each page of each round. Raises UnknownMethodError.
    """
    best: list[dict[str, float]] = [{} for _ in pages]
    for _ in range(rounds):
        for times, html in zip(best, pages, strict=True):
            for name, run in stages(method).items():
                started = time.process_time_ns()
                try:
                    run(html)
                except PageTooLargeError:
                    times.clear()
                    break
                times[name] = min(times.get(name, float("inf")), (time.process_time_ns() - started) / 1000)
            advance(1)
    timed = [times for times in best if times]
    stages_so_far: list[StageTime] = []
    for name in stages(method):
        so_far = sum(times[name] for times in timed) / max(len(timed), 1)
        before, parser = (stages_so_far[-1].so_far, stages_so_far[0].so_far) if stages_so_far else (0.0, so_far)
        stages_so_far.append(StageTime(name, so_far - before, so_far, so_far / parser if parser else 0.0))
    return stages_so_far
