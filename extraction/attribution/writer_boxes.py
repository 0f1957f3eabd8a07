"""Boxes that are named after the writer of an article: a name under the headline, a card about her at the end."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.page import tags
from extraction.page.lines import Lines
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.subjects import Subject


def lines_in_boxes(page: NodeTable, lines: Lines, content: Mask, comments: Mask | None) -> list[int]:
    """Give the lines in boxes named after the writer: short ones wherever they stand, cards at the end of the text."""
    if not page.speaks_of(Subject.WRITER):
        return []
    before = prefix_sums(page.chars * content)
    rows = np.flatnonzero(page.speaking(Subject.WRITER))
    first, last = page.first[rows], page.last[rows]
    inside = before[last] - before[first]
    if not inside.any():
        return []
    is_card = inside <= min(_MAX_CARD_CHARS, _MAX_CARD_SHARE * before[-1])
    is_card &= before[-1] - before[last] <= _MAX_SHARE_BELOW * before[-1]
    untitled = prefix_sums(page.chars * (content & ~_TITLE[page.tag][page.owner]))
    is_short = inside <= _MAX_BOX_CHARS
    is_short &= untitled[last] - untitled[first] <= _MAX_SHARE_OF_SHORT * untitled[-1]
    if comments is not None:
        commented = prefix_sums(comments)
        of_comment = commented[last] > commented[first]
        is_card &= ~of_comment
        is_short &= ~of_comment | np.append(page.end[rows][:-1] <= rows[1:], values=True)  # it holds no other such box
    inside_boxes: list[int] = []
    boxes = behind = 0
    for each in np.flatnonzero((inside > 0) & (is_card | is_short)).tolist():
        if first[each] < behind:
            continue
        boxes, behind = boxes + 1, int(last[each])
        if boxes > _MAX_BOXES:
            return []
        within = _within(lines, int(first[each]), behind).tolist()
        inside_boxes += [row for row in within if is_card[each] or not _is_day(lines.texts[row])]
    return inside_boxes


def _within(lines: Lines, first: int, last: int) -> NDArray[np.intp]:
    """Give the lines that lie in the texts from one to before another, whole."""
    start, stop = np.searchsorted(lines.start, (first, last))
    if last < len(lines.of) and lines.of[last] == stop - 1:  # the last one goes on
        stop -= 1
    return np.arange(start, stop)


def _is_day(line: str) -> bool:
    """Tell whether a line says when, be it "5 days ago", and next to nothing else."""
    days = sum(each.stop - each.start for each in dates.dates_in(line, day_first=True))
    return len(line) - days <= _MAX_CHARS_BESIDE_DAY and any(map(str.isdigit, line))


_MAX_BOX_CHARS: Final = 100
"""Characters without white space of a box, wherever it stands."""
_MAX_BOXES: Final = 3
"""Boxes beyond which the page is a list of the works of many."""
_MAX_CARD_CHARS: Final = 1500
_MAX_CARD_SHARE: Final = 0.25
_MAX_SHARE_BELOW: Final = 0.1
"""Shares of the text: in a card, and below it."""
_MAX_SHARE_OF_SHORT: Final = 0.5
"""Share of the text without its headline in a short box, beyond which it holds the text itself."""
_MAX_CHARS_BESIDE_DAY: Final = 12
"""Characters: the time, or the day of the week."""
_TITLE: Final = tags.tag_set("h1 title")
