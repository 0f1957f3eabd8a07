"""The forms of dates: a pattern of each, and how what it finds is read as a day.

What stands between the numbers, and the names of months, are rows of tables (``years.tsv``, ``months.tsv``,
``eras.tsv``, ``ordinals.tsv``, ``numerals.tsv``). ``dates`` says which forms there are, and of which calendars.
"""

import re
from collections.abc import Callable
from datetime import date
from typing import Final, TypeAlias

from extraction.lexicon import calendar_words
from extraction.lexicon.calendars import FIRST_ISLAMIC_YEAR, Calendar, calendars_of, day_in
from extraction.lexicon.terms import TermRole, alternatives, texts_of, with_roles
from extraction.page.signs import HAN_AND_KANA
from normalization.load_once import load_once

YEAR_MARKS, MONTH_MARKS, DAY_MARKS = "年년", "月월", "日일"
"""What Chinese, Japanese and Koreans write behind the numbers."""
_FIRST: Final = "元"
"""The first year of an era has no number."""
_NUMERALS: Final = "[〇○零一二三四五六七八九十廿卅百]"
_YEAR: Final = r"((?:19|20)\d\d)"
_FIRST_YEAR: Final = r"((?:1(?<!\d1)9|2(?<!\d2)0)\d\d)"
"""This is a year behind no digit. What may not stand before a form is asked behind its first character, which Python
then looks for by itself: texts are read in 0.7 of the time."""
_VOWELS: Final = (
    r"\u0900-\u0903\u093a-\u093c\u093e-\u094f\u0981-\u0983\u09bc\u09be-\u09cd\u09d7"
    r"\u0b82\u0bbe-\u0bcd\u0bd7\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u102b-\u103e"
)
_NAME: Final = rf"((?:[^\W\d_][{_VOWELS}]*){{2,15}})"
"""The vowels of an Indian, Thai or Burmese word are marks, none of its letters; U+093D among them is a letter, and what
could be either would be tried as both, in as many ways as there are to part a row of them."""
_WHOLE_NAME: Final = _NAME.replace("}", "}+")
"""This is for a name behind which no letter stands: no letter is given back."""
_ZEROS: Final = "٠۰०০๐༠၀០０"
TO_ASCII: Final = {ord(zero) + digit: str(digit) for zero in _ZEROS for digit in range(10)}
YEAR_LAST: Final = re.compile(r"(\d(?<![\d.,:/-]\d)\d?)\s?[-/.|]\s?(\d\d?)\s?[-/.|]\s?((?:19|20)\d\d)(?!\d|[./-]\d)")
COMPACT: Final = re.compile(_YEAR + r"(\d\d)(\d\d)(?!\d)")
ISO: Final = re.compile(_YEAR + r"-(\d\d)-(\d\d)(?!\d)")
DIGITS: Final = re.compile(r"\d\d")
HAN_YEAR: Final = re.compile(r"[和成国國](?:元年)?\d|年[一二三四五六七八九十]")
"""The end of an era's name and a year, or that of a year before a month in Chinese numerals."""
_REPUBLIC: Final = r"(1[0-4]\d)[-/.](\d\d)[-/.](\d\d)(?![\d./-])"
_CLOCK: Final = re.compile(r":\d\d\s(?:[A-Z]{2,5}\s)?\d{4}")
_LETTER: Final = re.compile(r"[^\W\d_]")
OTHER_YEAR: Final = re.compile(r"1[34]\d\d|27[0-3]\d")
"""A year of the Persian, the Kurdish or the Islamic calendar."""
_BUDDHIST_YEAR: Final = re.compile(r"25[3-9]\d")
_BUDDHIST_CENTURY: Final = 25
_BEFORE_REPUBLIC: Final = 1911
"""Taiwan counts from the year behind this one; years of two digits could be ours."""
_YEAR_DIGITS: Final = 4
_THAI_YEAR: Final = re.compile(r"[\u0e01-\u0e4e][. ]{0,2}[4-7]\d")
"""A year of two digits is one from 2540 on, which is 1997 of ours; a smaller number is a year of ours in short, or a
day."""
LIKELY: Final = re.compile(
    r"(?:[1١۱१১๑༡၁១１][9٩۹९৯๙༩၉៩９]|[2٢۲२২๒༢၂២２][057٠٥٧۰۵۷०५७০৫৭๐๕๗༠༥༧၀၅၇០៥៧０５７]|1[34]|۱[۳۴]|١[٣٤])\d\d"
    r"|\d\d?[./-]\d\d?[./-]\d\d|[^\W\d_]-\d\d|[和成国國](?:元年)?\d|年[一二三四五六七八九十]"
    r"|[\u0e01-\u0e4e][. ]{0,2}[4-7๔-๗]\d"
)
"""A text with a date has this in any case."""


