"""Blocks and their texts are what plain Python makes, going up from each text and along what is between them."""

from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import parse
from extraction.page import tags
from extraction.rendering.render import Columns, Parts, blocks, text

SHAPES = (
    "<div>|<p>|</div>|</p>|<b>|</b>|<br>|<table><tr><td>|<td>|<th>|<tr>|</table>|<ol><li>|<li>|</ol>|<ul><li>|</ul>"
    "|<table><tr><th>|<tr><td>x<td>y|<td><p>x</p>y<td>z|<tr><td rowspan=2>x<td colspan=2>y|<td rowspan=3 colspan=2>z"
)
TEXTS = [
    " x",
    "a  b",
    "ئا ",
    "\xa0c",
    "“d”\u2003",
    "\n\n e \t",
    "、",
    "<h2>h</h2>",
    "<br>",
    "<pre>\n p \n q\n</pre>",
    "<blockquote>y",
]
HTML = st.lists(st.sampled_from([*SHAPES.split("|"), *TEXTS, *TEXTS]), max_size=30).map("".join)
CELL, LINE = "\x1f", "\x1e"
PARAGRAPH, HEADING, ITEM, TABLE_HEAD, TABLE_ROW, QUOTE, PREFORMATTED = range(7)


def squeezed(text):
    lines = (line.split(CELL) for line in text.split(LINE))
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines).strip(" \n")


def codes(names):
    return {tags.CODE[name] for name in names.split()}


BREAKS, CELLS, PRE, LISTED = codes("br"), codes("td th"), codes("pre plaintext xmp"), codes("li dt dd")
NO_BOXES = codes("table tr td th pre plaintext xmp h1 h2 h3 h4 h5 h6 blockquote")
HEADINGS = {tags.CODE[f"h{level}"]: level for level in range(1, 7)}


class Around(NamedTuple):
    """What a text stands in."""

    block: int
    table: int
    row: int
    cell: int
    column: int
    heading: int
    preformatted: bool
    items: list[int]
    quotes: int


def is_data(page, row, chosen):
    """A row of two cells at least, of a line each.

    With boxes or breaks in a cell two are chosen, one of them short; they stand around all of the cell or, as breaks
    do, in a short one. In a short one of a table with head cells are boxes and items, too.
    """
    tag = page.tag
    inside = range(row + 1, page.end[row]) if row >= 0 and tag[row] == tags.CODE["tr"] else range(0)
    cells = [each for each in inside if tag[each] in CELLS and page.parent[each] == row]
    short = {each for each in cells if page.chars[page.first[each] : page.last[each]].sum() <= 60}
    marked = [each for each in cells if chosen[page.first[each] : page.last[each]].any()]
    above = row
    while above >= 0 and tag[above] != tags.CODE["table"]:
        above = page.parent[above]
    has_head = above >= 0 and tags.CODE["th"] in tag[above : page.end[above]]
    bare = True
    for each in inside:
        if each in cells or not (tags.BLOCK[tag[each]] or tag[each] in BREAKS):
            continue
        cell = max((cell for cell in cells if cell < each), default=-1)
        in_short = cell in short and has_head
        if cell < 0 or tag[each] in NO_BOXES or (tag[each] in LISTED and not in_short):
            return False
        ends = {int(page.first[each]), int(page.last[each])}, {int(page.first[cell]), int(page.last[cell])}
        parts_nothing = bool(ends[0] & ends[1]) if len(ends[0]) == 1 else ends[0] == ends[1]
        if not parts_nothing and not (in_short if tags.BLOCK[tag[each]] else cell in short):
            return False
        bare = False
    return len(cells) > 1 and (bare or (len(marked) > 1 and bool(short & set(marked))))


def column_of(page, cell):
    """The column that a cell begins in, of those in which a cell of its table does."""
    tables = [row for row in range(len(page.tag)) if page.tag[row] == tags.CODE["table"]]

    def table_of(row):
        return max((table for table in tables if table < row < page.end[table]), default=-1)

    table = table_of(cell)
    columns, until, number, row, at = {}, {}, -1, -1, 0
    for each in range(table, page.end[table]):
        if page.tag[each] not in CELLS or table_of(each) != table:
            continue
        if page.parent[each] != row:
            number, row, at = number + 1, page.parent[each], 0
        while until.get(at, -1) >= number:
            at += 1
        across, down = (int(page.attributes(each).get(name, 1)) for name in ("colspan", "rowspan"))
        columns[each] = at
        at += across
        if down > 1:
            until |= dict.fromkeys(range(at - across, at), number + down - 1)
    return sorted(set(columns.values())).index(columns[cell])


