"""Boxes amid the text: what is written on parts that unfold, boxes that are called after facts ("infobox"), and what
documentation declares before it says what it is.
"""

from typing import Final

import numpy as np

from extraction.completion.choice import Choice, Ranges, inside
from extraction.page import tags
from extraction.page.attribute_signatures import Names

_SUMMARY, _DETAILS, _ASIDE = (tags.CODE[name] for name in ("summary", "details", "aside"))
_MOST_FACTS: Final = 800
"""Characters of a box of facts."""
_MOST_DECLARED: Final = 1000
"""Characters of a declaration."""


def summaries(choice: Choice) -> Ranges:
    """Give what stands above parts that unfold, when most texts of the part are chosen."""
    page, chosen = choice.page, choice.texts
    rows = np.flatnonzero(page.tag == _SUMMARY)
    parts = page.parent[rows]
    first, last, end = page.first[rows], page.last[rows], page.last[parts]
    bare = (page.tag[parts] == _DETAILS) & (first < last) & (chosen[last] == chosen[first])
    fits = bare & (last < end) & (2 * (chosen[end] - chosen[last]) >= end - last)
    return zip(first[fits].tolist(), last[fits].tolist(), strict=True)


def facts(choice: Choice) -> Ranges:
    """Give the boxes of facts amid the text: called so, small, and without a link.

    Of 4,897 labelled pages one has such a box that was not chosen, whose gold text has it. A box of facts in an
    ``aside`` that is not called so is none: three pages changed, and all lost.
    """
    page, content = choice.page, choice.content
    named = page.signatures.named(Names.FACTS)
    if named is None:  # as on most pages
        return
    rows = np.flatnonzero(named[page.signature] & (page.tag == _ASIDE) & (page.first > 0))
    rows, behind = rows[(page.first[rows] < page.last[rows]) & (page.last[rows] < len(content))], 0
    for row in rows.tolist():
        part = first, last = int(page.first[row]), int(page.last[row])
        amid = first >= behind and content[first - 1] and not content[first] and content[last]
        if amid and not page.in_link[first:last].any() and inside(choice.chars, *part) <= _MOST_FACTS:
            yield part
            behind = last


def declarations(choice: Choice) -> Ranges:
    """Give what is declared right before chosen text: functions with their parameters, classes, values.

    Line by line they are marks and short words, half of them links. Their boxes are named by the software that made the
    page of sources.
    """
    page, content = choice.page, choice.content
    named = page.signatures.named(Names.DECLARATION)
    if named is None:  # as on most pages
        return
    rows, behind = np.flatnonzero(named[page.signature] & (page.first < page.last) & (page.last < len(content))), 0
    for row in rows.tolist():
        part = first, last = int(page.first[row]), int(page.last[row])
        is_said = first >= behind and choice.texts[first] and content[last] and not content[first:last].all()
        if is_said and inside(choice.chars, *part) <= _MOST_DECLARED:
            yield part
            behind = last
