"""Dates as people and machines write them on pages, in the languages Mezmun meets most.

Date libraries read ``2024-يىلى 3-ئاينىڭ 5-كۈنى`` as the first of January, and need milliseconds for a text, while a
page has dozens of texts. So there are few forms here, all written out: the year first, with marks or words
(``years.tsv``) between the numbers; numbers with the year last; and the month by its name, before or behind the day.

Digits may be Arabic, Persian, Indian, Bengali, Thai, Tibetan or full-width. A year of the 14th century is one of the
Persian calendar, and a year of the 26th century one of the Buddhist calendar, of which two digits behind a Thai month
are enough. Years behind the name of an era (``eras.tsv``) are counted from that era.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from extraction.lexicon import calendar_words
from extraction.lexicon.terms import TermRole, alternatives, texts_of, with_roles
from extraction.native.library import array, lib
from extraction.page import characters
from extraction.page.texts import Texts
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
    compact = _COMPACT.match(value)
    if compact:
        return _date(*compact.groups())
    if (iso := _ISO.match(value)) and (day := _date(*iso.groups())):  # as nearly all are: sooner than by all forms
        return day
    return next((each.date for each in dates_in(value, day_first=day_first)), None)


def dates_in(text: str, *, day_first: bool) -> Iterator[DateMatch]:
    """Give the dates of a text in order, those with day, month and year; ``day_first`` tells what 3/4/2024 means."""
    # What is asked first is found sooner.
    if _DIGITS.search(text) is None and (text.isascii() or _ERA_YEAR.search(text) is None):
        return
    if LIKELY.search(text) is None:
        return
    folded = text if text.isascii() else fold_presentation_forms(text).translate(_TO_ASCII)
    dates = []
    for asked, forms in _forms():
        if asked.search(folded) is None:
            continue
        for form, read in forms:
            for match in form.finditer(folded):
                day = read(match.groups(), day_first)
                if day is not None:
                    dates.append(DateMatch(match.start(), match.end(), day))
    behind = 0
    for each in sorted(dates):
        if each.start >= behind:
            behind = each.stop
            yield each


def day_first_in(texts: Iterable[str], *, otherwise: bool) -> bool:
    """Tell whether dates in numbers have the day first, as 13/4/2024 among some texts by one program shows.

    ``otherwise`` is the answer where no date shows it, or the texts disagree.
    """
    day_first = month_first = False
    for match in (match for text in texts for match in _YEAR_LAST.finditer(text)):
        one, other = int(match[1]), int(match[2])
        day_first |= one > _MONTHS >= other
        month_first |= other > _MONTHS >= one
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
        array(texts.utf8, len(texts.utf8)),
        array(texts.edge, len(texts) + 1),
        rows.start,
        rows.stop,
        max_chars,
        array(dated, len(rows), writable=True),
    )
    every: list[int] = dated[:number].tolist()
    return every


class Mention(NamedTuple):
    """A day that is named in a text, perhaps without its year."""

    start: int
    """Where it begins ..."""
    stop: int
    """... and ends in the text, in characters."""
    has_month_name: bool
    """The month is a word."""


def mentions(text: str) -> list[Mention]:
    """Give the days that are named in a text in small letters, in order.

    It is asked of short lines that may say when something was written. So three numbers with marks between them count
    whatever day they make.
    """
    if _DIGIT.search(text) is None:
        return []
    mention, text, at = _mention(), text.translate(_TO_ASCII), 0
    days: list[Mention] = []
    while (match := mention.search(text, at)) is not None:
        name = match.lastgroup
        if name is None or calendar_words.month(match[name]) is not None:
            days.append(Mention(*match.span(), has_month_name=name is not None))
            at = match.end()
        else:  # the number may be that of another word
            at = match.end(name) if name == "before" else match.start(name)
    return days


CLOCK: Final = re.compile(r"(?<!\d)(?:[01]?\d|2[0-3])[:：][0-5]\d(?!\d)")
"""A time of day in hours and minutes."""
_LONGEST_DATE: Final = 60
_YEARS: Final = range(1990, 2100)
"""The web's years: an earlier date is what a text is about."""


def _solar(parts: tuple[str, ...], _: bool) -> date | None:
    """Read a date of the Persian calendar: year, month and day, or day, the name of the month and year."""
    year, month, day = (int(part) if part.isdecimal() else calendar_words.solar_months().get(part, 0) for part in parts)
    if year < day or not parts[0].isdecimal():
        year, day = day, calendar_words.ordinals().get(parts[0], year)
    if not (1 <= month <= _MONTHS and 1 <= day <= 31 - (month > 6)):
        return None
    days = 365 * year + (8 * year + 21) // 33 + 31 * (month - 1) - max(0, month - 7) + day
    each = date.fromordinal(_DAYS_BEFORE_SOLAR + days)
    return each if each.year in _SOLAR_YEARS else None


