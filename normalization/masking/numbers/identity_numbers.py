"""Identity numbers in the forms of many countries, and numbers of passports.

``identity_numbers.tsv`` has a form a row, with 9 for any digit, A for any capital letter of Latin and C of Cyrillic;
how it is checked; and whether a word for an identity number must stand before it, as most forms are those of other
numbers as well: any such word (yes), the name of one country's document (national), or none (no).
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from normalization.finders import Finder, of_pattern
from normalization.load_once import load_once
from normalization.masking.folding import NOT_AFTER, NOT_BEFORE, Span, find_many_digits, matches, page_address
from normalization.masking.labels.label_search import label_before, unit_after
from normalization.masking.labels.label_table import Label, terms_of
from normalization.masking.numbers import checksums
from normalization.table_rows import rows_of

_CYRILLIC: Final = r"\u0410-\u042f\u0401\u04ae\u04e8"
_MAY_BEGIN: Final = re.compile(
    rf"[0-9A-Z{_CYRILLIC}](?<![A-Za-z0-9_./=#&%?-].)(?<![0-9] .)"
    rf"(?:(?<=[A-Z])(?=[A-Z0-9 №-])|(?<=[0-9])(?=(?:[ ,./-]{{0,2}}[0-9]){{3}})"
    rf"|(?<=[{_CYRILLIC}])(?<!\w.)(?=[{_CYRILLIC}]? ?[0-9]))"
)
"""Where any of the forms may begin, or the number of a passport: a character first, to which a search leaps."""
_LETTERS_FIRST: Final = re.compile("[0-9](?:(?<=[A-Z]{3}[0-9])|(?<=[A-Z]{3} [0-9]))[0-9]")
"""Codes of Italy and Mexico begin so; they have no six digits side by side."""


class _Form(NamedTuple):
    """One way to check a number that has the form of a row of the table."""

    is_right: Callable[[str], bool]
    """Tells whether a number is right. It takes the number without the signs between its groups."""
    labels: frozenset[Label | None]
    """Of these one must stand before it, or nothing (None), but for a word that says it is another number."""


def _date_behind_first(digits: str) -> bool:
    """Check a number of Kyrgyzstan or Uzbekistan: behind the sex (and century) stand day, month and year."""
    return digits[0] in "123456" and 1 <= int(digits[1:3]) <= 31 and 1 <= int(digits[3:5]) <= 12


_LABELS: Final = {
    "no": frozenset({*Label, None}) - {Label.OTHER},
    "yes": frozenset({Label.IDENTITY, Label.NATIONAL_IDENTITY}),
    "national": frozenset({Label.NATIONAL_IDENTITY}),
}
"""What may stand before a number, by the last column of the table."""


def _date_of_mongolia(digits: str) -> bool:
    """Check the day of birth; since 2000, the months are counted from 21."""
    return 1 <= int(digits[2:4]) % 20 <= 12 and int(digits[2:4]) < 33 and 1 <= int(digits[4:6]) <= 31


_CHECKS: Final[dict[str, Callable[[str], bool]]] = {
    "none": lambda _: True,
    "date": checksums.born_on_a_day,
    "date_behind_century": lambda digits: digits[0] in "23" and checksums.born_on_a_day(digits[1:]),
    "date_behind_first": _date_behind_first,
    "date_of_mongolia": _date_of_mongolia,
    "date_behind_four": lambda digits: checksums.born_on_a_day(digits[4:]),
    "province_of_vietnam": lambda digits: "001" <= digits[:3] <= "096",
    "date_behind_letters": lambda text: text[4:10].isdigit() and checksums.born_on_a_day(text[4:]),
    "date_behind_region": lambda digits: checksums.born_on_a_day(digits[6:]),
    "luhn": checksums.luhn,
    "verhoeff": checksums.verhoeff,
    "mod_11_10": checksums.mod_11_10,
    "taxpayer_of_brazil": checksums.taxpayer_of_brazil,
    "letter_of_spain": checksums.letter_of_spain,
    "letter_of_venezuela": lambda text: text[0] in "VE",
    "fiscal_code": checksums.fiscal_code,
    "pesel": checksums.pesel,
    "resident_of_korea": checksums.resident_of_korea,
    "national_of_iran": checksums.national_of_iran,
    "insured_in_france": checksums.insured_in_france,
    "citizen_of_thailand": checksums.citizen_of_thailand,
    "role_of_chile": checksums.role_of_chile,
    "registered_in_belgium": checksums.registered_in_belgium,
    "multiple_of_11": checksums.multiple_of_11,
    "number_of_romania": checksums.number_of_romania,
    "number_of_estonia": checksums.number_of_estonia,
    "number_of_japan": checksums.number_of_japan,
    "number_of_bulgaria": checksums.number_of_bulgaria,
    "number_of_yugoslavia": checksums.number_of_yugoslavia,
    "taxpayer_of_ukraine": checksums.taxpayer_of_ukraine,
    "taxpayer_of_portugal": checksums.taxpayer_of_portugal,
    "insured_in_switzerland": checksums.insured_in_switzerland,
    "service_number_of_netherlands": checksums.service_number_of_netherlands,
}


def signs() -> tuple[Finder, ...]:
    """Give what finds six digits close together, or letters and digits of a code."""
    return find_many_digits, of_pattern(_LETTERS_FIRST)


def find(line: str) -> Iterator[Span]:
    """Give the places of identity numbers and numbers of passports in a folded line; one place may come twice."""
    pattern, forms = _forms()
    for match in matches(_MAY_BEGIN, pattern, line):
        text = re.sub("[^0-9A-Z]", "", match[0])
        of_form = forms.get(match.lastgroup or "", ())
        fitting = [form for form in of_form if form.is_right(text)]
        if fitting and page_address(line, match.start()) is None:
            label = label_before(line, match.start())
            if any(label in form.labels for form in fitting) and not unit_after(line, match.end()):
                yield match.span()
    for match in matches(_MAY_BEGIN, _passport(), line):
        if label_before(line, match.start()) is Label.PASSPORT and page_address(line, match.start()) is None:
            yield match.span()


@load_once
def _passport() -> re.Pattern[str]:
    """Give the pattern of numbers of passports. In Russia, a series of four digits stands before six more digits."""
    behind_series = "|".join(map(re.escape, terms_of(Label.BEHIND_SERIES)))
    return re.compile(
        rf"{NOT_BEFORE}(?:[A-Z{_CYRILLIC}]{{1,2}} ?(?:№ ?)?[0-9]{{6,8}}"
        rf"|[A-Z]{{1,2}}[0-9]{{2}}[A-Z]{{2}}[0-9]{{3,5}}|[A-Z]{{3}}[0-9]{{6}}|[0-9]{{7,9}}"
        rf"|[0-9]{{2}} ?[0-9]{{2}}[ ,]{{0,2}}(?:(?:{behind_series}) ?)?[0-9]{{6}}){NOT_AFTER}"
    )


@load_once
def _forms() -> tuple[re.Pattern[str], dict[str, tuple[_Form, ...]]]:
    """Give the pattern of all forms, a named group each, and what is to be checked of each."""
    forms: dict[str, list[_Form]] = {}
    table = Path(__file__).with_name("identity_numbers.tsv")
    words: dict[str, Iterable[str]] = {"check": _CHECKS, "label": _LABELS}
    for _, form, check, label in rows_of(table, "country", "form", "check", "label", words=words):
        forms.setdefault(form, []).append(_Form(_CHECKS[check], _LABELS[label]))
    names = {f"form_{place}": form for place, form in enumerate(sorted(forms, key=len, reverse=True))}
    digits_first, latin_first, cyrillic_first = (
        "|".join(f"(?P<{name}>{_pattern(form)})" for name, form in names.items() if form[0] == first) for first in "9AC"
    )
    five_digits = "(?=[0-9](?:[ ./-]?[0-9]){4})"  # all forms have them: most numbers of a text are shorter
    letters_first = f"(?=[A-Z])(?:{latin_first})|{cyrillic_first}"
    pattern = re.compile(rf"{NOT_BEFORE}(?:{five_digits}(?:{digits_first})|{letters_first}){NOT_AFTER}")
    return pattern, {name: tuple(forms[form]) for name, form in names.items()}


def _pattern(form: str) -> str:
    characters = {"9": "0-9", "A": "A-Z", "C": _CYRILLIC}
    return re.sub("9+|A+|C+", lambda part: f"[{characters[part[0][0]]}]{{{len(part[0])}}}", re.escape(form))