DateForm: TypeAlias = tuple[re.Pattern[str], Callable[[tuple[str, ...], bool], date | None]]
"""A pattern of dates, and how what it finds is read."""


@load_once
def date_forms() -> tuple[tuple[re.Pattern[str], tuple[DateForm, ...]], ...]:
    """Give the forms, those together that ask for the same: digits, letters, or a year of the Persian calendar, say.

    To make them takes longer than most pages without a date take as a whole.
    """
    return (
        (DIGITS, _forms_of_digits()),
        (_CLOCK, _forms_with_clock()),
        (_LETTER, _forms_of_words()),
        # What stands behind the name of a month: sooner found than words that may be such names.
        (re.compile(rf"\d{_ending()}[\s,.،፣၊]{{1,3}}(?:19|20)\d\d(?!\d)"), _forms_of_month_first()),
        (_BUDDHIST_YEAR, _forms_of_buddhist_years()),
        (_THAI_YEAR, _forms_of_short_buddhist_years()),
        (HAN_YEAR, _forms_of_eras()),
        (OTHER_YEAR, _forms_of_other_years()),
    )


def date_of(year: str, month: str | int | None, day: str) -> date | None:
    """Give the day of three numbers in digits, the year perhaps of two or of the Buddhist calendar; None for no day of
    the web's years."""
    return day_in(Calendar.COMMON, int(year), int(month or 0), int(day))


def term_amid_signs(role: TermRole) -> str:
    """Give the pattern of a term of a role, with a few signs or spaces around it."""
    return rf"\W{{0,3}}{alternatives(with_roles(role))}\W{{0,3}}"


def term_of(role: TermRole) -> str:
    """Give the pattern of the terms of a role."""
    return f"(?:{'|'.join(map(re.escape, sorted(texts_of(role), key=len, reverse=True)))})"


def within_date() -> str:
    """Give the pattern of a word that may stand between the parts of a date."""
    return rf"(?:{term_of(TermRole.WITHIN_DATE)}\s)?"


def _named(year: str, name: str, day: str) -> date | None:
    """Read a date whose month has a name, which tells the calendar; the day may be a word."""
    number = calendar_words.ordinals().get(day) or int(day)
    for calendar in calendars_of(int(year)):
        if month := calendar_words.month(name, calendar):
            return day_in(calendar, int(year), month, number)
    return None


def _persian_or_islamic(parts: tuple[str, ...], _: bool) -> date | None:
    """Read a date in numbers of the Persian calendar, or of the Islamic one where its year has not come yet in that."""
    year, month, day = map(int, parts)
    calendar = Calendar.SOLAR if year < FIRST_ISLAMIC_YEAR else Calendar.ISLAMIC
    return day_in(calendar, year, month, day)


def _of_era(parts: tuple[str, ...], _: bool) -> date | None:
    era, year, month, day = parts
    return date_of(str(calendar_words.eras()[era] + (1 if year == _FIRST else int(year))), month, day)


def _in_numerals(parts: tuple[str, ...], _: bool) -> date | None:
    era, *numbers = parts
    if not era and len(numbers[0]) != _YEAR_DIGITS:
        return None
    year, month, day = map(calendar_words.number_of, numbers)
    return day_in(Calendar.COMMON, year + (calendar_words.eras()[era] if era else 0), month, day)


def _of_republic(parts: tuple[str, ...], _: bool) -> date | None:
    year, month, day = map(int, parts)
    return day_in(Calendar.COMMON, year + _BEFORE_REPUBLIC, month, day)


def _year_first(parts: tuple[str, ...], _: bool) -> date | None:
    return date_of(*parts)


