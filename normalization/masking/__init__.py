"""What reaches or identifies a person, each replaced by a typed placeholder.

A mask gives the places of one kind of thing in a line. It reads the line folded (``folding``): digits of every script
are 0 to 9 there, at the same places. Words that say what a number or name is are data (``labels.tsv``). What stands in
the address of a page survives, as do dates, prices, ISBNs, order numbers and versions.
"""

from collections.abc import Callable, Iterable
from typing import Final

from normalization.masking import emails, handles, ip_addresses, numbers, phones
from normalization.masking.folding import PRIVATE_SIGN, Span, fold
from normalization.rules import Rule

__all__ = ["MASKS", "PLACEHOLDERS", "PRIVATE_SIGN"]

_FINDERS: Final[dict[Rule, Callable[[str], Iterable[Span]]]] = {
    Rule.EMAIL: emails.find,
    Rule.IBAN: numbers.find_ibans,
    Rule.BANK_CARD: numbers.find_cards,
    Rule.IDENTITY_NUMBER: numbers.find_identity_numbers,
    Rule.IP_ADDRESS: ip_addresses.find,
    Rule.HANDLE: handles.find,
    Rule.PHONE: phones.find,
}
"""Sure kinds first: what a checksum tells is no telephone number, and a number after a messenger's name is a handle."""

PLACEHOLDERS: Final = {rule: f"[{rule}]" for rule in _FINDERS}


def _mask(rule: Rule) -> Callable[[str], tuple[str, int]]:
    find, placeholder = _FINDERS[rule], PLACEHOLDERS[rule]

    def mask(text: str) -> tuple[str, int]:
        pieces: list[str] = []
        done = count = 0
        for start, end in sorted(find(fold(text))):
            if start >= done:
                pieces += text[done:start], placeholder
                done, count = end, count + 1
        return "".join([*pieces, text[done:]]) if count else text, count

    return mask


MASKS: Final = {rule: _mask(rule) for rule in _FINDERS}
"""What each masking rule does to a line, in the order of work: it gives the line and the number of places."""
