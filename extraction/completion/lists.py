"""Lists and tables inside a text: a list between two paragraphs of it is part of the text.

The list must stand in a box with text before and behind it and next to nothing else, and have no link. A list below the
headline names source and date. Of 3,840 labelled pages, most in languages of which words are known, eleven have such a
list that was not chosen: seven gained 0.01 to 0.09, one lost more than 0.02. Of 4,897 labelled pages three have a list
of two items that was not chosen, one of them of one word each ("Time", "Place").

The rest of a list, table or code of which a part was chosen (some items, the longest cells) is part of the text, too.
On sites, or sets and languages, that the model had not seen this changed 90 of 4,423 pages: 31 gained more than 0.005,
nine lost as much. Definition lists gained nothing. Where up to two fifths of a list are links, of 25 labelled pages
twelve gained more than 0.002, up to 0.04, and five lost as much.
"""

from typing import Final

import numpy as np

from extraction.completion.choice import MOST_WRAPPERS, Choice, Ranges, box_around
from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable, inside, prefix_sums
from native.library import array, lib

_LISTS: Final = array(tags.tag_set("ul ol dl table"), len(tags.NAMES))
_NAME: Final = tags.tag_set("th dt")
_LEAST_BESIDE_DATA: Final = 60
"""Each of the two paragraphs that a list with named data stands between has at least so many characters."""
_QUOTE: Final = tags.CODE["blockquote"]
_ITEM: Final = tags.tag_set("li dt dd pre")
"""The items of lists, and the numbers of lines of code beside the code."""
FEWEST_TEXTS: Final = 2
"""A list that the rules look at has at least so many texts. Two texts must be two items: a picture or a formula may
have a box of two texts."""
_PURE: Final = 0.9
"""At least this share of the text in the box around the lists is chosen; the lists themselves do not count."""

_REST: Final = {"pre": (0.0, 0.6, 0), "ul": (0.3, 0.4, 50), "ol": (0.3, 0.4, 50), "table": (0.1, 0.3, 0)}
"""By the name of an element: the share of its text that must be chosen; the share that may be links (code links to
what it names); and the average characters of its texts, up to which any chosen text is enough."""
_RESTING: Final = tags.tag_set(" ".join(_REST))
_PRE, _TABLE = (tags.CODE[name] for name in ("pre", "table"))
_MOST_CODE: Final = 3000
"""Code that is chosen whole when any of it is has at most so many characters: some old pages are one such element."""


def lists(choice: Choice) -> Ranges:
    """Give the lists and tables in the midst of the text."""
    page, chars, chosen = choice.page, choice.chars, choice.chosen_texts
    rows = enclosed(choice, FEWEST_TEXTS)
    if len(rows):
        is_long = page.last[rows] - page.first[rows] > FEWEST_TEXTS
        rows = rows[is_long | (page.below(_ITEM[page.tag])[rows] >= FEWEST_TEXTS)]
    if not len(rows):  # as on most pages
        return ()
    start, stop, around = page.first[rows], page.last[rows], page.parent[rows]
    for _ in range(MOST_WRAPPERS):
        begins, ends = page.first[around] == start, page.last[around] == stop
        wraps = ends & (begins | (page.tag[around] == _QUOTE)) & (around > 0)
        around = np.where(wraps, page.parent[around], around)
    first, last = page.first[around], page.last[around]
    words, linked = choice.in_words, prefix_sums(page.in_link)
    bare = (chosen[stop] == chosen[start]) & (linked[stop] == linked[start])
    within = (first < start) & (stop < last) & (start > (words[0] if len(words) else len(page.texts)))
    fits = (bare & within).nonzero()[0]
    if not len(fits):
        return ()
    outermost = fits[np.unique(start[fits], return_index=True)[1]]  # of lists in lists, which begin alike
    start, stop, around, first, last = (each[outermost] for each in (start, stop, around, first, last))
    # Buttons and teasers may stand in the same box, before the text or behind it.
    begin, behind = choice.rows[chosen[first]], choice.rows[chosen[last] - 1] + 1
    beside = chars[behind] - chars[begin] - np.bincount(around, chars[stop] - chars[start])[around]
    pure = choice.chosen_chars[behind] - choice.chosen_chars[begin] >= _PURE * beside
    pure |= _are_data(choice, rows[outermost])
    return zip(start[pure].tolist(), stop[pure].tolist(), strict=True)


