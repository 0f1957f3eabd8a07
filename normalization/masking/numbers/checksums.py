"""Checksums of bank cards, IBANs and identity numbers: whether a run of digits can be such a number at all.

All take a number without spaces and dashes whose form has been looked at. A test compares them with python-stdnum.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from normalization.load_once import load_once
from normalization.table_rows import mapping_of, rows_of

_RESIDENT_CHECK_DIGITS: Final = "10X98765432"
_INDIVIDUAL_WEIGHTS: Final = (range(1, 12), (*range(3, 12), 1, 2))
"""The second ones are for numbers to which the first ones give 10, which is no digit."""
_TAXPAYER_WEIGHTS: Final = ((7, 2, 4, 10, 3, 5, 9, 4, 6, 8), (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8))
_PERMUTATION: Final = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)
_ODD_VALUES: Final = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)
"""Digits and letters in odd places of Italy's code have these values: A has that of 0."""
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


def resident_of_china(digits: str) -> bool:
    """Check the last of the 18 characters of a number of China (GB 11643, ISO/IEC 7064 MOD 11-2)."""
    weights = (2**place for place in range(17, 0, -1))
    return _RESIDENT_CHECK_DIGITS[_weighted(digits[:17], weights) % 11] == digits[17].upper()


def individual_of_kazakhstan(digits: str) -> bool:
    """Check the last of the 12 digits of an individual identification number of Kazakhstan."""
    checks = (_weighted(digits[:11], weights) % 11 for weights in _INDIVIDUAL_WEIGHTS)
    return next((check for check in checks if check < 10), 10) == int(digits[11])


def insured_in_russia(digits: str) -> bool:
    """Check the last two of the 11 digits of an insurance number of Russia."""
    return _weighted(digits[:9], range(9, 0, -1)) % 101 % 100 == int(digits[9:])


def taxpayer_of_russia(digits: str) -> bool:
    """Check the last two of the 12 digits that Russia gives a person who pays taxes."""
    checks = (_weighted(digits[: len(weights)], weights) % 11 % 10 for weights in _TAXPAYER_WEIGHTS)
    return digits[10:] == "".join(map(str, checks))


def citizen_of_turkey(digits: str) -> bool:
    """Check the last two of the 11 digits of a number of Turkey, the first of which is no zero."""
    odd, even = (sum(map(int, digits[place:9:2])) for place in (0, 1))
    tenth = (7 * odd - even) % 10
    return digits[9:] == f"{tenth}{(odd + even + tenth) % 10}"


def verhoeff(digits: str) -> bool:
    """Check the last digit of a number of India (Aadhaar), whose first is 2 or more (Verhoeff, 1969)."""
    check = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        moved = digit
        for _ in range(place % 8):
            moved = _PERMUTATION[moved]
        check = _product(check, moved)
    return check == 0 and digits[0] > "1"


def _product(first: int, second: int) -> int:
    """Multiply in the group of the turns (0 to 4) and reflections (5 to 9) of a pentagon."""
    turned = (first - second if first > 4 else first + second) % 5
    return turned + 5 * ((first > 4) != (second > 4))


def mod_11_10(digits: str) -> bool:
    """Check the last digit of a number for taxes of Germany (ISO/IEC 7064 MOD 11,10)."""
    product = 10
    for digit in digits[:-1]:
        product = ((int(digit) + product) % 10 or 10) * 2 % 11
    return (11 - product) % 10 == int(digits[-1])


def taxpayer_of_brazil(digits: str) -> bool:
    """Check the last two of 11 digits, which are not all alike (CPF)."""
    checks = (_weighted(digits[:place], range(place + 1, 1, -1)) * 10 % 11 % 10 for place in (9, 10))
    return len(set(digits)) > 1 and digits[9:] == "".join(map(str, checks))


def letter_of_spain(text: str) -> bool:
    """Check the letter behind eight digits, or behind X, Y or Z and seven (DNI, NIE)."""
    digits = text[:-1].replace("X", "0").replace("Y", "1").replace("Z", "2")
    return digits.isdigit() and "TRWAGMYFPDXBNJZSQVHLCKE"[int(digits) % 23] == text[-1]


def fiscal_code(text: str) -> bool:
    """Check the last of the 16 letters and digits of a person's code for taxes of Italy."""
    values = [int(character, 36) - 10 * character.isalpha() for character in text]
    total = sum(_ODD_VALUES[value] for value in values[:15:2]) + sum(values[1:15:2])
    return text[-1].isalpha() and total % 26 == values[-1]


