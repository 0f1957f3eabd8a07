"""E-mail addresses (RFC 5322, the dot-atom form), also as "name (at) domain [dot] org"."""

import re
from collections.abc import Iterator
from typing import Final

from normalization.masking.folding import Span, page_address
from normalization.masking.labels import Label, label_before

_EMAIL: Final = re.compile(
    r"(?<![A-Za-z0-9_.+-])(?:[A-Za-z0-9_.+-]|(?<=[oO])'(?=[A-Za-z])){1,64}"
    r"(?:@\s?|\s@\s|\s?[(\[{] ?at ?[)\]}]\s?|#at#|(?<=\w{3})[(\[]a[)\]])"
    r"(?![0-9]{1,3}\.[0-9])(?:[A-Za-z0-9-]{1,63}(?:\.|\s?[(\[{] ?dot ?[)\]}]\s?)){1,8}[A-Za-z]{2,24}"
    r"(?![A-Za-z0-9_])"
)
"""A space stands on both sides of the sign or behind it: "on Instagram @name.surname" is no address. In
"case (a)" the letter is no sign."""
_AT: Final = re.compile(r"[@(\[{#](?:(?<=@)|(?<=#)at#| ?at ?[)\]}]|a[)\]])")
_REPOSITORY: Final = re.compile(r":[\w~.-]{0,64}/")
_FILE_ENDINGS: Final = frozenset({"png", "jpg", "jpeg", "gif", "webp", "svg", "js", "css", "ts", "json", "zip", "gz"})
"""``icon@2x.png`` and ``module@2.0.js`` have the shape of an address."""


def find(line: str) -> Iterator[Span]:
    """Give the places of e-mail addresses in a folded line."""
    if not _AT.search(line):
        return
    for match in _EMAIL.finditer(line):
        start, end = match.span()
        address = page_address(line, start)
        if address and start < address.query:
            continue  # who logs in, or a part of a path
        if _REPOSITORY.match(line, end) or label_before(line, start) is Label.LOG_IN:
            continue
        if line[start:end].rpartition(".")[2].lower() not in _FILE_ENDINGS:
            yield start, end
