from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.methods.method import Favor
from extraction.model.forest import Forest, Table
from extraction.model.prediction import Forests, calibrate, choose


def steady(score):
    """A forest that gives every line the same probability."""
    curve = np.linspace(0, 1, 101, dtype=np.float32)
    nothing = np.zeros((1, 1), dtype=np.int16)
    return Forest(("row",), nothing, nothing.astype(np.float32), np.full((1, 2), score, dtype=np.int16), curve, 0, 1)


def table(values):
    return Table(tuple(values), np.array(list(values.values()), dtype=np.float32))


def predict(forests, values, kinds):
    """Predict lines each of which stands in a container of its own."""
    return forests.predict(values, np.arange(values.rows.shape[1]), kinds)


def lines_of_two(chars_of_article):
    """Values of two lines of sentences, the second one a comment."""
    return table(
        {
            "row": [0, 0],
            "since-title": [-9999, -9999],
            "since-headline": [-9999, -9999],
            "in-comments": [0, 1],
            "sentence": [1, 1],
            "chars": [chars_of_article, 500],
        }
    )


def test_comments_under_an_article_are_predicted_apart_from_it_and_like_posts():
    forests = Forests(threads=steady(100), others=steady(0), general=steady(20))
    probability, apart = predict(forests, lines_of_two(200), {"article": 0.9})
    assert probability == pytest.approx(np.array([0.2, 1.0]))
    assert apart.tolist() == [False, True]
    assert predict(forests, lines_of_two(200), {"article": 0.3, "forum": 0.6})[1] is None


def test_comments_on_a_page_that_says_nothing_else_are_its_text():
    forests = Forests(threads=steady(100), others=steady(0), general=steady(20))
    probability, apart = predict(forests, lines_of_two(40), {"article": 0.9})
    assert probability == pytest.approx(np.array([0.2, 1.0]))
    assert apart is None


def lines(*rows):
    """Values of lines, each of so many characters and a sentence or not."""
    return table({"chars": [chars for chars, _ in rows], "sentence": [sentence for _, sentence in rows]})


def calibrated(probability, apart, values, kinds):
    lowered = probability.copy()
    calibrate(lowered, apart, values, kinds)
    return lowered


def odds(probability):
    return np.log(probability / (1 - probability))


def test_an_article_of_sentences_loses_log_odds_and_other_pages_do_not():
    text, probability = lines((300, 1), (200, 1)), np.array([0.9, 0.4], dtype=np.float32)
    lowered = calibrated(probability, None, text, {"article": 1.0})
    assert odds(probability) - odds(lowered) == pytest.approx(np.array([0.7, 0.7]), abs=1e-4)
    lowered = calibrated(probability, None, text, {"article": 0.5, "forum": 0.5})
    assert odds(probability) - odds(lowered) == pytest.approx(np.array([0.35, 0.35]), abs=1e-4)
    assert calibrated(probability, None, text, {"forum": 1.0}) == pytest.approx(probability)


def test_a_list_that_is_taken_for_an_article_keeps_its_odds():
    probability = np.array([0.9, 0.9], dtype=np.float32)
    assert calibrated(probability, None, lines((100, 1), (100, 0)), {"article": 1.0}) == pytest.approx(probability)


def test_comments_apart_from_the_text_keep_their_odds_and_count_for_nothing():
    probability, comments = np.array([0.5, 0.5], dtype=np.float32), np.array([False, True])
    lowered = calibrated(probability, comments, lines((100, 1), (900, 0)), {"article": 1.0})
    assert odds(lowered) == pytest.approx(np.array([-0.7, 0.0]), abs=1e-4)


def test_a_page_without_likely_text_stays_as_it_is():
    nothing = np.zeros(2, dtype=np.float32)
    assert calibrated(nothing, None, lines((100, 1), (100, 1)), {"article": 1.0}).tolist() == [0, 0]


def lines_since(title, headline, chars=(1, 1, 1)):
    others = {"row": [0, 0, 0], "in-comments": [0, 0, 0], "chars": chars}
    return table(others | {"since-title": title, "since-headline": headline})


