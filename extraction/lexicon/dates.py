"""Dates as people and machines write them on pages, in the languages Mezmun meets most.

Date libraries read ``2024-يىلى 3-ئاينىڭ 5-كۈنى`` as the first of January, and need milliseconds for a text, while a
page has dozens of texts. So there are few forms, all written out (``date_forms``): the year first, with marks or words
(``years.tsv``) between the numbers; numbers with the year last; and the month by its name, before or behind the day.

Digits may be Arabic, Persian, Indian, Bengali, Thai, Tibetan, Burmese, Khmer or full-width, or Chinese numerals. Years
and names of months tell the calendar (``calendars``): a year of the 1400s is one of the Persian or the Islamic
calendar, and a year of the 2500s one of the Buddhist calendar, of which two digits behind a Thai month are enough.
Years behind the name of an era (``eras.tsv``) are counted from that era, and years of three digits from the republic of
China.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple

import numpy as np

from extraction.lexicon.calendars import MONTHS
from extraction.lexicon.date_forms import (
    COMPACT,
    DIGITS,
    HAN_YEAR,
    ISO,
    LIKELY,
    OTHER_YEAR,
    TO_ASCII,
    YEAR_LAST,
    date_forms,
    date_of,
)
from extraction.page import characters
from extraction.page.texts import Texts
from native.library import array, lib
from normalization import fold_presentation_forms


class DateMatch(NamedTuple):
    """A date in a text."""

    start: int
    """Where it begins ..."""
    stop: int
    """... and ends in the text, in characters."""
    date: date


def stated(value: str, *, day_first: bool = False) -> date | None:
    """Read a date that a machine wrote (ISO 8601, RFC 822, ``20240305``): the day as its own time zone has it.

    ``day_first`` tells what 3/4/2024 means, as software states it that shows the same to readers.
    """
    value = value.strip()[:_LONGEST_DATE]
    compact = COMPACT.match(value)
    if compact:
        return date_of(*compact.groups())
    if (iso := ISO.match(value)) and (day := date_of(*iso.groups())):  # as nearly all are: sooner than by all forms
        return day
    return next((each.date for each in dates_in(value, day_first=day_first)), None)


def dates_in(text: str, *, day_first: bool) -> Iterator[DateMatch]:
    """Give the dates of a text in order, those with day, month and year; ``day_first`` tells what 3/4/2024 means."""
    # What is asked first is found sooner.
    if DIGITS.search(text) is None and (text.isascii() or HAN_YEAR.search(text) is None):
        return
    if LIKELY.search(text) is None:
        return
    folded = text if text.isascii() else fold_presentation_forms(text).translate(TO_ASCII)
    dates: list[DateMatch] = []
    for asked, forms in date_forms():
        # Where a page has a day of ours as well, that is the same one, and counted without the moon.
        if asked.search(folded) is None or (asked is OTHER_YEAR and dates):
            continue
        for form, read in forms:
            for match in form.finditer(folded):
                day = read(match.groups(), day_first)
                if day is not None:
                    dates.append(DateMatch(match.start(1), match.end(), day))
    behind = 0
    for each in sorted(dates):
        if each.start >= behind:
            behind = each.stop
            yield each


def has_date(text: str) -> bool:
    """Tell whether a text has a date with day, month and year, whatever the order of day and month."""
    return next(dates_in(text, day_first=True), None) is not None


def day_first_in(texts: Iterable[str], *, otherwise: bool) -> bool:
    """Tell whether dates in numbers have the day first, as 13/4/2024 among some texts by one program shows.

    ``otherwise`` is the answer where no date shows it, or the texts disagree.
    """
    day_first = month_first = False
    for match in (match for text in texts for match in YEAR_LAST.finditer(text)):
        one, other = int(match[1]), int(match[2])
        day_first |= one > MONTHS >= other
        month_first |= other > MONTHS >= one
    return otherwise if day_first == month_first else day_first


def texts_with_date(texts: Texts, rows: range, max_chars: int) -> list[int]:
    """Give those of some texts (rows, one by one) that may have a date in their first ``max_chars`` characters.

    That is: those in which ``LIKELY`` finds something there; no more than 256 characters are looked at.
    """
    if not rows:
        return []
    if rows.step != 1 or not 0 <= rows.start < rows.stop <= len(texts):
        raise ValueError(f"There are {len(texts)} texts, and not {rows}.")
    dated = np.empty(len(rows), dtype=np.int32)
    number = lib.mezmun_texts_with_date(
        characters.TABLE,
        *texts.pointers,
        rows.start,
        rows.stop,
        max_chars,
        array(dated, len(rows), writable=True),
    )
    every: list[int] = dated[:number].tolist()
    return every


CLOCK: Final = re.compile(r"(?<!\d)(?:[01]?\d|2[0-3])[:：][0-5]\d(?!\d)")
"""A time of day in hours and minutes."""
_LONGEST_DATE: Final = 60