_SOLAR_YEARS: Final = range(1990, 2040)
"""Of a date in the Persian calendar: a later one is of the Islamic calendar, whose years are 42 more or so."""
_MONTHS: Final = 12
_DAYS_BEFORE_SOLAR: Final = date(2024, 3, 20).toordinal() - (365 * 1403 + (8 * 1403 + 21) // 33) - 1
"""The first day of 1403 was 20 March 2024; 8 of 33 years have a day more (right from 1178 to 1633)."""


def _date(year: str, month: str | int | None, day: str) -> date | None:
    number = int(year)
    if number < 100:
        number += 2000 if number < 70 else 1900
    elif number >= _YEARS.stop:
        number -= _BUDDHIST_ERA
    try:
        return date(number, int(month or 0), int(day)) if number in _YEARS else None
    except ValueError:
        return None


def _of_era(parts: tuple[str, ...], _: bool) -> date | None:
    era, year, month, day = parts
    return _date(str(calendar_words.eras()[era] + (1 if year == _FIRST else int(year))), month, day)


def _year_first(parts: tuple[str, ...], _: bool) -> date | None:
    return _date(*parts)


def _year_last(parts: tuple[str, ...], day_first: bool) -> date | None:
    one, other, year = parts
    day, month = (one, other) if day_first else (other, one)
    return _date(year, month, day) or _date(year, day, month)


def _day_first(parts: tuple[str, ...], _: bool) -> date | None:
    day, month, year = parts
    return _date(year, month, day)


def _day_month(parts: tuple[str, ...], _: bool) -> date | None:
    day, name, year = parts
    return _date(year, calendar_words.month(name), day)


def _month_day(parts: tuple[str, ...], _: bool) -> date | None:
    name, day, year = parts
    return _date(year, calendar_words.month(name), day)


def _buddhist_in_short(parts: tuple[str, ...], _: bool) -> date | None:
    day, name, year = parts
    return _date(f"{_BUDDHIST_CENTURY}{year}", calendar_words.month(name), day)


def _year_month(parts: tuple[str, ...], _: bool) -> date | None:
    year, name, day = parts
    return _date(year, calendar_words.month(name), day)


def _year_day(parts: tuple[str, ...], _: bool) -> date | None:
    year, day, name = parts
    return _date(year, calendar_words.month(name), day)


_YEAR_MARKS, _MONTH_MARKS, _DAY_MARKS = "年년", "月월", "日일"
"""What Chinese, Japanese and Koreans write behind the numbers."""
_FIRST: Final = "元"
"""The first year of an era has no number."""
_YEAR: Final = r"((?:19|20)\d\d)"
_FIRST_YEAR: Final = r"((?:1(?<!\d1)9|2(?<!\d2)0)\d\d)"
"""The same behind no digit. What may not stand before a form is asked behind its first character, which Python then
looks for by itself: texts are read in 0.7 of the time."""
_VOWELS: Final = (
    r"\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0981-\u0983\u09bc\u09be-\u09cd\u09d7"
    r"\u0b82\u0bbe-\u0bcd\u0bd7\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
)
_NAME: Final = rf"((?:[^\W\d_][{_VOWELS}]*){{2,15}})"
"""The vowels of an Indian or Thai word are marks, none of its letters; U+093D among them is a letter, and what
could be either would be tried as both, in as many ways as there are to part a row of them."""
_WHOLE_NAME: Final = _NAME.replace("}", "}+")
"""Where what stands behind a name is no letter: none is given back."""
_ZEROS: Final = "٠۰०০๐༠０"
_TO_ASCII: Final = {ord(zero) + digit: str(digit) for zero in _ZEROS for digit in range(10)}
_YEAR_LAST: Final = re.compile(r"(\d(?<![\d.,:/-]\d)\d?)\s?[-/.|]\s?(\d\d?)\s?[-/.|]\s?((?:19|20)\d\d)(?!\d|[./-]\d)")
_COMPACT: Final = re.compile(_YEAR + r"(\d\d)(\d\d)(?!\d)")
_ISO: Final = re.compile(_YEAR + r"-(\d\d)-(\d\d)(?!\d)")
_DIGITS: Final = re.compile(r"\d\d")
_DIGIT: Final = re.compile(r"\d")
_ERA_YEAR: Final = re.compile(r"[和成国國](?:元年)?\d")
_CLOCK: Final = re.compile(r":\d\d\s(?:[A-Z]{2,5}\s)?\d{4}")
_LETTER: Final = re.compile(r"[^\W\d_]")
_SOLAR_YEAR: Final = re.compile(r"1[34]\d\d")
_BUDDHIST_YEAR: Final = re.compile(r"25[3-9]\d")
_BUDDHIST_ERA: Final = 543
"""Years that it began before ours."""
_BUDDHIST_CENTURY: Final = 25
_THAI_YEAR: Final = re.compile(r"[\u0e01-\u0e4e][. ]{0,2}[4-7]\d")
"""Of two digits: from 2540 on, 1997 of ours; what is below is a year of ours in short, or a day."""
LIKELY: Final = re.compile(
    r"(?:[1١۱१১๑༡１][9٩۹९৯๙༩９]|[2٢۲२২๒༢２][05٠٥۰۵०५০৫๐๕༠༥０５]|1[34]|۱[۳۴])\d\d"
    r"|\d\d?[./-]\d\d?[./-]\d\d|[^\W\d_]-\d\d|[和成国國](?:元年)?\d|[\u0e01-\u0e4e][. ]{0,2}[4-7๔-๗]\d"
)
"""What a text with a date has in any case."""


@lru_cache(maxsize=1)
def _mention() -> re.Pattern[str]:
    """Make the pattern of three numbers; or a day with its month, before or behind it, with the year or without."""
    ending, within = _any(TermRole.DAY_ENDING), _within()
    marked = rf"[-/.{_YEAR_MARKS}]\s?\d{{1,2}}[-/.{_MONTH_MARKS}]\s?"
    return re.compile(
        rf"(?<!\d)\d{{1,4}}(?:{marked}|{_word(TermRole.YEAR)}\d{{1,2}}{_word(TermRole.MONTH)})\d{{1,4}}(?!\d)[{_DAY_MARKS}]?"
        rf"|(?<!\d)\d{{1,2}}(?:{ending}|\.)?[\s-]{within}(?P<behind>[^\W\d_]{{3,12}})\b\.?(?:,?\s{within}\d{{4}})?"
        rf"|(?<![^\W\d_])(?P<before>[^\W\d_]{{3,12}})\.?\s\d{{1,2}}(?:{ending})?(?:,?\s\d{{4}})?(?!\d|:\d)"
    )


def _word(role: TermRole) -> str:
    return rf"\W{{0,3}}{alternatives(with_roles(role))}\W{{0,3}}"


def _any(role: TermRole) -> str:
    return f"(?:{'|'.join(map(re.escape, sorted(texts_of(role), key=len, reverse=True)))})"


def _ending() -> str:
    """Give the pattern of what may stand right behind the number of a day."""
    return f"{_any(TermRole.DAY_ENDING)}?"


def _within() -> str:
    """Give the pattern of a word that may stand between the parts of a date."""
    return rf"(?:{_any(TermRole.WITHIN_DATE)}\s)?"


_Form: TypeAlias = tuple[re.Pattern[str], Callable[[tuple[str, ...], bool], date | None]]
"""A pattern of dates, and how what it finds is read."""


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[re.Pattern[str], tuple[_Form, ...]], ...]:
    """Give the forms, those together that ask for the same: digits, letters, or a year of the Persian calendar, say.

    To make them takes longer than most pages without a date take as a whole.
    """
    return (
        (_DIGITS, _forms_of_digits()),
        (_CLOCK, _forms_with_clock()),
        (_LETTER, _forms_of_words()),
        # What stands behind the name of a month: sooner found than words that may be such names.
        (re.compile(rf"\d{_ending()}[\s,.،]{{1,3}}(?:19|20)\d\d(?!\d)"), _forms_of_month_first()),
        (_SOLAR_YEAR, _forms_of_solar_years()),
        (_BUDDHIST_YEAR, _forms_of_buddhist_years()),
        (_THAI_YEAR, _forms_of_short_buddhist_years()),
        (_ERA_YEAR, _forms_of_eras()),
    )