def test_the_threads_forest_has_at_most_half_the_weight():
    forests = Forests(threads=steady(100), others=steady(0), general=steady(20))
    values = lines_since([-9999] * 3, [-9999] * 3)
    assert predict(forests, values, {"forum": 1.0})[0] == pytest.approx(np.full(3, 0.6))
    assert predict(forests, values, {"forum": 0.02})[0] == pytest.approx(np.full(3, 0.2))


def test_the_forest_for_other_pages_than_articles_and_threads_has_at_most_half_the_weight():
    forests = Forests(threads=steady(0), others=steady(100), general=steady(20))
    values = lines_since([-9999] * 3, [-9999] * 3)
    assert predict(forests, values, {"service": 0.6, "product": 0.4})[0] == pytest.approx(np.full(3, 0.6))
    assert predict(forests, values, {"service": 0.29, "article": 0.71})[0] == pytest.approx(np.full(3, 0.2))
    assert predict(forests, values, {"service": 0.5, "forum": 0.5})[0] == pytest.approx(np.full(3, 0.3))


def test_lines_before_the_title_of_an_article_are_less_likely():
    forests = Forests(threads=steady(100), others=steady(0), general=steady(80))
    values = lines_since([-1, 0, 1], [-9999] * 3, chars=[10, 60, 60])
    assert predict(forests, values, {"article": 0.9})[0] == pytest.approx([0.24, 0.8, 0.8])
    assert predict(forests, values, {"article": 0.5})[0] == pytest.approx([0.8, 0.8, 0.8])


def test_what_is_hardly_likely_above_the_title_does_not_hinder_it():
    curve = np.linspace(0, 1, 101, dtype=np.float32)
    nothing, scores = np.zeros((1, 1), dtype=np.int16), np.array([[55, 90]], dtype=np.int16)
    general = Forest(("row",), nothing, nothing.astype(np.float32), scores, curve, 0, 1)
    forests = Forests(threads=steady(100), others=steady(0), general=general)
    values = {"row": [0, 1, 1], "in-comments": [0, 0, 0], "chars": [60, 40, 40]}
    lines = table(values | {"since-title": [-1, 0, 1], "since-headline": [-9999] * 3})
    assert predict(forests, lines, {"article": 0.9})[0] == pytest.approx([0.165, 0.9, 0.9])


def test_a_title_below_the_text_makes_it_no_less_likely():
    forests = Forests(threads=steady(100), others=steady(0), general=steady(80))
    values = lines_since([-2, -1, 0], [0, 1, 2], chars=[60, 60, 10])
    assert predict(forests, values, {"article": 0.9})[0] == pytest.approx([0.8, 0.8, 0.8])


def test_a_title_on_a_page_in_doubt_makes_nothing_above_it_less_likely():
    forests = Forests(threads=steady(100), others=steady(0), general=steady(40))
    values = lines_since([-2, -1, 0], [-9999] * 3, chars=[60, 60, 10])
    assert predict(forests, values, {"article": 0.9})[0] == pytest.approx([0.4, 0.4, 0.4])


def test_a_headline_that_is_the_title_is_trusted_whatever_is_above_it():
    forests = Forests(threads=steady(100), others=steady(0), general=steady(80))
    values = lines_since([-2, -1, 0], [-2, -1, 0], chars=[60, 60, 10])
    assert predict(forests, values, {"article": 0.9})[0] == pytest.approx([0.24, 0.24, 0.8])


