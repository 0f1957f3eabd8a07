"""The calendars that dates are written in, and the day of ours that a date in one of them is.

A year tells in which of them it may be counted: of the 1400s are the years of the Persian and of the Islamic calendar,
of the 2000s ours and the Ethiopian ones. The name of the month tells the rest.
"""

from datetime import date
from enum import StrEnum
from typing import Final

from hijridate import Hijri


class Calendar(StrEnum):
    """A calendar, as the column of ``months.tsv`` names it."""

    COMMON = ""
    """Ours; years may be counted from the Buddhist era."""
    SOLAR = "solar"
    """The Persian calendar, which Afghans use with other names of months; Kurds count its years from an era of theirs.
    """
    ISLAMIC = "islamic"
    """That of Umm al-Qura, by which Saudi Arabia dates its papers. Elsewhere a month may begin a day later."""
    ETHIOPIAN = "ethiopian"
    """Twelve months of thirty days and one of five or six."""


WEB_YEARS: Final = range(1990, 2100)
"""The web's years: an earlier date is what a text is about."""
MONTHS: Final = 12
_BUDDHIST_ERA: Final = 543
"""The Buddhist era began so many years before ours."""
_SOLAR_YEARS: Final = range(1990, 2040)
"""A date in the Persian calendar is in one of these years of ours; a later one is of the Islamic calendar, whose years
are some 42 more."""
FIRST_ISLAMIC_YEAR: Final = 1419
"""From here on a year in numbers is one of the Islamic calendar: in the Persian one it is 2040 of ours."""
_KURDISH_YEARS: Final = range(2700, 2740)
_KURDISH_ERA: Final = 1321
"""The Kurdish era began so many years before the Persian one."""
_DAYS_BEFORE_SOLAR: Final = date(2024, 3, 20).toordinal() - (365 * 1403 + (8 * 1403 + 21) // 33) - 1
"""The first day of 1403 was 20 March 2024; 8 of 33 years have a day more (right from 1178 to 1633)."""
_DAYS_BEFORE_ETHIOPIAN: Final = date(2023, 9, 12).toordinal() - (365 * 2016 + 2016 // 4)
"""The first day of 2016 was 12 September 2023; each fourth year has a day more."""


def calendars_of(year: int) -> tuple[Calendar, ...]:
    """Give the calendars in which a year may be one of the web's."""
    if year >= _KURDISH_YEARS.start:
        return (Calendar.SOLAR,)
    return (Calendar.SOLAR, Calendar.ISLAMIC) if 1000 <= year < 1500 else (Calendar.COMMON, Calendar.ETHIOPIAN)


def day_in(calendar: Calendar, year: int, month: int, day: int) -> date | None:
    """Give the day of ours that three numbers of a calendar are; None for no day, or none of the web's years.

    A year of ours may have two digits.
    """
    each = _DAY_OF[calendar](year, month, day)
    return each if each is not None and each.year in WEB_YEARS else None


def _common(year: int, month: int, day: int) -> date | None:
    if year < 100:
        year += 2000 if year < 70 else 1900
    elif year >= WEB_YEARS.stop:
        year -= _BUDDHIST_ERA
    try:
        return date(year, month, day) if year in WEB_YEARS else None
    except ValueError:
        return None


def _solar(year: int, month: int, day: int) -> date | None:
    if year in _KURDISH_YEARS:
        year -= _KURDISH_ERA
    if not (1 <= month <= MONTHS and 1 <= day <= 31 - (month > 6)):
        return None
    days = 365 * year + (8 * year + 21) // 33 + 31 * (month - 1) - max(0, month - 7) + day
    each = date.fromordinal(_DAYS_BEFORE_SOLAR + days)
    return each if each.year in _SOLAR_YEARS else None


def _ethiopian(year: int, month: int, day: int) -> date | None:
    last = 30 if month <= MONTHS else 5 + (year % 4 == 3)
    if not 1 <= day <= last:
        return None
    return date.fromordinal(_DAYS_BEFORE_ETHIOPIAN + 365 * year + year // 4 + 30 * (month - 1) + day - 1)


def _islamic(year: int, month: int, day: int) -> date | None:
    try:
        return date.fromordinal(Hijri(year, month, day).to_gregorian().toordinal())
    except (ValueError, OverflowError):  # no day; a year that the library has no table of
        return None


_DAY_OF: Final = {
    Calendar.COMMON: _common,
    Calendar.SOLAR: _solar,
    Calendar.ISLAMIC: _islamic,
    Calendar.ETHIOPIAN: _ethiopian,
}
