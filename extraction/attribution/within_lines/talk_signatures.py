"""Signatures of wiki software behind contributions on a talk page: "— Alder (talk) 10:20, 3 March 2020 (UTC)".

A signature ends with a moment and a time zone in brackets. Before the moment stands a link to the user's talk page in
brackets, or a link to the user, and before that the name. All of it is cut out. A line that only speaks of a moment has
neither link.
"""

import re
from typing import Final

from extraction.attribution.forms.short_lines import ShortLines
from extraction.lexicon.terms import TermRole, alternatives, finder, texts_of, with_roles
from extraction.page.lines import PartOfLine, Piece, part_of_line, pieces_of_line
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import TextParts, plain
from normalization.load_once import load_once


def talk_signatures(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the signatures in the marked (S) content."""
    lines, parts = short.lines, list[PartOfLine]()
    if not _zones_in_brackets().are_in(lines.texts.utf8):  # as on most pages
        return PartOfLine.of_all(())
    (rows,) = content.take(lines.start).nonzero()
    for row in _zones_in_brackets().rows_with(lines.texts, rows).tolist():
        text = lines.texts[row]
        if (start := _start_of_signature(short.page, row, text)) >= 0:
            parts.append(part_of_line(short.page, row, start, len(text)))
    return PartOfLine.of_all(parts)


def _start_of_signature(page: NodeTable, row: int, text: str) -> int:
    """Give where the signature at the end of a line begins; -1 where there is none.

    A moment may begin with one of several numbers: the last of them that stands behind a name counts.
    """
    numbers = [match.start() for match in _NUMBER.finditer(text, max(len(text) - _MOST_STAMP_CHARS, 0))]
    stamps = (at for at in reversed(numbers) if _stamp().fullmatch(text, at) is not None)
    return next((start for at in stamps if (start := _start(page, row, text, at)) >= 0), -1)


def _start(page: NodeTable, row: int, text: str, stamp: int) -> int:
    """Give where the signature of a line begins whose moment begins at ``stamp``; -1 where nobody is named."""
    ways = _WAYS.search(text, 0, stamp)
    is_signed = ways is not None and finder(TermRole.TALK).search(plain(ways[1])) is not None
    behind = ways.start() if ways is not None and is_signed else stamp
    start = _start_of_links(page, pieces_of_line(page, row), text, behind)
    if start < 0:
        words = _NAME.search(text, max(behind - _MOST_NAME_CHARS, 0), behind) if is_signed else None
        if words is None:
            return -1
        start = words.start(1)
    before = text[:start].rstrip(_BEFORE_NAME)
    notes = finder(TermRole.UNSIGNED).finditer(plain(before))
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
        if finder(TermRole.TALK).fullmatch(plain(text[start : piece.stop])) is not None:
            start, stop = -1, len(text[:start].rstrip(_BETWEEN_LINKS + _DASHES))
    return start


@load_once
def _zones_in_brackets() -> TextParts:
    return TextParts(*(f"({zone.upper()})".encode() for zone in sorted(texts_of(TermRole.ZONE))))


@load_once
def _stamp() -> re.Pattern[str]:
    """Give the pattern of a moment with its zone, and perhaps a button to reply."""
    zone = rf"\((?i:{alternatives(with_roles(TermRole.ZONE))})\)"
    return re.compile(
        rf"(?:{_TIME}[,،、]?\s{_DATE}|{_DATE}(?:\([^()]{{1,5}}\))?[^()（）]{{0,6}}\s{_TIME})"
        rf"\s?{zone}(?:\s*\[[^\[\]]{{1,30}}\])?"
    )


_TIME: Final = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?"
_DATE: Final = r"(?=[^()（）]{0,30}\d{4})[^()（）]{6,36}"
_MOST_STAMP_CHARS: Final = 100  # a day, a time, a zone and a button: ``_stamp`` matches hardly more
_WAYS: Final = re.compile(r"[(（]([^()（）]{1,60})[)）]\s*$")
"""What stands in brackets before the moment."""
_NAME: Final = re.compile(r"(?:^|[.!?。！？…»”\"]\s|[—–―]|--|\s-\s)\s*([^.!?。！？…—–―]{1,40})$")
"""A name that is no link: behind the end of a sentence or a dash."""
_MOST_NAME_CHARS: Final = 60  # the 40 of ``_NAME``, with signs and spaces before it
_BETWEEN_LINKS: Final = " \t\u00a0([|·•"
_DASHES: Final = "-—–―~"
_BEFORE_NAME: Final = " \t\u00a0" + _DASHES
_NUMBER: Final = re.compile(r"(?<!\w)\d")
