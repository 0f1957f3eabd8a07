"""How languages are written, as far as rules ask for it: rows of ``language_traits.tsv``.

A row is a language (ISO 639-1, as pages declare it; ``zh-Hant`` is Chinese in traditional characters) and a trait. A
speaker of a language adds it there without reading Python.
"""

from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from normalization.table_rows import rows_of


class LanguageTrait(StrEnum):
    """What is true of how a language is written."""

    SURNAME_FIRST = "surname-first"
    """The name of a family may stand before the given name."""
    NAMES_OF_WORDS = "names-of-words"
    """Names consist of words that sentences have as well."""
    NO_FULL_STOPS = "no-full-stops"
    """A sentence ends without a sign."""
    UNSPACED = "unspaced"
    """Words stand without spaces between them."""
    SYLLABIC = "syllabic"
    """A letter is a syllable, and words are parted by spaces."""
    VERB_LAST = "verb-last"
    """The verb ends a sentence."""
    MONTH_FIRST = "month-first"
    """Some of the countries that speak it write the month before the day: 3/4/2024 may be 4 March."""


@lru_cache(maxsize=len(LanguageTrait))
def languages_with(trait: LanguageTrait) -> frozenset[str]:
    """Give the languages that have a trait."""
    rows = rows_of(Path(__file__).with_name("language_traits.tsv"), "language", "trait", words={"trait": LanguageTrait})
    return frozenset(language for language, each in rows if each == trait)
