"""How often the masks hit what they should, on labelled lines of each kind.

``data/masked_lines.tsv`` has a line a row: the kind of mask it is about, and the line, with what is to be masked
between ⟦ and ⟧; these are not in a line that must stay as it is. ␤ stands for a line break, as a label may stand alone
on the line before the number. All numbers and names are invented, or
of ranges that are kept for examples. A mask is right when kind, beginning and end are those labelled.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Final

from evaluation.errors import EvaluationError, no_text_error
from normalization import MASK_RULES, normalize

_LINE_BREAK: Final = "␤"  # U+2424 SYMBOL FOR NEWLINE
_MARK: Final = re.compile("⟦(.+?)⟧")
_PLACEHOLDER: Final = re.compile(rf"\[({'|'.join(sorted(MASK_RULES))})\]")

Place = tuple[str, int, int]
"""Kind, beginning and end of what is masked in a line."""


@dataclass(frozen=True)
class MaskedLine:
    """A labelled line."""

    kind: str
    text: str
    """Without the marks."""
    labels: frozenset[Place]


@dataclass(frozen=True)
class MaskFigure:
    """How one kind of mask did, on all lines."""

    kind: str
    right_lines: int
    """Lines of this kind with something to mask."""
    wrong_lines: int
    """Lines of this kind without."""
    precision: float
    recall: float


def labelled_lines(path: Path | None = None) -> list[MaskedLine]:
    """Read labelled lines from a table; those that come with Mezmun if left out.

    Raises EvaluationError when the table cannot be read, or names a mask that there is not.
    """
    table = path or files("evaluation") / "data" / "masked_lines.tsv"
    try:
        rows = table.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise no_text_error(table, error) from error
    return [_line(number, row) for number, row in enumerate(rows[1:], start=2)]


def _line(number: int, row: str) -> MaskedLine:
    kind, _, marked = row.replace(_LINE_BREAK, "\n").partition("\t")
    if kind not in MASK_RULES or not marked:
        raise EvaluationError(
            f"Line {number} begins with {kind!r}: a line has a kind ({', '.join(sorted(MASK_RULES))}), a tab, a text."
        )
    labels = (
        (kind, match.start() - 2 * before, match.end() - 2 * before - 2)
        for before, match in enumerate(_MARK.finditer(marked))
    )
    return MaskedLine(kind, _MARK.sub(r"\1", marked), frozenset(labels))


def masked_places(text: str) -> frozenset[Place]:
    """Give what is masked in a line that holds no placeholder, of which more than one may fit between two others."""
    *between, last = _PLACEHOLDER.split(normalize(text, rules=MASK_RULES).text)
    pieces = (f"({re.escape(piece)})" if number % 2 == 0 else "(.+?)" for number, piece in enumerate([*between, last]))
    match = re.fullmatch("".join(pieces), text, re.DOTALL)
    return (
        frozenset((between[number], *match.span(number + 1)) for number in range(1, len(between), 2))
        if match
        else frozenset()
    )


def measure_masks(lines: Iterable[MaskedLine]) -> list[MaskFigure]:
    """Give the figures of each kind, in the order of the alphabet; a kind without lines has precision and recall 0."""
    lines = list(lines)
    right, masked, labelled = Counter[str](), Counter[str](), Counter[str]()
    for line in lines:
        places = masked_places(line.text)
        for counter, counted in ((right, places & line.labels), (masked, places), (labelled, line.labels)):
            counter.update(kind for kind, _, _ in counted)
    return [
        MaskFigure(
            kind,
            right_lines=sum(line.kind == kind and bool(line.labels) for line in lines),
            wrong_lines=sum(line.kind == kind and not line.labels for line in lines),
            precision=round(right[kind] / (masked[kind] or 1), 4),
            recall=round(right[kind] / (labelled[kind] or 1), 4),
        )
        for kind in sorted(MASK_RULES)
    ]


def mistakes(lines: Iterable[MaskedLine]) -> Iterator[tuple[MaskedLine, str]]:
    """Give the lines that are not masked as labelled, with what they became."""
    for line in lines:
        if masked_places(line.text) != line.labels:
            yield line, normalize(line.text, rules=MASK_RULES).text
