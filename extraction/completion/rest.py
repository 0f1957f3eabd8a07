"""The rest of lists, tables and code of which a part was chosen: some items of a list, the longest cells of a table.

On sites, or sets and languages, that the model had not seen this changed 90 of 4,423 pages: 31 gained more than 0.005,
nine lost as much. Definition lists and lists with links gained nothing.
"""

from typing import Final

from extraction.completion.choice import Choice, Ranges, box_around, inside
from extraction.page import tags

_REST: Final = {"pre": (0.0, 0.01, 0), "ul": (0.3, 0.01, 50), "ol": (0.3, 0.01, 50), "table": (0.1, 0.3, 0)}
"""Of each element, the share of its text that must have been chosen, that of links which it may have, and of how many
characters its texts are, on the average, where any of them is enough."""
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
        is_amid = texts[begin] < texts[first] and texts[last] < texts[end]
        enough = inside(choice.chosen, *part) >= least_chosen * chars or chars <= short * (last - first)
        if is_amid and enough and linked <= most_linked * chars and chosen_beside >= _PURE * beside:
            yield part
