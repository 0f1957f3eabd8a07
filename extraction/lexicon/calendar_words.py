"""The words of calendars: names of months, of eras, and of days that are written as words.

They stand in tables, a row each: ``months.tsv``, ``eras.tsv`` and ``ordinals.tsv``.
"""

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from normalization.table_rows import mapping_of, rows_of

_MONTHS: Final = Path(__file__).with_name("months.tsv")
_ORDINALS: Final = Path(__file__).with_name("ordinals.tsv")
_ERAS: Final = Path(__file__).with_name("eras.tsv")


def _plain(word: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(each))


def _month_rows() -> list[tuple[str, ...]]:
    """Give term, languages, number and calendar of each month."""
    words = {"month": [str(number) for number in range(1, 13)], "calendar": ("", _SOLAR)}
    return rows_of(_MONTHS, "term", "languages", "month", "calendar", words=words)


@lru_cache(maxsize=1)
def _months() -> tuple[dict[str, int], dict[str, int]]:
    """Give the number of each month by its whole names, and by what its names begin with, whatever their case ending.

    They stand in ``months.tsv``, a row each: the term, its languages (ISO 639-1), the number, and the calendar if it is
    not the common one. A star behind a term stands for any ending. Those without one count only whole: other words
    begin so, as "new" in Uzbek or "Dublin".
    """
    common = [(term, int(number)) for term, _, number, calendar in _month_rows() if not calendar]
    whole = ((_plain(term), number) for term, number in common if not term.endswith("*"))
    beginnings = ((_plain(term.rstrip("*")), number) for term, number in common if term.endswith("*"))
    return mapping_of(_MONTHS, whole), mapping_of(_MONTHS, beginnings)


@lru_cache(maxsize=1)
def solar_months() -> dict[str, int]:
    """Give the number of each month of the Persian calendar by its name."""
    solar = ((term, int(number)) for term, _, number, calendar in _month_rows() if calendar == _SOLAR)
    return mapping_of(_MONTHS, solar)


@lru_cache(maxsize=1)
def ordinals() -> dict[str, int]:
    """Give the number of each day of a month that is written as a word, the longest first."""
    rows = rows_of(_ORDINALS, "term", "language", "number")
    longest_first = sorted(rows, key=lambda row: -len(row[0]))
    return mapping_of(_ORDINALS, ((term, int(number)) for term, _, number in longest_first))


@lru_cache(maxsize=1)
def eras() -> dict[str, int]:
    """Give the year before the first of each era, by its name."""
    rows = rows_of(_ERAS, "term", "languages", "year_before")
    return mapping_of(_ERAS, ((term, int(year_before)) for term, _, year_before in rows))


def months_of_words() -> str:
    """Give the alternatives of the months whose names are of two words, or one letter with its vowel, with and without
    the marks on their letters."""
    names = (term for term, *_ in _month_rows() if " " in term or sum(map(str.isalpha, term)) == 1)
    return "|".join(re.escape(each) for name in names for each in dict.fromkeys((name, _plain(name))))


@lru_cache(maxsize=4096)
def month(name: str) -> int | None:
    """Give the number of the month that a word names, whatever its case ending; None when it names none."""
    plain = _plain(name)
    whole, beginnings = _months()
    sizes = range(_MAX_BEGINNING, _MIN_BEGINNING - 1, -1)
    return whole.get(plain) or next((beginnings[plain[:size]] for size in sizes if plain[:size] in beginnings), None)


_SOLAR: Final = "solar"
_MIN_BEGINNING: Final = 3
_MAX_BEGINNING: Final = 8
"""Letters of the beginnings of names: no word of fewer names a month."""
