"""Who is quoted, who is greeted and who signs in mails of plain text.

Archives of lists show a mail as it was sent: in one text that keeps its lines, or with a break behind each. A mail has
">" before every line that is quoted, or is preformatted, and signed as letters are.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from extraction.attribution.forms.quote_lines import is_mail_header, is_quote_header
from extraction.attribution.forms.short_lines import ShortLines
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.lines import PartOfLine
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain


def names_in_mails(short: ShortLines, content: Mask) -> PartOfLine:
    """Give what says whose quotes are, who is greeted and who signs, in the marked (S) content."""
    page, lines, parts = short.page, short.lines, PartOfLine([], set())
    quoted = {text for text in page.texts.holding(_QUOTED_LINE.encode()) if content[text]}
    letters = set(_letters(page, content)) if page.number_of(_PRE) else set()
    for text in quoted | letters:
        parts.cuts.update(_spans(page, text, is_quoted=text in quoted))
    rows = lines.texts.beginning_with(_QUOTE)
    broken = [row for row in rows if content[lines.start[row]] and not lines.texts[row].startswith(_PROMPT)]
    for row in broken:
        above = row - 1
        if above >= 0 and above not in broken and _names_somebody(lines.texts[above]):
            parts.texts.extend(range(int(lines.start[above]), int(lines.start[row])))
    return parts


def _letters(page: NodeTable, content: Mask) -> Iterator[int]:
    """Give the preformatted texts in the marked (S) content that may be signed as letters are: nearly no code may."""
    marked = content & (page.chars >= _FEWEST_CHARS) & (page.tag.take(page.owner) == _PRE)
    for text in marked.nonzero()[0].tolist():
        if _LIKELY_CLOSING.search(page.texts[text].rstrip()[-_MOST_OF_END:]) is not None:
            yield text


def _spans(page: NodeTable, text: int, *, is_quoted: bool) -> Iterator[tuple[int, int]]:
    """Give the bytes of a mail in one text (row) that name somebody; one without quotes must be signed."""
    start = int(page.texts.edge[text])
    lines = page.texts[text].split("\n")
    places = [start]
    for line in lines:
        places.append(places[-1] + len(line.encode("utf-8", "replace")) + 1)
    signature = next((at for at, line in enumerate(lines) if _RULE.fullmatch(line)), len(lines))
    seen = [at for at, line in enumerate(lines[:signature]) if line.strip()]
    first, last = seen[:1], seen[-2:]
    is_signed = len(last) > 1 and _is_closing(lines[last[0]]) and _NAME.fullmatch(lines[last[1]].strip()) is not None
    if is_quoted:
        for above, behind in _headers(lines):
            yield places[above], places[behind] - 1
        for at, line in enumerate(lines[:_MOST_OF_HEAD]):
            if _FIELD.fullmatch(line) is not None:
                yield places[at], places[at + 1] - 1
    if is_signed:
        yield places[last[1]], places[last[1] + 1] - 1
        if first < last and _is_greeting(lines[first[0]]):
            yield places[first[0]], places[first[0] + 1] - 1
    if (is_quoted or is_signed) and len(lines) - signature <= _MOST_OF_SIGNATURE and signature < len(lines):
        yield places[signature], places[-1] - 1


def _is_greeting(line: str) -> bool:
    """Tell whether the first line of a letter greets somebody by name: "Hello Gary,"."""
    small = plain(line.strip()).lower()
    greeting = finder(TermRole.GREETING).match(small)
    if greeting is None or not small.endswith(_GO_ON):
        return False
    return _NAME.fullmatch(line.strip()[greeting.end() :].strip(_AROUND)) is not None


def _headers(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Give the lines (from, to before) right above what is quoted that say whose it is; they may be two."""
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
    """Tell whether a line says whose a quote is: of "The plan says:" nobody."""
    if finder(TermRole.DETERMINER).match(plain(line).lower()) is not None:
        return False
    return is_quote_header(line) or _DATED.search(line) is not None


def _is_closing(line: str) -> bool:
    words = plain(line.strip(_AROUND)).lower()
    closing = finder(TermRole.CLOSING).match(words)
    return closing is not None and closing.end() == len(words)


_QUOTE: Final = ">"
_PROMPT: Final = ">>> "
"""What Python writes before an example."""
_QUOTED_LINE: Final = "\n>"
_DATED: Final = re.compile(r"\d{4}.{0,12}\d{1,2}:\d{2}[^\w]*:$")
"""A line that ends with a day, a time and a colon, whatever stands before them."""
_FIELD: Final = re.compile(r"[\w-]{2,12}:\s[^<>:]{1,80}<[^<>]{3,80}>\s*")
"""A field of the head of a mail that names somebody: "From: Gary <gary@alder.example>"."""
_MOST_OF_HEAD: Final = 8
_RULE: Final = re.compile(r"--\s?")
"""The line above a signature (RFC 3676, section 4.3)."""
_MOST_OF_SIGNATURE: Final = 8
"""Lines, the rule among them."""
_AROUND_HEADER: Final = " \t()"
"""Trackers write brackets around a header."""
_PRE: Final = tags.CODE["pre"]
_FEWEST_CHARS: Final = 60
"""Of a letter, white space left out."""
_MOST_OF_END: Final = 400
"""Characters: of the last lines, with a signature."""
_LIKELY_CLOSING: Final = re.compile(r"\n[^\S\n]*[^\W\d_][^\n]{0,40}[,!.]?[^\S\n]*\n\s*[^\W\d_][\w.'’ -]{1,50}(?:\n|$)")
"""A short line, and a name behind it."""
_GO_ON: Final = (",", "!", ":", "،", "，", "！")
_AROUND: Final = " \t,.!"
_NAME: Final = re.compile(r"[^\W\d_][\w.'’-]*(?: [^\W\d_][\w.'’-]*){0,2}")
