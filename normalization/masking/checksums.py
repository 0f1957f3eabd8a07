"""Checksums of bank cards, IBANs and identity numbers: whether a run of digits can be such a number at all.

All take a number without spaces and dashes whose form has been looked at. A test compares them with python-stdnum.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

_RESIDENT_CHECK_DIGITS: Final = "10X98765432"
_INDIVIDUAL_WEIGHTS: Final = (range(1, 12), (*range(3, 12), 1, 2))
"""The second ones are for numbers to which the first ones give 10, which is no digit."""
_TAXPAYER_WEIGHTS: Final = ((7, 2, 4, 10, 3, 5, 9, 4, 6, 8), (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8))
_BBAN_PART: Final = re.compile("([1-9][0-9]*)!([nac])")
_NO_CHECK_DIGITS: Final = ("00", "01", "99")
"""Check digits are 98 less a remainder of 97, so never these."""
_BBAN_CHARACTERS: Final = {"n": "[0-9]", "a": "[A-Z]", "c": "[A-Za-z0-9]"}


def luhn(digits: str) -> bool:
    """Check the last digit of a bank card's number (ISO/IEC 7812-1, annex B)."""
    doubled = [sum(divmod(2 * int(digit), 10)) for digit in digits[-2::-2]]
    return (sum(doubled) + sum(map(int, digits[::-2]))) % 10 == 0


def iban(text: str) -> bool:
    """Check the two digits behind the country (ISO 13616, ISO/IEC 7064 MOD 97-10), and the form in that country."""
    form = _bban_forms().get(text[:2])
    if form is None or text[2:4] in _NO_CHECK_DIGITS or not form.fullmatch(text, 4):
        return False
    return int("".join(str(int(character, 36)) for character in text[4:] + text[:4])) % 97 == 1


def resident(digits: str) -> bool:
    """Check the last of the 18 characters of a number of China (GB 11643, ISO/IEC 7064 MOD 11-2)."""
    weights = (2**place for place in range(17, 0, -1))
    return _RESIDENT_CHECK_DIGITS[_weighted(digits[:17], weights) % 11] == digits[17].upper()


def individual(digits: str) -> bool:
    """Check the last of the 12 digits of an individual identification number of Kazakhstan."""
    checks = (_weighted(digits[:11], weights) % 11 for weights in _INDIVIDUAL_WEIGHTS)
    return next((check for check in checks if check < 10), 10) == int(digits[11])


def insured(digits: str) -> bool:
    """Check the last two of the 11 digits of an insurance number of Russia."""
    return _weighted(digits[:9], range(9, 0, -1)) % 101 % 100 == int(digits[9:])


def taxpayer(digits: str) -> bool:
    """Check the last two of the 12 digits that Russia gives a person who pays taxes."""
    checks = (_weighted(digits[: len(weights)], weights) % 11 % 10 for weights in _TAXPAYER_WEIGHTS)
    return digits[10:] == "".join(map(str, checks))


def citizen(digits: str) -> bool:
    """Check the last two of the 11 digits of a number of Turkey, the first of which is no zero."""
    odd, even = (sum(map(int, digits[place:9:2])) for place in (0, 1))
    tenth = (7 * odd - even) % 10
    return digits[9:] == f"{tenth}{(odd + even + tenth) % 10}"


def _weighted(digits: str, weights: Iterable[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))


@cache
def _bban_forms() -> dict[str, re.Pattern[str]]:
    """Give, for each country, the form of what is behind the check digits (IBAN Registry of SWIFT, and Iran)."""
    rows = (Path(__file__).parent.parent / "data" / "iban.tsv").read_text(encoding="ascii").splitlines()
    return {country: _bban_form(parts) for country, parts in (row.split("\t") for row in rows)}


def _bban_form(parts: str) -> re.Pattern[str]:
    return re.compile("".join(f"{_BBAN_CHARACTERS[kind]}{{{count}}}" for count, kind in _BBAN_PART.findall(parts)))
