import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.forest import Forest
from extraction.model.line_values import Table
from extraction.model.mezmun import Forests

ODDS = np.arange(-8, 8, 1 / 64) + 1 / 128
CURVE = (1 / (1 + np.exp(-ODDS))).astype(np.float32)


def tree(feature, *odds):
    """A tree that gives lines odds (in steps of the curve) by the whole value of a feature, 0 to 7."""
    column, threshold = np.zeros((3, 1), dtype=np.int16), np.array([[1.5], [3.5], [5.5]], dtype=np.float32)
    value = np.zeros((1, 8), dtype=np.int16)
    value[0, [0, 1, 3, 7]] = odds
    return Forest((feature,), column, threshold, value, CURVE, 0, 1)


FOREST = tree("row", 0, 300, 700, 1023)


def judged(rows, boxes, chars):
    names = ("row", "since-title", "since-headline", "in-comments", "sentence", "chars")
    values = np.zeros((len(names), len(rows)), dtype=np.float32)
    values[0], values[-1] = rows, chars
    return Forests(FOREST, FOREST).judge(Table(names, values), np.array(boxes, dtype=np.int64), {})[0]


def test_a_line_alone_in_its_box_is_held_for_what_it_says_itself():
    assert judged([0, 2, 4, 6], [1, 2, 3, 4], [50] * 4).tolist() == CURVE[[0, 300, 700, 1023]].tolist()


def test_lines_in_one_box_are_held_for_more_like_each_other_and_the_long_ones_count_for_more():
    alone = CURVE[[300, 700, 700]]
    short, long, other = judged([2, 4, 4], [7, 7, 8], [9, 39, 39])
    assert alone[0] < short < long < alone[1]
    assert other == alone[2]
    mean, share = (300 * 10 + 700 * 40) / 50, 0.8 * 1 / 1.5
    assert [short, long] == CURVE[[round(each + share * (mean - each)) for each in (300, 700)]].tolist()


@given(
    st.lists(
        st.tuples(st.sampled_from([0, 2, 4, 6]), st.sampled_from([1, 2, 3 << 40]), st.integers(0, 300)), min_size=1
    )
)
def test_boxes_are_pooled_as_plain_python_says(lines):
    found = judged(*zip(*lines, strict=True))
    steps = {0: 0, 2: 300, 4: 700, 6: 1023}
    for (row, box, _), likely in zip(lines, found.tolist(), strict=True):
        inside = [(steps[other], min(chars, 80) + 1) for other, same, chars in lines if same == box]
        mean = sum(step * weight for step, weight in inside) / sum(weight for _, weight in inside)
        others = len(inside) - 1
        moved = steps[row] + 0.8 * others / (others + 0.5) * (mean - steps[row])
        assert any(likely == CURVE[int(moved + near)] for near in (0.5 - 1e-9, 0.5, 0.5 + 1e-9))


def test_a_probability_that_is_no_step_of_the_curve_is_read_as_the_nearest_and_kept_when_alone():
    threads = tree("row", 0, 310, 300, 800)
    names = ("row", "since-title", "since-headline", "in-comments", "sentence", "chars")
    values = np.zeros((len(names), 2), dtype=np.float32)
    values[0] = 2
    forests, kinds = Forests(threads, FOREST), {"forum": 1.0}
    apart = forests.judge(Table(names, values), np.array([1, 2]), kinds)[0]
    together = forests.judge(Table(names, values), np.array([1, 1]), kinds)[0]
    assert apart == pytest.approx([(CURVE[310] + CURVE[300]) / 2] * 2)
    assert together.tolist() == [CURVE[305]] * 2


def test_boxes_that_are_not_those_of_the_lines_are_refused():
    with pytest.raises(ValueError, match="boxes are not those of the lines"):
        judged([0, 2], [1], [1, 1])
