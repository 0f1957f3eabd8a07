from html import escape

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.model import features, vocabulary
from extraction.model.lexical_features import (
    FEATURES,
    KIND_ARRAYS,
    KIND_SCALE,
    PageKinds,
    kinds_from_arrays,
    with_model,
    with_words,
)
from extraction.model.vocabulary import Vocabulary, gathered
from extraction.page.node_table import parse

TEXT = st.text(st.sampled_from('aBİΣς9٣-_ .&"<\xa0中、語ﻼﷲﯼە𠀀') | st.characters(codec="utf-8"), max_size=60)
NAME = st.sampled_from(["postBody", "a", "Sig", "x9", "b" * 41, "é中İx", "&"])
NAMES = st.lists(NAME | TEXT, max_size=14).map(" ".join)
KINDS = PageKinds(
    ("article", "forum"),
    np.array([[2 * KIND_SCALE, 0], [0, 2 * KIND_SCALE], [0, 0]], dtype=np.int16),
    np.array([0, 0], dtype=np.int16),
)
BOX = st.tuples(st.sampled_from(["p", "div", "span", "h2", "x-y"]), NAMES, NAMES, TEXT)


def html_of(boxes):
    return "<body>x" + "".join(
        f'<{tag} class="{escape(classes)}" role="{escape(role)}">{escape(text)}</{tag}>'
        for tag, classes, role, text in boxes
    )


@settings(max_examples=300)
@given(st.lists(BOX, max_size=12).map(html_of), st.randoms())
@pytest.mark.slow
def test_a_page_is_told_what_its_known_words_say(html, random):
    page = features.measure(parse(html), more=FEATURES)
    names = [sorted(vocabulary.names(signature)) for signature in page.signatures.all]
    lines = [vocabulary.words(text) for text in page.lines.text]
    known = sorted({word for row in (*names, *lines) for word in row})[::2]
    score = np.array([random.randrange(-50, 50) / 100 for _ in known])
    weight = np.array([[random.randrange(-300, 300) for _ in range(2)] for _ in known], dtype=np.int16)
    kinds = PageKinds(("article", "forum"), weight.reshape(-1, 2), np.array([0, 100], dtype=np.int16))
    table, likely = with_model(page, Vocabulary(known, score), kinds)
    number = {word: place for place, word in enumerate(known)}
    of_names, of_lines = (
        gathered([number[word] for word in row if word in number] for row in rows) for rows in (names, lines)
    )
    assert likely == kinds.probability(np.concatenate([of_names.word, of_lines.word]))
    expected = with_words(page, of_names, of_lines, score, likely)
    assert table.names == expected.names
    assert np.array_equal(table.rows, expected.rows)


def test_a_name_that_comes_again_says_the_same_again():
    page = features.measure(
        parse("<p class=a>1</p>" + "".join(f"<p class='n{n}n a'>1</p>" for n in range(2000))), more=FEATURES
    )
    kinds = PageKinds(("article",), np.zeros((1, 1), dtype=np.int16), np.zeros(1, dtype=np.int16))
    table, _ = with_model(page, Vocabulary([".a"], np.array([0.5])), kinds)
    assert set(table["owner-high"].tolist()) == {0.5}


def test_scores_of_other_words_are_refused():
    page = features.measure(parse("<body>x"), more=FEATURES)
    kinds = PageKinds(("article",), np.zeros((2, 1), dtype=np.int16), np.zeros(1, dtype=np.int16))
    with pytest.raises(ValueError, match="does not fit together"):
        with_model(page, Vocabulary(["a"], np.zeros(1)), kinds)


def test_words_speak_for_kinds_once_each():
    assert KINDS.probability(np.array([1, 1, 1]))["forum"] == KINDS.probability(np.array([1]))["forum"] > 0.8
    assert KINDS.probability(np.array([0, 1])) == {"article": 0.5, "forum": 0.5}


def test_a_page_without_known_words_is_of_the_likelier_kind():
    likelier = PageKinds(KINDS.names, KINDS.weight, np.array([KIND_SCALE, 0], dtype=np.int16))
    chance = likelier.probability(np.zeros(0, dtype=np.intp))
    assert chance["article"] > chance["forum"] > 0
    assert sum(chance.values()) == 1


def test_kinds_survive_being_written_as_arrays():
    again = kinds_from_arrays(KINDS.arrays())
    assert again.probability(np.array([0])) == KINDS.probability(np.array([0]))
    assert set(KINDS.arrays()) == set(KIND_ARRAYS)


def test_a_word_beyond_those_of_the_model_is_refused():
    with pytest.raises(IndexError, match="beyond the known"):
        KINDS.probability(np.array([3]))
