"""Lines of each kind, right and wrong, are the measure of the masks: ``lines.tsv``, what is masked between ⟦ and ⟧.

All numbers and names in them are invented, or of ranges that are kept for examples.
"""

import re
from collections import Counter
from pathlib import Path

import pytest

from normalization import MASK_RULES, Rule, normalize

LINES = [
    line.split("\t") for line in (Path(__file__).parent / "lines.tsv").read_text(encoding="utf-8").splitlines()[1:]
]
MARK = re.compile("⟦(.*?)⟧")
PLACEHOLDER = re.compile(r"\[(" + "|".join(MASK_RULES) + r")\]")


def labelled(kind: str, marked: str) -> set[tuple[str, int, int]]:
    """Give the kind, beginning and end of what is to be masked."""
    return {
        (kind, match.start() - 2 * number, match.end() - 2 * number - 2)
        for number, match in enumerate(MARK.finditer(marked))
    }


def masked(text: str) -> set[tuple[str, int, int]]:
    """Give the kind, beginning and end of what is masked."""
    *between, last = PLACEHOLDER.split(normalize(text, rules=MASK_RULES).text)
    pattern = "".join(
        f"({re.escape(piece)})" if number % 2 == 0 else "(.+?)" for number, piece in enumerate([*between, last])
    )
    match = re.fullmatch(pattern, text)
    assert match, text
    return {(between[number], *match.span(number + 1)) for number in range(1, len(between), 2)}


def measured(lines: list[list[str]]) -> dict[str, tuple[float, float]]:
    """Give the precision and recall of each kind over lines."""
    right, marked, labels = Counter(), Counter(), Counter()
    for kind, line in lines:
        expected, observed = labelled(kind, line), masked(MARK.sub(r"\1", line))
        right.update(each[0] for each in expected & observed)
        labels.update(each[0] for each in expected)
        marked.update(each[0] for each in observed)
    return {kind: (right[kind] / (marked[kind] or 1), right[kind] / (labels[kind] or 1)) for kind in MASK_RULES}


@pytest.mark.parametrize("kind", sorted(MASK_RULES))
def test_precision_and_recall_of_each_mask_are_at_least_98_in_100(kind):
    precision, recall = measured(LINES)[kind]
    assert min(precision, recall) >= 0.98, (precision, recall)


@pytest.mark.parametrize("kind", sorted(MASK_RULES))
def test_there_are_forty_lines_right_and_forty_wrong_of_each_kind(kind):
    right = sum("⟦" in line for each, line in LINES if each == kind)
    wrong = sum("⟦" not in line for each, line in LINES if each == kind)
    assert min(right, wrong) >= 40
    assert Rule(kind) in MASK_RULES
