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
So is one of which all of the head, and nothing else, was chosen, or any cell, when the line before it ends with a
colon.

So are lists of two items in words: of 4,897 labelled pages two have one that was not chosen. A box of facts in an
``aside`` is not, unless it is called so: three pages changed, and all lost.

Reports that go on, and time tables, are lists as well, of times that stand alone before what happened then. Of 4,425
labelled pages eight have such times that were not chosen: five gained, up to 0.004, and three lost, one 0.003.
"""

import re
from typing import Final

import numpy as np

from extraction.model.closing_lists import with_closing_lists
from extraction.model.inline_labels import (
    HEADING,
    MOST_WRAPPERS,
    box_around,
    with_facts,
    with_headings,
    with_notes,
    with_summaries,
)
from extraction.native.library import array, check_memory, lib
from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums

_LISTS: Final = array(tags.tag_set("ul ol dl table"), len(tags.NAMES))
_MOST_THREAD: Final = 0.03
"""How likely a page may be a thread: where posts have no boxes, the lists between them say who wrote the next. No
labelled page is likelier whose lists this chooses."""
_FEWEST: Final = 2
"""Texts of a list; so few only in as many items: a picture or a formula may have a box of two texts, ..."""
_LEAST_OF_FEW: Final = 16
"""... and two buttons fewer characters."""
_PURE: Final = 0.9
"""Share of the text in the box around that is content, the lists left out."""
_KINDS: Final = array(
    tags.bits(
        {
            lib.EXTENDS_WHOLE: tags.tag_set("table dl"),
            lib.EXTENDS_PARTLY_MARKED: tags.tag_set("ul ol table"),
            lib.EXTENDS_UNMARKED: tags.tag_set("pre"),
            lib.EXTENDS_ANY: tags.tag_set("th sup"),
            lib.EXTENDS_AMID: tags.tag_set("aside"),
            lib.EXTENDS_BEFORE: tags.tag_set("summary"),
            lib.EXTENDS_BETWEEN: tags.tag_set("h1 h2 h3 h4 h5 h6"),
            lib.EXTENDS_LIST: tags.tag_set("ul ol dl table"),
        },
        np.uint8,
    ),
    len(tags.NAMES),
)
_TIME: Final = re.compile(
    r"(?:[01]?\d|2[0-3])\s?[:.h]\s?[0-5]\d(?:\s?(?:uhr|[ap]\.?m\.?|ч\.?|:[0-5]\d))?(?:\s(?:[a-z]{1,4}t|utc|msk))?:?",
    re.IGNORECASE,
)
_LONGEST_LABEL: Final = 20
"""Characters of what stands between a time and its part: "2 hours ago"."""
_MOST_THREAD_OF_TIMES: Final = 0.3
"""How likely a page may be a thread where times are looked for: reports that go on look more like one than others."""
_TABLE, _ROW, _HEAD_CELL, _DEFINITIONS = (tags.CODE[name] for name in ("table", "tr", "th", "dl"))
_QUOTE: Final = tags.CODE["blockquote"]
_ITEM: Final = tags.tag_set("li dt dd pre")
"""The items of lists, and the numbers of lines of code beside the code."""
_WHOLE: Final = tags.tag_set("table dl")
_CELL: Final = tags.tag_set("td th")
_LEAST_CHOSEN: Final = 0.5
_MOST_LINKED_CELLS: Final = 0.5
"""Share of a table with a head that may be links."""
_LARGEST_TABLE: Final = 3000
"""Characters of a table with a head of which nothing was chosen."""
_MOST_LINKED: Final = 0.01
"""Shares of a table's text."""
_FEWEST_ROWS: Final = 2
_FEWEST_COLUMNS: Final = 2
_REST: Final = {"pre": (0.0, 0.01, 0), "ul": (0.3, 0.01, 50), "ol": (0.3, 0.01, 50), "table": (0.1, 0.3, 0)}
"""Of each element, the share of its text that must have been chosen, that of links which it may have, and of how many
characters its texts are, on the average, where any of them is enough."""
_RESTING: Final = tags.tag_set(" ".join(_REST))
_PRE: Final = tags.CODE["pre"]
_MOST_CODE: Final = 3000
"""Characters of code that is chosen whole when any of it is: some old pages are one such element."""
_LONGEST_CELLS: Final = 100
"""Characters of a cell, on the average: layout has more."""


