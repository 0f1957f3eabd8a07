import re

import pytest

from dashboard.charts import bars


@pytest.mark.parametrize(
    ("most", "steps"),
    [(0, [0, 1]), (3, [0, 1, 2, 3]), (10, [0, 3, 6, 9, 12]), (41, [0, 20, 40, 60]), (2624, [0, 800, 1600, 2400, 3200])],
)
def test_numbers_beside_a_chart_are_whole_and_round(most, steps):
    drawing = bars(["a"], [("fetches", [most])]).decode()
    assert re.findall(r"<title>([\d,]+)</title>", drawing) == [f"{step:,}" for step in steps]


def test_a_chart_of_nothing_and_of_hostile_names_is_drawn():
    assert b"<svg" in bars([], [("fetches", [])])
    drawing = bars(["<script>"], [('"><script>', [1])])
    assert b"<script>&" not in drawing
    assert b'"><script>' not in drawing


def test_the_same_numbers_give_the_same_drawing_on_any_day():
    drawing = bars(["a", "b"], [("one", [1, 2]), ("two", [2, 0])])
    assert b"<!--" not in drawing
    assert b"prefers-color-scheme:dark" in drawing


def test_labels_have_room_for_their_letters():
    lengths = [f"{2**power:,} to {2 ** (power + 1) - 1:,}" for power in range(5, 17)]
    assert shown_labels(lengths) == lengths[::2]
    assert shown_labels(["en", "ug"] * 6) == ["en", "ug"] * 6


def shown_labels(labels):
    drawing = bars(labels, [("documents", [1] * len(labels))]).decode()
    return [each for each in re.findall(r"<text[^>]*>([^<]+)</text>", drawing) if each in labels]
