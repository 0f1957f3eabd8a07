"""How often the posts of a thread are counted right, and the date of a page is read right.

The index of a data set states the number of posts. The dates are ours: a person read the date of publication, and its
place, on 99 pages spread evenly over the data sets; no text of these pages is kept here.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Final

import numpy as np

from evaluation.benchmark.systems import source
from evaluation.data.datasets import DataSet, LabelledPage
from evaluation.data.labelling import label
from evaluation.errors import EvaluationError
from extraction import extract, methods, parse
from extraction.division.division import divide
from extraction.page.lines import lines_of

GOLD: Final = "gold"
"""This stands in the place of a method's name. The content is then the gold text, so that only the division into posts
is measured."""


@dataclass(frozen=True)
class AccuracyFigure:
    """How often something was right in a set."""

    what: str
    """``posts``, or by where the page has it ``date in metadata``, ``in text``, ``in address``, or ``no date``; or the
    elements that ``markup_accuracy`` counts."""
    set: str
    method: str
    cases: int
    """Pages, or elements of them."""
    right: int
    wrong: tuple[str, ...]
    """Ids of the pages with a wrong answer, of posts and dates each with the right answer and the given one."""

    @property
    def share(self) -> float:
        """The share of cases with the right answer."""
        return self.right / self.cases


def measure(sets: Sequence[DataSet], method: str, done: Callable[[int], None] = lambda _: None) -> list[AccuracyFigure]:
    """Measure a method, or ``GOLD``, on the labelled pages of some sets; ``done`` is called after each.

    Raises EvaluationError when there is no such method, or no page is labelled.
    """
    if method != GOLD and method not in {each.name for each in methods()}:
        raise EvaluationError(f"There is no method {method!r}: choose {GOLD} or one that `mezmun methods` lists.")
    faults_of: dict[tuple[str, str], list[str | None]] = {}
    for page in labelled(sets):
        for what, wanted, got in _answers(page, method):
            fault = None if wanted == got else f"{page.id} ({wanted}, not {got})"
            faults_of.setdefault((what, page.set), []).append(fault)
        done(1)
    if not faults_of:
        raise EvaluationError("No page of these sets is labelled with its posts or its date.")
    return [
        AccuracyFigure(what, name, method, len(faults), faults.count(None), tuple(filter(None, faults)))
        for (what, name), faults in faults_of.items()
    ]


def labelled(sets: Sequence[DataSet]) -> list[LabelledPage]:
    """Give the pages of the sets that are labelled with posts or a date."""
    return [page for each in sets for page in each.pages if _is_thread(page) or (page.set, page.id) in _dates()]


def _is_thread(page: LabelledPage) -> bool:
    return page.posts is not None and page.kind in (None, "forum")  # some sets call an article a single post


def _answers(page: LabelledPage, method: str) -> Iterator[tuple[str, object, object]]:
    read = source(page)
    if method == GOLD:
        if _is_thread(page):
            yield "posts", page.posts, _posts_of_gold(read.html, page)
        return
    extracted = extract(read.html, read.url, method)
    if _is_thread(page):
        yield "posts", page.posts, extracted.posts
    if (page.set, page.id) in _dates():
        where, day = _dates()[page.set, page.id]
        published = extracted.metadata.published
        yield f"date in {where}" if where else "no date", day, published.value if published else None


def _posts_of_gold(html: str, page: LabelledPage) -> int:
    table = parse(html)
    if not table.text:
        return 0
    lines = lines_of(table)
    share, _ = label(lines.text, page.gold())
    content = (share >= np.float32(0.5))[lines.line_of]
    return divide(table, content, page.url).posts


@lru_cache(maxsize=1)
def _dates() -> dict[tuple[str, str], tuple[str | None, str | None]]:
    table = (files("evaluation") / "data" / "dates.jsonl").read_text(encoding="utf-8")
    rows = [json.loads(line) for line in table.splitlines()]
    return {(row["set"], row["id"]): (row["where"], row["published"]) for row in rows}
