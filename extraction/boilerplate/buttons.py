"""Buttons at a text: links that do something with it, and what a page leaves out when it is printed."""

import re
from typing import Final

import numpy as np

from extraction.boilerplate.small_boxes import is_prose
from extraction.page import tags
from extraction.page.attribute_signatures import Names, words_of
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable, covered, prefix_sums


def heading_buttons(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments of links in brackets behind headings and terms: "[edit]", "[source]"."""
    if b"]" not in page.texts.utf8:
        return []
    heading, buttons = page.nearest(_TITLED[page.tag])[page.owner], list[int]()
    links = np.flatnonzero(content & page.in_link & (page.chars <= _MOST_BUTTON_CHARS) & (heading >= 0))
    for row, text in zip(links.tolist(), page.texts.of(links), strict=True):
        if row > page.first[heading[row]] and _IN_BRACKETS.fullmatch(text.strip()):
            buttons.append(row)
    brackets = np.flatnonzero(content & (page.chars == 1) & ~page.in_link)
    brackets = brackets[brackets > _FEWEST_BEFORE_BRACKET]
    for end in brackets[page.in_link[brackets - 1]].tolist():  # none on most pages
        row = int(heading[end])
        if row < 0 or page.tag[row] == _TERM or page.last[row] != end + 1 or page.texts[end].strip() != "]":
            continue
        places = range(end - 1, max(int(page.first[row]), end - _MOST_BUTTON_TEXTS), -1)
        start = next((each for each in places if page.texts[each].strip() == "["), None)
        buttons += () if start is None else range(start, end + 1)
    return buttons


def link_buttons(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments of short lines that are one link, which is a button by its role and its name.

    Amid prose one of both is enough. One in a heading, or that unfolds something, is a title.
    """
    rows = np.flatnonzero(content & page.in_link & (page.chars <= _MOST_BUTTON_CHARS))
    lines = lines_of(page)
    if not len(rows):
        return []
    fewest = 1 if is_prose(lines, content) else 2
    line, heading, buttons = lines.of, page.nearest(_HEADING[page.tag])[page.owner], list[int]()
    rows = rows[heading[rows] < 0]
    starts = rows[(line[rows] != line[rows - 1]) | (rows == 0)]
    for row in starts.tolist():
        link = int(page.owner[row])
        for _ in range(_MOST_IN_LINK):
            if page.tag[link] == _LINK or link <= 0:
                break
            link = int(page.parent[link])
        first, last = int(page.first[link]), int(page.last[link])
        if page.tag[link] != _LINK or first != row or line[last - 1] != line[row]:
            continue
        if last < len(line) and line[last] == line[row]:
            continue
        attributes = page.attributes(link)
        if "aria-expanded" in attributes or "aria-controls" in attributes:
            continue
        is_named = _BUTTON.search(attributes.get("class", "")) is not None
        if is_named + (attributes.get("role") == "button") >= fewest:
            buttons += range(first, last)
    return buttons


def unprinted(page: NodeTable) -> Mask | None:
    """Mark the texts (S) in elements whose names say that they are not printed; None for none.

    What a page leaves out on paper is there for the mouse: buttons, notes of editors, menus.
    """
    signatures = page.signatures
    if _PRINT not in signatures.values:  # as on most pages
        return None
    named = np.array([_UNPRINTED.isdisjoint(names.lower().split()) for _, names, _, _ in signatures.all])
    if named.all():
        return None
    chars = prefix_sums(page.chars)
    small = chars[page.last] - chars[page.first] <= _MOST_UNPRINTED
    marked: Mask = covered(~named[page.signature] & small, page.end)[page.owner]
    return marked


_HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_TERM: Final = tags.CODE["dt"]
_TITLED: Final = _HEADING | tags.tag_set("dt")
_LINK: Final = tags.CODE["a"]
_FEWEST_BEFORE_BRACKET: Final = 2
"""Texts: the heading, and the other bracket."""
_MOST_BUTTON_TEXTS: Final = 8
"""Of buttons in one pair of brackets: "[", "edit", "|", "edit source"."""
_IN_BRACKETS: Final = re.compile(r"\[[^\W\d][^\[\]]*\]")
_MOST_BUTTON_CHARS: Final = 32
_MOST_IN_LINK: Final = 6
"""Elements between a link and its text."""
_BUTTON: Final = re.compile(rf"(?:^|\s)(?:\S+[-_])?(?:{'|'.join(words_of(Names.BUTTON))})(?:$|[\s_-])", re.IGNORECASE)
_PRINT: Final = b"print"
_MOST_UNPRINTED: Final = 300
"""Characters of such a box: what visitors wrote may not be printed, either."""
_UNPRINTED: Final = frozenset(words_of(Names.UNPRINTED))
