import pytest

from extraction.lexicon.date_mentions import mentions


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("written on 5 march 2024 in a hurry", ["5 march 2024"]),
        ("march 5th, and again 7 march", ["march 5th", "7 march"]),
        ("05.03.2024, 12:30", ["05.03.2024"]),
        (
            "\u0665 \u0645\u0627\u0631\u0633 \u0662\u0660\u0662\u0664",
            ["\u0665 \u0645\u0627\u0631\u0633 \u0662\u0660\u0662\u0664"],
        ),
        ("۱۲ اردیبهشت ۱۳۹۸ - نویسنده", ["۱۲ اردیبهشت ۱۳۹۸"]),
        ("after all that was said of it before, on september. 5, 2024", ["september. 5, 2024"]),
        ("2024-يىلى 5-ماي | كۆرۈلۈشى: 120", ["2024-يىلى 5-ماي"]),
        ("2024 жылы 5 мамыр | 2020 жылы 15 науқас", ["2024 жылы 5 мамыр"]),
        ("chapter 5 of 12", []),
        ("no digit at all in march", []),
    ],
)
def test_days_are_named_with_and_without_their_year(text: str, days: list[str]) -> None:
    assert [text[day.start : day.stop] for day in mentions(text)] == days


def test_a_month_that_is_a_word_is_told_from_one_in_numbers() -> None:
    assert [day.has_month_name for day in mentions("5 march 2024, 06.03.2024")] == [True, False]


def test_a_number_beside_a_word_that_is_no_month_may_be_that_of_the_next_word() -> None:
    assert [(day.start, day.stop) for day in mentions("room 5 march")] == [(5, 12)]