def pesel(digits: str) -> bool:
    """Check the last of the 11 digits of a number of Poland."""
    return _weighted(digits, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 == 0


def resident_of_korea(digits: str) -> bool:
    """Check the last of 13 digits, and the day of birth; those given since 2020 have no such digit."""
    check = (11 - _weighted(digits[:12], (2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5)) % 11) % 10
    return check == int(digits[12]) and born_on_a_day(digits)


def national_of_iran(digits: str) -> bool:
    """Check the last of 10 digits, which are not all alike."""
    rest = _weighted(digits[:9], range(10, 1, -1)) % 11
    return len(set(digits)) > 1 and int(digits[9]) == (rest if rest < 2 else 11 - rest)


def insured_in_france(digits: str) -> bool:
    """Check the last two of 15 digits; those of Corsica, which have a letter, are not known."""
    return digits[0] in "12" and 97 - int(digits[:13]) % 97 == int(digits[13:])


def citizen_of_thailand(digits: str) -> bool:
    """Check the last of 13 digits."""
    return (11 - _weighted(digits[:12], range(13, 1, -1)) % 11) % 10 == int(digits[12])


def role_of_chile(text: str) -> bool:
    """Check the digit or K behind eight digits (RUN, RUT) of a person: those of companies begin at 50 million."""
    check = "0K987654321"[_weighted(text[:8], (3, 2, 7, 6, 5, 4, 3, 2)) % 11]
    return text[0] < "5" and check == text[8]


def registered_in_belgium(digits: str) -> bool:
    """Check the last two of 11 digits; who was born since 2000 has a 2 before them when they are computed."""
    return int(digits[9:]) in (97 - int(born + digits[:9]) % 97 for born in ("", "2"))


def multiple_of_11(digits: str) -> bool:
    """Check the 10 digits of a number of Czechia or Slovakia."""
    return int(digits) % 11 == 0


def number_of_romania(digits: str) -> bool:
    """Check the last of 13 digits (CNP), and the day of birth behind the first."""
    check = _weighted(digits[:12], (2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9)) % 11
    return (1 if check == 10 else check) == int(digits[12]) and born_on_a_day(digits[1:])


def number_of_bulgaria(digits: str) -> bool:
    """Check the last of 10 digits (EGN)."""
    return _weighted(digits[:9], (2, 4, 8, 5, 10, 9, 7, 3, 6)) % 11 % 10 == int(digits[9])


def number_of_estonia(digits: str) -> bool:
    """Check the last of 11 digits, which Lithuania gives as well, and the day of birth behind the first."""
    weights = ((1, 2, 3, 4, 5, 6, 7, 8, 9, 1), (3, 4, 5, 6, 7, 8, 9, 1, 2, 3))
    checks = (_weighted(digits[:10], each) % 11 for each in weights)
    check = next((check for check in checks if check < 10), 0)
    return check == int(digits[10]) and digits[0] in "12345678" and born_on_a_day(digits[1:])


def number_of_japan(digits: str) -> bool:
    """Check the last of 12 digits (My Number)."""
    rest = _weighted(digits[:11], (6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11
    return int(digits[11]) == (0 if rest < 2 else 11 - rest)


def number_of_yugoslavia(digits: str) -> bool:
    """Check the last of 13 digits (JMBG, EMŠO), which Serbia, Slovenia and their neighbours give."""
    check = 11 - _weighted(digits[:12], (7, 6, 5, 4, 3, 2) * 2) % 11
    return (0 if check > 9 else check) == int(digits[12]) and born_on_a_day(digits[:4] + digits[5:7])


def taxpayer_of_ukraine(digits: str) -> bool:
    """Check the last of 10 digits (RNOKPP)."""
    return _weighted(digits[:9], (-1, 5, 7, 9, 4, 6, 10, 5, 7)) % 11 % 10 == int(digits[9])


def taxpayer_of_portugal(digits: str) -> bool:
    """Check the last of 9 digits (NIF) of a person: those of companies begin at 5."""
    check = 11 - _weighted(digits[:8], range(9, 1, -1)) % 11
    return digits[0] in "123" and (0 if check > 9 else check) == int(digits[8])


def insured_in_switzerland(digits: str) -> bool:
    """Check the last of 13 digits, of which the first are the country's (EAN-13)."""
    check = _weighted(digits[:12], (1, 3) * 6)
    return digits.startswith("756") and (10 - check % 10) % 10 == int(digits[12])


def service_number_of_netherlands(digits: str) -> bool:
    """Check the last of 9 digits (BSN)."""
    return _weighted(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0 and len(set(digits)) > 1


def born_on_a_day(digits: str) -> bool:
    """Tell whether year, month and day, or day, month and year, of two digits each, stand in front."""
    first, month, last = (int(digits[place : place + 2]) for place in (0, 2, 4))
    return 1 <= month <= 12 and (1 <= last <= 31 or 1 <= first <= 31)


def _weighted(digits: str, weights: Iterable[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=True))


@load_once
def _bban_forms() -> dict[str, re.Pattern[str]]:
    """Give, for each country, the form of what is behind the check digits (IBAN Registry of SWIFT, and Iran)."""
    table = Path(__file__).parents[2] / "data" / "iban.tsv"
    forms = mapping_of(table, ((country, parts) for country, parts in rows_of(table, "country", "form")))
    return {country: _bban_form(parts) for country, parts in forms.items()}


def _bban_form(parts: str) -> re.Pattern[str]:
    return re.compile("".join(f"{_BBAN_CHARACTERS[kind]}{{{count}}}" for count, kind in _BBAN_PART.findall(parts)))
