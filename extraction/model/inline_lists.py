"""Lists and tables in the midst of the text: what stands between two paragraphs of it is part of it.

Three items of two words each look like a menu, line by line, in a language of which no words are known. But where the
text goes on before and behind them in the same box, that holds next to nothing else, and they have no link, they were
written with it. What follows the headline names source and date. Of 3,840 labelled pages, most in languages of which
words are known, eleven have such a list that was not chosen: seven gained 0.01 to 0.09, one lost more than 0.02.

Of what stands so a part may have been chosen, or it is code: some items of a list, the longest cells of a table. Then
the rest belongs to it as well. On sites, or sets and languages, that the model had not seen this changed 90 of 4,423
pages: 31 gained more than 0.005, nine lost as much. Definition lists and lists with links gained nothing.

A table of data is read as a whole: half a row says nothing. So one of which half was chosen is text in all its cells.
Of 67 labelled pages with such a one 37 gained, up to 0.02, and 18 lost, one 0.06. So is a list of definitions, which
say nothing without their terms. And a small table with a head is text where all else around it in its box is, also
where it stands first or last. Of six labelled pages with such a one three gained, up to 0.02, and three lost, one 0.09.

So are lists of two items in words: of 4,897 labelled pages two have one that was not chosen. And the notes that signs
in the text point to, in boxes that are called so: of 22 pages with such a box eight gained, up to 0.09, nine lost, up
to 0.03. Signs are told by their look, as the addresses of links are not read. A box of facts in an ``aside`` is not:
three pages changed, and all lost.

A heading between chosen texts of one box is the heading of what follows it, a sign or a button in it or not.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon.terms import TermRole, pattern
from extraction.native.library import array, check_memory, lib
from extraction.page import tags
from extraction.page.attribute_signatures import Match, Names, words_of, words_within
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.texts import plain

_LISTS: Final = array(tags.tag_set("ul ol dl table"), len(tags.NAMES))
_HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
MOST_THREAD: Final = 0.03
"""How likely a page may be a thread: where posts have no boxes, the lists between them say who wrote the next. No
labelled page is likelier whose lists this chooses."""
_FEWEST: Final = 2
"""Texts of a list; so few only in as many items: a picture or a formula may have a box of two texts, ..."""
_LEAST_OF_FEW: Final = 16
"""... and two buttons fewer characters."""
_PURE: Final = 0.9
"""Share of the text in the box around that is content, the lists left out."""
_MOST_WRAPPERS: Final = 3
"""Elements around a list that hold nothing else."""
_KINDS: Final = array(
    tags.bits(
        {
            lib.EXTENDS_WHOLE: tags.tag_set("table dl"),
            lib.EXTENDS_PARTLY_MARKED: tags.tag_set("ul ol table"),
            lib.EXTENDS_UNMARKED: tags.tag_set("pre"),
            lib.EXTENDS_ANY: tags.tag_set("th sup"),
            lib.EXTENDS_BETWEEN: tags.tag_set("h1 h2 h3 h4 h5 h6"),
            lib.EXTENDS_LIST: tags.tag_set("ul ol dl table"),
        },
        np.uint8,
    ),
    len(tags.NAMES),
)
_NOTE_NAMES: Final = words_within(*words_of(Names.NOTES, Match.ANYWHERE))
_SIGN: Final = tags.tag_set("sup a")
_LONGEST_SIGN: Final = 5
_MOST_NOTES: Final = 0.4
"""Characters of all notes, as a share of the text's: the conditions of an offer are longer."""
_NOTE: Final = re.compile(r"[\[(]?(?:\d{1,3}|[a-z]|\*{1,3}|[†‡])[\])]?")
"""Of these only the sign."""
_TABLE, _ROW, _HEAD_CELL, _DEFINITIONS = (tags.CODE[name] for name in ("table", "tr", "th", "dl"))
_PARAGRAPH, _QUOTE, _ITEM = (tags.CODE[name] for name in ("p", "blockquote", "li"))
_WHOLE: Final = tags.tag_set("table dl")
_CELL: Final = tags.tag_set("td th")
_LEAST_CHOSEN: Final = 0.5
_MOST_BUTTONS: Final = 0.4
"""Share of a heading that may be links: "#", "[edit]"."""
_BUTTON: Final = re.compile(r"\s*\[.*\]\s*$", re.DOTALL)
_MOST_LINKED_CELLS: Final = 0.5
"""The same of a table with a head."""
_LARGEST_TABLE: Final = 3000
"""Characters of a table with a head of which nothing was chosen."""
_MOST_LINKED: Final = 0.01
"""Shares of a table's text."""
_FEWEST_ROWS: Final = 2
_FEWEST_COLUMNS: Final = 2
_REST: Final = {"pre": (0.0, 0.01), "ul": (0.3, 0.01), "ol": (0.3, 0.01), "table": (0.1, 0.3)}
"""Of each element, the share of its text that must have been chosen, and that of links which it may have."""
_RESTING: Final = tags.tag_set(" ".join(_REST))
_PRE: Final = tags.CODE["pre"]
_LONGEST_CELLS: Final = 100
"""Characters of a cell, on the average: layout has more."""


