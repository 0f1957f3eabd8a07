import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics.scores import Fit, fit, leaf_matches, reference, score


def scores_of(html: str, gold: str, text: str):
    return score(reference(html, gold), text)[0]


def test_lcs_counts_words_in_order():
    # The longest common subsequence of "a b c d" and "c a x b d e" is "a b d".
    scores = scores_of("", "a b c d", "c a x b d e")
    assert scores.lcs == Fit(3 / 6, 3 / 4)
    assert scores.lcs.f1 == pytest.approx(2 * 0.5 * 0.75 / 1.25)


def test_characters_match_in_order_and_white_space_is_none():
    # "abcdef" and "axcdf": a c d f.
    assert scores_of("", "abc def", "ax c df").char == Fit(4 / 5, 4 / 6)


def test_chinese_is_compared_by_characters():
    # 今天天气好 and 今天气候好: 今 天 气 好.
    assert scores_of("", "今天天气好", "今天气候好").lcs == Fit(4 / 5, 4 / 5)


def test_leaves_of_the_page_kept_and_wanted():
    html = "<p>The news of today.</p><p>Second <b>bold</b> part.</p><a>Home</a><a>More links</a>"
    # Leaves: the news of today | second | bold | part | home | more links. Gold: the first four. Kept: 1, 3, 6.
    scores = scores_of(html, "The news of today. Second bold part.", "The news of today.\nbold\nMore links")
    assert scores.leaf == Fit(2 / 3, 2 / 4)


def test_a_leaf_that_repeats_counts_as_often_as_the_side_has_it():
    marks = leaf_matches(["r", "ab", "r", "r", ""], gold="rab", text="ab")
    assert marks.gold == (True, True, False, False, False)
    assert marks.in_text == (False, True, False, False, False)


def test_a_leaf_is_no_part_of_a_longer_word():
    scores = scores_of("<p>art</p><p>party</p>", "party", "party")
    assert scores.leaf == Fit(1.0, 1.0)


def test_both_sides_are_folded_alike():
    page = "<p>ﺳﺎﻻﻡ «ﺩﯗﻧﻴﺎ»</p>"
    assert scores_of(page, "ﺳﺎﻻﻡ ﺩﯗﻧﻴﺎ", "سالام دۇنيا").lcs == Fit(1.0, 1.0)


def test_empty_sides():
    assert fit(0, 0, 0) == Fit(1.0, 1.0)
    assert fit(0, 0, 3) == Fit(0.0, 0.0)
    assert fit(0, 3, 0) == Fit(0.0, 0.0)
    assert Fit(0.0, 0.0).f1 == 0.0
    assert scores_of("<p>x</p>", "x", "").lcs == Fit(0.0, 0.0)


def test_the_gold_itself_is_perfect():
    html = "<p>one two</p><div>three</div>"
    scores = scores_of(html, "one two\nthree", "one two three")
    assert (scores.lcs, scores.char, scores.leaf) == (Fit(1, 1), Fit(1, 1), Fit(1, 1))


def _lcs_by_table(one: list[str], other: list[str]) -> int:
    row = [0] * (len(other) + 1)
    for word in one:
        before = row
        row = [0]
        for column, against in enumerate(other):
            row.append(before[column] + 1 if word == against else max(before[column + 1], row[column]))
    return row[-1]


@given(st.lists(st.sampled_from("abcde"), min_size=1), st.lists(st.sampled_from("abcdef"), min_size=1))
def test_lcs_is_exact(gold: list[str], text: list[str]):
    common = _lcs_by_table(gold, text)
    assert scores_of("", " ".join(gold), " ".join(text)).lcs == Fit(common / len(text), common / len(gold))


@pytest.mark.slow
def test_fifty_thousand_words_a_side_are_compared_whole():
    chance = random.Random(1)
    gold = [f"w{chance.randrange(20000)}" for _ in range(50000)]
    text = [word for word in gold if chance.random() < 0.7]
    # A table of 1.75e9 cells would take an hour, and the run's time limit would end it.
    assert scores_of("", " ".join(gold), " ".join(text)).lcs == Fit(1.0, len(text) / 50000)
