"""Words are found as whole words, by the same rule as a regular expression over letters, digits and marks."""

import unicodedata

import stopwordsiso
from hypothesis import given
from hypothesis import strategies as st

from extraction.lexicon.stop_words import stop_words, with_word
from extraction.page.characters import CASED, CLASSES, Class
from extraction.page.texts import WordTable, plain, texts_of

WORDS = ("the", "c'est", "\u0626\u06c7", "\u0939\u0948", "2", "a_b")


def is_letter(character):
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def words_of(line):
    """Cut a line, letter by letter."""
    words, word = [], ""
    for place, character in enumerate(line):
        joins = character in "'\u2019" and word != "" and line[place + 1 : place + 2].isalnum()
        if is_letter(character) or joins:
            word += character
        else:
            words.append(word)
            word = ""
    return {*words, word} - {""}


LINE = st.lists(st.sampled_from([*WORDS, " ", "'", "\u2019", "-", ".", "x", "the", "\U00020000"]), max_size=8).map(
    "".join
)


@given(st.lists(LINE, min_size=1, max_size=6))
def test_a_line_holds_a_word_as_a_whole(lines):
    hits = with_word(texts_of(lines), WordTable(WORDS))
    assert hits.tolist() == [not words_of(line).isdisjoint(WORDS) for line in lines]


def is_in_table(word):
    """Later versions of Python know letters of later versions of Unicode than the table that is shipped."""
    return all(CLASSES[ord(character)] & Class.LETTER for character in word)


WORD = (
    st.text(st.characters(categories=["L", "N"], max_codepoint=CASED - 1), min_size=1, max_size=5)
    .map(plain)
    .filter(lambda word: word.isalnum() and is_in_table(word))
)


@given(st.sets(WORD, max_size=200))
def test_each_word_of_any_set_is_found(words):
    every = sorted(words)
    assert with_word(texts_of(every), WordTable(every)).all()


def test_an_empty_set_holds_nothing():
    assert with_word(texts_of(["a", "b"]), WordTable([])).tolist() == [False, False]


def test_a_word_is_found_in_letters_of_any_size_and_form():
    texts = texts_of(["THE end", "\u0130t", "\ufe8e", "the" + "e" * 5_000])
    assert with_word(texts, WordTable(["the", "i\u0307t", "\u0627"])).tolist() == [True, True, True, False]


def test_the_words_of_other_languages_are_those_of_the_collection():
    for language in stopwordsiso.langs() - {"ug"}:
        assert stop_words(language) == set(map(str.lower, stopwordsiso.stopwords(language)))
    assert stop_words("zh-Hant") == stop_words("zh")
    assert stop_words("xx") == frozenset()
