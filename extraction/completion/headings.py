"""Headings between the parts of a text: a heading between chosen texts of one box belongs to the text below it.

A sign or a button may stand in the heading, or beside it.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.choice import Choice, Ranges, box_around, inside
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.texts import plain
from native.library import lib

_MOST_BUTTONS: Final = 0.4
"""Share of a heading that may be links: "#", "[edit]"."""
_MOST_OF_PART: Final = 0.8
"""Share of the text below a heading, in the box that it begins, that is chosen."""
_BUTTON: Final = re.compile(r"\s*\[.*\]\s*$", re.DOTALL)
_PARAGRAPHS: Final = tags.tag_set("p")
_BEFORE_LINKED: Final = tags.tag_set("p h1")
_BOX: Final = tags.tag_set("div aside section figure form blockquote")
_LIST: Final = tags.tag_set("ul ol")
_TITLE, _LINK = (tags.CODE[name] for name in ("h1", "a"))


def headings(choice: Choice) -> Ranges:
    """Give the headings between chosen texts, with what follows them in one box.

    Of a box that a heading begins nearly all is chosen, as of a part of the text, or a question and its answer.
    """
    page, content = choice.page, choice.content
    every = tags.HEADING[page.tag].nonzero()[0]
    rows = every[(page.first[every] > 0) & (page.first[every] < page.last[every]) & (page.last[every] < len(content))]
    starts = page.first[rows]
    rows = rows[~content[starts]]
    wraps = _with_buttons(page, rows)
    amid = content.take(page.last[wraps], mode="clip")
    if not amid.any() or not len(choice.in_words):  # as on most pages
        return
    begins = int(choice.in_words[0])
    for row, wrap in zip(rows[amid].tolist(), wraps[amid].tolist(), strict=True):
        first, last = int(page.first[row]), int(page.last[row])
        if not content[first - 1]:
            if _is_among_paragraphs(choice, row):
                yield first, last
            continue
        begin, end = box_around(page, wrap)
        if page.texts[last - 1].strip() == "]":  # a button in brackets, as "[edit]"
            last = next((text for text in range(first + 1, last) if page.texts[text].strip() == "["), last)
        is_bare, behind_title = not inside(choice.chosen, first, last), False
        if inside(choice.linked, first, last) > _MOST_BUTTONS * inside(choice.chars, first, last):
            # A heading may be a link between its paragraphs.
            beside = _is_paragraph_beside(page, row, first - 1, _BEFORE_LINKED)
            beside = beside and _is_paragraph_beside(page, row, int(page.last[row]))
            label = finder(TermRole.LEAD_IN).match(plain(page.texts[first]).lower().strip())
            is_bare, behind_title = is_bare and beside and label is None, page.tag[page.owner[first - 1]] == _TITLE
            if is_bare:
                yield from _first_of_kind(page, content, every, row)
        below, chosen_below = inside(choice.chars, last, end), inside(choice.chosen, last, end)
        of_text = begin < first or chosen_below >= _MOST_OF_PART * below
        if is_bare and of_text and last < end and (begins < first or behind_title):
            yield first, last


def _is_among_paragraphs(choice: Choice, row: int) -> bool:
    """Tell whether a heading stands among chosen paragraphs, with something between it and that before.

    That is a box, or a list of links: what a site puts between the parts of an article.
    """
    page, first, last = choice.page, int(choice.page.first[row]), int(choice.page.last[row])
    before = int(choice.rows.searchsorted(first)) - 1
    if before < 0 or inside(choice.linked, first, last) or inside(choice.chosen, first, last):
        return False
    if not all(_is_paragraph_beside(page, row, text) for text in (int(choice.rows[before]), last)):
        return False
    between = int(page.parent[page.owner[first - 1]])
    while between > 0 and page.parent[between] != page.parent[row]:
        between = int(page.parent[between])
    part = int(page.first[between]), int(page.last[between])
    of_links = _LIST[page.tag[between]] and inside(choice.linked, *part) == inside(choice.chars, *part)
    return between > 0 and bool(_BOX[page.tag[between]] or of_links)


def _with_buttons(page: NodeTable, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Give the elements that hold a heading, and behind it nothing but a button in brackets; else the headings.

    Wikipedia has "[edit]" beside its headings since 2024, and had it in them before.
    """
    around, wraps = page.parent[rows], rows.copy()
    behind = page.last[around] - page.last[rows]
    begins = (page.first[around] == page.first[rows]) & (behind > 0) & (behind <= lib.MOST_BUTTON_TEXTS)
    for at in begins.nonzero()[0].tolist():
        wrap = int(around[at])
        if _BUTTON.match(page.texts.between(int(page.last[rows[at]]), int(page.last[wrap]))):
            wraps[at] = wrap
    return wraps


def _first_of_kind(page: NodeTable, content: Mask, every: NDArray[np.intp], row: int) -> Ranges:
    """Give the first heading beside a linked one, of its level, when a chosen paragraph follows it.

    Nothing is before it that tells that it is one of the text.
    """
    boxes, box = _boxes_of(page, every), _boxes_of(page, np.array([row]))
    first = int(every[(page.tag[every] == page.tag[row]) & (boxes == box)][0])
    behind = int(page.last[first])
    if first < row and content[behind] and _is_paragraph_beside(page, first, behind):
        yield int(page.first[first]), behind


def _boxes_of(page: NodeTable, rows: NDArray[np.intp]) -> Column:
    """Give the elements that headings (rows) stand in, not counting a link that holds nothing but the heading."""
    around = page.parent[rows]
    is_link = page.tag[around] == _LINK
    is_link &= (page.first[around] == page.first[rows]) & (page.last[around] == page.last[rows])
    boxes: Column = np.where(is_link, page.parent[around], around)
    return boxes


def _is_paragraph_beside(page: NodeTable, row: int, text: int, among: Mask = _PARAGRAPHS) -> bool:
    """Tell whether a text is in a paragraph, or what is ``among``, that stands in the same element as another."""
    parent, paragraph = int(_boxes_of(page, np.array([row]))[0]), int(page.owner[text])
    while paragraph > parent and page.parent[paragraph] != parent:
        paragraph = int(page.parent[paragraph])
    return bool(paragraph > parent and among[page.tag[paragraph]])
