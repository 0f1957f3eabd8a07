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


def leanings(total):
    known = total.vocabulary()
    return {word: leaning for word, leaning in zip(known.words, known.leaning, strict=True) if leaning}


def test_words_of_content_lean_up_and_words_of_noise_down(pages):
    leaning = leanings(WordCounts(pages).total())
    assert leaning[".story"] > 0.3
    assert leaning["_day"] > 0.3
    assert leaning["=privacy"] < -0.2
    assert leaning["foot"] < -0.2


def test_a_word_of_few_sites_has_no_leaning(pages):
    assert leanings(WordCounts(pages[:8]).total()) == {}


def test_a_page_gets_the_leanings_of_the_other_sites(pages):
    counted = WordCounts(pages)
    leaning_of = dict(zip(counted.words, counted.total().without_own_site(6).tolist(), strict=True))
    expected = leanings(WordCounts([each for each in pages if each[0] != "site3"]).total())
    assert {word: leaning for word, leaning in leaning_of.items() if leaning} == pytest.approx(expected)


def test_sites_that_are_left_out_are_not_counted(pages):
    without = leanings(WordCounts(pages).total(lambda site: site != "site3"))
    assert without == leanings(WordCounts([each for each in pages if each[0] != "site3"]).total())
