import re

from hypothesis import given
from hypothesis import strategies as st

from normalization.masking.labels.sought_words import SoughtWords

TEXT = st.text("ab zA\u00e9\u5fae\ud800", max_size=12)
WORD = st.text("ab z\u00e9\u5fae", min_size=2, max_size=4)
SMALL = "abcdefghijklmnopqrstuvwxyz"


def is_at(text, place, word, alone):
    padded = f" {text} "
    beside = {padded[place], padded[place + len(word) + 1 : place + len(word) + 2]}
    return text.startswith(word, place) and not (alone and beside & set(SMALL))


@given(TEXT, st.lists(st.tuples(WORD, st.booleans()), max_size=5))
def test_words_begin_in_a_text_where_python_finds_them(text, words):
    expected = [place for place in range(len(text)) if any(is_at(text, place, *word) for word in words)]
    assert list(SoughtWords(words).places_in(text)) == expected


def test_the_next_word_is_one_that_a_pattern_fits_if_there_is_one():
    words = SoughtWords([("ab", False), ("\u5fae\u4fe1", False)])
    text = "\u5fae\u4fe1 ab abc ab"
    assert [words.next_in(text, start) for start in (0, 1, 4, 10, 11)] == [0, 3, 6, 10, -1]
    assert [words.next_in(text, start, re.compile("ab(?!c)")) for start in (0, 4, 11)] == [3, 10, -1]
