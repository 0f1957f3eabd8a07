"""A value alone on its line, under a line that is nothing but its label: "QQ:" and, below it, "12345678".

Tables and lists of contacts become such lines. A label there says as much as one in the line of the value.
"""

import re
from collections.abc import Sequence
from typing import Final

from normalization.masking.folding import fold
from normalization.masking.labels.label_search import ends_with_label
from normalization.masking.masks import PLACEHOLDERS, Mask, mask, possible_masks
from normalization.rules import Rule

_MAX_LABEL: Final = 40
_MAX_VALUE: Final = 64
_WORDS: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]{3}|[^\W\d_]\S*[^\S\n]+\S*[^\W\d_]")
"""A value is a number, or one name: it has no two words."""
_SENTENCE: Final = re.compile(r"[\d!?\u3002\u061f]|\.\W*\w")
_VALUE: Final = re.compile(rf"\W*(?:(?:{'|'.join(map(re.escape, PLACEHOLDERS.values()))})\W*)+")


def label_above(text: str, start: int, end: int, above: str) -> str:
    """Give the line above a line of a text if it is nothing but a label; empty lines between do not count.

    ``above`` is the line above the text. What is too long to be a value, or has two words, has no label.
    """
    if end - start > _MAX_VALUE or _WORDS.search(text, start, end):
        return ""
    while start > 0:
        stop = start - 1
        start = text.rfind("\n", max(0, stop - _MAX_LABEL - 1), stop) + 1
        if stop - start > _MAX_LABEL:
            return ""
        if text[start:stop].strip():
            above = text[start:stop]
            break
    return above if _is_label(above) else ""


def mask_value(line: str, label: str, masks: Sequence[Mask]) -> list[tuple[Rule, int, str]]:
    """Mask a line that is nothing but a value, under its label: give what ``mask`` does.

    If the line is something else, nothing is given.
    """
    before = label.strip() + " "
    labelled = before + line
    (possible,) = possible_masks([labelled], masks)
    steps = [(rule, count, masked.removeprefix(before)) for rule, count, masked in mask(labelled, possible)]
    return steps if steps and _VALUE.fullmatch(steps[-1][2]) else []


def _is_label(line: str) -> bool:
    return 1 < len(line) <= _MAX_LABEL and not _SENTENCE.search(line) and ends_with_label(fold(line))
