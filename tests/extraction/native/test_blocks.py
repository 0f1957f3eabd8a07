"""Blocks and their texts are what the places, taken one text after the other in plain Python, make."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import parse, tags
from extraction.native.blocks import Columns, blocks
from extraction.native.places import NEW_BLOCK, NEW_LINE, NEXT_CELL, SPACE, Place, Places

SHAPES = (
    "<div>|<p>|</div>|</p>|<b>|</b>|<br>|<table><tr><td>|<td>|<th>|<tr>|</table>|<ol><li>|<li>|</ol>|<ul><li>|</ul>"
)
SAID = [
    " x",
    "a  b",
    "ئا ",
    "\xa0c",
    "“d”\u2003",
    "\n\n e \t",
    "、",
    "<h2>h</h2>",
    "<pre>\n p \n q\n</pre>",
    "<blockquote>y",
]
HTML = st.lists(st.sampled_from([*SHAPES.split("|"), *SAID, *SAID]), max_size=30).map("".join)
CELL, LINE = "\x1f", "\x1e"
PARAGRAPH, HEADING, ITEM, TABLE_HEAD, TABLE_ROW, QUOTE, PREFORMATTED = range(7)


def squeezed(text):
    lines = (line.split(CELL) for line in text.split(LINE))
    return "\n".join("\t".join(" ".join(cell.split()) for cell in line) for line in lines).strip(" \n")


def said(page, place, met):
    """What a block is, its number and whether it opens a list or table."""

    def first(*key):
        new = key not in met
        met.add(key)
        return new

    if place.preformatted or place.heading:
        return PREFORMATTED if place.preformatted else HEADING, 0, 0
    if place.row >= 0:
        opens = first("box", place.table if place.table >= 0 else place.row)
        return TABLE_HEAD if place.head else TABLE_ROW, 0, opens
    if place.item >= 0 and first("item", place.item):
        above = int(page.parent[place.item])
        items = [row for row in np.flatnonzero(page.parent == above) if page.tag[row] == tags.CODE["li"]]
        counts = page.tag[above] == tags.CODE["ol"] and place.item in items
        return ITEM, items.index(place.item) + 1 if counts else 0, first("box", above)
    return QUOTE if place.quote else PARAGRAPH, 0, 0


def in_python(page, chosen, placed, post):
    made, met = [], set()
    for at, (text, mark) in enumerate(zip(chosen.tolist(), placed.mark.tolist(), strict=True)):
        if not at or mark == NEW_BLOCK or post[text] != post[chosen[at - 1]]:
            place = Place(*placed.of[page.owner[text]].tolist())
            kind, number, opens = said(page, place, met)
            level = 0 if place.preformatted else place.heading
            row = [at, kind, level, place.nesting, number, place.quote, opens, max(place.block, 0), place.item]
            made.append([CELL * place.column if place.row >= 0 else "", *row])
            between = ""
        else:
            cells = CELL * (mark - NEXT_CELL)
            between = {SPACE: " ", NEW_LINE: LINE}.get(mark, cells)
        made[-1][0] += between + page.text[text]
    for row in made:
        plain = row[0].replace(LINE, "\n").replace(CELL, "\t").strip("\n")
        row[0] = plain if row[2] == PREFORMATTED else squeezed(row[0])
    text, *columns = map(list, zip(*made, strict=True))
    return text, Columns(*columns)


@settings(deadline=None, max_examples=300)
@given(HTML, st.data())
def test_blocks_are_what_single_steps_make(html, data):
    page = parse("x" + html)
    texts = len(page.text)
    chosen = np.flatnonzero([True, *data.draw(st.lists(st.booleans(), min_size=texts - 1, max_size=texts - 1))])
    post = np.array(data.draw(st.lists(st.sampled_from([0, 0, 0, 1]), min_size=texts, max_size=texts)), dtype=np.int32)
    quotes = np.flatnonzero(page.tag == tags.CODE["blockquote"])
    placed = Places(page, chosen, quotes, data.draw(st.sets(st.integers(0, len(page.tag) - 1), max_size=2)))
    made = blocks(page, chosen, placed, post)
    assert (made.text, made.columns) == in_python(page, chosen, placed, post)
    assert made.kind == made.columns.kind


def test_places_of_other_texts_are_refused():
    page = parse("<p>x<p>y")
    placed = Places(page, np.array([0]), (), ())
    with pytest.raises(ValueError, match="2 of the page's 2"):
        blocks(page, np.array([0, 1]), placed, None)
