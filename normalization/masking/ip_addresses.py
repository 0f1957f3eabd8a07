"""IP addresses of machines in the public network, also with stars or the letter x for some parts.

A private address (RFC 1918, RFC 4193), a network (CIDR), a machine's own address and the parts of a version or section
number identify nobody. Networks kept for documentation (RFC 5737, RFC 3849) are masked like any other: nothing tells
them from a visitor's to a reader, and the tests of this rule are written in them.
"""

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import Final

from normalization.finders import Finder, of_line, of_pattern
from normalization.masking.folding import Span, page_address
from normalization.masking.labels.label_search import label_before
from normalization.masking.labels.label_table import Label

_PART: Final = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_DOTTED: Final = re.compile(r"[0-9]\.[0-9]{1,3}\.[0-9*Xx]")
_HIDDEN: Final = r"(?:\*{1,3}|[Xx]{1,3})"
_IPV4: Final = re.compile(
    rf"(?:(?<![A-Za-z0-9_.*-])|(?<=(?<![A-Za-z])[Ii][Pp])|(?<=[^\W\d]_)){_PART}\.{_PART}\."
    rf"(?:{_PART}\.(?:{_PART}|{_HIDDEN})|{_HIDDEN}\.(?:{_PART}|{_HIDDEN}))"
    r"(?![A-Za-z0-9_*-]|\.[A-Za-z0-9*]|/[0-9]{1,2}(?![0-9]))"
)
_PORT: Final = re.compile(r"(?::| (?i:port) )[0-9]{2,5}(?![0-9])")
_IPV6: Final = re.compile(
    rf"(?:(?<![A-Za-z0-9:.])|(?<=[Ii][Pp]:)|(?<=[Vv]6:))[0-9a-fA-F:]{{2,39}}:(?:{_PART}(?:\.{_PART}){{3}}|[0-9a-fA-F]{{0,4}})"
    r"(?![A-Za-z0-9_:]|\.[0-9]|/[0-9]{1,3}(?![0-9]))"
)
_MIN_IPV6_LENGTH: Final = 7
_NO_TIME: Final = re.compile("[0-9A-Fa-f]{3}|[A-Fa-f]")
"""Times have two digits between colons: "18:44::72"."""
_OF_NOBODY: Final = tuple(
    map(
        IPv4Network,
        ("0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16", "224.0.0.0/3"),
    )
)
_OF_NOBODY_IPV6: Final = tuple(map(IPv6Network, ("fc00::/7", "ff00::/8")))
"""These are addresses of private networks (RFC 4193) and groups (RFC 4291); those of one link hold the number of
somebody's device."""
_SMALL: Final = 50
"""The parts of version and section numbers are small. Four parts of which three are below this are such a number,
unless a label calls them an address. Of all possible addresses, 3 % look so as well."""
_MANY_SMALL: Final = 3
_MIN_FIRST: Final = 150
"""No version or section begins with a number as large as this; browsers had come to 140 by 2025."""


def signs() -> tuple[Finder, ...]:
    """Give what finds signs that every IP address has."""
    return of_pattern(_DOTTED), of_line(":", _has_colons)


def _has_colons(line: str) -> bool:
    return "::" in line or line.count(":") > 6  # between eight parts


def find(line: str) -> Iterator[Span]:
    """Give the places of IP addresses in a folded line."""
    if _DOTTED.search(line):
        yield from (span for span in _spans(_IPV4, line) if _identifies_somebody(line, *span))
    if _has_colons(line):
        yield from (span for span in _spans(_IPV6, line) if _is_public_ipv6(line[slice(*span)]))


def _spans(pattern: re.Pattern[str], line: str) -> Iterator[Span]:
    return (match.span() for match in pattern.finditer(line) if page_address(line, match.start()) is None)


def _identifies_somebody(line: str, start: int, end: int) -> bool:
    """Tell whether an IPv4 address is that of a public machine, and no version or section number."""
    text = line[start:end]
    address = IPv4Address(re.sub(r"[*A-Za-z]+", "1", text))
    if any(address in network for network in _OF_NOBODY):
        return False
    if "*" in text or text[-3:].lower() == "xxx":
        return True
    label = label_before(line, start)
    small = address.packed[0] < _MIN_FIRST and sum(part < _SMALL for part in address.packed) >= _MANY_SMALL
    small = small and not _PORT.match(line, end)
    return label is Label.IP_ADDRESS or not (small or label in {Label.VERSION, Label.MESSENGER})


def _is_public_ipv6(text: str) -> bool:
    """Tell whether a text is an IPv6 address of a public machine."""
    try:
        address = IPv6Address(text)
    except ValueError:
        return False
    if any(address in network for network in _OF_NOBODY_IPV6):
        return False
    if not _NO_TIME.search(text):
        return False
    return len(text) >= _MIN_IPV6_LENGTH and int(address) >= 1 << 32  # "::1" is nobody's
