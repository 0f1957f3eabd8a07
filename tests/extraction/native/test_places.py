"""The places of elements and what stands between texts, on trees of any shape, are those that single steps find."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import parse, tags
from extraction.native.places import NEW_BLOCK, NEW_LINE, Place, Places

PIECES = "<div>x|<p>x|<b>x|</div>|</p>|</b>|<br>|<table><tr><td>x<td>x|<td>x|<th>x|<tr>|</table>|<ul><li>x|<li>x|</ul>"
HTML = st.lists(st.sampled_from([*PIECES.split("|"), "<h2>x</h2>", "<pre>x</pre>", "<blockquote>x"]), max_size=20)
LISTED, HEADING = tags.tag_set("li dt dd"), tags.tag_set("h1 h2 h3 h4 h5 h6")


def around(page, element):
    """The element and those it lies in, from within."""
    while element >= 0:
        yield element
        element = int(page.parent[element])


@settings(deadline=None)
@given(HTML, st.data())
def test_places_are_what_going_up_from_each_element_finds(pieces, data):
    page = parse("".join(["x", *pieces]))
    quotes = data.draw(st.sets(st.integers(0, len(page.tag) - 1), max_size=3))
    chosen = np.flatnonzero(data.draw(st.lists(st.booleans(), min_size=len(page.text), max_size=len(page.text))))
    found = Places(page, chosen, quotes, ())
    ends = tags.BLOCK | tags.tag_set("br")
    near = {row for text in chosen for row in around(page, int(page.owner[text]))}
    assert set(np.flatnonzero(found.around).tolist()) == near
    for element in near:
        each = Place(*found.of[element].tolist())
        above = list(around(page, element))
        assert each.quote == len(quotes.intersection(above))
        assert each.preformatted == any(tags.NAMES[page.tag[row]] == "pre" for row in above)
        assert each.table == next((row for row in above if tags.NAMES[page.tag[row]] == "table"), -1)
        items = [row for row in above if LISTED[page.tag[row]]]
        lists = [row for row in items if not HEADING[page.tag[page.parent[row] : page.end[page.parent[row]]]].any()]
        assert (each.item, each.nesting) == (lists[0] if lists else -1, len(lists))
        if each.row >= 0:
            inside = page.tag[each.row + 1 : page.end[each.row]]
            cells = np.isin(inside, [tags.CODE["td"], tags.CODE["th"]])
            assert cells.sum() > 1
            assert not ends[inside[~cells]].any()
            assert each.head == (inside[cells] == tags.CODE["th"]).all()
    for before, at, here in zip(chosen, chosen[1:], found.mark[1:].tolist(), strict=False):
        between = page.tag[page.position[before] : page.position[at]]
        if np.count_nonzero(between == tags.CODE["br"]) > 1:
            assert here == NEW_BLOCK
        if not ends[between].any():
            assert here != NEW_LINE


def test_texts_that_are_not_the_pages_are_refused():
    with pytest.raises(ValueError, match="1 texts"):
        Places(parse("x"), np.array([1]), (), ())