def _year_last(parts: tuple[str, ...], day_first: bool) -> date | None:
    one, other, year = parts
    day, month = (one, other) if day_first else (other, one)
    return date_of(year, month, day) or date_of(year, day, month)


def _day_first(parts: tuple[str, ...], _: bool) -> date | None:
    day, month, year = parts
    return date_of(year, month, day)


def _day_month(parts: tuple[str, ...], _: bool) -> date | None:
    day, name, year = parts
    return _named(year, name, day)


def _month_day(parts: tuple[str, ...], _: bool) -> date | None:
    name, day, year = parts
    return _named(year, name, day)


def _buddhist_in_short(parts: tuple[str, ...], _: bool) -> date | None:
    day, name, year = parts
    return date_of(f"{_BUDDHIST_CENTURY}{year}", calendar_words.month(name), day)


def _year_month(parts: tuple[str, ...], _: bool) -> date | None:
    year, name, day = parts
    return _named(year, name, day)


def _year_day(parts: tuple[str, ...], _: bool) -> date | None:
    year, day, name = parts
    return _named(year, name, day)


def _ending() -> str:
    """Give the pattern of what may stand right behind the number of a day."""
    return f"(?:[-\u0640]?{term_of(TermRole.DAY_ENDING)})?"


def _or_words(name: str) -> str:
    """Give the pattern of a name, or of the name of a month that is of two words."""
    return f"((?i:{calendar_words.months_of_words()})|{name.removeprefix('(')}"


def _forms_of_digits() -> tuple[DateForm, ...]:
    return (
        (
            re.compile(rf"{_FIRST_YEAR}\s?[-/.{YEAR_MARKS}]\s?(\d\d?)\s?[-/.{MONTH_MARKS}]\s?(\d\d?)(?!\d)"),
            _year_first,
        ),
        (YEAR_LAST, _year_last),
        (re.compile(r"(\d(?<![\d.,:/-]\d)\d)[/.](\d\d)[/.](\d\d)(?![\d./-])"), _year_last),
        # On Taiwan: alone, perhaps with a time of day, or behind a label.
        (re.compile(rf"^\s*{_REPUBLIC}(?:\s+\d\d:\d\d(?::\d\d)?)?\s*$"), _of_republic),
        (re.compile(rf"[{HAN_AND_KANA}]\s?[:：]?\s?{_REPUBLIC}"), _of_republic),
    )


def _forms_of_words() -> tuple[DateForm, ...]:
    year_word, month_word = term_amid_signs(TermRole.YEAR), term_amid_signs(TermRole.MONTH)
    before_year, before_month = rf"(?i:{term_of(TermRole.YEAR_BEFORE)}\s)?", f"(?i:{term_of(TermRole.MONTH_BEFORE)})"
    # Of "in 2020" and a number all may be said: five times ("marta"), or 15 patients ("науқас").
    of_year = rf"(?=(?i:{alternatives(with_roles(TermRole.MONTH_OF_YEAR))}))"
    name = _or_words(_NAME)
    return (
        (re.compile(rf"{_FIRST_YEAR}{year_word}(\d\d?){month_word}(\d\d?)(?!\d)"), _year_first),
        (
            re.compile(
                rf"(\d(?<!\d\d)\d?){_ending()}[\s\-/.,]{{0,3}}{within_date()}"
                + name
                + r"(?:\s?/\s?[^\W\d_]{2,15}(?:\s[^\W\d_]{2,6})?)?[\s\-/.,،၊]{0,3}"
                + within_date()
                + r"((?:19|20)\d\d|(?<=-)\d\d)(?!\d)"
            ),
            _day_month,
        ),
        (
            re.compile(rf"{_FIRST_YEAR}(?:{year_word}|[\s,.\-/،]{{0,3}}){name}[\s.,\-]{{0,3}}(\d\d?)(?!\d)"),
            _year_month,
        ),
        (re.compile(rf"{_FIRST_YEAR}{year_word}(\d\d?)\W{{0,2}}{of_year}{_NAME}"), _year_day),
        (re.compile(rf"(\d(?<!\d\d)\d?)\s{before_month}\s(\d\d?)[\s,/]{{1,3}}{before_year}{_YEAR}(?!\d)"), _day_first),
    )


