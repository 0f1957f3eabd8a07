import numpy as np
import pytest

from evaluation.training import augmentation
from extraction.model import features
from extraction.page.lines import lines_of
from extraction.page.node_table import parse
from extraction.page.statements.head import head_of

SENTENCES = [f"The river rose again on day {number}, and by noon the lower bridge was closed." for number in range(8)]
PAGE = f"""<title>The river</title><ul class=menu><li><a href=/>Home</a></ul><div class=story id=a1><h1>The river</h1>
{"".join(f"<p>{text}</p>" for text in SENTENCES)}</div><div class=foot>All rights reserved</div>"""


@pytest.fixture
def table():
    return parse(PAGE)


def test_a_page_without_names_has_the_same_elements_and_lines(table):
    bare = augmentation.unnamed(table)
    assert lines_of(bare).text == lines_of(table).text
    assert {signature[1:] for signature in bare.signatures.all} == {("", "", "")}
    assert [bare.signatures.all[row][0] for row in bare.signature.tolist()] == table.tag.tolist()


def test_dropping_text_drops_its_elements_and_no_others(table):
    gone = np.array([text in SENTENCES[2:] for text in table.text])
    left = augmentation.without(table, gone)
    expected = parse(PAGE.replace("".join(f"<p>{text}</p>" for text in SENTENCES[2:]), ""))
    assert lines_of(left).text == lines_of(expected).text
    assert head_of(left).title == "The river"
    for column in ("tag", "parent", "depth", "end", "first", "last", "owner", "chars", "position", "in_link"):
        assert np.array_equal(getattr(left, column), getattr(expected, column)), column
    first, second = features.measure(left).features, features.measure(expected).features
    assert np.array_equal(first.rows, second.rows)


def test_a_page_of_which_nothing_would_be_left_is_refused(table):
    with pytest.raises(ValueError, match="All text"):
        augmentation.without(table, np.ones(len(table.text), dtype=np.bool_))


def test_a_short_article_has_one_to_four_of_its_sentences_and_all_above_them():
    content = np.array([False, True, *[True] * 8, False])
    sentences = np.array([False, False, *[True] * 8, False])
    for seed in range(20):
        gone = augmentation.all_but_some(content, sentences, np.random.default_rng(seed))
        left = np.flatnonzero(sentences & ~gone)
        assert 1 <= len(left) <= 4
        assert np.array_equal(left, np.arange(left[0], left[-1] + 1))
        assert not gone[[0, 1, 10]].any()


def test_an_article_that_is_short_already_is_left_as_it_is():
    few = np.array([True, True, False])
    assert augmentation.all_but_some(few, few, np.random.default_rng(1)) is None
