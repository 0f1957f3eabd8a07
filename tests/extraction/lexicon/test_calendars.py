from datetime import date

import pytest

from extraction.lexicon.calendars import Calendar, calendars_of, day_in


@pytest.mark.parametrize(
    ("calendar", "numbers", "day"),
    [
        (Calendar.COMMON, (24, 3, 5), date(2024, 3, 5)),
        (Calendar.COMMON, (2567, 3, 5), date(2024, 3, 5)),
        (Calendar.SOLAR, (1403, 12, 30), date(2025, 3, 20)),
        (Calendar.SOLAR, (2724, 1, 1), date(2024, 3, 20)),
        (Calendar.ISLAMIC, (1445, 9, 1), date(2024, 3, 11)),
        (Calendar.ISLAMIC, (1440, 1, 1), date(2018, 9, 11)),
        (Calendar.ETHIOPIAN, (2016, 1, 1), date(2023, 9, 12)),
        (Calendar.ETHIOPIAN, (2015, 13, 6), date(2023, 9, 11)),
    ],
)
def test_a_date_of_each_calendar_is_a_day_of_ours(calendar, numbers, day):
    assert day_in(calendar, *numbers) == day


@pytest.mark.parametrize(
    ("calendar", "numbers"),
    [
        (Calendar.COMMON, (2024, 2, 30)),
        (Calendar.COMMON, (1815, 6, 18)),
        (Calendar.SOLAR, (1402, 12, 31)),
        (Calendar.ISLAMIC, (1445, 8, 30)),
        (Calendar.ISLAMIC, (1300, 1, 1)),
        (Calendar.ETHIOPIAN, (2016, 13, 6)),
        (Calendar.ETHIOPIAN, (1900, 1, 1)),
    ],
)
def test_what_is_no_day_of_a_calendar_or_none_of_the_web_gives_none(calendar, numbers):
    assert day_in(calendar, *numbers) is None


def test_a_year_tells_the_calendars_it_may_be_of():
    assert calendars_of(2024) == (Calendar.COMMON, Calendar.ETHIOPIAN)
    assert calendars_of(1445) == (Calendar.SOLAR, Calendar.ISLAMIC)
    assert calendars_of(2724) == (Calendar.SOLAR,)
