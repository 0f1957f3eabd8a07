"""Signatures of wiki software behind what somebody says on a talk page: "— Alder (talk) 10:20, 3 March 2020 (UTC)".

Such a signature ends with a moment and a zone of time in brackets. Before these stands the way to the user's talk page
in brackets, or a link to the user; before that, the name. All of it goes. A line that only speaks of a moment has
neither.
"""

import re
from typing import Final

from extraction.attribution.forms.short_lines import ShortLines
from extraction.lexicon.terms import TermRole, finder
from extraction.page.lines import PartOfLine, Piece, part_of_line, pieces_of_line
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain


def talk_signatures(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the signatures in the marked (S) content."""
    lines, parts = short.lines, list[PartOfLine]()
    for row in sorted({row for zone in _ZONES for row in lines.texts.holding(zone)}):
        text = lines.texts[row]
        if content[lines.start[row]] and (start := _first(short.page, row, text)) >= 0:
            parts.append(part_of_line(short.page, row, start, len(text)))
    return PartOfLine.of_all(parts)


def _first(page: NodeTable, row: int, text: str) -> int:
    """Give where the signature at the end of a line begins; -1 where there is none.

    Of the numbers that a moment may begin with, the last is it that stands behind a name.
    """
    numbers = [match.start() for match in _NUMBER.finditer(text, max(len(text) - _MOST_OF_STAMP, 0))]
    stamps = (at for at in reversed(numbers) if _STAMP.fullmatch(text, at) is not None)
    return next((start for at in stamps if (start := _start(page, row, text, at)) >= 0), -1)


def _start(page: NodeTable, row: int, text: str, stamp: int) -> int:
    """Give where the signature of a line begins whose moment begins at ``stamp``; -1 where nobody is named."""
    ways = _WAYS.search(text, 0, stamp)
    is_signed = ways is not None and finder(TermRole.TALK).search(plain(ways[1]).lower()) is not None
    behind = ways.start() if ways is not None and is_signed else stamp
    start = _start_of_links(page, pieces_of_line(page, row), text, behind)
    if start < 0:
        words = _NAME.search(text, max(behind - _MOST_OF_NAME, 0), behind) if is_signed else None
        if words is None:
            return -1
        start = words.start(1)
    before = text[:start].rstrip(_BEFORE_NAME)
    notes = finder(TermRole.UNSIGNED).finditer(plain(before).lower())
    note = next((each.start() for each in notes if each.end() == len(before)), len(before))
    return len(before[:note].rstrip(_BEFORE_NAME))


def _start_of_links(page: NodeTable, pieces: list[Piece], text: str, behind: int) -> int:
    """Give where the link begins that ends right before a place, behind that to a talk page, if any; else -1.

    Names of several colours are several links, with nothing between.
    """
    start, stop = -1, len(text[:behind].rstrip(_BETWEEN_LINKS))
    for piece in reversed(pieces):
        if piece.stop > stop:
            continue
        if piece.stop < stop or not page.in_link[piece.text]:
            break
        start = stop = piece.start
        if finder(TermRole.TALK).fullmatch(plain(text[start : piece.stop]).lower()) is not None:
            start, stop = -1, len(text[:start].rstrip(_BETWEEN_LINKS + _DASHES))
    return start


_ZONES: Final = tuple(
    zone.encode()
    for zone in ("UTC)", "CET)", "CEST)", "EET)", "EEST)", "GMT)", "BST)", "KST)", "IST)", "+07)", "ت ع م)")
)
"""Ends of the zones of time that wikis are set to."""
ENDS_OF_ZONES: Final = (b"TC)", b"T)", b"+07)", "ع م)".encode())
"""What each of these ends with: fewer are looked for in less time."""
_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
_DATE: Final = r"(?=[^()（）]{0,30}\d{4})[^()（）]{6,36}"
_STAMP: Final = re.compile(
    rf"(?:{_TIME}[,،、]?\s{_DATE}|{_DATE}(?:\([^()]{{1,5}}\))?[^()（）]{{0,6}}\s{_TIME})"
    r"\s?\((?:[A-Z]{3,4}|\+\d\d|ت ع م)\)(?:\s*\[[^\[\]]{1,30}\])?"
)
"""A moment with its zone, and perhaps a button to reply."""
_MOST_OF_STAMP: Final = 100
_WAYS: Final = re.compile(r"[(（]([^()（）]{1,60})[)）]\s*$")
"""What stands in brackets before the moment."""
_NAME: Final = re.compile(r"(?:^|[.!?。！？…»”\"]\s|[—–―]|--|\s-\s)\s*([^.!?。！？…—–―]{1,40})$")
"""A name that is no link: behind the end of a sentence or a dash."""
_MOST_OF_NAME: Final = 60
_BETWEEN_LINKS: Final = " \t\u00a0([|·•"
_DASHES: Final = "-—–―~"
_BEFORE_NAME: Final = " \t\u00a0" + _DASHES
_NUMBER: Final = re.compile(r"(?<!\w)\d")