def _are_data(choice: Choice, rows: Column) -> Mask:
    """Mark those of some lists and tables (rows) that name their data and stand right between two chosen paragraphs.

    They are text also in a box full of teasers, where a list that names nothing may be buttons.
    """
    page = choice.page
    before, behind = page.first[rows] - 1, page.last[rows]
    paragraphs = choice.content & (page.chars >= _LEAST_BESIDE_DATA)
    named: Mask = page.below(_NAME[page.tag])[rows] > 0
    return named & paragraphs[before] & paragraphs[behind]


def enclosed(choice: Choice, min_texts: int) -> Column:
    """Give the rows of lists and tables of ``min_texts`` at least, the first not chosen, between two chosen texts."""
    page, content = choice.page, np.ascontiguousarray(choice.content, dtype=np.bool_)
    rows = np.empty(len(page.tag), dtype=np.int32)
    marked, out = array(content, len(page.texts)), array(rows, len(rows), writable=True)
    return rows[: lib.mezmun_enclosed(page.columns, _LISTS, marked, min_texts, out)]


def rest(choice: Choice) -> Ranges:
    """Give the lists, tables and code in the midst of the text of which a part is chosen, or code of which none is."""
    page, texts = choice.page, choice.chosen_texts
    (rows,) = _RESTING.take(page.tag).nonzero()
    starts, stops = page.first.take(rows), page.last.take(rows)
    chosen = texts.take(stops) - texts.take(starts)
    partly = (chosen > 0) | (page.tag.take(rows) == _PRE)
    for row in rows[partly & (chosen < stops - starts)].tolist():  # none on most pages
        part = page.text_range(row)
        if _is_chosen_code(choice, row, *part) or _is_amid_text(choice, row, *part):
            yield part


def _is_chosen_code(choice: Choice, row: int, first: int, last: int) -> bool:
    """Tell whether an element (row) is code without links of which any line is chosen: a line of code means little."""
    if choice.page.tag[row] != _PRE or inside(choice.linked, first, last):
        return False
    return inside(choice.chosen_texts, first, last) > 0 and inside(choice.chars, first, last) <= _MOST_CODE


def _is_amid_text(choice: Choice, row: int, first: int, last: int) -> bool:
    """Tell whether enough of a list, a table or code (row) is chosen, and nearly all text around it in its box."""
    page, texts = choice.page, choice.chosen_texts
    is_code, is_table = page.tag[row] == _PRE, page.tag[row] == _TABLE
    chars, linked, chosen = (inside(sums, first, last) for sums in (choice.chars, choice.linked, choice.chosen_chars))
    least_chosen, most_linked, short = _REST[tags.NAMES[page.tag[row]]]
    is_enough = chosen >= least_chosen * chars or chars <= short * (last - first)
    if not is_enough or linked > most_linked * chars:
        return False
    begin, end = box_around(page, row)
    is_sure = not linked or is_table  # among items with links may be labels of teasers
    if is_sure and end == last and begin < first and _are_of_headings(page, begin, first):
        begin, end = box_around(page, _outermost(page, row, begin))  # a box of a heading and the list
    beside = inside(choice.chars, begin, end) - chars
    chosen_beside = inside(choice.chosen_chars, begin, end) - chosen
    is_behind_text = texts[begin] < texts[first]
    if is_code and not is_behind_text and texts[first]:  # it may stand behind the heading of its part
        beside, is_behind_text = inside(choice.chars, last, end) + _chars_but_headings(choice, begin, first), True
    return bool(is_behind_text and texts[last] < texts[end] and chosen_beside >= _PURE * beside)


def _are_of_headings(page: NodeTable, first: int, last: int) -> bool:
    return bool(tags.HEADING.take(page.tag.take(page.owner[first:last])).all())


def _outermost(page: NodeTable, row: int, first: int) -> int:
    """Give the nearest element around another that begins with a text before it."""
    while page.first[row] > first:
        row = int(page.parent[row])
    return row


def _chars_but_headings(choice: Choice, begin: int, end: int) -> int:
    """Count the characters from one text to before another that are in no heading."""
    page = choice.page
    rows = (tags.HEADING[page.tag] & (page.first >= begin) & (page.last <= end)).nonzero()[0]
    of_headings = choice.chars[page.last[rows]] - choice.chars[page.first[rows]]
    return inside(choice.chars, begin, end) - int(of_headings.sum())
