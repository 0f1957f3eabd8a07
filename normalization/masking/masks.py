"""All masks in their order of work, and what replaces the places that they give in a line or in a page's address."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import Final, NamedTuple
from urllib.parse import unquote_plus

from normalization.finders import Finder, JoinedBlocks
from normalization.masking import emails, emails_in_words, handles, ip_addresses
from normalization.masking.folding import Span, fold, read
from normalization.masking.labels.label_search import label_before
from normalization.masking.labels.label_table import Label
from normalization.masking.numbers import checked_numbers, identity_numbers, numbers_in_words, phones
from normalization.rules import Rule


class Mask(NamedTuple):
    """One form of what a rule masks, and how it is looked for in lines."""

    rule: Rule
    find: Callable[[str], Iterable[Span]]
    """Gives the places in a folded line."""
    signs: Callable[[], Sequence[Finder]]
    """Gives what finds signs in folded lines: every line with such a thing has one of them."""


MASKS: Final = (
    Mask(Rule.EMAIL, emails.find, emails.signs),
    Mask(Rule.EMAIL, emails_in_words.find, emails_in_words.signs),
    Mask(Rule.IBAN, checked_numbers.find_ibans, checked_numbers.signs_of_ibans),
    Mask(Rule.BANK_CARD, checked_numbers.find_cards, checked_numbers.signs_of_cards),
    Mask(Rule.IDENTITY_NUMBER, checked_numbers.find_identity_numbers, identity_numbers.signs),
    Mask(Rule.IP_ADDRESS, ip_addresses.find, ip_addresses.signs),
    Mask(Rule.HANDLE, handles.find, handles.signs),
    Mask(Rule.PHONE, phones.find, phones.signs),
    Mask(Rule.PHONE, numbers_in_words.find, numbers_in_words.signs),
)
"""Sure kinds first: what a checksum tells is no telephone number, and a number after a messenger's name is a handle."""

PLACEHOLDERS: Final = {mask.rule: f"[{mask.rule}]" for mask in MASKS}
"""What stands in a line for what each rule masks, in the order of work."""


def possible_masks(lines: Sequence[str], masks: Sequence[Mask]) -> list[list[Mask]]:
    """Give those of some masks that may change each of some lines: all lines are looked at in one go."""
    if not lines:  # as of most titles
        return []
    joined = JoinedBlocks.of([read(line).text for line in lines])
    of_line: list[list[Mask]] = [[] for _ in lines]
    for mask in masks:
        for number in joined.having(mask.signs()):
            of_line[number].append(mask)
    return of_line


def mask(line: str, masks: Iterable[Mask]) -> Iterator[tuple[Rule, int, str]]:
    """Mask what is private in a line: give each rule that changes it, the number of places, and the line after it.

    ``masks`` are some of ``MASKS``, in that order.
    """
    reading = read(line)
    for rule, forms in groupby(masks, lambda each: each.rule):
        if spans := sorted(span for form in forms for span in form.find(reading.text)):
            line, count = _replaced(line, list(map(reading.of_line, spans)), PLACEHOLDERS[rule])
            reading = read(line)
            yield rule, count, line


def _replaced(line: str, spans: Sequence[Span], placeholder: str) -> tuple[str, int]:
    """Put a placeholder in the places, in order, of which some may overlap; give the line and how many there are."""
    pieces: list[str] = []
    done = count = 0
    for start, end in spans:
        if start >= done:
            pieces += line[done:start], placeholder
            done, count = end, count + 1
    return "".join([*pieces, line[done:]]), count


def users_in(text: str, users: AbstractSet[str], rules: AbstractSet[Rule]) -> list[Span]:
    """Give the places of users of a page whom a text mentions, each as the page has it ("@gary").

    They are masked as handles are (``PLACEHOLDERS``), by who knows the page; none if that rule is off.
    """
    if not users or Rule.HANDLE not in rules:
        return []
    lengths = sorted(set(map(len, users)), reverse=True)
    spans: list[Span] = []
    for sign in SIGN_OF_USER.finditer(text):
        start = sign.start()
        ends = (start + length for length in lengths if text[start : start + length] in users)
        if end := next((each for each in ends if not REST_OF_USER.match(text, each)), 0):
            spans.append((start, end))
    return spans


SIGN_OF_USER: Final = re.compile("(?<![A-Za-z0-9_./])[@\uff20]")
"""What stands before the name of a user."""
REST_OF_USER: Final = re.compile(r"[A-Za-z0-9_]|[-.]\w|@")
"""What stands behind a part of such a name: "@gary" in "@gary.smith". Letters of other scripts begin a suffix, or the
next word where no spaces part them."""


def mask_query(address: str, rules: AbstractSet[Rule]) -> tuple[str, dict[str, int]]:
    """Mask e-mail addresses, telephone numbers and handles in the query of a page's address; all else stays as it is.

    A number there is mostly an identifier of the page. It is a telephone number, or a number in a messenger, only if
    the name of its parameter says so.

    Returns:
        The address, and how many parameters each rule masked.
    """
    head, mark, rest = address.partition("?")
    if not rest:
        return address, {}
    query, hash_sign, fragment = rest.partition("#")
    parameters = query.split("&")
    changes: dict[str, int] = {}
    for place, parameter in enumerate(parameters):
        name, _, value = parameter.partition("=")
        rule = _private_parameter(name, unquote_plus(value))
        if rule is not None and rule in rules:
            parameters[place] = f"{name}={PLACEHOLDERS[rule]}"
            changes[rule] = changes.get(rule, 0) + 1
    return f"{head}{mark}{'&'.join(parameters)}{hash_sign}{fragment}", changes


def _private_parameter(name: str, value: str) -> Rule | None:
    """Give the rule that masks the value of a parameter in an address; None when the value is not private."""
    if _has_place(Rule.EMAIL, value):
        return Rule.EMAIL
    line = fold(f"{name}: {value}")
    if label_before(line, len(name) + 2) is Label.PHONE and _has_place(Rule.PHONE, line):
        return Rule.PHONE
    if label_before(line, len(name) + 2) is Label.MESSENGER and _has_place(Rule.HANDLE, line):
        return Rule.HANDLE
    return None


def _has_place(rule: Rule, line: str) -> bool:
    """Tell whether any mask of a rule gives a place in a folded line."""
    return any(True for mask in MASKS if mask.rule is rule for _ in mask.find(line))
