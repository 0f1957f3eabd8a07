"""Which texts hold a stop word of their language: a sign of sentences, where menus have only nouns and names.

Uyghur's list is our own (209 words of eight closed classes, from the most frequent 600 of seven sources; no native
speaker has checked it yet), every other language's is stopwords-iso's. The words stand in the letters of the standard,
so texts are folded first.
"""

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.page import characters
from extraction.page.texts import Texts, WordTable
from native.library import array, lib
from normalization import fold_presentation_forms
from normalization.load_once import load_once

_DATA: Final = Path(__file__).parent.parent / "data"


def holding(texts: Texts, rows: NDArray[np.intp], language: str) -> NDArray[np.bool_]:
    """Mark those of R texts that hold a stop word of the language (ISO 639-1); ``rows`` (R) says which texts.

    Of a language without a list, a text counts when it has ten words, which menus and buttons seldom have.
    """
    if not stop_words(language):
        sizes = [len(text.split(None, _SENTENCE)) for text in texts.strings(rows)]
        return np.array(sizes, dtype=np.intp) >= _SENTENCE
    if language in languages_with(LanguageTrait.UNSPACED):  # a stop word is any stretch of the text
        search = _stretches(language).search
        marks = [
            search(line) is not None for line in fold_presentation_forms("\0".join(texts.strings(rows))).split("\0")
        ]
        return np.array(marks[: len(rows)], dtype=np.bool_)
    return with_word(texts, _known(language))[rows]


@lru_cache(maxsize=64)
def stop_words(language: str) -> frozenset[str]:
    """Give a language's stop words in lower case, none for a language without a list."""
    if language == "ug":
        words = (_DATA / "stopwords_ug.txt").read_text(encoding="utf-8").split()
        # Half of the web writes \u06d0 as \u0649.
        return frozenset(words) | {word.replace("\u06d0", "\u0649") for word in words}
    return _other_languages().get(language.partition("-")[0], frozenset())


@load_once
def _other_languages() -> dict[str, frozenset[str]]:
    """Give the words of stopwords-iso 0.7.1 (MIT licence), in lower case, by language; a test compares them with it."""
    lines = (_DATA / "stopwords_iso.tsv").read_text(encoding="utf-8").splitlines()
    return {language: frozenset(words) for language, *words in (line.split("\t") for line in lines)}


def with_word(texts: Texts, known: WordTable) -> NDArray[np.bool_]:
    """Mark those of N texts that hold, in small letters, one of the words as a whole word.

    A word is a run of letters, digits, marks and "_", with single apostrophes between them.
    """
    plain, number = texts.plain, len(texts)
    marks = np.empty(number, dtype=np.bool_)
    lib.mezmun_texts_with_word(
        characters.TABLE,
        known.struct,
        array(plain.utf8, len(plain.utf8)),
        array(plain.edge, number + 1),
        number,
        array(marks, number, writable=True),
    )
    return marks


_SENTENCE: Final = 10


@lru_cache(maxsize=64)
def _known(language: str) -> WordTable:
    return WordTable(sorted(stop_words(language)))


@lru_cache(maxsize=8)
def _stretches(language: str) -> re.Pattern[str]:
    words = stop_words(language)
    single = "".join(sorted(re.escape(word) for word in words if len(word) == 1))
    longer = sorted(re.escape(word) for word in words if len(word) > 1 and not set(word) & set(single))
    return re.compile("|".join(([f"[{single}]"] if single else []) + longer))
