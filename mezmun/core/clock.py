"""The one clock of dates and times; what needs it takes it as an argument, so that tests can give another."""

from collections.abc import Callable
from datetime import UTC, datetime

Clock = Callable[[], datetime]
"""Gives the time with its zone."""


def utc_now() -> datetime:
    """Give the present time."""
    return datetime.now(UTC)