def extended(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with all that belongs to it by these rules, each asked where it may find some."""
    may = _may_extend(page, content)
    for rule, bits in _RULES:
        if may & bits and (more := rule(page, content)) is not content:
            content, may = more, _may_extend(page, more)
    return content


def _may_extend(page: NodeTable, content: Mask) -> int:
    marked, number = np.ascontiguousarray(content, dtype=np.bool_), len(page.texts)
    bits: int = lib.mezmun_may_extend(page.columns, _KINDS, array(marked, number), _FEWEST)
    return check_memory(bits)


def with_tables(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the whole of those tables of data, without links, of which it has half.

    And of lists of definitions.
    """
    (rows,) = _WHOLE[page.tag].nonzero()
    if not len(rows):
        return content
    lowest = np.append(page.end[rows][:-1] <= rows[1:], values=True)  # no table is in them
    rows = rows[lowest]
    first, last, texts = page.first[rows], page.last[rows], prefix_sums(content)
    of_both = (texts[first] < texts[last]) & (texts[last] - texts[first] < last - first)
    if not of_both.any():  # as on most pages
        return content
    rows, first, last = rows[of_both], first[of_both], last[of_both]
    chars, marked, linked = (prefix_sums(page.chars * each) for each in (True, content, page.in_link))
    all_chars, chosen = chars[last] - chars[first], marked[last] - marked[first]
    half = (chosen >= _LEAST_CHOSEN * all_chars) & (linked[last] - linked[first] <= _MOST_LINKED * all_chars)
    extended = content
    for table in rows[half].tolist():
        if page.tag[table] == _DEFINITIONS or _is_of_data(
            page, table, int(chars[page.last[table]] - chars[page.first[table]])
        ):
            extended = extended.copy() if extended is content else extended
            extended[page.first[table] : page.last[table]] = True
    return extended


def with_rest(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the rest of lists, tables and code in its midst of which a part is marked."""
    (rows,) = _RESTING[page.tag].nonzero()
    if not len(rows):
        return content
    texts = prefix_sums(content)
    marked = texts[page.last[rows]] - texts[page.first[rows]]
    partly = (marked > 0) | (page.tag[rows] == _PRE)
    rows = rows[partly & (marked < page.last[rows] - page.first[rows])]
    if not len(rows):  # as on most pages
        return content
    chars, chosen, linked = (prefix_sums(page.chars * each) for each in (True, content, page.in_link))
    extended = content.copy()
    for row in rows.tolist():
        first, last = int(page.first[row]), int(page.last[row])
        begin, end = _box_around(page, row)
        least_chosen, most_linked = _REST[tags.NAMES[page.tag[row]]]
        own = chars[last] - chars[first]
        beside = chars[end] - chars[begin] - own
        chosen_beside = chosen[end] - chosen[last] + chosen[first] - chosen[begin]
        if (
            chosen[last] - chosen[first] >= least_chosen * own
            and linked[last] - linked[first] <= most_linked * own
            and texts[begin] < texts[first]
            and texts[last] < texts[end]
            and chosen_beside >= _PURE * beside
        ):
            extended[first:last] = True
    return extended


def with_whole_tables(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the small tables with a head in its boxes, of which nothing is marked.

    A box is the nearest element around that holds more than the table; all else in it is content, from the first marked
    text to the last.
    """
    rows, heads = np.flatnonzero(page.tag == _TABLE), prefix_sums(page.tag == _HEAD_CELL)
    rows = rows[np.append(page.end[rows][:-1] <= rows[1:], values=True)] if len(rows) else rows  # no table is in them
    rows = rows[heads[page.end[rows]] > heads[rows]]
    if not len(rows):  # as on most pages
        return content
    marked, words = np.flatnonzero(content), prefix_sums(content & ~_HEADING[page.tag[page.owner]])
    chars, chosen, linked = (prefix_sums(page.chars * each) for each in (True, content, page.in_link))
    extended = content
    for row in rows.tolist():
        first, last, own = int(page.first[row]), int(page.last[row]), chars[page.last[row]] - chars[page.first[row]]
        if not own or chosen[last] > chosen[first] or linked[last] - linked[first] > _MOST_LINKED_CELLS * own:
            continue
        begin, end = _box_around(page, row)
        if words[end] == words[begin] or own > _LARGEST_TABLE or not _is_of_data(page, row, own):
            continue
        inside = np.searchsorted(marked, (begin, end))
        begin, end = min(int(marked[inside[0]]), first), max(int(marked[inside[1] - 1]) + 1, last)
        beside, chosen_beside = chars[end] - chars[begin] - own, chosen[end] - chosen[begin]
        if chosen_beside >= _PURE * beside:
            extended = extended.copy() if extended is content else extended
            extended[first:last] = True
    return extended


def _is_of_data(page: NodeTable, row: int, chars: int) -> bool:
    """Tell whether a table of so many characters has rows of several short cells."""
    within = page.tag[row : page.end[row]]
    lines, cells = np.count_nonzero(within == _ROW), np.count_nonzero(_CELL[within])
    return bool(lines >= _FEWEST_ROWS and cells >= _FEWEST_COLUMNS * lines and chars <= _LONGEST_CELLS * cells)


def _box_around(page: NodeTable, row: int) -> tuple[int, int]:
    """Give the texts of the nearest element around another, a few wrappers up, that holds more than it."""
    first, last, around = page.first[row], page.last[row], int(page.parent[row])
    for _ in range(_MOST_WRAPPERS):
        wraps = around > 0 and page.first[around] == first and page.last[around] == last
        around = int(page.parent[around]) if wraps else around
    return int(page.first[around]), int(page.last[around])


def with_headings(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the headings between its texts, with what follows them in one box."""
    every = np.flatnonzero(_HEADING[page.tag])
    rows = every[(page.first[every] > 0) & (page.first[every] < page.last[every]) & (page.last[every] < len(content))]
    starts = page.first[rows]
    rows = rows[content[starts - 1] & ~content[starts]]
    wraps = [_with_buttons(page, row) for row in rows.tolist()]
    amid = content.take(page.last[wraps], mode="clip") if wraps else np.zeros(0, dtype=np.bool_)
    rows, wraps = rows[amid], [wrap for wrap, between in zip(wraps, amid.tolist(), strict=True) if between]
    if not len(rows):  # as on most pages
        return content
    words = np.flatnonzero(content & ~_HEADING[page.tag[page.owner]])
    chars, chosen, linked = (prefix_sums(page.chars * each) for each in (True, content, page.in_link))
    extended = content.copy()
    for row, wrap in zip(rows.tolist(), wraps, strict=True):
        first, last = int(page.first[row]), int(page.last[row])
        begin, end = _box_around(page, wrap)
        if page.texts[last - 1].strip() == "]":  # a button in brackets, as "[edit]"
            last = next((text for text in range(first + 1, last) if page.texts[text].strip() == "["), last)
        own = chars[last] - chars[first]
        is_bare = chosen[last] == chosen[first]
        if linked[last] - linked[first] > _MOST_BUTTONS * own:  # a heading may be a link between its paragraphs
            beside = all(_is_paragraph_beside(page, row, text) for text in (first - 1, int(page.last[row])))
            label = pattern(TermRole.LEAD_IN).match(plain(page.texts[first]).lower().strip())
            is_bare = is_bare and beside and label is None
            if is_bare:
                extended |= _first_of_kind(page, content, every, row)
        if is_bare and begin < first and last < end and len(words) and words[0] < first:
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
    same = headings[(page.tag[headings] == page.tag[row]) & (page.parent[headings] == page.parent[row])]
    first, chosen = int(same[0]), np.zeros(len(content), dtype=np.bool_)
    behind = int(page.last[first])
    if first < row and content[behind] and _is_paragraph_beside(page, first, behind):
        chosen[page.first[first] : behind] = True
    return chosen


def _is_paragraph_beside(page: NodeTable, row: int, text: int) -> bool:
    """Tell whether a text is in a paragraph that stands in the same element as an element does."""
    parent, paragraph = page.parent[row], int(page.owner[text])
    while paragraph > parent and page.parent[paragraph] != parent:
        paragraph = int(page.parent[paragraph])
    return bool(paragraph > parent and page.tag[paragraph] == _PARAGRAPH)


def with_notes(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the notes that signs in it point to, in boxes that are called so behind it."""
    named = page.signatures.with_any(_NOTE_NAMES)
    if named is None:  # as on most pages
        return content
    of_sign = _SIGN[page.tag[page.owner]] | page.in_link
    likely = np.flatnonzero(content & of_sign & (page.chars <= _LONGEST_SIGN))
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
    chars = int(page.chars[content].sum())
    return extended if int(page.chars[extended].sum()) - chars <= _MOST_NOTES * chars else content


def enclosed(page: NodeTable, content: Mask, min_texts: int) -> Column:
    """Give the rows of lists and tables of ``min_texts`` at least, the first unmarked, between two marked (S)."""
    rows, marked = np.empty(len(page.tag), dtype=np.int32), np.ascontiguousarray(content, dtype=np.bool_)
    kind, number = _LISTS, len(page.texts)
    of = array(rows, len(rows), writable=True)
    return rows[: lib.mezmun_enclosed(page.columns, kind, array(marked, number), min_texts, of)]


def with_lists(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the lists and tables that stand in its midst."""
    rows = enclosed(page, content, _FEWEST)
    if len(rows):
        chars, texts = prefix_sums(page.chars), page.last[rows] - page.first[rows]
        in_words = chars[page.last[rows]] - chars[page.first[rows]] >= _LEAST_OF_FEW
        rows = rows[(texts > _FEWEST) | (in_words & (page.below(page.tag == _ITEM)[rows] >= _FEWEST))]
    if not len(rows):  # as on most pages
        return content
    start, stop, around = page.first[rows], page.last[rows], page.parent[rows]
    for _ in range(_MOST_WRAPPERS):
        begins, ends = page.first[around] == start, page.last[around] == stop
        wraps = ends & (begins | (page.tag[around] == _QUOTE)) & (around > 0)
        around = np.where(wraps, page.parent[around], around)
    first, last = page.first[around], page.last[around]
    chosen, linked = prefix_sums(content), prefix_sums(page.in_link)
    text = np.flatnonzero(content)
    words = text[~_HEADING[page.tag[page.owner[text]]]]
    bare = (chosen[stop] == chosen[start]) & (linked[stop] == linked[start])
    within = (first < start) & (stop < last) & (start > (words[0] if len(words) else len(content)))
    fits = np.flatnonzero(bare & within)
    if not len(fits):
        return content
    outermost = fits[np.unique(start[fits], return_index=True)[1]]  # of lists in lists, which begin alike
    start, stop, around, first, last = (each[outermost] for each in (start, stop, around, first, last))
    # Buttons and teasers may stand in the same box, before the text or behind it.
    begin, behind = text[chosen[first]], text[chosen[last] - 1] + 1
    chars, marked = prefix_sums(page.chars), prefix_sums(page.chars * content)
    beside = chars[behind] - chars[begin] - np.bincount(around, chars[stop] - chars[start])[around]
    pure = marked[behind] - marked[begin] >= _PURE * beside
    ends = np.zeros(len(content) + 1, dtype=np.int64)
    np.add.at(ends, start[pure], 1)
    np.add.at(ends, stop[pure], -1)
    extended: Mask = content | (np.cumsum(ends[:-1]) > 0)
    return extended


_RULES: Final = (
    (with_tables, lib.EXTENDS_WHOLE),
    (with_lists, lib.EXTENDS_LIST),
    (with_rest, lib.EXTENDS_PARTLY_MARKED | lib.EXTENDS_UNMARKED),
    (with_whole_tables, lib.EXTENDS_ANY),
    (with_headings, lib.EXTENDS_BETWEEN),
    (with_notes, lib.EXTENDS_ANY),
)
"""In their order, each with what must be there for it."""