def is_list(page, item):
    above = int(page.parent[item])
    return page.tag[item] in LISTED and not HEADINGS.keys() & set(page.tag[above : page.end[above]].tolist())


def around(page, owner, parts, chosen):
    way = [owner]
    while page.parent[way[-1]] >= 0:
        way.append(int(page.parent[way[-1]]))
    tag, table = page.tag, next((row for row in way if page.tag[row] == tags.CODE["table"]), -1)
    record = next((at for at, row in enumerate(way) if row in parts.records), len(way))
    pre = any(tag[row] in PRE for row in way if row not in parts.records)
    within = way[:record]  # lists, quotes and cells around a record are none of its
    cell = next((row for row in within if tag[row] in CELLS), -1)
    row = next((each for each in within if is_data(page, each, chosen)), -1)
    column = column_of(page, cell) if row >= 0 else 0
    block = row if row >= 0 else next((each for each in within if tags.BLOCK[tag[each]]), -1)
    if record < len(way) and block < way[record]:
        block = way[record]
    heading = next((HEADINGS[tag[each]] for each in within if tag[each] in HEADINGS), 0)
    items = [each for each in within if (row < 0 or each < row) and is_list(page, each)]
    quotes = sum(each in parts.quotes for each in within)
    return Around(block, table, row, cell, column, heading, pre, items, quotes)


def structure(page, place, met):
    """What a block is, its number and whether it opens a list or table."""

    def first(*key):
        new = key not in met
        met.add(key)
        return new

    if place.preformatted or place.heading:
        return PREFORMATTED if place.preformatted else HEADING, 0, 0
    if place.row >= 0:
        opens = first("box", place.table if place.table >= 0 else place.row)
        cells = [tag for tag in page.tag[place.row + 1 : page.end[place.row]].tolist() if tag in CELLS]
        return TABLE_HEAD if set(cells) == codes("th") else TABLE_ROW, 0, opens
    if place.items and first("item", place.items[0]):
        item = place.items[0]
        above = int(page.parent[item])
        items = [row for row in np.flatnonzero(page.parent == above) if page.tag[row] == tags.CODE["li"]]
        counts = page.tag[above] == tags.CODE["ol"] and item in items
        return ITEM, items.index(item) + 1 if counts else 0, first("box", above)
    return QUOTE if place.quotes else PARAGRAPH, 0, 0


def between(page, one, other, here, there):
    """What stands between two texts; None when a block begins."""
    passed = range(page.position[one], page.position[other])
    breaks = sum(page.tag[row] in BREAKS for row in passed)
    starts = any(tags.BLOCK[page.tag[row]] for row in passed)
    in_one_row = here.row >= 0 and here.row == there.row
    if here.block != there.block or (not in_one_row and (breaks > 1 or starts)):
        return None
    if breaks and not in_one_row:
        return LINE
    if here.cell != there.cell:
        return CELL * max(here.column - there.column, 1)
    return " " if page.spaced[other] or other - one > 1 or breaks or starts else ""


def in_python(page, chosen, parts):
    rows, met, last, there = [], set(), None, None
    for row in np.flatnonzero(chosen).tolist():
        here = around(page, int(page.owner[row]), parts, chosen)
        mark = None if last is None else between(page, last, row, here, there)
        if mark is None or parts.post[row] != parts.post[last]:
            kind, number, opens = structure(page, here, met)
            level, item = 0 if here.preformatted else here.heading, here.items[0] if here.items else -1
            columns = [row, kind, level, len(here.items), number, here.quotes, opens, max(here.block, 0), item]
            rows.append(["", *columns])
            mark = CELL * here.column if here.row >= 0 and ("row", here.row) not in met else ""
            met.add(("row", here.row))
        rows[-1][0] += mark + page.text[row]
        last, there = row, here
    for each in rows:
        plain = each[0].replace(LINE, "\n").replace(CELL, "\t").strip("\n")
        each[0] = plain if each[2] == PREFORMATTED else squeezed(each[0])
    texts, *columns = map(list, zip(*rows, strict=True)) if rows else [[] for _ in range(10)]
    return texts, Columns(*columns)


