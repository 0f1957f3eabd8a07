"""The notes behind a text to which signs in it point, in boxes that are named after notes.

Of 24 labelled pages with such a box eight gained, up to 0.09, and ten lost, up to 0.13 with a list of references. Signs
are known by their look, since the addresses of links are not read.
"""

import re
from typing import Final

import numpy as np

from extraction.completion.choice import Choice, Ranges
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Names
from extraction.page.node_table import NodeTable
from native.library import lib

_SIGN: Final = tags.tag_set("sup a")
_MOST_NOTES: Final = 0.4
"""All notes have at most this share of the text's characters: the conditions of an offer are longer."""
_NOTE: Final = re.compile(r"[\[(]?(?:\d{1,3}|[a-z]|\*{1,3}|[†‡])[\])]?")
"""A text that is nothing but the sign of a note."""


def notes(choice: Choice) -> Ranges:
    """Give the notes that signs in the text point to, in boxes that are called so behind it."""
    page, content = choice.page, choice.content
    named = page.signatures.named(Names.NOTES)
    if named is None:  # as on most pages
        return ()
    of_sign = _SIGN[page.tag[page.owner]] | page.in_link
    likely = (content & of_sign & (page.chars <= lib.MAX_SIGN_CHARS)).nonzero()[0]
    sign = next((row for row in likely.tolist() if _is_sign(page, row)), None)
    if sign is None:
        return ()
    rows = (named[page.signature] & tags.BLOCK[page.tag] & (page.first > sign) & (page.last > page.first)).nonzero()[0]
    added, behind = np.zeros_like(content), sign
    for row in rows.tolist():
        first, last = page.text_range(row)
        if first >= behind:
            added[first:last] = True
            behind = last
    added &= ~content
    signs = (added & page.in_link & (page.chars <= lib.MAX_SIGN_CHARS)).nonzero()[0]
    added[[text for text in signs.tolist() if _is_line(page, text) and _is_sign(page, text)]] = False
    if page.chars[added].sum() > _MOST_NOTES * page.chars[content].sum():
        return ()
    return ((text, text + 1) for text in added.nonzero()[0].tolist())


def _is_sign(page: NodeTable, text: int) -> bool:
    return _NOTE.fullmatch(page.texts[text].strip()) is not None


def _is_line(page: NodeTable, text: int) -> bool:
    """Tell whether a text is a line of its own, as the number beside a note is that a style sheet moves there."""
    line = lines_of(page).line_of
    return bool(np.count_nonzero(line[text - 1 : text + 2] == line[text]) == 1)
