"""How many labelled phrases a system keeps and leaves out, and how many titles and dates it reads right."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from evaluation.benchmark.peer_facts import FactReader
from evaluation.benchmark.system_runner import SystemRunner
from evaluation.benchmark.systems import Source, System, source
from evaluation.data.phrases import PhraseCounts, PhrasePage, folded, phrase_rates
from extraction import PageTooLargeError, extract


@dataclass(frozen=True)
class PhraseFigure:
    """One system on the phrases of some pages."""

    method: str
    version: str
    pages: int
    precision: float
    recall: float
    f1: float
    crashed: int
    """Pages it raised an error on, died on, or took too long for: they keep nothing."""


@dataclass(frozen=True)
class FactFigure:
    """How often the titles or dates that a tool reads are those that a person noted."""

    method: str
    what: str
    """``title`` (exact, white space folded) or ``date`` (the day)."""
    pages: int
    right: int
    wrong: int
    """Another one; of the rest the system gives none."""


def measure_phrases(
    system: System, pages: Sequence[PhrasePage], page_seconds: float, advance: Callable[[int], None] = lambda _: None
) -> PhraseFigure:
    """Let a system extract every page, and count phrases; ``advance`` is called with 1 after each page."""
    counts: list[PhraseCounts] = []
    crashed = 0
    with SystemRunner(system, page_seconds) as runner:
        for page in pages:
            answer = runner.answer(page.page)
            counts.append(page.count(answer.text))
            crashed += answer.error is not None
            advance(1)
    precision, recall, f1 = phrase_rates(counts)
    return PhraseFigure(
        method=system.name,
        version=system.version,
        pages=len(pages),
        precision=round(precision, 4),
        recall=round(recall, 4),
        f1=round(f1, 4),
        crashed=crashed,
    )


def measure_facts(
    name: str, read: FactReader, pages: Sequence[PhrasePage], advance: Callable[[int], None] = lambda _: None
) -> list[FactFigure]:
    """Compare the titles and dates that a tool reads with those noted; ``advance`` is called with 1 after each page."""
    counts = {"title": [0, 0, 0], "date": [0, 0, 0]}
    for page in pages:
        title, date = read(source(page.page)) if page.title or page.published else ("", "")
        noted = {"title": (folded(page.title or ""), folded(title)), "date": ((page.published or "")[:10], date[:10])}
        for what, (wanted, got) in noted.items():
            if wanted:
                count = counts[what]
                count[0] += 1
                count[1] += got == wanted
                count[2] += bool(got) and got != wanted
        advance(1)
    return [FactFigure(name, what, *count) for what, count in counts.items()]


def facts_by(method: str) -> FactReader:
    """Give what reads titles and dates by one of our methods."""

    def read(page: Source) -> tuple[str, str]:
        try:
            extracted = extract(page.html, page.url or None, method)
        except PageTooLargeError:
            return "", ""
        published = extracted.metadata.published
        return extracted.title, published.value if published else ""

    return read