def _forms_of_digits() -> tuple[_Form, ...]:
    return (
        (
            re.compile(rf"{_FIRST_YEAR}\s?[-/.{_YEAR_MARKS}]\s?(\d\d?)\s?[-/.{_MONTH_MARKS}]\s?(\d\d?)(?!\d)"),
            _year_first,
        ),
        (_YEAR_LAST, _year_last),
        (re.compile(r"(\d(?<![\d.,:/-]\d)\d)[/.](\d\d)[/.](\d\d)(?![\d./-])"), _year_last),
    )


def _forms_of_words() -> tuple[_Form, ...]:
    year_word, month_word = _word(TermRole.YEAR), _word(TermRole.MONTH)
    before_year, before_month = rf"(?i:{_any(TermRole.YEAR_BEFORE)}\s)?", f"(?i:{_any(TermRole.MONTH_BEFORE)})"
    # Of "in 2020" and a number all may be said: five times ("marta"), or 15 patients ("науқас").
    of_year = rf"(?=(?i:{alternatives(with_roles(TermRole.MONTH_OF_YEAR))}))"
    name = _NAME[0] + calendar_words.months_of_words() + "|" + _NAME[1:]
    return (
        (re.compile(rf"{_FIRST_YEAR}{year_word}(\d\d?){month_word}(\d\d?)(?!\d)"), _year_first),
        (
            re.compile(
                rf"(\d(?<!\d\d)\d?){_ending()}[\s\-/.,]{{0,3}}{_within()}"
                + name
                + r"(?:\s?/\s?[^\W\d_]{2,15}(?:\s[^\W\d_]{2,6})?)?[\s\-/.,،]{0,3}"
                + _within()
                + r"((?:19|20)\d\d|(?<=-)\d\d)(?!\d)"
            ),
            _day_month,
        ),
        (
            re.compile(rf"{_FIRST_YEAR}(?:{year_word}|[\s,.\-/،]{{0,3}}){_NAME}[\s.,\-]{{0,3}}(\d\d?)(?!\d)"),
            _year_month,
        ),
        (re.compile(rf"{_FIRST_YEAR}{year_word}(\d\d?)\W{{0,2}}{of_year}{_NAME}"), _year_day),
        (re.compile(rf"(\d(?<!\d\d)\d?)\s{before_month}\s(\d\d?)[\s,/]{{1,3}}{before_year}{_YEAR}(?!\d)"), _day_first),
    )


