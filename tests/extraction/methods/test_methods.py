import numpy as np
import pytest

from extraction.methods import tag_ratio, text_density
from extraction.page import tags
from extraction.page.node_table import parse


def test_composite_density_without_links_grows_with_the_text():
    page = parse("<div><p>" + "x" * 100 + "</p><p>" + "x" * 10 + "</p></div>")
    density = text_density.composite_density(page)
    long, short = np.flatnonzero(page.tag == tags.CODE["p"])
    # no links: C/T ln(C T) / ln(ln(e)) has its smallest base; the ratio of the two is what counts
    assert density[long] / density[short] == pytest.approx(100 * np.log(100) / (10 * np.log(10)))


def test_composite_density_falls_with_links():
    page = parse("<p>" + "x" * 80 + "</p><p>" + "x" * 40 + "<a>" + "y" * 40 + "</a></p>")
    density = text_density.composite_density(page)
    plain, linked = np.flatnonzero(page.tag == tags.CODE["p"])
    assert density[plain] > density[linked]


def test_tags_between_two_texts_are_counted_both_ways():
    page = parse("<body><p>aaaa</p><p><b>bb</b>c</p></body>")
    # before aaaa: html body p (head has come and gone: 2 more); before bb: /p p b; before c: /b
    assert tag_ratio.tag_ratios(page).tolist() == [4 / 5, 2 / 3, 1 / 1]


def test_smoothing_keeps_a_constant():
    assert tag_ratio.smooth(np.full(5, 3.0)).tolist() == pytest.approx([3.0] * 5)


def test_clusters_away_from_the_origin_are_content():
    points = np.array([[0.1, 0], [0.2, 0.1], [40, 1], [42, 2], [90, 5], [0, 0.2]], dtype=float)
    assert tag_ratio.away_from_origin(points).tolist() == [False, False, True, True, True, False]
