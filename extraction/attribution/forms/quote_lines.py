"""Lines that say whose a quote is: before it, in it, or at the beginning of its first line."""

import re
from typing import Final

from extraction.attribution.forms import tokens
from extraction.attribution.forms.expressions import is_any, match_form
from extraction.attribution.forms.tokens import Tokens
from extraction.lexicon.terms import TermRole, finder
from extraction.page.signs import COLONS, one_of
from extraction.page.texts import plain

_DATED_HEADERS: Final = (
    r"<sign>?<quote>:?.{1,8}<moment>{1,2}.{0,8}$",
    r"<sign>?<word>{1,4}<quote>.{0,3}<moment>{1,2}<sign>*$",
    r"<sign>?<word>{1,3}<moment>{1,2}<word>{0,3}<quote><sign>*$",
)
"""Lines that say whose a quote is, and from when."""
_HEADER_LINES: Final = (
    r".{0,20}?<wrote|quote><word>{0,2}<sign>?:<sign>*$",
    r"<sign>?<word>{1,3}<wrote>.{0,20}:<sign>*$",
    r"<quote>.{0,14}$",
    r"<sign>?<word>{1,4}<quote><sign>*:?$",
    *_DATED_HEADERS,
    r".{0,12}<published>.?<moment>+$",
)
"""Lines that say whose a quote is and nothing else, in the quote or before it."""
_QUOTED_FROM: Final = r"<quote><word>{1,4}<sign>*$"
"""What may follow a label of quotes in the same line: "Quote: Originally posted by Aygul"."""
_NAME_LINE: Final = r"<sign>?<word>:$"
"""A quote may begin with a line that is a name alone."""
_UNENDED_LINE: Final = r"<sign>?<word>{1,3}<wrote>$"
"""A name and that it wrote, where a colon would be: "Aygul said"; not all of the quote."""
_LINE_TO_CLOCK: Final = r"[^.dDt]{0,10}[dD][^.]{0,4}t<sign>*$"
"""A line that ends with the day and the time of what is quoted, whatever its language, and is not all of the quote."""
_HEADER_TO_COLON: Final = r".{0,20}?<wrote|quote>:(?!#|[|][|])"
_HEADER_TO_LAST_COLON: Final = r".{0,20}?<wrote|quote>.{0,40}:<sign>*$"
_HEADER_TO_FIRST_COLON: Final = r".{0,20}?<wrote|quote>.{0,20}?:(?!#|[|][|])"
"""Beginnings of a quote's first line, the surest first."""
_MAX_HEADER_CHARS: Final = 240  # a name, an address of e-mail, a day and a time (half 0, twice 0)
_OF_MAIL: Final = re.compile(rf"(?:<[^<>]{{3,80}}>|\S@\S)[^<>]{{0,90}}{one_of(COLONS)}\W{{0,3}}$")
_CLOCK: Final = re.compile(r"\d[h.]\d\d")
"""A time of day without a colon."""
_BEHIND_HEADER: Final = "↑»› "


def is_quote_header(line: str) -> bool:
    """Tell whether a line before a quote says whose it is, and nothing else."""
    if len(line) > _MAX_HEADER_CHARS or not _may_be_header(line):
        return False
    return is_mail_header(line) or is_any(tokens.tokenise(line), _HEADER_LINES)


def is_mail_header(line: str) -> bool:
    """Tell whether a line is what programs for mail write above what they quote: an address, a moment, and a colon.

    They do so in every language: "Am 6. Mai 2024 um 9:12 schrieb Gary <gary@alder.example>:".
    """
    return _OF_MAIL.search(line) is not None and tokens.has_moment(line)


def is_dated_quote_header(line: str) -> bool:
    """Tell whether the first line of a quote says whose it is and from when, and nothing else."""
    return len(line) <= _MAX_HEADER_CHARS and _may_be_header(line) and is_any(tokens.tokenise(line), _DATED_HEADERS)


def header_chars(line: str, *, before_more: bool) -> int:
    """Count the characters at the beginning of a quote's first line that say whose the quote is; 0 for none.

    ``before_more`` says that more lines of the quote follow.
    """
    line_start = line[:_MAX_HEADER_CHARS]
    if not _may_be_header(line_start):
        return 0
    if is_mail_header(line):
        return len(line)
    cut = tokens.tokenise(line_start)
    stop = _stop(cut, _HEADER_TO_COLON)
    if not stop and len(line) <= _MAX_HEADER_CHARS and is_any(cut, (_HEADER_TO_LAST_COLON,)):
        return len(line)
    stop = stop or _stop(cut, _HEADER_TO_FIRST_COLON)
    if stop:
        rest = line[stop:].lstrip(_BEHIND_HEADER)
        is_header = before_more and len(rest) <= _MAX_HEADER_CHARS and is_any(tokens.tokenise(rest), (_QUOTED_FROM,))
        return len(line) if is_header else len(line) - len(rest)
    lines = (*_HEADER_LINES, _NAME_LINE, *((_LINE_TO_CLOCK, _UNENDED_LINE) if before_more else ()))
    return len(line) if len(line) <= _MAX_HEADER_CHARS and is_any(cut, lines) else 0


def _may_be_header(line: str) -> bool:
    """Tell whether a line has what all forms of headers ask for: quicker than to cut it into tokens."""
    return (
        any(colon in line for colon in COLONS)
        or finder(TermRole.QUOTE, TermRole.PUBLISHED, TermRole.WROTE).search(plain(line)) is not None
        or _CLOCK.search(line) is not None
    )


def _stop(cut: Tokens, form: str) -> int:
    """Give how many characters at the beginning of a line have a form; 0 when they have not."""
    match = match_form(cut, form)
    return match.span()[1] if match is not None else 0
