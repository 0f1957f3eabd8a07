"""Records are those that the rules, followed step by step in plain Python, lead to."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import parse
from extraction.threads.records import SiblingGroups, records

POST = "<div class=post id=p{0}><i class=nick>n</i><b class=date>{0}</b>{1}<u class=no>{0}</u><s class=menu>m</s></div>"
TEXTS = ["<p class=body>some text</p>", "<p class=body>other", "<q>what was said</q>", ""]
PIECES = [*(POST.format(n, text) for n, text in enumerate(TEXTS)), "<div class=post>", "<div class=wide>", "</div>"]
PIECES += ["<p class=body>more", "<i class=nick>n</i><b class=date>2</b>", "between ", "<td class=post>x", "<tr>"]
HTML = st.lists(st.sampled_from(PIECES), max_size=24)


def holds(page, content, row):
    return bool(content[page.first[row] : page.last[row]].any())


def chars_in(page, content, row):
    inside = slice(page.first[row], page.last[row])
    return int(page.chars[inside][content[inside]].sum())


def studied(page, content, groups, members):
    """Give the common groups of a group's members, and the members that follow them."""
    among = {row: place for place, row in enumerate(members)}

    def member(row):
        while row >= 0 and row not in among:
            row = int(page.parent[row])
        return among.get(row, -1)

    filled = [holds(page, content, row) for row in members]
    template, names = [], [0] * len(members)
    for group in groups:
        places = [place for place in map(member, group) if place >= 0]
        if sum(filled[place] for place in set(places) if places.count(place) == 1) >= 0.85 * sum(filled):
            template.append(group)
            for place in set(places):
                names[place] += 1
    share = [count / max(len(template), 1) for count in names]
    follow = [
        row for row, alike, full in zip(members, share, filled, strict=True) if alike >= 0.8 or (full and alike >= 0.4)
    ]
    led = bool(follow) and sum(
        any(row < follow[0] and member(row) < 0 for row in group) for group in template
    ) >= 0.2 * len(template)
    covered = sum(
        int(chars)
        for chars, owner in zip(page.chars[content], page.owner[content], strict=True)
        if member(int(owner)) >= 0
    )
    return follow, len(template), len(template) * (covered / int(page.chars[content].sum())) ** 2, led


def records_of(page, content):
    chosen = np.flatnonzero(content)
    around = [r for r in range(len(page.tag)) if page.first[r] <= chosen[0] and page.last[r] > chosen[-1]][-1]
    siblings = SiblingGroups(page, range(around, int(page.end[around])))
    groups = [each.tolist() for each in np.split(siblings.row, siblings.start[1:-1])] if len(siblings.row) else []
    whole = int(page.chars[content].sum())
    likely = {}
    for number, group in enumerate(groups):
        holders = [row for row in group if holds(page, content, row)]
        chars = sum(chars_in(page, content, row) for row in holders)
        extent = sum(int(page.end[row]) - row for row in holders)
        before = np.cumsum([0, *content.tolist()])
        division = tuple(sorted((int(before[page.first[row]]), int(before[page.last[row]])) for row in holders))
        if len(holders) > 1 and chars >= 0.3 * whole:
            likely.setdefault(division, []).append((-extent, number, -min(chars, whole)))
    best = [min(each) for each in likely.values()]
    order = [number for _, _, number in sorted((chars, extent, number) for extent, number, chars in best)]
    results = [studied(page, content, groups, groups[number]) for number in order[:24]]
    results = [each for each in results if each[1] >= 5 and len(each[0]) > 1]
    if not results:
        return None
    top = max(weight for _, _, weight, _ in results)
    return max((each for each in results if each[2] >= 0.8 * top), key=lambda each: len(each[0]))


@pytest.mark.slow
@settings(max_examples=300)
@given(HTML, st.data())
def test_records_are_those_of_the_rules(pieces, data):
    page = parse("".join(["x", *pieces]))
    content = np.array(data.draw(st.lists(st.booleans(), min_size=len(page.text), max_size=len(page.text))))
    division = records(page, content)
    if np.count_nonzero(content) < 2:
        assert division is None
        return
    expected = records_of(page, content)
    if expected is None:
        assert division is None
        return
    rows, _, _, led = expected
    assert (division.rows.tolist(), division.has_leading_box) == (rows, led)
    marked = np.zeros(len(page.tag), dtype=bool)
    marked[rows] = True
    near = page.nearest(marked)[page.owner].tolist()
    assert division.record_of.tolist() == [rows.index(row) if row >= 0 else -1 for row in near]
