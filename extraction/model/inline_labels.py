"""Headings amid the text, and the notes behind it: what the text itself asks for.

A heading between chosen texts of one box is the heading of what follows it, a sign or a button in it or not.

The notes that signs in the text point to, in boxes that are called so, are part of it: of 24 labelled pages with such
a box eight gained, up to 0.09, ten lost, up to 0.13 with a list of references. Signs are told by their look, as
addresses of links are not read.

So are boxes that are called after facts ("infobox") and stand amid the text, and what is written on parts that unfold.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon.terms import TermRole, pattern
from extraction.native.library import lib
from extraction.page import tags
from extraction.page.attribute_signatures import Names
from extraction.page.lines import lines_of
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.texts import plain

HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
MOST_WRAPPERS: Final = 3
"""Elements around a list that hold nothing else."""
_MOST_BUTTONS: Final = 0.4
"""Share of a heading that may be links: "#", "[edit]"."""
_MOST_OF_PART: Final = 0.8
"""Share of the text below a heading, in the box that it begins, that is marked."""
_BUTTON: Final = re.compile(r"\s*\[.*\]\s*$", re.DOTALL)
_PARAGRAPHS: Final = tags.tag_set("p")
_BEFORE_LINKED: Final = tags.tag_set("p h1")
_TITLE, _LINK = (tags.CODE[name] for name in ("h1", "a"))
_MOST_FACTS: Final = 800
"""Characters of a box of facts."""
_SUMMARY, _DETAILS, _ASIDE = (tags.CODE[name] for name in ("summary", "details", "aside"))
_SIGN: Final = tags.tag_set("sup a")
_MOST_NOTES: Final = 0.4
"""Characters of all notes, as a share of the text's: the conditions of an offer are longer."""
_NOTE: Final = re.compile(r"[\[(]?(?:\d{1,3}|[a-z]|\*{1,3}|[†‡])[\])]?")
"""Of these only the sign."""


