import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.lexicon import dates
from extraction.native.library import lib
from extraction.page.characters import CLASSES, Class
from extraction.page.texts import Beginnings, texts_of

PIECES = st.sampled_from([*"0129٣²𝟘 ./-_aй中", "19", "20", "1.2.", "3-04", "-11", *"١٩२०༢༠۱۹"])
TEXT = st.lists(PIECES | st.characters(codec="utf-8"), max_size=9).map("".join)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(TEXT, min_size=1), st.integers(0, 12), st.data())
def test_texts_that_may_hold_a_date_are_those_that_the_expression_finds(texts, longest, data):
    start = data.draw(st.integers(0, len(texts) - 1))
    rows = range(start, data.draw(st.integers(start, len(texts))))
    expected = [row for row in rows if dates.LIKELY.search(texts[row][:longest])]
    assert dates.texts_with_date(texts_of(texts), rows, longest) == expected


def test_a_date_may_have_the_digits_of_any_script():
    digits = map(chr, np.flatnonzero(CLASSES & Class.DIGIT).tolist())
    texts = [f"{digit}.{digit}.{digit}{digit}" for digit in digits]
    assert dates.texts_with_date(texts_of(texts), range(len(texts)), 60) == [*range(len(texts))]


def test_rows_that_are_not_the_texts_are_refused():
    with pytest.raises(ValueError, match="1 texts"):
        dates.texts_with_date(texts_of(["a"]), range(2), 9)


WORDS = {"by": 1, "author": 2, "o'qi": 4, "oʻqi": 8, "муаллиф": 16}
STEMS = {"auth": 8, "o'": 1, "作": 2, "b": 4}
BEGINS = re.compile(
    r"(?P<bracket>[(（\[【])"
    r"|[\W_]*+(?:(?P<day>\d|[^\W\d_]{3,12}\.?\s\d)|(?P<word>[^\W\d_]+(?:['’ʻʼ‘][^\W\d_]+)*))"
)
BEGINNING = st.lists(
    st.sampled_from(
        [
            *WORDS,
            *STEMS,
            *"(（[【 .:：﹕-_¶3٣'’ʻʼ‘İΣǅ²aq",
            "May 5",
            "Sept. 3",
            "İyun 1",
            "By",
            "AUTHOR",
            "abcdefghijklm 1",
        ]
    )
    | st.characters(codec="utf-8", exclude_characters="\0"),
    max_size=6,
).map("".join)


def beginning_of(text):
    """The bits of what a text begins and ends with, by an expression."""
    match, ending = BEGINS.match(text.lower()), lib.ENDS_WITH_COLON if text.endswith((":", "：", "﹕")) else 0
    if match is None:
        return ending
    if not match["word"]:
        return ending | (lib.BEGINS_WITH_DAY if match["day"] else lib.BEGINS_WITH_BRACKET)
    word = match["word"]
    if any(each in word for each in "'’‘"):  # else U+02BB and U+02BC are letters
        word = re.sub("[’ʻʼ‘]", "'", word)
    bits = ending | WORDS.get(word, 0)
    for stem, bit in STEMS.items():
        bits |= bit if word.startswith(stem) else 0
    return bits


@pytest.mark.slow
@settings(max_examples=800)
@given(st.lists(BEGINNING, min_size=1))
def test_texts_begin_with_the_word_that_the_expression_finds(texts):
    plain = texts_of(texts).plain
    expected = [beginning_of(text) for text in plain.text]
    assert Beginnings(WORDS, STEMS).of(plain, np.arange(len(texts))).tolist() == expected


def test_bits_of_words_are_not_those_of_all_else():
    for words, stems in (({"by": 64}, {}), ({}, {"b": 64})):
        with pytest.raises(ValueError, match="below 64"):
            Beginnings(words, stems)


def test_a_long_beginning_is_no_whole_word():
    long = texts_of(["by" * 5000, "'" * 9, "a'" * 900, ":"])
    assert Beginnings(WORDS, STEMS).of(long, np.arange(4)).tolist() == [STEMS["b"], 0, 0, lib.ENDS_WITH_COLON]
