"""Headings between the parts of a text: a heading between chosen texts of one box belongs to the text below it.

A sign or a button may stand in the heading, or beside it.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.choice import Choice, Ranges, box_around
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable, inside
from extraction.page.texts import plain
from native.library import lib

_MOST_BUTTONS: Final = 0.4
"""The share of a heading that may be links, such as "#" and "[edit]"; with more, the heading itself is a link."""
_MOST_OF_PART: Final = 0.8
"""Where a heading begins a box, at least this share of the text below it in the box is chosen."""
_BUTTON: Final = re.compile(r"\s*\[.*\]\s*$", re.DOTALL)
_PARAGRAPHS: Final = tags.tag_set("p")
_BEFORE_LINKED: Final = tags.tag_set("p h1")
_BOX: Final = tags.tag_set("div aside section figure form blockquote table")
_LIST: Final = tags.tag_set("ul ol")
_TITLE, _LINK = (tags.CODE[name] for name in ("h1", "a"))


def headings(choice: Choice) -> Ranges:
    """Give the headings that stand between chosen texts and are in one box with the text below them.

    Where a heading begins its box, nearly all of the text below it must be chosen: then the box is a part of the text,
    or a question with its answer.
    """
    page, content = choice.page, choice.content
    every = tags.HEADING[page.tag].nonzero()[0]
    rows = every[(page.first[every] > 0) & (page.first[every] < page.last[every]) & (page.last[every] < len(content))]
    starts = page.first[rows]
    rows = rows[~content[starts]]
    wraps = _with_buttons(page, rows)
    amid = content.take(page.last[wraps], mode="clip")
    if not np.count_nonzero(amid) or not len(choice.in_words):  # as on most pages
        return
    begins = int(choice.in_words[0])
    for row, wrap in zip(rows[amid].tolist(), wraps[amid].tolist(), strict=True):
        first, last = page.text_range(row)
        if not content[first - 1]:
            if _is_among_paragraphs(choice, row):
                yield first, _before_button(page, first, last)
            continue
        last = _before_button(page, first, last)
        if inside(choice.chosen_chars, first, last):
            continue
        is_behind_title = False
        if inside(choice.linked, first, last) > _MOST_BUTTONS * inside(choice.chars, first, last):
            if not _is_link_between_paragraphs(page, row):
                continue
            is_behind_title = page.tag[page.owner[first - 1]] == _TITLE
            yield from _first_of_kind(page, content, every, row)
        begin, end = box_around(page, wrap)
        below, chosen_below = inside(choice.chars, last, end), inside(choice.chosen_chars, last, end)
        is_of_text = begin < first or chosen_below >= _MOST_OF_PART * below
        is_behind_text = begins < first or is_behind_title
        if is_of_text and is_behind_text and last < end:
            yield first, last


def _before_button(page: NodeTable, first: int, last: int) -> int:
    """Give the end of a heading's texts (from ``first`` to before ``last``) without a button in brackets: "[edit]"."""
    if page.texts[last - 1].strip() != "]":
        return last
    return next((text for text in range(first + 1, last) if page.texts[text].strip() == "["), last)


def _is_link_between_paragraphs(page: NodeTable, row: int) -> bool:
    """Tell whether a heading that is a link stands between paragraphs, and is no label of links to other articles."""
    first, last = page.text_range(row)
    is_amid = _is_paragraph_beside(page, row, first - 1, _BEFORE_LINKED) and _is_paragraph_beside(page, row, last)
    return is_amid and finder(TermRole.LEAD_IN).match(plain(page.texts[first]).strip()) is None


def _is_among_paragraphs(choice: Choice, row: int) -> bool:
    """Tell whether a heading stands between chosen paragraphs, with a box or a list of links before it.

    Sites put such a box between the parts of an article.
    """
    page, (first, last) = choice.page, choice.page.text_range(row)
    before = int(choice.rows.searchsorted(first)) - 1
    title = _before_button(page, first, last)
    if before < 0 or inside(choice.linked, first, title) or inside(choice.chosen_chars, first, last):
        return False
    if not all(_is_paragraph_beside(page, row, text) for text in (int(choice.rows[before]), last)):
        return False
    between = int(page.parent[page.owner[first - 1]])
    while between > 0 and page.parent[between] != page.parent[row]:
        between = int(page.parent[between])
    part = page.text_range(between)
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
    """Give the first heading in the box of a linked heading (row) and of its level, if a chosen paragraph follows it.

    The first heading needs the linked one as its proof, because no text of the article stands before it.
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
    """Tell whether a text is in a paragraph that stands in the same element as a heading (row).

    Other elements count as well where their tags are ``among`` the marked ones.
    """
    parent, paragraph = int(_boxes_of(page, np.array([row]))[0]), int(page.owner[text])
    while paragraph > parent and page.parent[paragraph] != parent:
        paragraph = int(page.parent[paragraph])
    return bool(paragraph > parent and among[page.tag[paragraph]])