def with_headings(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the headings between its texts, with what follows them in one box.

    Of a box that a heading begins nearly all is marked, as of a part of the text, or a question and its answer.
    """
    every = np.flatnonzero(HEADING[page.tag])
    rows = every[(page.first[every] > 0) & (page.first[every] < page.last[every]) & (page.last[every] < len(content))]
    starts = page.first[rows]
    rows = rows[content[starts - 1] & ~content[starts]]
    wraps = [_with_buttons(page, row) for row in rows.tolist()]
    amid = content.take(page.last[wraps], mode="clip") if wraps else np.zeros(0, dtype=np.bool_)
    rows, wraps = rows[amid], [wrap for wrap, between in zip(wraps, amid.tolist(), strict=True) if between]
    if not len(rows):  # as on most pages
        return content
    words = np.flatnonzero(content & ~HEADING[page.tag[page.owner]])
    chars, chosen, linked = (prefix_sums(page.chars * each) for each in (True, content, page.in_link))
    extended = content.copy()
    for row, wrap in zip(rows.tolist(), wraps, strict=True):
        first, last = int(page.first[row]), int(page.last[row])
        begin, end = box_around(page, wrap)
        if page.texts[last - 1].strip() == "]":  # a button in brackets, as "[edit]"
            last = next((text for text in range(first + 1, last) if page.texts[text].strip() == "["), last)
        own = chars[last] - chars[first]
        is_bare, behind_title = chosen[last] == chosen[first], False
        if linked[last] - linked[first] > _MOST_BUTTONS * own:  # a heading may be a link between its paragraphs
            beside = _is_paragraph_beside(page, row, first - 1, _BEFORE_LINKED)
            beside = beside and _is_paragraph_beside(page, row, int(page.last[row]))
            label = pattern(TermRole.LEAD_IN).match(plain(page.texts[first]).lower().strip())
            is_bare, behind_title = is_bare and beside and label is None, page.tag[page.owner[first - 1]] == _TITLE
            if is_bare:
                extended |= _first_of_kind(page, content, every, row)
        of_text = begin < first or chosen[end] - chosen[last] >= _MOST_OF_PART * (chars[end] - chars[last])
        if is_bare and of_text and last < end and len(words) and (words[0] < first or behind_title):
            extended[first:last] = True
    return extended


def _with_buttons(page: NodeTable, row: int) -> int:
    """Give the element that holds a heading, and behind it nothing but a button in brackets; else the heading.

    Wikipedia has "[edit]" beside its headings since 2024, and had it in them before.
    """
    around, last = int(page.parent[row]), int(page.last[row])
    begins = page.first[around] == page.first[row] and 0 < page.last[around] - last <= lib.MOST_BUTTON_TEXTS
    is_wrap = begins and _BUTTON.match(page.texts.between(last, page.last[around])) is not None
    return around if is_wrap else row


def _first_of_kind(page: NodeTable, content: Mask, headings: NDArray[np.intp], row: int) -> Mask:
    """Mark the first heading beside a linked one, of its level, when a marked (S) paragraph follows it.

    Nothing is before it that tells that it is one of the text.
    """
    boxes, box = _boxes_of(page, headings), _boxes_of(page, np.array([row]))
    same = headings[(page.tag[headings] == page.tag[row]) & (boxes == box)]
    first, chosen = int(same[0]), np.zeros(len(content), dtype=np.bool_)
    behind = int(page.last[first])
    if first < row and content[behind] and _is_paragraph_beside(page, first, behind):
        chosen[page.first[first] : behind] = True
    return chosen


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


def with_notes(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the notes that signs in it point to, in boxes that are called so behind it."""
    named = page.signatures.named(Names.NOTES)
    if named is None:  # as on most pages
        return content
    of_sign = _SIGN[page.tag[page.owner]] | page.in_link
    likely = np.flatnonzero(content & of_sign & (page.chars <= lib.MAX_SIGN_CHARS))
    sign = next((row for row in likely.tolist() if _NOTE.fullmatch(page.texts[row].strip())), None)
    if sign is None:
        return content
    rows = np.flatnonzero(named[page.signature] & tags.BLOCK[page.tag] & (page.first > sign) & (page.last > page.first))
    extended, behind = content.copy(), sign
    for row in rows.tolist():
        first, last = int(page.first[row]), int(page.last[row])
        if first >= behind:
            extended[first:last] = True
            behind = last
    signs = np.flatnonzero(extended & ~content & page.in_link & (page.chars <= lib.MAX_SIGN_CHARS))
    extended[
        [text for text in signs.tolist() if _is_line(page, text) and _NOTE.fullmatch(page.texts[text].strip())]
    ] = False
    chars = int(page.chars[content].sum())
    return extended if int(page.chars[extended].sum()) - chars <= _MOST_NOTES * chars else content


def _is_line(page: NodeTable, text: int) -> bool:
    """Tell whether a text is a line of its own, as the number beside a note is that a style sheet moves there."""
    line = lines_of(page).of
    return bool(np.count_nonzero(line[text - 1 : text + 2] == line[text]) == 1)


def with_summaries(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with what stands above parts that unfold, when most texts of the part are content."""
    rows = np.flatnonzero(page.tag == _SUMMARY)
    if not len(rows):  # as on most pages
        return content
    parts, chosen = page.parent[rows], prefix_sums(content)
    first, last, end = page.first[rows], page.last[rows], page.last[parts]
    bare = (page.tag[parts] == _DETAILS) & (first < last) & (chosen[last] == chosen[first])
    rows = rows[bare & (last < end) & (2 * (chosen[end] - chosen[last]) >= end - last)]
    extended = content.copy() if len(rows) else content
    for row in rows.tolist():
        extended[page.first[row] : page.last[row]] = True
    return extended


def with_facts(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with boxes of facts amid it: called so, small, and without a link.

    Of 4,897 labelled pages one has such a box that was not chosen, whose gold text has it.
    """
    named = page.signatures.named(Names.FACTS)
    if named is None:  # as on most pages
        return content
    rows = np.flatnonzero(named[page.signature] & (page.tag == _ASIDE) & (page.first > 0))
    rows = rows[(page.first[rows] < page.last[rows]) & (page.last[rows] < len(content))]
    chars, linked, extended, behind = prefix_sums(page.chars), prefix_sums(page.in_link), content, 0
    for row in rows.tolist():
        first, last = int(page.first[row]), int(page.last[row])
        amid = first >= behind and content[first - 1] and not content[first] and content[last]
        if amid and linked[last] == linked[first] and chars[last] - chars[first] <= _MOST_FACTS:
            extended = extended.copy() if extended is content else extended
            extended[first:last] = True
            behind = last
    return extended


def box_around(page: NodeTable, row: int) -> tuple[int, int]:
    """Give the texts of the nearest element around another, a few wrappers up, that holds more than it."""
    first, last, around = page.first[row], page.last[row], int(page.parent[row])
    for _ in range(MOST_WRAPPERS):
        wraps = around > 0 and page.first[around] == first and page.last[around] == last
        around = int(page.parent[around]) if wraps else around
    return int(page.first[around]), int(page.last[around])
