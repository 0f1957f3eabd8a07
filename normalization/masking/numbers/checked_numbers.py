"""Numbers with a checksum: bank cards, IBANs and identity numbers."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import chain
from typing import Final

from normalization.finders import Finder, of_pattern
from normalization.masking.folding import NOT_AFTER, NOT_BEFORE, Span, page_address
from normalization.masking.labels.label_search import label_before
from normalization.masking.labels.label_table import Label
from normalization.masking.numbers import checksums, identity_numbers

_ELEVEN_DIGITS: Final = re.compile("[0-9](?:[ -]?[0-9]){10}")
"""Bank cards and many identity numbers have so many digits close together; few lines do."""

_CARD: Final = re.compile(
    rf"{NOT_BEFORE}(?:[0-9]{{14,19}}|[0-9]{{4}}(?:([ -])[0-9]{{4}}){{3}}(?:\1[0-9]{{1,3}})?"
    rf"|3[0-9]{{3}}([ -])[0-9]{{6}}\2[0-9]{{5}}|[0-9]{{6}} (?:[0-9]{{10}}(?: [0-9]{{3}})?|[0-9]{{13}}))"
    rf"{NOT_AFTER}"
)
_ISSUED: Final = re.compile(
    "4[0-9]{15}|(?:5[1-5]|2[2-7]|35|65)[0-9]{14}|6(?:011|4[4-9][0-9])[0-9]{12}|3[47][0-9]{13}|3[068][0-9]{12}"
    "|62[0-9]{14,17}|(?:9792|8600|9860)[0-9]{12}"
    "|(?:603799|603769|603770|589210|589463|627353|627412|627488|627648|627760|627961|610433|639346|639607|585983"
    "|502229|504172|505416)[0-9]{10}"
)
"""Beginnings and lengths (ISO/IEC 7812) of Visa, Mastercard, Mir, JCB, Discover, American Express, Diners, UnionPay,
Troy, Uzcard, Humo and the banks of Iran."""

_CALLED_CARD: Final = re.compile("[2-689][0-9]{15}")
"""The numbers of other networks and banks. They are masked only behind a word for a card."""

_BEHIND_CHECK_DIGITS: Final = (
    r"(?:(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Za-z0-9_])|(?:[ -]?[A-Z0-9]){11,30}(?![A-Za-z0-9_]))"
)
_IBAN: Final = re.compile(
    r"[A-Z]{2}[0-9]{2}(?:(?<![A-Za-z0-9_/=.-].{4})|(?<=IBAN.{4})|(?<=IBAN=.{4}))" + _BEHIND_CHECK_DIGITS
)
_CALLED_IBAN: Final = re.compile(rf"iban[ :=]{{0,3}}([a-z]{{2}}[0-9]{{2}}{_BEHIND_CHECK_DIGITS})", re.IGNORECASE)
"""An IBAN in small letters counts only behind its name: hashes look like one."""

_BEGINNING_OF_IBAN: Final = re.compile("[A-Z]{2}[0-9]{2}(?:[ -]?[A-Z0-9]){8}")

_RESIDENT_OF_CHINA: Final = re.compile(
    rf"{NOT_BEFORE}[1-8][0-9]{{5}} ?(?:18|19|20)[0-9]{{6}} ?[0-9]{{3}}[0-9Xx]{NOT_AFTER}"
)
_CITIZEN_OF_TURKEY: Final = re.compile(rf"{NOT_BEFORE}[1-9][0-9]{{10}}{NOT_AFTER}")
_INDIVIDUAL_OF_KAZAKHSTAN: Final = re.compile(rf"{NOT_BEFORE}[0-9]{{6}}[1-6][0-9]{{5}}{NOT_AFTER}")
_INSURED_IN_RUSSIA: Final = re.compile(
    rf"{NOT_BEFORE}[0-9]{{3}}(?P<mark>[ -]?)[0-9]{{3}}(?P=mark)[0-9]{{3}}[ -]?[0-9]{{2}}{NOT_AFTER}"
)
_WITH_DASHES_OF_RUSSIA: Final = re.compile("[0-9]{3}-[0-9]{3}-[0-9]{3} [0-9]{2}")
_TAXPAYER_OF_RUSSIA: Final = re.compile(rf"{NOT_BEFORE}[0-9]{{12}}{NOT_AFTER}")


def signs_of_cards() -> tuple[Finder, ...]:
    """Give what finds as many digits as every bank card has."""
    return (of_pattern(_ELEVEN_DIGITS),)


def find_cards(line: str) -> Iterator[Span]:
    """Give the places of bank cards' numbers in a folded line: beginning, length and Luhn's checksum are right."""
    for span, digits in _candidates(_CARD, line):
        if not checksums.luhn(digits):
            continue
        called = _CALLED_CARD.fullmatch(digits) is not None and label_before(line, span[0]) is Label.CARD
        if called or _ISSUED.fullmatch(digits):
            yield span


def signs_of_ibans() -> tuple[Finder, ...]:
    """Give what finds the letters and digits that every IBAN begins with."""
    return of_pattern(_BEGINNING_OF_IBAN), of_pattern(_CALLED_IBAN)


def find_ibans(line: str) -> Iterator[Span]:
    """Give the places of IBANs (ISO 13616) in a folded line."""
    for match in chain(_IBAN.finditer(line), _CALLED_IBAN.finditer(line)):
        start, end = match.span(match.lastindex or 0)
        while end > start and page_address(line, start) is None:
            if checksums.iban(re.sub("[ -]", "", line[start:end]).upper()):
                yield start, end
                break
            end = line.rfind(" ", start, end)  # words in capitals may follow


def find_identity_numbers(line: str) -> Iterator[Span]:
    """Give the places of identity numbers in a folded line.

    The checksum is enough for numbers of China (GB 11643), individual identification numbers of Kazakhstan, and
    insurance numbers of Russia that are written with their dashes. Other insurance numbers of Russia, and numbers of
    its taxpayers and of Turkey, also need a label before them. All further countries are in ``identity_numbers``.
    """
    yield from identity_numbers.find(line)
    if not _ELEVEN_DIGITS.search(line):
        return
    for span, digits in _candidates(_RESIDENT_OF_CHINA, line):
        if checksums.resident_of_china(digits) and _is_date(digits[6:14]):
            yield span
    for span, digits in _candidates(_INDIVIDUAL_OF_KAZAKHSTAN, line):
        century = 18 + (int(digits[6]) - 1) // 2
        if _is_date(f"{century}{digits[:6]}") and checksums.individual_of_kazakhstan(digits):
            yield span
    for span, digits in _candidates(_INSURED_IN_RUSSIA, line):
        written_so = _WITH_DASHES_OF_RUSSIA.fullmatch(line, *span) or label_before(line, span[0]) is Label.IDENTITY
        if written_so and checksums.insured_in_russia(digits):
            yield span
    for span, digits in _candidates(_TAXPAYER_OF_RUSSIA, line):
        if checksums.taxpayer_of_russia(digits) and label_before(line, span[0]) in {Label.IDENTITY, Label.TAXPAYER}:
            yield span
    for span, digits in _candidates(_CITIZEN_OF_TURKEY, line):
        if checksums.citizen_of_turkey(digits) and label_before(line, span[0]) is Label.IDENTITY:
            yield span


def _candidates(pattern: re.Pattern[str], line: str) -> Iterator[tuple[Span, str]]:
    """Give the places that a pattern fits, with what stands there without spaces and dashes."""
    for match in pattern.finditer(line):
        if page_address(line, match.start()) is None and label_before(line, match.start()) is not Label.OTHER:
            yield match.span(), match[0].replace(" ", "").replace("-", "")


def _is_date(digits: str) -> bool:
    """Tell whether eight digits are a year, a month and a day."""
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:])) <= date.max
    except ValueError:
        return False
