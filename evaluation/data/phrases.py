"""Pages labelled with phrases or facts: ``<set>/{index.jsonl, html/<id>.html.gz}``, marked whole or not.

A line of the index has ``id``, and of these what there is: the phrases to ``keep`` and those to ``leave`` out, the
page's ``title`` and the day it was ``published``.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.data.datasets import INDEX, LabelledPage
from evaluation.errors import EvaluationError


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


def read_phrase_pages(folder: Path) -> list[PhrasePage]:
    """Read the pages of a set, those without a phrase, a title and a day left out.

    Raises EvaluationError when the folder has no index, a line of it is malformed, or no page has any of these.
    """
    index = folder.resolve() / INDEX
    try:
        lines = index.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EvaluationError(f"{index} is not readable UTF-8 text: {error}.") from error
    pages = [_page(index, number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    labelled = [page for page in pages if page.keep or page.leave or page.title or page.published]
    if not labelled:
        raise EvaluationError(
            f"{index} labels no page with phrases: its lines have no `keep`, `leave`, `title` or `published`."
        )
    return labelled


def _page(index: Path, number: int, line: str) -> PhrasePage:
    try:
        row: dict[str, Any] = json.loads(line)
        page = LabelledPage(index.parent, row["id"], row.get("url"), row.get("lang"), row.get("kind"), row.get("site"))
        return PhrasePage(
            page, tuple(row.get("keep", ())), tuple(row.get("leave", ())), row.get("title"), row.get("published")
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EvaluationError(f"{index} line {number} is no labelled page: {error!r}.") from error
