"""Mails in plain text: who is quoted, greeted or signs, and what mailing lists add.

Archives of lists show a mail as it was sent: as one text that keeps its lines, or with a break behind each line. A mail
has ">" before each quoted line, or is preformatted, and is signed as letters are.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from extraction.attribution.forms.quote_lines import is_mail_header, is_quote_header
from extraction.attribution.forms.short_lines import ShortLines
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.lines import PartOfLine
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.signs import COLONS, COMMAS, EXCLAMATION_MARKS
from extraction.page.texts import plain


def names_in_mails(short: ShortLines, content: Mask) -> PartOfLine:
    """Give, in the marked (S) content, who is quoted, greeted or signs in mails, and what lists add to them."""
    page, lines, parts = short.page, short.lines, PartOfLine([], set())
    mails = {(text, text + 1) for text in page.texts.holding(_QUOTED_LINE.encode()) if content[text]}
    mails.update(_preformatted(page, content))
    chosen = prefix_sums(page.chars * content) if mails else page.char_sums
    of_mails = sum(int(chosen[behind] - chosen[first]) for first, behind in mails)
    is_archive = of_mails >= _LEAST_ARCHIVE_SHARE * chosen[-1]
    for first, behind in mails:
        mail = page.texts.between(first, behind)
        parts.cuts.update(
            _spans(int(page.texts.edge[first]), mail, has_head=is_archive and _HEAD.match(mail) is not None)
        )
    rows = lines.texts.beginning_with(_QUOTE)
    broken = [row for row in rows if content[lines.start[row]] and not lines.texts[row].startswith(_PROMPT)]
    for row in broken:
        above = row - 1
        if above >= 0 and above not in broken and _names_somebody(lines.texts[above]):
            parts.texts.extend(range(int(lines.start[above]), int(lines.start[row])))
    return parts


def _preformatted(page: NodeTable, content: Mask) -> Iterator[tuple[int, int]]:
    """Give the texts (from, to before) of preformatted elements with marked (S) content that may be mails.

    Archives link addresses in a mail, and write what it quotes in italics; what has other markup is code.
    """
    (rows,) = (page.tag == _PRE).nonzero()
    innermost = np.append(rows[1:], len(page.tag)) >= page.end[rows]  # those around others are none, and may be many
    for row in rows[innermost].tolist():
        first, behind = int(page.first[row]), int(page.last[row])
        if page.chars[first:behind].sum() < _FEWEST_MAIL_CHARS or not content[first:behind].any():
            continue
        if (page.owner[first:behind] == row).any() and _OF_MAIL[page.tag[row + 1 : page.end[row]]].all():
            yield first, behind


def _spans(start: int, mail: str, *, has_head: bool) -> Iterator[tuple[int, int]]:
    """Give the bytes of a mail, which begins at a byte, that name somebody or were added by a list.

    A mail without quotes must be signed, begin its signature with a name, or end with the foot of a list. Its head is
    left out only on a page that is nothing but mails: in an article it is part of the text.
    """
    is_quoted = mail.startswith(_QUOTE) or _QUOTED_LINE in mail
    end_of_mail = mail.rstrip()[-_MOST_END_CHARS:]
    is_ended = _ENDS.search(end_of_mail) is not None or _LIKELY_CLOSING.search(end_of_mail) is not None
    if not (is_quoted or has_head or is_ended):  # as is nearly all code
        return
    lines = mail.split("\n")
    places = [start]
    for line in lines:
        places.append(places[-1] + len(line.encode("utf-8", "replace")) + 1)
    if has_head and (behind := _end_of_head(lines)):
        yield start, places[behind] - 1
    added = [*_added(lines)]
    yield from ((places[first], places[behind] - 1) for first, behind in added)
    end = min((first for first, _ in added), default=len(lines))
    signature = next((at for at, line in enumerate(lines[:end]) if _RULE.fullmatch(line)), end)
    seen = [at for at, line in enumerate(lines[:signature]) if line.strip()]
    first, last = seen[:1], seen[-2:]
    is_signed = len(last) > 1 and _is_closing(lines[last[0]]) and _NAME.fullmatch(lines[last[1]].strip()) is not None
    if is_quoted:
        for above, behind in _headers(lines):
            yield places[above], places[behind] - 1
        for at, line in enumerate(lines[:_MOST_HEAD_LINES]):
            if _FIELD.fullmatch(line) is not None:
                yield places[at], places[at + 1] - 1
    if is_signed:
        yield places[last[1]], places[last[1] + 1] - 1
        if first < last and _is_greeting(lines[first[0]]):
            yield places[first[0]], places[first[0] + 1] - 1
    is_named = any(map(_begins_with_name, lines[signature + 1 : min(signature + 2, end)]))
    if (is_quoted or is_signed or is_named or added) and 0 < end - signature <= _MOST_SIGNATURE_LINES:
        yield places[signature], places[end] - 1


def _end_of_head(lines: Sequence[str]) -> int:
    """Give the line behind the fields that a mail was sent with; 0 when they are not those of a mail (RFC 5322)."""
    behind, names = 0, set[str]()
    while behind < len(lines) and (field := _FIELD_OF_HEAD.match(lines[behind])) is not None:
        names.add((field[1] or "").lower())
        behind += 1
    return behind if len(names & _FIELDS) >= _FEWEST_FIELDS else 0


def _begins_with_name(line: str) -> bool:
    """Tell whether a line is a full name, followed by a place or a task at most."""
    name = _FULL_NAME.match(line.strip())
    return name is not None and not any(word[0].islower() for word in name[1].split())


def _added(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Give the lines (from, to before) that list software adds: how to leave the list, what was attached.

    They stand at the end: one or two addresses below a long rule; or, below the title of another part, a sentence that
    ends with three dots and fields for name, size and address. The words are in the language of the list.
    """
    at = 0
    while at < len(lines):
        behind = at + 1
        if _FOOT.fullmatch(lines[at]) is not None:
            while behind < len(lines) and _PART.fullmatch(lines[behind]) is None:
                behind += 1
            foot = [line for line in lines[at + 1 : behind] if line.strip()]
            if 0 < len(foot) <= _MOST_FOOT_LINES and _PLACE.search("\n".join(foot)) is not None:
                yield at, behind
        elif _PART.fullmatch(lines[at]) is not None and lines[behind : behind + 1] and lines[behind].endswith("..."):
            behind += 1
            while behind < len(lines) and (not lines[behind].strip() or _FACT.match(lines[behind]) is not None):
                behind += 1
            yield at, behind
        at = behind


