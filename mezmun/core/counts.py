"""Counts in sentences: 1 page, 1,200 pages; and sizes: 77.2 GB; and the first of many names."""

from collections.abc import Sequence
from typing import Final

MOST_NAMES: Final = 10
"""Names in a sentence, which is to be read: an installation may have thousands of sites."""


def count_of(number: int, one: str, many: str | None = None) -> str:
    """Give a number with what is counted: ``one`` of them, or ``many``, which is that with an s unless it is given."""
    return f"{number:,} {one if number == 1 else many or f'{one}s'}"


def names_of(names: Sequence[str]) -> str:
    """Give names with commas; of many the first ten, and how many more there are."""
    more = len(names) - MOST_NAMES
    return ", ".join(names) if more <= 0 else f"{', '.join(names[:MOST_NAMES])} and {more:,} more"


def size_of(octets: float) -> str:
    """Give a number of octets in the largest decimal unit (SI) of which it is one or more, as disks are sold."""
    if round(octets) < 1_000:
        return count_of(round(octets), "byte")
    for exponent, unit in ((3, "kB"), (6, "MB"), (9, "GB")):
        if octets < 999.95 * 10**exponent:  # which one decimal would round up to a thousand
            return f"{octets / 10**exponent:.1f} {unit}"
    return f"{octets / 1e12:,.1f} TB"
