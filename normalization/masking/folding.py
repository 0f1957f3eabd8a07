"""One spelling for the digits and signs of all scripts, so that the patterns of the masks need to know only one.

What nobody sees, and what markup that was escaped twice leaves, stands between the parts of numbers and addresses as
well: masks read the line without it (``read``).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from normalization.finders import of_pattern
from normalization.masking.labels.label_table import Label, any_of, leaps, private_words

Span = tuple[int, int]
"""Where something begins and ends in a line."""

_ZEROS: Final = "٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐᥆᧐᭐᱀꤀꩐０"
"""These are the zeros of the scripts of living languages; the nine digits after each follow it in Unicode."""
_DIGITS: Final = "".join(f"{zero}-{chr(ord(zero) + 9)}" for zero in _ZEROS)
_ONE_FOR_ONE: Final = (
    {ord(zero) + digit: str(digit) for zero in _ZEROS for digit in range(10)}
    | dict(zip(map(ord, "＠﹫：（）＋．［］＊／＃【】"), "@@:()+.[]*/#()", strict=True))
    | {0xFF21 + place + small: chr(65 + place + small) for place in range(26) for small in (0, 32)}
    | dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2212\uff0d"), "-")
    | dict.fromkeys(map(ord, "\u00a0\u202f\u3000"), " ")
    | {ord("İ"): "I"}  # its small letter is two characters
)
_UNSEEN: Final = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_READ_AS: Final = (
    dict.fromkeys(("nbsp", "#160"), " ") | dict.fromkeys(("commat", "#64", "#x40", "40"), "@") | {"#43": "+"}
)
"""References by their names, and what they stand for: of characters, and one of addresses (``%40``)."""
_REFERENCES: Final = "|".join(sorted(_READ_AS.keys() - {"40"}))
_REMAINS: Final = re.compile(
    rf"[{_UNSEEN}&%](?:(?<=&)(?P<reference>{_REFERENCES});|(?<=%)(?P<sign>40)|(?<=[{_UNSEEN}]))"
)
_FOLDED: Final = re.compile(f"[{re.escape(''.join(map(chr, _ONE_FOR_ONE)))}]")

_AT: Final = any_of(Label.AT_SIGN, Label.AT_IN_BRACKETS, Label.AT_WORD)
_FIRST_OF_JOINED, _REST_OF_JOINED = leaps(Label.AT_JOINED)
PRIVATE_SIGN: Final = re.compile(
    rf"[0-9{_DIGITS}@\uff20\ufe6b:\uff1a_(\[{{<\uff08\uff3b\u3010#\uff03\u2605\u2606/{_FIRST_OF_JOINED}&%{_UNSEEN}]"
    rf"(?:(?<=[0-9{_DIGITS}])[0-9{_DIGITS} ().*\uff08\uff09\u2010-\u2014\u2212\uff0d\uff0e-]{{5}}"
    r"|(?<=[A-Za-z_][0-9])|(?<=[A-Za-z][.-][0-9])"
    r"|(?<=[@\uff20\ufe6b])|(?<=[:\uff1a]) ?[A-Za-z@.]|(?<=:)(?::|[0-9a-fA-F]{1,4}:)|(?<=[A-Za-z]_)[A-Za-z]"
    rf"|(?<=[(\[{{<\uff08\uff3b\u3010]) ?(?:a|{_AT}) ?[)\]}}>\uff09\uff3d\u3011]"
    rf"|(?<=&)(?:{_REFERENCES});|(?<=%)40|(?<=[0-9A-Za-z_.+-][{_UNSEEN}])[0-9@]"
    r"|(?<=[#\uff03])(?:[0-9]{4}(?![0-9])| ?[A-Za-z0-9-]{2,30}\.[a-z])|(?<=[\u2605\u2606])[A-Za-z0-9]"
    rf"|{_REST_OF_JOINED}"
    r"|(?<=\.me/)|(?<=/)/resolve|(?<=[0-9]{4}/)[0-9]{5})"
)
"""Every masked thing has one of these in or before it, or one of ``private_words``; lines without are passed over."""

NOT_BEFORE: Final = r"(?<![A-Za-z0-9_./=#&%?-])(?<![0-9] )"
NOT_AFTER: Final = r"(?![A-Za-z0-9_=]|[ .,/:-][0-9])"
"""Patterns of the edges of a number with a checksum: it is no part of a word, an address or a longer number."""
_MANY_DIGITS: Final = re.compile("[0-9](?:(?:[ ()./-]{0,3}[0-9]){5}|-[0-9]{2}-[0-9]{2})")

_PAGE_ADDRESS: Final = re.compile(
    r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,15}://[^\s<>\"'\u3002\uff0c\u060c\u300d\u00bb]+"
    r"|(?:www\.|(?<![0-9.])10\.[0-9]{4,9}/)[^\s<>\"'\uff0c\u060c]+"
)
"""A digital object identifier (ISO 26324), which begins with 10 and a point, is an address as well."""


def may_be_private(line: str, language: str | None) -> bool:
    """Tell whether a line, of a text in a language that may be known, has a sign of something that a mask may hide."""
    return PRIVATE_SIGN.search(line) is not None or any(word in line for word in private_words(language))


class LineAsRead(NamedTuple):
    """A line as the masks read it, folded and without what nobody sees."""

    text: str
    places: Sequence[int] | None
    """Where each character, and the end, stands in the line; None when each stands where it did."""

    def of_line(self, span: Span) -> Span:
        """Give the place in the line of a place in what was read."""
        start, end = span
        return span if self.places is None else (self.places[start], self.places[end - 1] + 1)


@lru_cache(maxsize=8)  # all masks read the same line in turn
def read(line: str) -> LineAsRead:
    """Read a line as the masks do."""
    if _REMAINS.search(line) is None:
        return LineAsRead(fold(line), None)
    pieces: list[str] = []
    places: list[int] = []
    done = 0
    for match in _REMAINS.finditer(line):
        pieces.append(line[done : match.start()])
        places += range(done, match.start())
        if match.lastgroup:
            pieces.append(_READ_AS[match[match.lastgroup]])
            places.append(match.start())
        done = match.end()
    pieces.append(line[done:])
    return LineAsRead(fold("".join(pieces)), (*places, *range(done, len(line) + 1)))


def fold(text: str) -> str:
    """Give a text of the same length, with the digits 0 to 9 and the signs of ASCII."""
    # Few of a text's characters are others: to look each of them up takes many times longer.
    return text if text.isascii() else _FOLDED.sub(lambda other: _ONE_FOR_ONE[ord(other[0])], text)


find_many_digits: Final = of_pattern(_MANY_DIGITS)
"""The finder, in folded lines, of six digits close together, as all numbers have that reach or identify somebody. Those
of telephones in small places have five: "2-34-56"."""


def matches(may_begin: re.Pattern[str], pattern: re.Pattern[str], line: str) -> Iterator[re.Match[str]]:
    """Find a pattern that begins nowhere but where a simple one does: it takes a third of the time."""
    at = 0
    while begin := may_begin.search(line, at):
        match = pattern.match(line, begin.start())
        at = match.end() if match else begin.end()
        if match:
            yield match


class PageAddress(NamedTuple):
    """Where the address of a page stands in a line, and where its query begins: at the end if it has none."""

    start: int
    query: int
    end: int


def page_address(line: str, place: int) -> PageAddress | None:
    """Give the address of a page that a place in the line lies in; None outside of one."""
    addresses = _page_addresses(line)
    number = bisect_right(addresses, place, key=lambda address: address.start) - 1
    return addresses[number] if number >= 0 and place < addresses[number].end else None


@lru_cache(maxsize=8)
def _page_addresses(line: str) -> tuple[PageAddress, ...]:
    if "://" not in line and "www." not in line and "10." not in line:
        return ()
    places = (match.span() for match in _PAGE_ADDRESS.finditer(line))
    return tuple(PageAddress(start, start + len(line[start:end].partition("?")[0]), end) for start, end in places)
