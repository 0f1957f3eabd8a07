"""E-mail addresses (RFC 5322, the dot-atom form), also as "name (at) domain [dot] org"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from normalization.masking.folding import Span, page_address
from normalization.masking.labels import Label, at_words, label_before

_LOCAL: Final = r"(?<![A-Za-z0-9_.+-])(?:[A-Za-z0-9_.+-]|(?<=[oO])'(?=[A-Za-z])){1,64}"
_DOMAIN: Final = (
    r"(?![0-9]{1,3}\.[0-9])(?:[A-Za-z0-9-]{1,63}(?:\.|\s?[(\[{] ?dot ?[)\]}]\s?)){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9_])"
)
_REPOSITORY: Final = re.compile(r":[\w~.-]{0,64}/")
_FILE_ENDINGS: Final = frozenset({"png", "jpg", "jpeg", "gif", "webp", "svg", "js", "css", "ts", "json", "zip", "gz"})
"""``icon@2x.png`` and ``module@2.0.js`` have the shape of an address."""


def find(line: str) -> Iterator[Span]:
    """Give the places of e-mail addresses in a folded line."""
    sign, email = _patterns()
    if not sign.search(line):
        return
    for match in email.finditer(line):
        start, end = match.span()
        address = page_address(line, start)
        if address and start < address.query:
            continue  # who logs in, or a part of a path
        if _REPOSITORY.match(line, end) or label_before(line, start) is Label.LOG_IN:
            continue
        if line[start:end].rpartition(".")[2].lower() not in _FILE_ENDINGS:
            yield start, end


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Give the patterns of the sign and of a whole address.

    A space stands on both sides of the sign or behind it: "on Instagram @name.surname" is no address. In "case (a)" the
    letter is no sign.
    """
    word = f" ?{at_words()} ?"
    sign = rf"[@(\[{{#圈](?:(?<=@)|(?<=#)at#|(?<=圈)[aA]|{word}[)\]}}]|a[)\]])"
    email = rf"(?:@\s?|\s@\s|\s?[(\[{{]{word}[)\]}}]\s?|#at#|圈[aA]|(?<=\w{{3}})[(\[]a[)\]])"
    return re.compile(sign), re.compile(_LOCAL + email + _DOMAIN)
