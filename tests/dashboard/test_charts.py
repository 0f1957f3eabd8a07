import pytest

from dashboard.charts import _whole_steps, bars


@pytest.mark.parametrize(("most", "steps"), [(0, [0, 1]), (3, [0, 1, 2, 3]), (10, [0, 3, 6, 9, 12])])
def test_numbers_beside_a_chart_are_whole(most, steps):
    assert _whole_steps(most) == steps


def test_a_chart_of_nothing_and_of_hostile_names_is_drawn():
    assert b"<svg" in bars([], [("fetches", [])])
    drawing = bars(["<script>"], [('"><script>', [1])])
    assert b"<script>&" not in drawing
    assert b'"><script>' not in drawing


def test_the_same_numbers_give_the_same_drawing_on_any_day():
    drawing = bars(["a", "b"], [("one", [1, 2]), ("two", [2, 0])])
    assert b"<!--" not in drawing
    assert b"prefers-color-scheme:dark" in drawing
