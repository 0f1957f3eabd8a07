import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.lines import lines_of
from extraction.native import elements
from extraction.node_table import parse

PIECES = ["<p>", "<div class=a>", "<div>", "</div>", "<br>", "<a>", "</a>", "x. ", "<li class=b>", "<x-y>", "<ul>"]
PAGE = st.lists(st.sampled_from(PIECES)).map("".join).map(lambda html: parse("<body>x" + html))


def same_groups(numbers, keys):
    return len(set(zip(numbers.tolist(), keys, strict=True))) == len(set(numbers.tolist())) == len(set(keys))


@settings(deadline=None)
@given(PAGE)
def test_elements_are_placed_among_the_lines(page):
    lines = lines_of(page)
    around = elements.around(page, lines.of, lines.block, 3)
    number = len(lines.start)
    held = [range(first, last) for first, last in zip(page.first.tolist(), page.last.tolist(), strict=True)]
    for row, segments in enumerate(held):
        of = lines.of[segments.start : segments.stop].tolist()
        first = int(lines.of[segments.start]) if segments.start < len(page.text) else number
        assert around.first[row] == first
        assert around.last[row] == (of[-1] + 1 if of else first)

    def top(row):  # the outermost element that holds no more than this one
        while row and held[page.parent[row]] == held[row]:
            row = page.parent[row]
        return row

    def wider(row):
        return max(page.parent[top(row)], 0)

    assert around.wider.tolist() == [wider(row) for row in range(len(held))]
    for line, block in enumerate(lines.block.tolist()):
        rows = [top(block), top(wider(block)), top(wider(wider(block)))]
        assert around.levels[:, line].tolist() == rows


@settings(deadline=None)
@given(PAGE)
def test_elements_are_grouped_by_their_names_and_those_around_them(page):
    lines = lines_of(page)
    around = elements.around(page, lines.of, lines.block, 1)
    parent, name = np.maximum(page.parent, 0), page.naming
    assert same_groups(around.built, list(zip(name, name[parent], name[parent[parent]], strict=True)))
    assert same_groups(around.siblings, list(zip(name, parent, strict=True)))
    values = np.arange(2.0 * len(name)).reshape(2, -1)
    for column, sums in zip(values, elements.of_group(around.built, values), strict=True):
        assert sums.tolist() == np.bincount(around.built, weights=column)[around.built].tolist()