@pytest.mark.slow
@settings(max_examples=500)
@given(HTML, st.data())
def test_blocks_are_what_going_up_from_each_text_makes(html, data):
    page = parse("x" + html)
    texts = len(page.text)
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=texts, max_size=texts)))
    post = np.array(data.draw(st.lists(st.sampled_from([0, 0, 0, 1]), min_size=texts, max_size=texts)), dtype=np.int32)
    elements = st.integers(0, len(page.tag) - 1)
    parts = Parts(data.draw(st.frozensets(elements, max_size=3)), post, data.draw(st.frozensets(elements, max_size=2)))
    rendered, columns = blocks(page, chosen, parts)
    assert (rendered, columns) == in_python(page, chosen, parts)
    lines = (
        each if kind == PREFORMATTED else each.lstrip("\t") for kind, each in zip(columns.kind, rendered, strict=True)
    )
    assert text(page, chosen, parts) == "\n".join(lines)


def test_cells_stand_in_the_columns_that_their_table_gives_them():
    html = (
        "<table><tr><th rowspan=2>a<th colspan=2>b<tr><th>c<th>d<tr><td rowspan=2>e<td>f<td>g<tr><td>h<td>i"
        "<tr><td>j<td colspan=2>k<td>l</table>"
    )
    page = parse(html)
    every = np.ones(len(page.text), dtype=bool)
    assert blocks(page, every, Parts())[0] == ["a\tb", "\tc\td", "e\tf\tg", "\th\ti", "j\tk\t\tl"]


def test_a_row_behind_one_that_holds_a_table_is_of_the_table_around_both():
    html = (
        "<table><tr><td><table><tr><th>h<tr><td>a<td>b<td rowspan=3 colspan=2>c</table>"
        "<tr><td>x<td>y<td><p>p</p>z<td>e</table>"
    )
    page = parse(html)
    chosen = np.array([text in "ze" for text in page.text])
    parts = Parts(frozenset(), np.zeros(len(page.text), dtype=np.int32), frozenset())
    assert blocks(page, chosen, parts) == in_python(page, chosen, parts)


@pytest.mark.parametrize("span", ["0", "-1", "x", "1000", "99999999999999999999"])
def test_a_cell_of_no_or_very_many_places_takes_one(span):
    page = parse(f"<table><tr><td colspan={span} rowspan={span}>a<td>b<tr><td>c<td rowspan=2>d<tr><td>e</table>")
    assert blocks(page, np.ones(5, dtype=bool), Parts())[0] == ["a\tb", "c\td", "e"]


def test_empty_places_of_a_table_are_bounded_by_its_cells():
    rows = "<tr>" + "<td rowspan=9999 colspan=40>x<td colspan=40>y" * 50
    page = parse(f"<table>{rows * 20}</table>")
    text_of_rows = text(page, np.ones(len(page.text), dtype=bool))
    assert text_of_rows.count("\t") < 51 * text_of_rows.count("x")


def test_a_short_cell_of_a_table_with_a_head_may_have_boxes_and_items():
    page = parse("<table><tr><th>a<th>b<tr><td><p>c</p><p>d</p><td>e<tr><td><ul><li>f<li>g</ul><td>h</table>")
    every = np.ones(len(page.text), dtype=bool)
    assert blocks(page, every, Parts())[0] == ["a\tb", "c d\te", "f g\th"]


def test_every_blockquote_quotes_when_none_is_named():
    _, columns = blocks(parse("<p>x<blockquote>y"), np.ones(2, dtype=bool), Parts())
    assert columns.quote == [0, 1]


def test_a_row_has_the_room_its_empty_cells_need():
    page = parse("<table><tr>" + "<td>" * 40 + "<b>y</table>")
    assert blocks(page, np.ones(1, dtype=bool), Parts())[0] == ["\t" * 39 + "y"]


def test_empty_cells_stand_before_a_row_and_not_before_each_of_the_posts_in_it():
    page = parse("<table><tr><td>" + "<td>x<b>y</b>" * 40 + "</table>")
    texts = len(page.text)
    post = np.arange(texts, dtype=np.int32)
    assert blocks(page, np.ones(texts, dtype=bool), Parts(post=post))[0] == ["\tx", "y", *["x", "y"] * 39]
    records = frozenset(np.flatnonzero(page.tag == tags.CODE["b"]).tolist())
    assert blocks(page, np.ones(texts, dtype=bool), Parts(records=records))[0] == ["\tx", "y", *["x", "y"] * 39]


def test_marks_of_other_texts_are_refused():
    page = parse("<p>x<p>y")
    with pytest.raises(ValueError, match="An array of 1 numbers stands where C expects 2"):
        blocks(page, np.ones(1, dtype=bool), Parts())
    with pytest.raises(ValueError, match="An array of 1 numbers stands where C expects 2"):
        text(page, np.ones(2, dtype=bool), Parts(post=np.zeros(1, dtype=np.int32)))
