"""What reaches or identifies a person, each replaced by a typed placeholder.

A mask gives the places of one kind of thing in a line. It reads the line folded (``folding``): digits of every script
are 0 to 9 there, at the same places. Words that say what a number or name is are data (``labels.tsv``). What stands in
the address of a page survives, as do dates, prices, ISBNs, order numbers and versions.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple
from urllib.parse import unquote_plus

from normalization.masking import emails, handles, identity_numbers, ip_addresses, numbers, phones
from normalization.masking.folding import PRIVATE_SIGN, Span, fold, has_many_digits, may_be_private
from normalization.masking.labels.label_search import label_before
from normalization.masking.labels.label_table import Label, private_words
from normalization.rules import Rule

__all__ = ["PLACEHOLDERS", "PRIVATE_SIGN", "mask", "mask_query", "may_be_private", "possible_masks", "private_words"]


class _Mask(NamedTuple):
    find: Callable[[str], Iterable[Span]]
    """Gives the places in a folded line."""
    may_stand_in: Callable[[str], bool]
    """Tells whether there may be one in folded lines: for many at once that is quicker than to look in each."""


_MASKS: Final = {
    Rule.EMAIL: _Mask(emails.find, emails.may_stand_in),
    Rule.IBAN: _Mask(numbers.find_ibans, has_many_digits),
    Rule.BANK_CARD: _Mask(numbers.find_cards, numbers.has_eleven_digits),
    Rule.IDENTITY_NUMBER: _Mask(numbers.find_identity_numbers, identity_numbers.may_stand_in),
    Rule.IP_ADDRESS: _Mask(ip_addresses.find, ip_addresses.may_stand_in),
    Rule.HANDLE: _Mask(handles.find, handles.may_stand_in),
    Rule.PHONE: _Mask(phones.find, phones.may_stand_in),
}
"""Sure kinds first: what a checksum tells is no telephone number, and a number after a messenger's name is a handle."""

PLACEHOLDERS: Final = {rule: f"[{rule}]" for rule in _MASKS}
"""What stands in a line for what each rule masks, in the order of work."""


def possible_masks(lines: str, rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Give those of some rules that may change any of some lines."""
    folded = fold(lines)
    return tuple(rule for rule in rules if _MASKS[rule].may_stand_in(folded))


def mask(line: str, rules: Iterable[Rule]) -> Iterator[tuple[Rule, int, str]]:
    """Mask what is private in a line: give each rule that changes it, the number of places, and the line after it.

    ``rules`` are some of ``PLACEHOLDERS``, in that order.
    """
    folded = fold(line)
    for rule in rules:
        if spans := sorted(_MASKS[rule].find(folded)):
            line, count = _replaced(line, spans, PLACEHOLDERS[rule])
            folded = fold(line)
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


def mask_query(address: str, rules: AbstractSet[Rule]) -> tuple[str, dict[str, int]]:
    """Mask e-mail addresses, telephone numbers and handles in the query of a page's address; all else stays as it is.

    A number there is mostly an identifier of the page: it is one of a telephone only if its parameter is called so, and
    one in a messenger likewise.

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
    if any(emails.find(value)):
        return Rule.EMAIL
    line = fold(f"{name}: {value}")
    if label_before(line, len(name) + 2) is Label.PHONE and any(phones.find(line)):
        return Rule.PHONE
    if label_before(line, len(name) + 2) is Label.MESSENGER and any(handles.find(line)):
        return Rule.HANDLE
    return None
