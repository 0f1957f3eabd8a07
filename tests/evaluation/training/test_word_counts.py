import numpy as np
import pytest

from evaluation.training.word_counts import WordCounts
from extraction.model import features
from extraction.page.node_table import parse


def page(number):
    story = f"<div class=story><p>The day {number}, and more.</p></div>"
    return features.measure(parse(f"{story}<div class=foot>Privacy</div>"))


@pytest.fixture
def pages():
    """Eight sites of two pages each: the story is content, the foot is not."""
    measured = [(f"site{number // 2}", page(number)) for number in range(16)]
    return [(site, each, np.array([1, 0], dtype=np.float32), np.array([5, 1])) for site, each in measured]


def scores(total):
    known = total.vocabulary(total.known)
    return {word: score for word, score in zip(known.words, known.score, strict=True) if score}


def test_words_of_content_lean_up_and_words_of_noise_down(pages):
    score = scores(WordCounts(pages).total())
    assert score[".story"] > 0.3
    assert score["_day"] > 0.3
    assert score["=privacy"] < -0.2
    assert score["foot"] < -0.2


def test_a_word_of_few_sites_has_no_score(pages):
    assert scores(WordCounts(pages[:8]).total()) == {}


def test_a_page_gets_the_scores_of_the_other_sites(pages):
    counted = WordCounts(pages)
    score_of = dict(zip(counted.words, counted.total().without_site("site3").tolist(), strict=True))
    expected = scores(WordCounts([each for each in pages if each[0] != "site3"]).total())
    assert {word: score for word, score in score_of.items() if score} == pytest.approx(expected)


def test_sites_that_are_left_out_are_not_counted(pages):
    without = scores(WordCounts(pages).total(lambda site: site != "site3"))
    assert without == scores(WordCounts([each for each in pages if each[0] != "site3"]).total())
