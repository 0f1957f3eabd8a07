import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import tags
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


MEASURES = [(part, whole, 0) for part in elements.COLUMNS for whole in ("one", "chars", "page")]


@settings(deadline=None)
@given(PAGE, st.integers(0, 1000))
def test_measures_are_shares_of_what_elements_hold(page, seed):
    lines = lines_of(page)
    around = elements.around(page, lines.of, lines.block, 1)
    counted = np.random.default_rng(seed).integers(0, 5, (len(elements.SUMS), len(lines.start))).astype(float)
    before = np.zeros((len(counted), len(lines.start) + 1))
    before[:, 1:] = counted.cumsum(axis=1)
    found, columns = elements.at_levels(page, around, before, elements.taken(MEASURES))
    number = dict(zip(elements.COLUMNS, columns, strict=True))
    for name, values in zip(elements.SUMS, counted, strict=True):
        held = [values[first:last].sum() for first, last in zip(around.first, around.last, strict=True)]
        assert number[name].tolist() == held
    chars, said, holds = number["chars"], number["said"], number["chars"] > 0
    expected = {
        "one": np.ones(len(chars)),
        "page": np.full(len(chars), counted[0].sum()),
        "begins": before[0][around.first],
        "ends": before[0][around.last],
        "lines": around.last - around.first,
        "size": page.end - np.arange(len(chars)),
        "unlinked": chars - number["linked"],
        "anchors": page.below(page.tag == tags.CODE["a"]),
        "depth": page.depth,
        "wider-chars": chars[around.wider],
        "wider-said": said[around.wider],
        "siblings": np.bincount(around.siblings, holds)[around.siblings],
        "sibling-chars": np.bincount(around.siblings, holds * chars)[around.siblings],
        "alike": np.bincount(around.built, holds)[around.built],
        **{
            f"alike-{name}": np.bincount(around.built, holds * number[name])[around.built]
            for name in ("chars", "linked", "said")
        },
    }
    assert {*expected, *elements.SUMS} == {*elements.COLUMNS}
    for name, values in expected.items():
        assert number[name].tolist() == values.tolist(), name
    for (part, whole, _), values in zip(MEASURES, found, strict=True):
        divided = (number[part] / np.maximum(number[whole], 1)).astype(np.float32)
        assert values.tolist() == divided[around.levels[0]].tolist()


def test_a_level_there_is_not_is_refused():
    page = parse("<p>x</p>")
    lines = lines_of(page)
    around = elements.around(page, lines.of, lines.block, 1)
    with pytest.raises(ValueError, match="a level that there is not"):
        elements.at_levels(page, around, np.zeros((len(elements.SUMS), 2)), elements.taken([("one", "one", 1)]))
