"""A fact: something that a page states about itself, with the place where it does."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a page says of itself: a value, and where on the page it stands."""

    value: str
    source: str
    """The name of a ``meta``, or ``json-ld``, ``rel=category``, ``time``, ``itemprop``, ``title``, ``heading``, ``url``
    or ``text``."""


MAX_NAME_CHARS: Final = 300
"""A name or a section has at most so many characters; a longer text is neither."""


def squeezed(value: str) -> str:
    """Give a name or section with single spaces; an empty text when it is too long to be one."""
    text = " ".join(value.split())
    return text if len(text) <= MAX_NAME_CHARS else ""
