"""E-mail addresses (RFC 5322, the dot-atom form), also as "name (at) domain [dot] org" or "n a m e @ d o m . o r g"."""

import re
from collections.abc import Iterator
from typing import Final

from normalization.finders import Finder, of_literal, of_pattern
from normalization.load_once import load_once
from normalization.masking.domains import domain, dot_in_brackets, dot_word
from normalization.masking.file_endings import is_file
from normalization.masking.folding import Span, page_address
from normalization.masking.labels.label_search import label_before
from normalization.masking.labels.label_table import Label, any_of, leaps
from normalization.masking.labels.services import of_word, small_letters

_ACCENTED: Final = r"\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
LOCAL: Final = rf"(?<![A-Za-z0-9_.+{_ACCENTED}-])(?:[A-Za-z0-9_.+{_ACCENTED}-]|(?<=[oO])'(?=[A-Za-z])){{1,64}}"
_SPACED: Final = re.compile(
    r"(?<![A-Za-z0-9_.+-])(?<![A-Za-z0-9_.+-] )[A-Za-z0-9_.+-](?: [A-Za-z0-9_.+-]){2,40} @(?: [A-Za-z0-9-]){2,40}"
    r"(?: \.(?: [A-Za-z]){2,6}){1,3}(?![A-Za-z0-9])"
)
"""This is an address with a space between all letters."""
_BEHIND_AT: Final = re.compile(r"(?<![A-Za-z0-9_.+-])@$")
_UNDERSCORED_AT: Final = "_at_"
_MAX_FIRST_PARTS: Final = 80
_REPOSITORY: Final = re.compile(r":[\w~.-]{0,64}/")


@load_once
def signs() -> tuple[Finder, ...]:
    """Give what finds a sign that every e-mail address has."""
    sign, _ = _patterns()
    return of_pattern(sign), of_literal(" -at- "), of_word(_UNDERSCORED_AT)


def find(line: str) -> Iterator[Span]:
    """Give the places of e-mail addresses in a folded line."""
    if _UNDERSCORED_AT in small_letters(line):
        yield from (match.span() for match in _underscored().finditer(line))
    if " @ " in line:
        yield from (match.span() for match in _SPACED.finditer(line))
    _, email = _patterns()
    for match in email.finditer(line):
        start, end = match.span()
        address = page_address(line, start)
        if address and start < address.query:
            continue  # who logs in, or a part of a path
        if _BEHIND_AT.search(line, max(0, start - 2), start):
            continue  # a name in a network of many hosts: "@name@example.org"
        if _REPOSITORY.match(line, end) or label_before(line, start) is Label.LOG_IN:
            continue
        if not is_file(line[start:end]):  # "icon@2x.png" and "module@2.0.js" have the shape of an address
            before = _first_parts().search(line, max(0, start - _MAX_FIRST_PARTS), start)
            yield before.start() if before else start, end


@load_once
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Give the patterns of the sign and of a whole address.

    A space stands on both sides of the sign or behind it: "on Instagram @name.surname" is no address. In "case (a)" the
    letter is no sign.
    """
    word = f" ?{any_of(Label.AT_SIGN, Label.AT_IN_BRACKETS, Label.AT_WORD)} ?"
    first_of_joined, rest_of_joined = leaps(Label.AT_JOINED)
    sign = rf"[@(\[{{<{first_of_joined}](?:(?<=@)|{rest_of_joined}|{word}[)\]}}>]|a[)\]])"
    in_brackets = (
        rf"(?<=\w{{3}})(?:[(\[]a[)\]]|\s[(\[]a[)\]]\s(?=[A-Za-z0-9-]{{1,63}}(?:{dot_word()}|\s?{dot_in_brackets()})))"
    )
    email = rf"(?:@\s?|\s@\s|\s?[(\[{{<]{word}[)\]}}>]\s?|\s-at-\s|{any_of(Label.AT_JOINED)}\s?|{in_brackets})"
    return re.compile(sign), re.compile(LOCAL + email + domain())


@load_once
def _underscored() -> re.Pattern[str]:
    """Give the pattern of an address with words and underscores for its signs: "name_AT_example_DOT_org"."""
    return re.compile(
        rf"{LOCAL}(?i:{_UNDERSCORED_AT})[A-Za-z0-9-]{{1,63}}(?:_{any_of(Label.DOT_WORD)}_[A-Za-z0-9-]{{1,63}}){{1,4}}"
        r"(?![A-Za-z0-9_])"
    )


@load_once
def _first_parts() -> re.Pattern[str]:
    """Give the pattern of what stands before a name that has words in brackets for its points."""
    return re.compile(rf"(?:(?<![A-Za-z0-9_.+-])[A-Za-z0-9_+-]{{1,30}}\s?{dot_in_brackets()}\s?){{1,2}}$")
