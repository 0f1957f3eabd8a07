"""How large a page may be, and how long it may take: the two settings of what runs without a database and a queue."""

import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from mezmun.core.errors import ConfigurationError

MAX_PAGE_BYTES: Final = 20_000_000
"""The largest honest page of the archives measured has 4 MB."""
MAX_PAGE_SECONDS: Final = 60.0
"""A page is given up after so many seconds; most take milliseconds."""
MOST_PAGE_SECONDS: Final = 86_400.0
"""A day, the most that may be asked for: as good as no limit, and the system's timers take no endless one."""

_Number = TypeVar("_Number", int, float)


@dataclass(frozen=True, slots=True)
class PageLimits:
    """The limits of one page."""

    max_bytes: int = MAX_PAGE_BYTES
    """A larger page ends as ``too-large``."""
    max_seconds: float = MAX_PAGE_SECONDS
    """Of work on the page, after which whoever reads it is stopped from outside (``item_limits``)."""

    @classmethod
    def of_environment(cls) -> "PageLimits":
        """Read ``MEZMUN_MAX_PAGE_BYTES`` and ``MEZMUN_PAGE_TIME_LIMIT``.

        Raises:
            ConfigurationError: one of them is no number above 0.
        """
        return cls(
            _above_zero("MEZMUN_MAX_PAGE_BYTES", int, MAX_PAGE_BYTES),
            _above_zero("MEZMUN_PAGE_TIME_LIMIT", float, MAX_PAGE_SECONDS),
        )


def _above_zero(variable: str, number: Callable[[str], _Number], default: _Number) -> _Number:
    text = os.environ.get(variable)
    if not text:  # as for all settings
        return default
    try:
        value = number(text)
    except ValueError:
        value = number("0")
    if not 0 < value < math.inf:
        raise ConfigurationError(f"The settings are wrong. {variable} is {text!r}: give a number above 0.")
    return value
