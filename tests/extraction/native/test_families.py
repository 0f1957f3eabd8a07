"""Families, and what they have in common, are what counting in dictionaries finds."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import parse
from extraction.native.families import common, families

NAMES = st.lists(st.sampled_from(["a", "b", "c", "d e", "a d", ""]), min_size=1, max_size=25)
TAGS = st.sampled_from(["<div class='{}'>", "<p class='{}'>x</p>", "<b class='{}'>", "</div>{0:.0}", "</b>{0:.0}"])


def page_of(names, shapes):
    return parse("".join(shape.format(name) for name, shape in zip(names, shapes, strict=False)))


def counted(page, among, words, alike):
    """Give the families, of at least two, in the order of their words, parents' names and tags."""
    of_words, of_children = {}, {}
    for row in among:
        for word in words[page.naming[row]]:
            of_words.setdefault(word, []).append(row)
        if row > among.start:
            above = alike[page.naming[page.parent[row]]]
            of_children.setdefault((above, int(page.tag[row])), []).append(row)
    every = [of_words[each] for each in sorted(of_words)] + [of_children[each] for each in sorted(of_children)]
    return [each for each in every if len(each) > 1]


@settings(deadline=None)
@given(NAMES, st.lists(TAGS, min_size=25, max_size=25), st.data())
def test_families_and_their_common_names_are_those_that_counting_finds(names, shapes, data):
    page = page_of(names, shapes)
    first = data.draw(st.integers(0, len(page.tag) - 1))
    among = range(first, int(page.end[first]))
    numbers = {}
    words = [
        [numbers.setdefault(word, len(numbers)) for word in dict.fromkeys(naming[1].split())] for naming in page.namings
    ]
    alike = [len(naming[1]) for naming in page.namings]
    found = families(page, among, words, alike)
    expected = counted(page, among, words, alike)
    assert found.row.tolist() == [row for each in expected for row in each]
    assert found.size.tolist() == [len(each) for each in expected]

    rows = sorted(data.draw(st.sets(st.sampled_from(list(among)), min_size=1)))
    marked = np.zeros(len(page.tag), dtype=bool)
    marked[rows] = True
    holding = np.array([data.draw(st.booleans()) for _ in rows])
    member, template, in_members = common(found, page.parent, np.array(rows, dtype=np.int32), holding, 1.5)
    assert member.tolist() == [rows.index(near) if near >= 0 else -1 for near in page.nearest(marked).tolist()]
    times = [Counter(int(member[row]) for row in each if member[row] >= 0) for each in expected]
    once = [sum(holding[place] for place, count in each.items() if count == 1) for each in times]
    assert template.tolist() == [count >= 1.5 for count in once]
    chosen = [each for each, is_common in zip(times, template, strict=True) if is_common]
    assert in_members.tolist() == [sum(place in each for each in chosen) for place in range(len(rows))]
