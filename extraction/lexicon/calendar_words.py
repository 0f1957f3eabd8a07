"""The words of calendars: names of months, of eras, and of days that are written as words.

They stand in tables, a row each: ``months.tsv``, ``eras.tsv``, ``ordinals.tsv`` and ``numerals.tsv``.
"""

import re
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Final

from extraction.lexicon.calendars import Calendar
from normalization.load_once import load_once
from normalization.table_rows import mapping_of, rows_of

_MONTHS: Final = Path(__file__).with_name("months.tsv")
_ORDINALS: Final = Path(__file__).with_name("ordinals.tsv")
_ERAS: Final = Path(__file__).with_name("eras.tsv")
_NUMERALS: Final = Path(__file__).with_name("numerals.tsv")


def _plain(word: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", word.casefold()) if not unicodedata.combining(each))


def _month_rows() -> list[tuple[str, ...]]:
    """Give term, languages, number and calendar of each month."""
    words = {"month": [str(number) for number in range(1, _MOST_MONTHS + 1)], "calendar": [*map(str, Calendar)]}
    return rows_of(_MONTHS, "term", "languages", "month", "calendar", words=words)


@lru_cache(maxsize=len(Calendar))
def _months(calendar: Calendar) -> tuple[dict[str, int], dict[str, int]]:
    """Give the number of each month of a calendar by its whole names, and by what its names begin with, whatever their
    case ending.

    They stand in ``months.tsv``, a row each: the term, its languages (ISO 639-1), the number, and the calendar if it is
    not the common one. A star behind a term stands for any ending. Those without one count only whole: other words
    begin so, as "new" in Uzbek or "Dublin".
    """
    rows = [(term, int(number)) for term, _, number, of in _month_rows() if of == calendar]
    whole = ((_plain(term), number) for term, number in rows if not term.endswith("*"))
    beginnings = ((_plain(term.rstrip("*")), number) for term, number in rows if term.endswith("*"))
    return mapping_of(_MONTHS, whole), mapping_of(_MONTHS, beginnings)


@load_once
def ordinals() -> dict[str, int]:
    """Give the number of each day of a month that is written as a word, the longest first."""
    rows = rows_of(_ORDINALS, "term", "language", "number")
    longest_first = sorted(rows, key=lambda row: -len(row[0]))
    return mapping_of(_ORDINALS, ((term, int(number)) for term, _, number in longest_first))


@load_once
def eras() -> dict[str, int]:
    """Give the year before the first of each era, by its name."""
    rows = rows_of(_ERAS, "term", "languages", "year_before")
    return mapping_of(_ERAS, ((term, int(year_before)) for term, _, year_before in rows))


@load_once
def numerals() -> dict[str, int]:
    """Give the value of each Chinese numeral, that of a first year too."""
    rows = rows_of(_NUMERALS, "sign", "value")
    return mapping_of(_NUMERALS, ((sign, int(value)) for sign, value in rows))


def number_of(text: str) -> int:
    """Give the number that Chinese numerals make, by place (year 2024 as 2, 0, 2, 4) or with tens and hundreds.

    >>> [number_of(each) for each in ("二〇二四", "三十一", "十")]
    [2024, 31, 10]
    """
    values = [numerals()[sign] for sign in text]
    if len(values) > 1 and max(values) < _TEN:
        return int("".join(map(str, values)))
    number = before = 0
    for value in values:
        if value in (_TEN, _HUNDRED):
            number, before = number + max(before, 1) * value, 0
        else:
            number, before = number + before, value
    return number + before


def months_of_words() -> str:
    """Give the alternatives of the months whose names are of two words, or one letter with its vowel, with and without
    the marks on their letters."""
    names = (term for term, *_ in _month_rows() if " " in term or sum(map(str.isalpha, term)) == 1)
    return "|".join(re.escape(each) for name in names for each in dict.fromkeys((name, _plain(name))))


@lru_cache(maxsize=4096)
def month(name: str, calendar: Calendar = Calendar.COMMON) -> int | None:
    """Give the number of the month of a calendar that a word names, whatever its case ending; None for none."""
    plain = _plain(name)
    whole, beginnings = _months(calendar)
    sizes = range(_MAX_BEGINNING, _MIN_BEGINNING - 1, -1)
    return whole.get(plain) or next((beginnings[plain[:size]] for size in sizes if plain[:size] in beginnings), None)


_TEN, _HUNDRED = 10, 100
_MOST_MONTHS: Final = 13
"""The Ethiopian calendar has so many."""
_MIN_BEGINNING: Final = 3
_MAX_BEGINNING: Final = 8
"""The beginning of a name has so many letters: no word of fewer names a month."""
