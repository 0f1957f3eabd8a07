"""Times of day that stand alone before what happened then, in reports that go on, and in time tables.

Of 4,425 labelled pages eight have such times that were not chosen: five gained, up to 0.004, and three lost, one 0.003.
"""

import re
from typing import Final

import numpy as np

from extraction.completion.choice import Choice, Ranges
from extraction.lexicon.terms import TermRole, expression
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from native.library import lib
from normalization.load_once import load_once

_LONGEST_LABEL: Final = 20
"""What stands between a time and its part has at most so many characters: "2 hours ago"."""


def times(choice: Choice) -> Ranges:
    """Give the times of day that stand alone before parts of the text.

    A heading may stand between a time and its part, and is text as well.
    """
    page, content = choice.page, choice.content
    behind = np.zeros(len(content) + lib.MAX_BEHIND_TIME, dtype=np.bool_)
    for text in range(lib.MAX_BEHIND_TIME):
        behind[: max(0, len(content) - 1 - text)] |= content[text + 1 :]
    chars = page.chars
    short = (chars >= lib.MIN_TIME_CHARS) & (chars <= lib.MAX_TIME_CHARS)
    rows = (short & ~content & behind[: len(content)]).nonzero()[0]
    alone = [
        row
        for row, text in zip(rows.tolist(), page.texts.strings(rows), strict=True)
        if _time().fullmatch(text.strip())
    ]
    dated = [(row, part) for row in alone if (part := _part_behind(page, content, row)) is not None]
    if len(dated) < lib.MIN_TIMES:
        return
    for row, part in dated:
        for text in (row, *(text for text in range(row + 1, part) if tags.HEADING[page.tag[page.owner[text]]])):
            yield text, text + 1


@load_once
def _time() -> re.Pattern[str]:
    """Give the pattern of a time of day alone; most zones of time are short for words of which the last is "time"."""
    behind = rf"\s?(?:{expression(TermRole.CLOCK)}|[ap]\.?m|:[0-5]\d)\.?"
    zone = rf"\s(?:[a-z]{{1,4}}t|{expression(TermRole.ZONE)})"
    return re.compile(rf"(?:[01]?\d|2[0-3])\s?[:.h]\s?[0-5]\d(?:{behind})?(?:{zone})?:?", re.IGNORECASE)


def _part_behind(page: NodeTable, content: Mask, time: int) -> int | None:
    """Give the first text (S) of the part behind a time; None when there is more than a heading and labels between."""
    for text in range(time + 1, min(time + 1 + lib.MAX_BEHIND_TIME, len(content))):
        if content[text]:
            return text
        if not tags.HEADING[page.tag[page.owner[text]]] and page.chars[text] > _LONGEST_LABEL:
            break
    return None
