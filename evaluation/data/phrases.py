"""Pages labelled with phrases or facts: ``<set>/{index.jsonl, html/<id>.html.gz}``, marked whole or not.

A line of the index has ``id``, and of these what there is: the phrases to ``keep`` and those to ``leave`` out, the
page's ``title`` and the day it was ``published``. A phrase counts as kept when it stands in the text, white space
folded. Precision is the share of the kept phrases that belong to the text, recall the share of those belonging to it
that are kept, over all pages together.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.data.datasets import INDEX, LabelledPage
from evaluation.errors import EvaluationError, no_text_error

PhraseCounts = tuple[int, int, int]
"""Phrases of a page that a text keeps and should, that it lacks and should not, and that it keeps and should not."""


@dataclass(frozen=True)
class PhrasePage:
    """One page, with what must and what must not be in its text."""

    page: LabelledPage
    """It has no gold text."""
    keep: tuple[str, ...]
    leave: tuple[str, ...]
    title: str | None = None
    published: str | None = None
    """ISO 8601 date."""

    def count(self, text: str) -> PhraseCounts:
        """Count the phrases that a text has and must have, those it lacks, and those it has and must not."""
        text = folded(text)
        right = sum(folded(phrase) in text for phrase in self.keep)
        wrong = sum(folded(phrase) in text for phrase in self.leave)
        return right, len(self.keep) - right, wrong


def read_phrase_pages(folder: Path) -> list[PhrasePage]:
    """Read the pages of a set, those without a phrase, a title and a day left out.

    Raises EvaluationError when the folder has no index, a line of it is malformed, or no page has any of these.
    """
    index = folder.resolve() / INDEX
    try:
        lines = index.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise no_text_error(index, error) from error
    pages = [_page(index, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    labelled = [page for page in pages if page.keep or page.leave or page.title or page.published]
    if not labelled:
        raise EvaluationError(
            f"{index} labels no page with phrases: its lines have no `keep`, `leave`, `title` or `published`."
        )
    return labelled


def label_by_phrases(lines: Sequence[str], page: PhrasePage) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Give which of N lines are content (N), and for which of them the phrases say whether they are (N).

    A line that holds a phrase to leave out is none, wherever it stands. A phrase to keep says something only where one
    line alone holds it: of a title above a teaser and above the text, nobody knows which was meant. Nothing is known of
    a line that holds phrases of both kinds.
    """
    texts = [folded(line) for line in lines]
    keep, leave = np.zeros(len(lines), dtype=np.bool_), np.zeros(len(lines), dtype=np.bool_)
    for phrase in map(folded, page.keep):
        places = [row for row, text in enumerate(texts) if phrase in text]
        if len(places) == 1:
            keep[places] = True
    for phrase in filter(None, map(folded, page.leave)):
        leave |= [phrase in text for text in texts]
    return keep & ~leave, keep ^ leave


def folded(text: str) -> str:
    """Give a text with every run of white space as one space, and none at its ends."""
    return " ".join(text.split())


def phrase_rates(counts: Sequence[PhraseCounts]) -> tuple[float, float, float]:
    """Give precision, recall and F1 of the phrases of several pages together, 0 where there are none."""
    right, lost, wrong = (sum(column) for column in zip(*counts, strict=True)) if counts else (0, 0, 0)
    precision, recall = _share(right, right + wrong), _share(right, right + lost)
    return precision, recall, _share(2 * precision * recall, precision + recall)


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _page(index: Path, number: int, line: str) -> PhrasePage:
    try:
        row: dict[str, Any] = json.loads(line)
        page = LabelledPage(index.parent, row["id"], row.get("url"), row.get("lang"), row.get("kind"), row.get("site"))
        return PhrasePage(
            page, tuple(row.get("keep", ())), tuple(row.get("leave", ())), row.get("title"), row.get("published")
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EvaluationError(f"{index} line {number} is no labelled page: {error!r}.") from error
