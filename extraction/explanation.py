"""Why each line of a page is in the text, or is not: which step decided it, and how likely the method thought it."""

from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from extraction.division.structure import Comments
from extraction.extracted import Extracted
from extraction.page.lines import lines_of


@dataclass(frozen=True, slots=True)
class ExplainedLine:
    """A line of a page."""

    text: str
    """White space squeezed, letters as the page has them."""
    in_text: bool
    """It is part of the text, or of the comments kept apart from it."""
    step: str
    """What decided it: ``method``, ``bodies``, ``comments``, a step of the division, or a role of attribution
    (``LineRole``)."""
    reason: str
    probability: float | None
    """That it is content, as the method sees it, 0 to 1; None when it cannot tell."""
    post: int = 0
    """The post it is part of, from 1; 0 is none."""
    comment: int = 0
    """The comment it is part of, from 1; 0 is none."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a page has its text."""

    shape: str
    """What the page consists of, see ``threads.shape``."""
    shape_reason: str
    lines: tuple[ExplainedLine, ...]
    """Every line, in document order."""

    def as_dict(self) -> dict[str, Any]:
        """Give it ready for JSON."""
        return asdict(self)


def explain(extracted: Extracted) -> Explanation:
    """Explain every line of a page."""
    rule = extracted.structure.decided_by
    return Explanation(rule.shape.value, rule.reason, tuple(_lines(extracted)))


def _lines(extracted: Extracted) -> list[ExplainedLine]:
    page, structure = extracted.selected.page, extracted.structure
    if not page.texts:
        return []
    lines = lines_of(page)
    remains = structure.content.copy()
    if extracted.below is Comments.DROP:
        remains &= structure.comment == 0
    reasons = [_NOT_CHOSEN] * len(lines.start)
    _mark(reasons, lines.line_of[extracted.selected.content], _CHOSEN)
    if structure.added is not None:
        _mark(reasons, lines.line_of[structure.added & remains], _ADDED)
    for dropped in structure.dropped:
        _mark(reasons, lines.line_of[dropped.texts[~remains[dropped.texts]]], (dropped.step, dropped.reason))
    _mark(reasons, lines.line_of[structure.content & ~remains], _COMMENT)
    in_text, post, comment = (np.zeros(len(lines.start), dtype=np.int32) for _ in range(3))
    for of_line, of_text in ((in_text, remains), (post, structure.post), (comment, structure.comment)):
        np.maximum.at(of_line, lines.line_of, of_text)
    probability = extracted.selected.probability
    return [
        ExplainedLine(
            text,
            bool(in_text[row]),
            *reasons[row],
            None if probability is None else round(float(probability[row]), 3),
            int(post[row]),
            int(comment[row]),
        )
        for row, text in enumerate(lines.text)
    ]


def _mark(reasons: list[tuple[str, str]], lines: Any, reason: tuple[str, str]) -> None:
    for row in set(lines.tolist()):
        reasons[row] = reason


_NOT_CHOSEN: Final = ("method", "the method did not choose it")
_CHOSEN: Final = ("method", "the method chose it")
_ADDED: Final = ("bodies", "it stands in a box that posts are written in")
_COMMENT: Final = ("comments", "comments were not asked for")
