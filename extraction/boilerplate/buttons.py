"""Buttons beside a text: links that act on it, and boxes that the page leaves out in print."""

import re
from typing import Final

import numpy as np

from extraction.boilerplate.small_boxes import is_prose
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Match, Names, words_of
from extraction.page.node_table import Mask, NodeTable


def heading_buttons(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments of links in brackets behind headings and terms: "[edit]", "[source]"."""
    heading, buttons = page.nearest(_TITLED[page.tag])[page.owner], list[int]()
    links = (content & page.in_link & (page.chars <= _MOST_BUTTON_CHARS) & (heading >= 0)).nonzero()[0]
    for row, text in zip(links.tolist(), page.texts.strings(links), strict=True):
        if row > page.first[heading[row]] and _IN_BRACKETS.fullmatch(text.strip()):
            buttons.append(row)
    brackets = (content & (page.chars == 1) & ~page.in_link).nonzero()[0]
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
    """Give the marked (S) segments of short lines that are one link, a button by its role and its name.

    Inside prose either the role or the name is enough. A link in a heading, or one that unfolds something, is a title.
    """
    signatures, lines = page.signatures, lines_of(page)
    if not np.count_nonzero(lines.are_links & content.take(lines.start)):  # as in most articles
        return []
    named, of_role = signatures.named(Names.BUTTON), signatures.of_role(_ROLE)
    if named is None and not of_role:
        return []
    named = np.zeros(len(signatures), dtype=np.bool_) if named is None else named
    named[of_role] = True
    named &= signatures.tag == _LINK
    links = named.take(page.signature).nonzero()[0]
    first, last, line = page.first.take(links), page.last.take(links), lines.line_of
    shown = (first < last).nonzero()[0]
    links, first, last = links.take(shown), first.take(shown), last.take(shown)
    begins = (first == 0) | (line[first] != line[first - 1])
    ends = (last == len(line)) | (line[last - 1] != line.take(last, mode="clip"))
    is_line = (
        begins & ends & (line[first] == line[last - 1]) & content[first] & (page.chars[first] <= _MOST_BUTTON_CHARS)
    )
    links = links[is_line]
    if not len(links):
        return []
    fewest, buttons = 1 if is_prose(lines, content) else 2, list[int]()
    for link in links[page.nearest(tags.HEADING[page.tag])[links] < 0].tolist():
        attributes = page.attributes(link)
        if "aria-expanded" in attributes or "aria-controls" in attributes:
            continue
        is_named = _BUTTON.search(attributes.get("class", "")) is not None
        if is_named + (attributes.get("role") == _ROLE.decode()) >= fewest:
            buttons += range(page.first[link], page.last[link])
    return buttons


def source_links(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments of links to the source code of what is declared, by their names.

    The version since which it exists may stand beside it: "1.7.0 · Source".
    """
    named = page.signatures.named(Names.SOURCE_LINK)
    if named is None:  # as on most pages
        return []
    texts = list[int]()
    for row in (_OF_LINK[page.tag] & named[page.signature] & (page.first < page.last)).nonzero()[0].tolist():
        first, last = page.text_range(row)
        if page.chars[first:last].sum() <= _MOST_BUTTON_CHARS:
            texts += [text for text in range(first, last) if content[text]]
    return texts


def unprinted(page: NodeTable) -> Mask:
    """Mark the texts (S) in elements whose names say that they are not printed.

    What a page leaves out on paper is there for the mouse: buttons, notes of editors, menus.
    """
    named = page.signatures.named(Names.UNPRINTED)
    if named is None:
        return np.zeros(len(page.texts), dtype=np.bool_)
    chars = page.char_sums
    small = chars[page.last] - chars[page.first] <= _MOST_UNPRINTED
    return page.texts_in_marked(named[page.signature] & small)


_TERM: Final = tags.CODE["dt"]
_TITLED: Final = tags.HEADING | tags.tag_set("dt")
_LINK: Final = tags.CODE["a"]
_FEWEST_BEFORE_BRACKET: Final = 2
"""At least so many texts stand before the bracket that ends: the heading, and the bracket that begins."""
_MOST_BUTTON_TEXTS: Final = 8
"""The buttons in one pair of brackets are at most so many texts: "[", "edit", "|", "edit source"."""
_IN_BRACKETS: Final = re.compile(r"\[[^\W\d][^\[\]]*\]")
_MOST_BUTTON_CHARS: Final = 32
_ROLE: Final = b"button"
_BUTTON: Final = re.compile(
    rf"(?:^|\s)(?:\S+[-_])?(?:{'|'.join(words_of(Names.BUTTON, Match.ANYWHERE))})(?:$|[\s_-])", re.IGNORECASE
)
_OF_LINK: Final = tags.tag_set("a span")
_MOST_UNPRINTED: Final = 300
"""Such a box has at most so many characters: what visitors wrote may not be printed, either."""
