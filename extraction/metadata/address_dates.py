"""The day in a page's address."""

import re
from collections.abc import Collection
from datetime import date, timedelta
from typing import Final

from extraction.lexicon import dates
from extraction.metadata.fact import Fact
from extraction.page.statements.addresses import split

_ADDRESS: Final = re.compile(
    r"(?<!\d)(?:((?:19|20)\d\d)([/_.-]?)(\d\d?)\2(\d\d?)|(\d\d)([_.-])(\d\d)\6((?:19|20)\d\d))(?!\d)"
)
_STAMP: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?:[01]\d|2[0-3])[0-5]\d")
"""A number that begins with the day, the hour and the minute."""
_ARCHIVE: Final = re.compile(r"^/(?:[^/]*/)?\d{14}\w*/(?=.)")
"""The beginning that web archives put before an address, with the time at which they read the page."""
_FOLDERS: Final = re.compile(r"/((?:19|20)\d\d)/(\d\d?)/(\d\d?)/")
"""A folder for each day, as blog software has them."""
_LEAST_MOVE: Final = timedelta(days=30)
"""An article may be announced, and published once more, within a shorter time than this."""


def in_address(url: str, wanted: Collection[str] = ()) -> Fact | None:
    """Find the first date in the path of an address, or the first of those wanted (ISO 8601)."""
    for match in _ADDRESS.finditer(split(url).path):
        year, mark, month, day, last_day, last_mark, last_month, last_year = match.groups("")
        if mark or last_mark or len(month + day) == 4:
            stated = dates.stated(f"{year or last_year}-{month or last_month:0>2}-{day or last_day:0>2}")
            if stated and (not wanted or stated.isoformat() in wanted):
                return Fact(stated.isoformat(), "url")
    return None


def in_stamp(url: str) -> Fact | None:
    """Find the date in the number of an article, on sites that use the time as the number."""
    match = _STAMP.search(_ARCHIVE.sub("/", split(url).path))
    day = dates.stated("-".join(match.groups())) if match else None
    return Fact(day.isoformat(), "url") if day else None


def before_move(url: str, stated: date) -> Fact | None:
    """Find the date in the folders of an address when it is long before the stated one.

    A site that has moved to other software often states the day of the move, and keeps its addresses.
    """
    match = _FOLDERS.search(split(url).path)
    day = dates.stated("-".join(f"{part:0>2}" for part in match.groups())) if match else None
    return Fact(day.isoformat(), "url") if day and stated - day > _LEAST_MOVE else None
