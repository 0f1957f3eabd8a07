"""Machine-made summaries of an article: the page says so in the box of the summary.

They repeat what the article says. A line that the method marked speaks about such summaries and is no note: lines that
are surely notes were left out before (``attribution.asides``).
"""

from typing import Final

import numpy as np

from extraction.attribution.forms.short_lines import ShortLines
from extraction.boilerplate.small_boxes import BoxedText
from extraction.lexicon.terms import TermRole
from extraction.lexicon.text_terms import beginning_with
from extraction.page.node_table import Mask


def machine_summaries(short: ShortLines, content: Mask) -> Mask | None:
    """Mark the content (S) of small boxes with a line that says that a machine made a summary; None for none."""
    lines = short.lines
    (chosen,) = content.take(lines.start).nonzero()
    if not len(chosen):  # no line begins with what was chosen
        return None
    first = max(0, int(chosen[0]) - _MOST_LINES_BEFORE)
    behind = min(int(chosen[-1]) + 1, int(chosen[0]) + _MOST_LINES_BELOW)
    likely = beginning_with(lines.texts.plain, np.arange(first, behind), TermRole.SUMMARY_NOTE)
    if not len(likely):  # as on most pages
        return None
    length = lines.texts.length[likely]
    may_be = (length >= _SHORTEST_NOTE) & (length <= _LONGEST_NOTE) & ~content.take(lines.start[likely])
    notes = likely[may_be & (2 * lines.linked[likely] < length)].tolist()
    text, marked = BoxedText.of(short, content), np.zeros(len(content), dtype=np.bool_)
    for row in notes[:_MOST_NOTES]:
        box = _box_of(text, row)
        if box is not None:
            marked[short.page.first[box] : short.page.last[box]] = True
    marked &= content
    return marked if marked.any() else None


def _box_of(text: BoxedText, note: int) -> int | None:
    """Give the smallest box (E) around the line of a note that has a summary; None where that would be the article."""
    row, of_note = int(text.short.lines.block[note]), int(text.weights[note])
    for _ in range(_MOST_AROUND):
        begin, end = text.lines(row)
        weight = int(text.sums[end] - text.sums[begin])
        if row <= 0 or weight > _MOST_SUMMARY_WEIGHT or 2 * text.own(row) > text.chosen[-1]:
            return None
        if weight - of_note >= _LEAST_SUMMARY_WEIGHT:
            return row
        row = int(text.short.page.parent[row])
    return None


_MOST_NOTES: Final = 5
_SHORTEST_NOTE: Final = 8
_LONGEST_NOTE: Final = 160
"""A note that a machine made the summary has at most so many characters."""
_MOST_LINES_BEFORE: Final = 15
"""The note stands at most so many lines above the content."""
_MOST_LINES_BELOW: Final = 30
"""The note stands at most so many lines below the beginning of the content."""
_MOST_AROUND: Final = 8
"""So many elements around the note are looked at."""
_LEAST_SUMMARY_WEIGHT: Final = 60
_MOST_SUMMARY_WEIGHT: Final = 1200
"""A summary has at least so many characters, and with its note at most so many."""
