import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model import features
from extraction.model.lexical_features import FEATURES, PageKinds, with_model
from extraction.model.vocabulary import Vocabulary
from extraction.page.node_table import parse

ARTICLE = """<html><head><title>A long day at the river</title></head><body>
<nav><a href=a>Home</a> <a href=b>News</a></nav>
<main><h1>A long day at the river</h1><div class=entry-content><p>The water was high, and the boats stayed in.</p>
<p>Nobody went out until the evening, when the wind had gone.</p></div>
<ul class=comment-list><li>What a day it was, we stayed at home too.</li></ul></main></body></html>"""


def measured(html=ARTICLE):
    page = features.measure(parse(html), more=FEATURES)
    return page, {text: number for number, text in enumerate(page.lines.text)}


def scores(page, known):
    kinds = PageKinds(("article",), np.zeros((len(known.words), 1), dtype=np.int16), np.zeros(1, dtype=np.int16))
    table, _ = with_model(page, known, kinds)
    return table


def test_menus_are_links_and_paragraphs_are_sentences():
    page, line = measured()
    assert page.features["link"][line["Home News"]] == 1
    assert page.features["sentence"][line["Nobody went out until the evening, when the wind had gone."]] == 1


def test_lines_are_counted_from_the_one_that_repeats_the_title():
    page, line = measured()
    assert page.features["since-title"][line["A long day at the river"]] == 0
    assert page.features["since-title"][line["Home News"]] == -1
    assert page.features["since-heading"][line["The water was high, and the boats stayed in."]] == 1


def test_the_name_of_the_site_in_the_title_is_not_the_headline():
    title = "<title>A long day at the river - The Daily River</title>"
    page, _ = measured(f"{title}<p>The Daily River</p><h1>A long day at the river</h1><p>The water was high.</p>")
    assert page.features["since-title"].tolist() == [-1, 0, 1]


def test_comments_are_told_by_the_names_around_them():
    page, line = measured()
    comment = line["What a day it was, we stayed at home too."]
    assert page.features["in-comments"].tolist() == [float(number == comment) for number in range(len(line))]


@pytest.mark.parametrize(
    "html",
    [
        "<h1>A long day</h1><p>It was high.</p><a class=comments-link>3<p>Nobody went out.</p></a>",
        "<p>Home</p><article class=has-comments><h1>A long day</h1><p>It was high.</p></article><p>Foot</p>",
        "<title>A long day - The river</title><p>Home</p><div class=comments><p>A long day</p>So it was.</div>",
    ],
)
def test_links_to_comments_and_boxes_around_the_headline_hold_no_comments(html):
    page, _ = measured(html)
    assert not page.features["in-comments"].any()


def test_a_title_without_spaces_between_its_words_is_found():
    page, line = measured(
        "<title>北京今日大雪纷飞 - 新闻网</title><p>新闻网首页</p><h2>北京今日大雪纷飞</h2><p>今天北京</p>"
    )
    assert page.features["since-title"][line["北京今日大雪纷飞"]] == 0


def test_wrappers_add_no_level():
    bare, _ = measured("<body><p>a</p><div><p>one two</p><p>three</p></div>")
    wrapped, _ = measured("<body><p>a</p><div><div><div><div><p>one two</p></div><p>three</p></div></div></div>")
    assert np.array_equal(bare.features["1/sentences"], wrapped.features["1/sentences"])
    assert np.array_equal(bare.features["0/of-wider"], wrapped.features["0/of-wider"])


def test_scores_reach_down_to_the_lines():
    page, line = measured()
    table = scores(page, Vocabulary([".entry-content", "=home news"], np.array([0.5, -0.4])))
    assert table["0/high"][line["The water was high, and the boats stayed in."]] == np.float32(0.5)
    assert table["words-low"][line["Home News"]] == np.float32(-0.4)
    assert table["words-mean-1"][line["A long day at the river"]] == np.float32(-0.4)


PIECES = ["<p>", "<div class=a>", "</div>", "<br>", "<a>", "</a>", "x. ", "ە ", "<li>", "&lt;", "<h1>", "<x-y>"]


@given(st.lists(st.sampled_from(PIECES)).map("".join))
def test_every_value_of_any_page_is_a_number(html):
    table = parse("<body>x" + html)
    page = features.measure(table, more=FEATURES)
    every = scores(page, Vocabulary([], np.zeros(0)))
    assert every.names[: len(page.features.names)] == page.features.names
    assert every.rows.shape == (len(set(every.names)), len(page.chars))
    assert every.rows.dtype == np.float32
    assert np.isfinite(every.rows).all()
