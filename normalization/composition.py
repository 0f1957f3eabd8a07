"""Unicode normal form C in time that grows with the text (UAX #15).

A library puts the combining marks behind a letter in order by exchanging neighbours: 40,000 marks in the wrong order
take it five seconds, and a page of them hours. Long runs are therefore put in order here, which changes nothing of what
comes out (canonical ordering is a stable sort by combining class; The Unicode Standard, 3.11, D109).
"""

import re
from itertools import chain
from typing import Final
from unicodedata import combining, normalize

_MAX_MARKS: Final = 30
"""Combining marks in a row that are left to the library: no letter of any script has as many (UAX #15, 13)."""
_LONG_RUN: Final = re.compile(rf"[^\w\s\x00-\u02ff]{{{_MAX_MARKS + 1},}}")
"""These may all be combining marks, which are neither letters nor digits; the signs among them stay where they are."""


def composed(text: str) -> str:
    """Give a text in normal form C."""
    return text if text.isascii() else normalize("NFC", _LONG_RUN.sub(lambda run: _ordered(run[0]), text))


def _ordered(run: str) -> str:
    """Decompose a run of marks and put them in canonical order."""
    bases = 0
    places = []
    for character in chain.from_iterable(normalize("NFD", each) for each in run):
        order = combining(character)
        bases += order == 0
        places.append((bases, order, character))
    places.sort(key=lambda place: place[:2])
    return "".join(character for _, _, character in places)