def _is_greeting(line: str) -> bool:
    """Tell whether the first line of a letter greets somebody by name: "Hello Gary,"."""
    small = plain(line.strip())
    greeting = finder(TermRole.GREETING).match(small)
    if greeting is None or not small.endswith(_ENDS_OF_GREETING):
        return False
    return _NAME.fullmatch(line.strip()[greeting.end() :].strip(_AROUND)) is not None


def _headers(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Give the lines (from, to before), one or two, directly above a quote that say whose it is."""
    seen = [at for at, line in enumerate(lines) if line.strip()]
    for above, at in pairwise(seen):
        if not lines[at].startswith(_QUOTE) or lines[at].startswith(_PROMPT) or lines[above].startswith(_QUOTE):
            continue
        header = lines[above].strip(_AROUND_HEADER)
        if not is_mail_header(header) and is_mail_header(f"{lines[max(above - 1, 0)]} {header}"):
            yield max(above - 1, 0), above + 1
        elif _names_somebody(header):
            yield above, above + 1


def _names_somebody(line: str) -> bool:
    """Tell whether a line says whose a quote is: "The plan says:" names nobody."""
    if finder(TermRole.DETERMINER).match(plain(line)) is not None:
        return False
    return is_quote_header(line) or _DATED.search(line) is not None


def _is_closing(line: str) -> bool:
    words = plain(line.strip(_AROUND))
    closing = finder(TermRole.CLOSING).match(words)
    return closing is not None and closing.end() == len(words)


_QUOTE: Final = ">"
_PROMPT: Final = ">>> "
"""The prompt of Python before an example."""
_QUOTED_LINE: Final = "\n>"
_DATED: Final = re.compile(r"\d{4}.{0,12}\d{1,2}:\d{2}[^\w]*:$")
"""A line that ends with a day, a time and a colon, whatever stands before them."""
_FIELD: Final = re.compile(r"[\w-]{2,12}:\s[^<>:]{1,80}<[^<>]{3,80}>\s*")
"""A field of the head of a mail that names somebody: "From: Gary <gary@alder.example>"."""
_MOST_HEAD_LINES: Final = 8  # a mail has many fields, and few that name somebody (half 0, twice 0)
_OF_MAIL: Final = tags.tag_set("a i b em strong u br tt")
"""Elements that archives write inside a mail."""
_RULE: Final = re.compile(r"--\s?")
"""The line above a signature (RFC 3676, section 4.3)."""
_MOST_SIGNATURE_LINES: Final = 8
"""Lines of a signature, the rule among them: RFC 1855 asks for four below it at most (half 0, twice 0)."""
_FULL_NAME: Final = re.compile(r"([^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){1,3})\s*(?:[,<(|].*)?$")
_HEAD: Final = re.compile(r"\s*[A-Z][\w-]{1,30}: [^\n]*\n")
_FIELD_OF_HEAD: Final = re.compile(r"(?:([A-Z][\w-]{1,30}):|\s+)\s*\S")
_FIELDS: Final = frozenset({"from", "to", "subject", "date", "message-id"})
_FEWEST_FIELDS: Final = 3  # a letter in an article may begin with one or two (half 0, twice 0)
_LEAST_ARCHIVE_SHARE: Final = 0.5
"""Share of the content of a page that is in mails: most of it (half 1, twice 0)."""
_ENDS: Final = re.compile(r"(?:^|\n)(?:--\s?\n|_{20,}[^\S\n]*\n|-{10,} [^\n]{3,40} -{10,}[^\S\n]*\n)")
"""The line above a signature, above what a list adds, or above another part."""
_FOOT: Final = re.compile(r"_{20,}\s*")
_MOST_FOOT_LINES: Final = 8  # the name of the list, and one or two addresses (half 0, twice 0)
_PLACE: Final = re.compile(r"https?://|\S@\S|\S at \S+\.\S")
"""An address where to leave a list, or to write to it."""
_PART: Final = re.compile(r"-{10,} \S.{1,38}\S -{10,}\s*")
_FACT: Final = re.compile(r"[^\s:]{2,20}\s*: ?\S")
_AROUND_HEADER: Final = " \t()"
"""Trackers write brackets around a header."""
_PRE: Final = tags.CODE["pre"]
_FEWEST_MAIL_CHARS: Final = 60
"""Characters of a letter without white space (half 0, twice 0)."""
_MOST_END_CHARS: Final = 400
"""Characters of the last lines, with a signature (half 0, twice 0)."""
_LIKELY_CLOSING: Final = re.compile(r"\n[^\S\n]*[^\W\d_][^\n]{0,40}[,!.]?[^\S\n]*\n\s*[^\W\d_][\w.'’ -]{0,50}(?:\n|$)")
"""A short line, and a name behind it."""
_ENDS_OF_GREETING: Final = (*COMMAS, *EXCLAMATION_MARKS, *COLONS)
_AROUND: Final = " \t,.!"
_NAME: Final = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}")