def extended(page: NodeTable, content: Mask, thread: float) -> Mask:
    """Give the marked (S) content with all that belongs to it by these rules, each asked where it may find some.

    ``thread`` is how likely the page is one.
    """
    if thread > _MOST_THREAD_OF_TIMES:
        return content
    may = _may_extend(page, content)
    for rule, bits in _RULES if thread <= _MOST_THREAD else _RULES[-1:]:
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
    (rows,) = _WHOLE.take(page.tag).nonzero()
    if not len(rows):
        return content
    lowest = np.append(page.end.take(rows)[:-1] <= rows[1:], values=True)  # no table is in them
    rows = rows[lowest]
    first, last, texts = page.first.take(rows), page.last.take(rows), prefix_sums(content)
    marked = texts.take(last) - texts.take(first)
    of_both = (marked > 0) & (marked < last - first)
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
    (rows,) = _RESTING.take(page.tag).nonzero()
    if not len(rows):
        return content
    texts = prefix_sums(content)
    starts, stops = page.first.take(rows), page.last.take(rows)
    marked = texts.take(stops) - texts.take(starts)
    partly = (marked > 0) | (page.tag.take(rows) == _PRE)
    rows = rows[partly & (marked < stops - starts)]
    if not len(rows):  # as on most pages
        return content
    chars, chosen, linked = (prefix_sums(page.chars * each) for each in (True, content, page.in_link))
    extended = content.copy()
    for row in rows.tolist():
        first, last = int(page.first[row]), int(page.last[row])
        begin, end = box_around(page, row)
        least_chosen, most_linked, short = _REST[tags.NAMES[page.tag[row]]]
        own = chars[last] - chars[first]
        is_code = page.tag[row] == _PRE and texts[last] > texts[first] and own <= _MOST_CODE
        if is_code and linked[last] == linked[first]:
            extended[first:last] = True  # lines of code mean little alone
            continue
        beside = chars[end] - chars[begin] - own
        chosen_beside = chosen[end] - chosen[last] + chosen[first] - chosen[begin]
        if (
            (chosen[last] - chosen[first] >= least_chosen * own or own <= short * (last - first))
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
    marked, words = np.flatnonzero(content), prefix_sums(content & ~HEADING.take(page.tag).take(page.owner))
    chars, chosen, linked = (prefix_sums(page.chars * each) for each in (True, content, page.in_link))
    in_head = page.nearest(page.tag == _HEAD_CELL)[page.owner] >= 0
    of_head, head_chosen = (prefix_sums(page.chars * each) for each in (in_head, in_head & content))
    extended = content
    for row in rows.tolist():
        first, last, own = int(page.first[row]), int(page.last[row]), chars[page.last[row]] - chars[page.first[row]]
        if not own or linked[last] - linked[first] > _MOST_LINKED_CELLS * own:
            continue
        inside, head = chosen[last] - chosen[first], head_chosen[last] - head_chosen[first]
        if inside:
            is_head = inside == head == of_head[last] - of_head[first]
            asked_for = is_head or (first > 0 and content[first - 1] and page.texts[first - 1].rstrip().endswith(":"))
            if asked_for and own <= _LARGEST_TABLE and _is_of_data(page, row, own):
                extended = extended.copy() if extended is content else extended
                extended[first:last] = True
            continue
        begin, end = box_around(page, row)
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


def with_times(page: NodeTable, content: Mask) -> Mask:
    """Give the marked (S) content with the times of day that stand alone before its parts, as in reports that go on.

    A heading may stand between a time and its part, and is text as well.
    """
    behind = np.zeros(len(content) + lib.MAX_BEHIND_TIME, dtype=np.bool_)
    for text in range(lib.MAX_BEHIND_TIME):
        behind[: max(0, len(content) - 1 - text)] |= content[text + 1 :]
    chars = page.chars
    short = (chars >= lib.MIN_TIME_CHARS) & (chars <= lib.MAX_TIME_CHARS)
    rows = np.flatnonzero(short & ~content & behind[: len(content)])
    times = [row for row, text in zip(rows.tolist(), page.texts.of(rows), strict=True) if _TIME.fullmatch(text.strip())]
    dated = [(row, part) for row in times if (part := _part_behind(page, content, row)) is not None]
    if len(dated) < lib.MIN_TIMES:
        return content
    extended = content.copy()
    for row, part in dated:
        extended[[row, *(text for text in range(row + 1, part) if HEADING[page.tag[page.owner[text]]])]] = True
    return extended


def _part_behind(page: NodeTable, content: Mask, time: int) -> int | None:
    """Give the first text (S) of the part behind a time; None when there is more than a heading and labels between."""
    for text in range(time + 1, min(time + 1 + lib.MAX_BEHIND_TIME, len(content))):
        if content[text]:
            return text
        if not HEADING[page.tag[page.owner[text]]] and page.chars[text] > _LONGEST_LABEL:
            break
    return None


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
        rows = rows[(texts > _FEWEST) | (in_words & (page.below(_ITEM[page.tag])[rows] >= _FEWEST))]
    if not len(rows):  # as on most pages
        return content
    start, stop, around = page.first[rows], page.last[rows], page.parent[rows]
    for _ in range(MOST_WRAPPERS):
        begins, ends = page.first[around] == start, page.last[around] == stop
        wraps = ends & (begins | (page.tag[around] == _QUOTE)) & (around > 0)
        around = np.where(wraps, page.parent[around], around)
    first, last = page.first[around], page.last[around]
    chosen, linked = prefix_sums(content), prefix_sums(page.in_link)
    text = np.flatnonzero(content)
    words = text[~HEADING[page.tag[page.owner[text]]]]
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
    (with_closing_lists, lib.EXTENDS_BEHIND | lib.EXTENDS_PARTLY_MARKED),
    (with_rest, lib.EXTENDS_PARTLY_MARKED | lib.EXTENDS_UNMARKED),
    (with_whole_tables, lib.EXTENDS_ANY),
    (with_headings, lib.EXTENDS_BETWEEN),
    (with_notes, lib.EXTENDS_ANY | lib.EXTENDS_NOTED),
    (with_summaries, lib.EXTENDS_BEFORE),
    (with_facts, lib.EXTENDS_AMID),
    (with_times, lib.EXTENDS_TIMED),
)
"""In their order, each with what must be there for it."""
