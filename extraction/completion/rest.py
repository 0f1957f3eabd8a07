"""The rest of lists, tables and code of which a part was chosen: some items of a list, the longest cells of a table.

On sites, or sets and languages, that the model had not seen this changed 90 of 4,423 pages: 31 gained more than 0.005,
nine lost as much. Definition lists and lists with links gained nothing.
"""

from typing import Final

import numpy as np

from extraction.completion.choice import HEADING, Choice, Ranges, box_around, inside
from extraction.page import tags

_REST: Final = {"pre": (0.0, 0.6, 0), "ul": (0.3, 0.01, 50), "ol": (0.3, 0.01, 50), "table": (0.1, 0.3, 0)}
"""Of each element, the share of its text that must have been chosen, that of links which it may have (code links to
what it names), and of how many characters its texts are, on the average, where any of them is enough."""
_RESTING: Final = tags.tag_set(" ".join(_REST))
_PRE: Final = tags.CODE["pre"]
_MOST_CODE: Final = 3000
"""Characters of code that is chosen whole when any of it is: some old pages are one such element."""
_PURE: Final = 0.9
"""Share of the text beside in the box around that is chosen."""


def rest(choice: Choice) -> Ranges:
    """Give the lists, tables and code in the midst of the text of which a part is chosen, or code of which none is."""
    page, texts = choice.page, choice.texts
    (rows,) = _RESTING.take(page.tag).nonzero()
    starts, stops = page.first.take(rows), page.last.take(rows)
    chosen = texts.take(stops) - texts.take(starts)
    partly = (chosen > 0) | (page.tag.take(rows) == _PRE)
    for row in rows[partly & (chosen < stops - starts)].tolist():  # none on most pages
        part = first, last = int(page.first[row]), int(page.last[row])
        chars, linked = inside(choice.chars, *part), inside(choice.linked, *part)
        is_code = page.tag[row] == _PRE and texts[last] > texts[first] and chars <= _MOST_CODE
        if is_code and not linked:
            yield part  # lines of code mean little alone
            continue
        least_chosen, most_linked, short = _REST[tags.NAMES[page.tag[row]]]
        begin, end = box_around(page, row)
        beside = inside(choice.chars, begin, end) - chars
        chosen_beside = inside(choice.chosen, begin, end) - inside(choice.chosen, *part)
        is_behind = texts[begin] < texts[first]
        if page.tag[row] == _PRE and not is_behind and texts[first]:  # it may stand behind the heading of its part
            beside, is_behind = inside(choice.chars, last, end) + _chars_but_headings(choice, begin, first), True
        is_amid = is_behind and texts[last] < texts[end]
        enough = inside(choice.chosen, *part) >= least_chosen * chars or chars <= short * (last - first)
        if is_amid and enough and linked <= most_linked * chars and chosen_beside >= _PURE * beside:
            yield part


def _chars_but_headings(choice: Choice, begin: int, end: int) -> int:
    """Count the characters from one text to before another that are in no heading."""
    page = choice.page
    rows = np.flatnonzero(HEADING[page.tag] & (page.first >= begin) & (page.last <= end))
    of_headings = choice.chars[page.last[rows]] - choice.chars[page.first[rows]]
    return inside(choice.chars, begin, end) - int(of_headings.sum())
