"""E-mail addresses with a word or another sign for the @ and no brackets: "olga собака example точка ru", "li#qq.com".

Words such as "at" have other meanings, and signs stand in other things: what more the line says must tell. It does if
the address is at a known host of mail, stands behind a word for e-mail, has digits or signs in its first part, has its
words in capitals, a domain that ends with the country of a word's language, or words of two languages: who writes
"hans at example punkt de" says no "at" otherwise.
"""

import re
from collections.abc import Iterator
from typing import Final

from normalization.finders import Finder, of_literal
from normalization.load_once import load_once
from normalization.masking.domains import domain, dot_word
from normalization.masking.file_endings import may_be_file
from normalization.masking.folding import Span, page_address
from normalization.masking.labels.label_search import email_before, email_behind
from normalization.masking.labels.label_table import Label, is_mail_host, languages_of, terms, terms_of
from normalization.masking.labels.services import small_letters
from normalization.masking.labels.sought_words import SoughtWords

_MAX_LOCAL: Final = 72
_MAX_EXPLANATION: Final = 12
"""Characters between a sign and the @ that it stands for."""
_SIGN: Final = re.compile("[#★☆]")
_NUMBER_SIGN: Final = "#"
_AT: Final = (Label.AT_SIGN, Label.AT_WORD)
_BEHIND_LATIN: Final = re.compile(r"(?<=[A-Za-z0-9_])|(?<=[A-Za-z0-9_]\s)")
_MAIL: Final = "mail"
"""This, or a word for a point, stands in nearly every line where "at" is the sign of an address."""
_MIXED: Final = re.compile("[A-Za-z].*[0-9_.]|[0-9_.].*[A-Za-z]|^[0-9]{5,}$")
_DIGITS: Final = re.compile("[A-Za-z].*[0-9_]|[0-9_].*[A-Za-z]|^[0-9]{5,}$")
_FIRST: Final = re.compile(r"[^\W_][\w-]*")
_DOT: Final = re.compile(r"(?<=\s)[^\W\d_]+(?=\s)")
_COLON: Final = re.compile(r"[:\uff1a]\s?$")


def find(line: str) -> Iterator[Span]:
    """Give the places of such addresses in a folded line."""
    local, rest = _patterns()
    joined, spaced = _sign_patterns()
    has_joined = any(map(small_letters(line).__contains__, (_NUMBER_SIGN, *_joined_signs())))
    patterns = (joined, spaced) if has_joined else (spaced,)
    for match in (match for pattern in patterns for match in pattern.finditer(line)):
        after = rest.match(line, match.end())
        if after is None:
            continue
        start = match.start()
        before = local.search(line, max(0, start - _MAX_LOCAL), start)
        if before is None or page_address(line, before.start()) is not None:
            continue
        if match["sure"] or _is_address(line, before, match, after):
            yield before.start(), after.end()


def _is_address(line: str, before: re.Match[str], sign: re.Match[str], after: re.Match[str]) -> bool:
    """Tell whether more than a word with other meanings says that an address stands here."""
    host = _FIRST.match(after[0])
    is_at_host = host is not None and is_mail_host(host[0])
    is_mixed = _MIXED.search(before[0]) is not None
    if _SIGN.search(sign[0]):
        called = _DIGITS.search(before[0]) or email_before(line, before.start()) or _is_explained(line, sign[0].strip())
        # Behind the name of a page the # leads to a part of it.
        return not may_be_file(before[0]) and (is_at_host or bool(called))
    if re.fullmatch(r"[\w.-]+", after[0]):  # "shop at example.com"
        called = (
            email_before(line, before.start())
            and _COLON.search(line, max(0, before.start() - 3), before.start()) is not None
        )
        return called or (is_at_host and is_mixed)
    in_capitals = sign[0].isupper() and not before[0].isupper()
    called = email_before(line, before.start()) or email_behind(line, after.end())
    if in_capitals or is_at_host or is_mixed or called:
        return True
    dot = _DOT.search(after[0])
    if dot is None:
        return False
    of_dot = languages_of(Label.DOT_WORD, dot[0].lower())
    return after[0].split()[-1].lower() in of_dot or not of_dot & languages_of(Label.AT_WORD, sign["unsure"].lower())


def _is_explained(line: str, sign: str) -> bool:
    """Tell whether a line says that an @ is meant: "replace # by @"."""
    return re.search(rf"{sign}[^\n@]{{0,{_MAX_EXPLANATION}}}@(?![A-Za-z0-9])", line) is not None


@load_once
def _joined_signs() -> tuple[str, ...]:
    """Give the other signs, and the words of scripts that may stand without a space."""
    return (*"★☆", *(word for kind in _AT for word in terms(kind, latin=False)))


@load_once
def signs() -> tuple[Finder, ...]:
    """Give what finds the signs and words, which takes a tenth of the time of their patterns."""
    joined = SoughtWords((word, False) for word in _joined_signs())
    words = SoughtWords((word, False) for word in (_MAIL, *terms(Label.AT_SIGN, latin=True)))
    return (
        of_literal(_NUMBER_SIGN),
        lambda lines, start: joined.next_in(small_letters(lines), start, _BEHIND_LATIN),
        lambda lines, start: words.next_in(small_letters(lines), start),
        _find_dot_word,
    )


def _find_dot_word(lines: str, start: int) -> int:
    """Give the next place, from one on, in folded lines with a word for a point, where one has "at"; -1 for none."""
    small = small_letters(lines)
    if not _at_words().places_in(small):  # as in most languages
        return -1
    return _dot_words().next_in(small, start)


@load_once
def _at_words() -> SoughtWords:
    return SoughtWords((f" {word} ", False) for word in terms(Label.AT_WORD, latin=True))


@load_once
def _dot_words() -> SoughtWords:
    return SoughtWords((f" {word}", False) for word in terms_of(Label.DOT_WORD))


@load_once
def _sign_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Give the patterns of signs and words of other scripts, which may stand without a space, and of Latin words."""

    def any_term(label: Label, *, latin: bool) -> str:
        return "|".join(map(re.escape, terms(label, latin=latin)))

    sure, unsure = (any_term(label, latin=False) for label in _AT)
    latin_sure, latin_unsure = (any_term(label, latin=True) for label in _AT)
    joined = rf"(?<=[A-Za-z0-9_])\s?(?:(?P<sure>{sure})|{_SIGN.pattern}|(?P<unsure>{unsure}))\s?(?=[^\W_])"
    spaced = rf"\s(?<=[A-Za-z0-9_].)(?i:(?P<sure>{latin_sure})|(?P<unsure>{latin_unsure}))\s(?=[^\W_])"
    return re.compile(f"(?i:{joined})"), re.compile(spaced)


@load_once
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Give the patterns of what ends before a sign, and of what begins behind it."""
    part = r"[A-Za-z0-9](?:[A-Za-z0-9_.+-]{0,63}(?<=[A-Za-z0-9_]))?"
    local = rf"(?<![A-Za-z0-9_.+/#-]){part}(?:{dot_word(Label.NAME_SIGN)}{part}){{0,2}}$"
    return re.compile(local), re.compile(domain())