def _forms_of_month_first() -> tuple[DateForm, ...]:
    return (
        (
            re.compile(
                rf"(?<![^\W\d_]){_or_words(_WHOLE_NAME)}\.?\s{{0,2}}(\d\d?){_ending()}[\s,.،፣၊]{{1,3}}{_YEAR}(?!\d)"
            ),
            _month_day,
        ),
    )


def _forms_of_other_years() -> tuple[DateForm, ...]:
    """Give the forms with years of the Persian, Kurdish and Islamic calendars."""
    year, name = f"({OTHER_YEAR.pattern})", _or_words(_NAME)
    before_year = rf"[\s\u200c,،]{{0,2}}(?:{term_of(TermRole.WITHIN_DATE)}\s){{0,2}}(?<=\s)"  # "month of the year"
    return (
        (re.compile(r"(1(?<![\d.,:/-]1)[34]\d\d)[-/](\d\d?)[-/](\d\d?)(?![\d/-])"), _persian_or_islamic),
        (re.compile(rf"(\d(?<!\d\d)\d?){_ending()}\s{name}{before_year}{year}(?!\d)"), _day_month),
        (re.compile(rf"\b({'|'.join(calendar_words.ordinals())})\s{name}{before_year}{year}(?!\d)"), _day_month),
        (re.compile(rf"(?<![^\W\d_]){name}\s(\d\d?)[\s,،]{{1,3}}{year}(?!\d)"), _month_day),
        (re.compile(rf"(?<!\d){year}[\s,،]{{1,2}}{within_date()}{within_date()}{name}\s(\d\d?)(?!\d)"), _year_month),
    )


def _forms_of_buddhist_years() -> tuple[DateForm, ...]:
    before_year = rf"(?:{term_of(TermRole.YEAR_BEFORE)}\s?)?"
    return (
        (re.compile(r"(\d(?<![\d.,:/-]\d)\d?)[/-](\d\d?)[/-](25[3-9]\d)(?![\d/-])"), _day_first),
        (
            # A month in short has dots ("ก.ค."), and the era may stand before the year ("พ.ศ.").
            re.compile(rf"(\d(?<!\d\d)\d?)\s{{0,2}}([\u0e01-\u0e4e.]{{4,20}}?)\s{{0,2}}{before_year}(25[3-9]\d)(?!\d)"),
            _day_month,
        ),
    )


def _forms_of_short_buddhist_years() -> tuple[DateForm, ...]:
    return (
        (re.compile(r"(\d(?<!\d\d)\d?)\s{0,2}([\u0e01-\u0e4e.]{4,20})\s{0,2}([4-7]\d)(?![\d:])"), _buddhist_in_short),
    )


def _forms_of_eras() -> tuple[DateForm, ...]:
    year, month_and_day = f"[{YEAR_MARKS}]", rf"(\d\d?)\s?[{MONTH_MARKS}]\s?(\d\d?)(?!\d)"
    aside = r"(?:\s?[（(][^（()）]{2,9}[)）])?"  # the year of the other calendar
    return (
        (
            re.compile(
                rf"({'|'.join(calendar_words.eras())})\s?(\d{{1,3}}|{_FIRST})\s?{year}{aside}\s?{month_and_day}"
            ),
            _of_era,
        ),
        (re.compile(rf"{_FIRST_YEAR}\s?{year}{aside}\s?{month_and_day}"), _year_first),
        (
            re.compile(
                rf"((?:{'|'.join(calendar_words.eras())})?)({_NUMERALS}{{1,5}}|{_FIRST}){year}"
                rf"({_NUMERALS}{{1,2}})[{MONTH_MARKS}]({_NUMERALS}{{1,3}})[{DAY_MARKS}]"
            ),
            _in_numerals,
        ),
    )


def _forms_with_clock() -> tuple[DateForm, ...]:
    return (
        # As C's "asctime" and archives of mailing lists write it: "Tue Mar  5 10:11:12 UTC 2024".
        (
            re.compile(
                rf"(?<![^\W\d_]){_WHOLE_NAME}\s{{1,2}}(\d\d?)\s\d\d:\d\d:\d\d\s(?:[A-Z]{{2,5}}\s)?{_YEAR}(?!\d)"
            ),
            _month_day,
        ),
    )
