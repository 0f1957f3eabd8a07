from itertools import pairwise
from xml.etree import ElementTree

import pytest

from evaluation.report.plots import Bar, Dot, Line, bars, lines, scatter

SVG = "{http://www.w3.org/2000/svg}"


def test_a_bar_is_as_long_as_its_share_of_the_top():
    svg = ElementTree.fromstring(bars([Bar("<a>", 0.5, True), Bar("b", 0.25, False)], 1.0))
    first, second = (float(each.get("width", "")) for each in svg.iter(f"{SVG}rect"))
    assert first == pytest.approx(2 * second)
    assert [each.text for each in svg.iter(f"{SVG}text")] == ["<a>", "0.500", "b", "0.250"]


def test_a_dot_of_the_best_method_lies_in_the_upper_right():
    svg = ElementTree.fromstring(scatter([Dot(1, "best", 1, 1, True), Dot(2, "worst", 0, 0, False)], "R", "P"))
    best, worst = ((float(each.get("cx", "")), float(each.get("cy", ""))) for each in svg.iter(f"{SVG}circle"))
    assert best[0] > worst[0]
    assert best[1] < worst[1]


def test_linear_growth_rises_at_45_degrees():
    svg = ElementTree.fromstring(lines([Line("m", [(10_000, 0.01), (10_000_000, 10)], True)], "bytes", "seconds"))
    (path,) = (each.get("points", "").split() for each in svg.iter(f"{SVG}polyline"))
    (x1, y1), (x2, y2) = (tuple(map(float, point.split(","))) for point in path)
    assert x2 - x1 == pytest.approx(y1 - y2)


def test_names_at_the_ends_of_lines_do_not_overlap():
    svg = ElementTree.fromstring(lines([Line(name, [(10, 1), (100, 5)], True) for name in "abc"], "x", "y"))
    heights = sorted(float(each.get("y", "")) for each in svg.iter(f"{SVG}text") if each.text in list("abc"))
    assert all(below - above > 12 for above, below in pairwise(heights))


def test_no_lines_are_no_plot():
    assert lines([], "x", "y") == ""
