"""Days that a short line names, perhaps without their year: they say when something was written."""

import re
from typing import Final, NamedTuple

from extraction.lexicon import calendar_words
from extraction.lexicon.calendars import Calendar
from extraction.lexicon.date_forms import (
    DAY_MARKS,
    MONTH_MARKS,
    TO_ASCII,
    YEAR_MARKS,
    term_amid_signs,
    term_of,
    within_date,
)
from extraction.lexicon.terms import TermRole
from normalization.load_once import load_once


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
    digit = _DIGIT.search(text)
    if digit is None:
        return []
    mention, text = _mention(), text if text.isascii() else text.translate(TO_ASCII)
    at = max(digit.start() - _MOST_BEFORE_NUMBER, 0)  # no day begins earlier
    days: list[Mention] = []
    while (match := mention.search(text, at)) is not None:
        name = match.lastgroup
        is_solar = name == "behind" and calendar_words.month(match[name], Calendar.SOLAR) is not None
        if name is None or is_solar or calendar_words.month(match[name]) is not None:
            days.append(Mention(*match.span(), has_month_name=name is not None))
            at = match.end()
        else:  # the number may be that of another word
            at = match.end(name) if name == "before" else match.start(name)
    return days


_DIGIT: Final = re.compile(r"\d")
_MOST_BEFORE_NUMBER: Final = 14
"""Characters of a month before the first number of a day: a word of twelve letters, a point and a space."""


@load_once
def _mention() -> re.Pattern[str]:
    """Make the pattern of three numbers; or a day with its month, before or behind it, with the year or without.

    The year may stand before both, with a word for it: "2024 жылы 5 мамыр".
    """
    ending, within = term_of(TermRole.DAY_ENDING), within_date()
    year = term_amid_signs(TermRole.YEAR)
    marked = rf"[-/.{YEAR_MARKS}]\s?\d{{1,2}}[-/.{MONTH_MARKS}]\s?"
    return re.compile(
        rf"(?<!\d)\d{{1,4}}(?:{marked}|{year}\d{{1,2}}{term_amid_signs(TermRole.MONTH)})\d{{1,4}}(?!\d)[{DAY_MARKS}]?"
        rf"|(?<!\d)(?:(?:19|20)\d\d{year})?\d{{1,2}}(?:{ending}|\.)?[\s-]{within}(?P<behind>[^\W\d_]{{3,12}})\b\.?(?:,?\s{within}\d{{4}})?"
        rf"|(?<![^\W\d_])(?P<before>[^\W\d_]{{3,12}})\.?\s\d{{1,2}}(?:{ending})?(?:,?\s\d{{4}})?(?!\d|:\d)"
    )
