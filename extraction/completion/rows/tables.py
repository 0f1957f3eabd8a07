"""Tables of data, which are read as a whole: half a row says nothing.

These tables are text in all their cells:

- one of which half was chosen: of 67 labelled pages with such a table 37 gained, up to 0.02, and 18 lost, one 0.06;
- a list of definitions of which half was chosen, since definitions say nothing without their terms;
- a small table with a head where all else around it in its box is text, also where it stands first or last: of six
  labelled pages three gained, up to 0.02, and three lost, one 0.09;
- one of which all of the head and nothing else was chosen, or any cell, when the line before it ends with a colon;
- one with a head that stands so, of which a third was chosen and whose row heads are shorter than its cells: of nine
  labelled pages four gained, up to 0.02, and three lost, one 0.03, whose gold text has no tables. Numbers do not count:
  line by line none looks like text.

A first row without digits above rows that are mostly numbers is a head, too.

A box of nothing but headings and such a table is asked for as the table.
"""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.choice import Choice, Ranges, box_around
from extraction.page import tags
from extraction.page.node_table import NodeTable, inside, prefix_sums
from extraction.page.signs import COLONS

_TABLE, _ROW, _HEAD_CELL, _DEFINITIONS, _TERM = (tags.CODE[name] for name in ("table", "tr", "th", "dl", "dt"))
_WHOLE: Final = tags.tag_set("table dl")
_CELL: Final = tags.tag_set("td th")
_LEAST_CHOSEN: Final = 0.5
"""At least this share of a table of data is chosen."""
_MOST_LINKED: Final = 0.01
"""At most this share of a table of data may be links."""
_MOST_LINKED_CELLS: Final = 0.5
"""The share of a table with a head that may be links."""
_LEAST_PART: Final = 0.35
"""Where more than the head of a table is chosen, at least this share of the table must be, ..."""
_MOST_LINKED_OF_PART: Final = 0.25
"""... and at most this share of it may be links."""
_LARGEST_TABLE: Final = 3000
"""A table with a head, of which nothing was chosen, has at most so many characters."""
_PURE: Final = 0.9
"""At least this share of the text in the box around a table is chosen; the table itself does not count."""
_FEWEST_ROWS: Final = 2
_FEWEST_COLUMNS: Final = 2
_FEWEST_ROWS_WITH_NAMES: Final = 3
_FEWEST_NAMES: Final = 3
_LEAST_NUMBERS: Final = 0.5
"""Below a row of names in a table of numbers, at least this share of the texts is numbers."""
_LETTER: Final = re.compile(r"[^\W\d_]")
_LONGEST_CELLS: Final = 100
"""Cells have at most so many characters on the average: layout has more."""


def halves(choice: Choice) -> Ranges:
    """Give the tables of data, without links, of which half is chosen; and such lists of definitions.

    Short ones are data, whose names say nothing alone: all terms chosen are enough as well.
    """
    page = choice.page
    rows = lowest(page, _WHOLE.take(page.tag).nonzero()[0])
    first, last = page.first.take(rows), page.last.take(rows)
    chosen = choice.chosen_texts.take(last) - choice.chosen_texts.take(first)
    of_both = (chosen > 0) & (chosen < last - first)
    for table in rows[of_both].tolist():  # on few pages
        part = page.text_range(table)
        chars = inside(choice.chars, *part)
        is_half = inside(choice.chosen_chars, *part) >= _LEAST_CHOSEN * chars
        is_half |= _names_data(choice, table, chars)
        is_bare = inside(choice.linked, *part) <= _MOST_LINKED * chars
        if is_half and is_bare and (page.tag[table] == _DEFINITIONS or is_of_data(page, table, chars)):
            yield part


def _names_data(choice: Choice, row: int, chars: int) -> bool:
    """Tell whether an element (E) of so many characters has short definitions, of which all terms are chosen."""
    page = choice.page
    terms = row + (page.tag[row : page.end[row]] == _TERM).nonzero()[0]
    first, last = page.first[terms], page.last[terms]
    is_short = chars <= _LONGEST_CELLS * len(terms)
    return bool(
        is_short and len(terms) and (choice.chosen_texts[last] - choice.chosen_texts[first] == last - first).all()
    )