def _forms_of_month_first() -> tuple[_Form, ...]:
    return (
        (
            re.compile(rf"(?<![^\W\d_]){_WHOLE_NAME}\.?\s{{0,2}}(\d\d?){_ending()}[\s,.،]{{1,3}}{_YEAR}(?!\d)"),
            _month_day,
        ),
    )


def _forms_of_solar_years() -> tuple[_Form, ...]:
    return (
        (re.compile(r"(1(?<![\d.,:/-]1)[34]\d\d)[-/](\d\d?)[-/](\d\d?)(?![\d/-])"), _solar),
        (re.compile(rf"(\d(?<!\d\d)\d?)\s{_NAME}\s(1[34]\d\d)(?!\d)"), _solar),
        (re.compile(rf"\b({'|'.join(calendar_words.ordinals())})\s{_NAME}\s(1[34]\d\d)(?!\d)"), _solar),
    )


def _forms_of_buddhist_years() -> tuple[_Form, ...]:
    before_year = rf"(?:{_any(TermRole.YEAR_BEFORE)}\s?)?"
    return (
        (re.compile(r"(\d(?<![\d.,:/-]\d)\d?)[/-](\d\d?)[/-](25[3-9]\d)(?![\d/-])"), _day_first),
        (
            # A month in short has dots ("ก.ค."), and the era may stand before the year ("พ.ศ.").
            re.compile(rf"(\d(?<!\d\d)\d?)\s{{0,2}}([\u0e01-\u0e4e.]{{4,20}}?)\s{{0,2}}{before_year}(25[3-9]\d)(?!\d)"),
            _day_month,
        ),
    )


def _forms_of_short_buddhist_years() -> tuple[_Form, ...]:
    return (
        (re.compile(r"(\d(?<!\d\d)\d?)\s{0,2}([\u0e01-\u0e4e.]{4,20})\s{0,2}([4-7]\d)(?![\d:])"), _buddhist_in_short),
    )


def _forms_of_eras() -> tuple[_Form, ...]:
    year, month_and_day = f"[{_YEAR_MARKS}]", rf"(\d\d?)\s?[{_MONTH_MARKS}]\s?(\d\d?)(?!\d)"
    aside = r"(?:\s?[（(][^（()）]{2,9}[)）])?"  # the year of the other calendar
    return (
        (
            re.compile(
                rf"({'|'.join(calendar_words.eras())})\s?(\d{{1,3}}|{_FIRST})\s?{year}{aside}\s?{month_and_day}"
            ),
            _of_era,
        ),
        (re.compile(rf"{_FIRST_YEAR}\s?{year}{aside}\s?{month_and_day}"), _year_first),
    )


def _forms_with_clock() -> tuple[_Form, ...]:
    return (
        # As C's "asctime" and archives of mailing lists write it: "Tue Mar  5 10:11:12 UTC 2024".
        (
            re.compile(
                rf"(?<![^\W\d_]){_WHOLE_NAME}\s{{1,2}}(\d\d?)\s\d\d:\d\d:\d\d\s(?:[A-Z]{{2,5}}\s)?{_YEAR}(?!\d)"
            ),
            _month_day,
        ),
    )
