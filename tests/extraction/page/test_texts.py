import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from extraction.page.texts import plain, texts_of

# Sigma has another form at the end of a word, and a letter's positional form may stand for several.
ODD = "\u03a3\ufdf2\ufbfc\ufe8d\ufee9"


@given(st.lists(st.text("aA \u0130\u0391\u0307\u0627\u06d5'." + ODD, max_size=6), max_size=6))
def test_odd_texts_are_put_in_small_letters_as_if_each_stood_alone(texts):
    small = texts_of(texts).plain
    assert small.text == [plain(text) if set(ODD).intersection(text) else text for text in texts]


def test_a_text_alone_may_hold_any_character():
    assert texts_of(["\u03a3\0\u03a3a"]).plain.text == ["\u03c3\0\u03c3a"]


def test_of_texts_that_lie_in_each_other_no_more_is_given_than_is_looked_at():
    texts = texts_of(["ab", "\u0627\u06d5" * 500, "\U0001f600" * 500])
    start, stop = np.array([0, 1, 2, 2]), np.array([3, 3, 3, 2])
    whole = texts.spans(start, stop)
    assert [len(each) for each in whole] == [1502, 1500, 500, 0]
    cut = texts.spans(start, stop, 10)
    assert [each[:10] for each in cut] == [each[:10] for each in whole]
    assert max(map(len, cut)) <= 40


def test_texts_are_looked_up_by_their_beginning():
    texts = texts_of(["ab", "xab", "", "abc", "a", "b", "äbä", "äb"])
    assert [texts.beginning_with(each) for each in ("ab", "äb", "c")] == [[0, 3], [6, 7], []]


def test_what_is_cut_leaves_no_white_space_before_a_sign_that_closes():
    texts = texts_of(["Agency, Anna Berg. The bridge", "(by Anna) closed"])
    cut = texts.without([(len("Agency"), len("Agency, Anna Berg"))]).decode()
    assert cut.startswith("Agency. ")
    assert len(cut) == len(texts.utf8)
    beginning = len("Agency, Anna Berg. The bridge")
    assert texts.without([(beginning, beginning + len("(by Anna)"))]).decode().endswith(" closed")