def tables_with_heads(choice: Choice) -> Iterator[tuple[int, int]]:
    """Give the small tables of data with a head that stand in the text, of which nothing or a part is chosen.

    A table of which nothing, or at least a third, is chosen must stand in a box whose other text is chosen. A table of
    which just the head is chosen needs no such box, and neither does one behind a line that ends with a colon.
    """
    page = choice.page
    rows = lowest(page, (page.tag == _TABLE).nonzero()[0])
    if not len(rows):  # as on most pages
        return
    heads = prefix_sums(page.tag == _HEAD_CELL)
    in_head = page.nearest(page.tag == _HEAD_CELL)[page.owner] >= 0
    of_head, head_chosen = (prefix_sums(page.chars * each) for each in (in_head, in_head & choice.content))
    for row in rows.tolist():
        part = first, last = page.text_range(row)
        chars, chosen = inside(choice.chars, *part), inside(choice.chosen_chars, *part)
        linked = inside(choice.linked, *part)
        if not 0 < chars <= _LARGEST_TABLE or linked > _MOST_LINKED_CELLS * chars:
            continue
        if heads[page.end[row]] == heads[row] and not _has_row_of_names(page, row):
            continue
        if chosen:
            is_head = chosen == inside(head_chosen, *part) == inside(of_head, *part)
            is_text = is_head or (first > 0 and choice.content[first - 1] and _asks_for_more(page, first - 1))
            words = [text for text in range(first, last) if _LETTER.search(page.texts[text])]
            of_words = int(page.chars[words].sum())
            is_part = chosen < chars and chosen >= _LEAST_PART * of_words and linked <= _MOST_LINKED_OF_PART * chars
            is_text = is_text or (is_part and _is_in_text(choice, row, first, last))
        else:
            is_text = _is_in_text(choice, row, first, last)
        if is_text and is_of_data(page, row, chars):
            yield part


def _has_row_of_names(page: NodeTable, row: int) -> bool:
    """Tell whether a table (row) begins with a row of names, one a cell, and has mostly numbers below it."""
    lines = row + (page.tag[row : page.end[row]] == _ROW).nonzero()[0]
    if len(lines) < _FEWEST_ROWS_WITH_NAMES:
        return False
    first, below, last = int(page.first[row]), int(page.first[lines[1]]), int(page.last[row])
    if below - first < _FEWEST_NAMES or any(any(map(str.isdecimal, page.texts[text])) for text in range(first, below)):
        return False
    numbers = sum(not _LETTER.search(page.texts[text]) for text in range(below, last))
    return below < last and numbers >= _LEAST_NUMBERS * (last - below)


def _is_in_text(choice: Choice, row: int, first: int, last: int) -> bool:
    """Tell whether nearly all text around a table (row) in its box is chosen, from the first chosen text to the last.

    A box that holds only headings and the table is asked for as the table.
    """
    (begin, end), start = box_around(choice.page, row), first
    if not _has_words(choice, begin, end) and _is_headed(choice, begin, first) and end == last:
        start, box = begin, row
        while (choice.page.first[box], choice.page.last[box]) != (begin, end):
            box = int(choice.page.parent[box])
        begin, end = box_around(choice.page, box)
    if not _has_words(choice, begin, end):
        return False
    before, behind = choice.rows.searchsorted((begin, end))
    begin, end = min(int(choice.rows[before]), first), max(int(choice.rows[behind - 1]) + 1, last)
    beside = inside(choice.chars, begin, end) - inside(choice.chars, start, last)
    return inside(choice.chosen_chars, begin, end) >= _PURE * beside


def _has_words(choice: Choice, begin: int, end: int) -> bool:
    """Tell whether a range of texts has a chosen one outside of headings."""
    before, behind = choice.in_words.searchsorted((begin, end))
    return bool(before < behind)


def _is_headed(choice: Choice, begin: int, first: int) -> bool:
    """Tell whether all texts from one to a table are of headings."""
    return begin < first and bool(tags.HEADING[choice.page.tag[choice.page.owner[begin:first]]].all())


def _asks_for_more(page: NodeTable, text: int) -> bool:
    """Tell whether a text ends with a colon."""
    return page.texts[text].rstrip().endswith(COLONS)


def lowest(page: NodeTable, rows: NDArray[np.intp]) -> NDArray[np.intp]:
    """Give those of some elements, in their order, that have none of the others in them."""
    return rows[np.append(page.end[rows][:-1] <= rows[1:], values=True)] if len(rows) else rows


def is_of_data(page: NodeTable, row: int, chars: int) -> bool:
    """Tell whether a table of so many characters has rows of several short cells."""
    within = page.tag[row : page.end[row]]
    lines, cells = np.count_nonzero(within == _ROW), np.count_nonzero(_CELL[within])
    others = lines - (lines > _FEWEST_ROWS)  # one row may be the title of the others
    return bool(lines >= _FEWEST_ROWS and cells >= _FEWEST_COLUMNS * others and chars <= _LONGEST_CELLS * cells)