@pytest.mark.slow
@given(
    st.lists(st.tuples(*(st.sampled_from([-1, 0, 1]) for _ in range(3)), st.integers(0, 9)), min_size=1, max_size=40),
    st.integers(-2, 20),
    st.data(),
)
def test_the_forests_are_mixed_as_plain_python_says(lines, headline, data):
    kinds = {
        kind: data.draw(st.sampled_from([0, 0.05, 0.12, 0.6, 0.85, 1])) for kind in ("article", "forum", "product")
    }
    curve = np.linspace(0, 1, 101, dtype=np.float32)
    nothing, scores = np.zeros((1, 1), dtype=np.int16), np.array([[[90, 70]], [[60, 10]], [[20, 35]]], dtype=np.int16)
    forests = Forests(*(Forest(("row",), nothing, nothing.astype(np.float32), each, curve, 0, 1) for each in scores))
    row, title, comment, chars = zip(*lines, strict=True)
    names = ("row", "since-title", "in-comments", "sentence", "chars")
    columns = dict(zip(names, (row, title, comment, row, chars), strict=True))
    probability, _ = predict(
        forests, table(columns | {"since-headline": [n - headline for n in range(len(lines))]}), kinds
    )
    of_threads, of_others, mixed = ([each[int(value > 0)] / 100 for value in row] for each in scores[:, 0])
    for kind, least, answer in (("product", 0.3, of_others), ("forum", 0.1, of_threads)):
        weight = kinds[kind] / 2 if kinds[kind] >= least else 0
        mixed = [weight * here + (1 - weight) * other for here, other in zip(answer, mixed, strict=True)]
    text = [(p - 0.5) * c * (p > 0.5 and not apart > 0) for p, c, apart in zip(mixed, chars, comment, strict=True)]
    above = [p for p, since in zip(text, title, strict=True) if since < 0]
    is_headline = 0 <= headline < len(lines) and title[headline] == 0
    begins = title[-1] >= 0 and (is_headline or (sum(text) > 0 and sum(above) <= 0.3 * sum(text)))
    for line, likely in enumerate(probability.tolist()):
        expected = mixed[line]
        if kinds["article"] >= 0.8:
            expected *= 0.3 if begins and title[line] < 0 else 1
            expected = of_threads[line] if comment[line] > 0 else expected
        assert likely == pytest.approx(expected)


def expected_f1(chosen, probability, weight):
    matched = (probability * weight * chosen).sum()
    return 2 * matched / ((weight * chosen).sum() + (probability * weight).sum())


@pytest.mark.slow
@given(
    st.lists(
        st.tuples(st.integers(1, 100).map(lambda percent: percent / 100), st.integers(1, 50)), min_size=1, max_size=8
    )
)
def test_no_other_choice_of_lines_has_a_higher_expected_f1(lines):
    probability = np.array([line[0] for line in lines], dtype=np.float32)
    weight = np.array([line[1] for line in lines], dtype=np.float32)
    chosen, confidence = choose(probability, weight)
    best = max(
        expected_f1(np.array(other, dtype=bool), probability.astype(float), weight)
        for other in product([False, True], repeat=len(lines))
    )
    assert confidence == pytest.approx(best, rel=1e-5)
    assert expected_f1(chosen, probability.astype(float), weight) == pytest.approx(best, rel=1e-5)


DOUBTFUL_LINES = st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(1, 50)), min_size=1, max_size=300)


@given(DOUBTFUL_LINES)
def test_recall_adds_lines_to_the_balanced_choice_and_precision_takes_some_away(lines):
    probability, weight = (np.array(column, dtype=np.float32) for column in zip(*lines, strict=True))
    precise, balanced, complete = (choose(probability, weight, favor) for favor in ("precision", "balance", "recall"))
    assert not (precise[0] & ~balanced[0]).any()
    assert not (balanced[0] & ~complete[0]).any()
    assert balanced[1] >= max(precise[1], complete[1]) - 1e-6


def test_a_choice_that_favours_one_error_says_what_f1_is_expected_of_it():
    probability = np.array([0.99, 0.45, 0.45], dtype=np.float32)
    weight = np.array([30, 50, 20], dtype=np.float32)
    for favor, lines in (Favor.PRECISION, 1), (Favor.RECALL, 3):
        chosen, confidence = choose(probability, weight, favor)
        assert chosen.sum() == lines
        assert confidence == pytest.approx(expected_f1(chosen, probability.astype(float), weight), rel=1e-5)


@pytest.mark.slow
@given(DOUBTFUL_LINES)
def test_the_likeliest_lines_are_chosen_and_the_first_of_those_as_likely(lines):
    probability, weight = (np.array(column, dtype=np.float32) for column in zip(*lines, strict=True))
    chosen, _ = choose(probability, weight)
    likeliest = np.argsort(-probability, kind="stable")
    assert set(np.flatnonzero(chosen).tolist()) == set(likeliest[: chosen.sum()].tolist())


def test_a_sure_page_is_more_confident_than_a_doubtful_one():
    weight = np.ones(4, dtype=np.float32)
    _, sure = choose(np.array([0.99, 0.98, 0.01, 0.02], dtype=np.float32), weight)
    _, doubtful = choose(np.array([0.6, 0.5, 0.4, 0.5], dtype=np.float32), weight)
    assert sure > 0.9 > doubtful
