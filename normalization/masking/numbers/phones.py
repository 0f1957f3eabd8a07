"""Telephone numbers: in the groups that countries write them in, or of bare digits behind a word for one."""

import re
from collections.abc import Collection, Iterator
from typing import Final

from normalization.finders import Finder
from normalization.load_once import load_once
from normalization.masking.folding import Span, find_many_digits, matches, page_address
from normalization.masking.labels.label_search import between_numbers, label_before, unit_after
from normalization.masking.labels.label_table import Label, any_of

_MAY_BE_PHONE: Final = re.compile(
    r"[+(0-9](?<![0-9_/=#&%?$£¥€₸₺₽-].)(?:(?<=\()|(?<![A-Za-z].))(?<![0-9=][ :].)"
    r"(?:(?<!\..)|(?<=[^\W\d_]\..)(?<![\w./-][^\W\d_]\..))(?=(?:[ ().:/+-]{0,4}[0-9]){7})"
)
"""Where any of the patterns below may begin: all have eight digits. What may not stand before is asked behind the first
character, which Python then looks for by itself: a point only behind a word of one letter ("т.8-912-345-67-89"), and a
letter only before a bracket."""
_MAY_BE_DIGITS: Final = re.compile(
    r"[+(0-9](?<![0-9].)(?<![0-9][.].)(?=(?:[ ().:/+-]{0,4}[0-9]){5}|-[0-9]{2}-[0-9]{2})"
)
"""Bare digits may begin here, which are six, or five in a small place."""
_EXTENSION: Final = "x[0-9]{1,5}(?![0-9A-Za-z])"
_NO_WORD = rf"(?:(?![0-9a-z_=]|[A-Z](?![a-z]{{2}}))|(?={_EXTENSION}|{any_of(Label.GLUED)}))"
"""No digit or word stands right behind the number; but an extension, or the name of a messenger there, may, and a word
with a capital, where a line break was lost."""
_NOT_AFTER = rf"{_NO_WORD}(?![-.,/:][0-9])"
_S = r"[ .-]?"
_D2, _D3, _D4 = "[0-9]{2}", "[0-9]{3}", "[0-9]{4}"
_MORE = r"(?:/[0-9]{1,2}(?![0-9/.,-]))?"
"""The end of the next number, which begins alike: "7946 0011/12"."""
_AREA_IN_DASHES = r"(?:[0-9]{0,2} - \([0-9]{1,4}\) - )?"
_INTERNATIONAL = rf"(?:\+|00){_S}[1-9]{_AREA_IN_DASHES}(?:[ ()./-]{{0,3}}[0-9]){{7,14}}{_NO_WORD}(?![-.,:][0-9])"
"""ITU-T E.164: up to fifteen digits; a stroke stands behind the area, or before an extension or another number."""
_NATIONAL_FORMS = (
    # China, mobile: 3-4-4, and other groupings
    rf"(?:\(?(?:\+|00)?86\)?{_S}|0)?1[3-9][0-9]{_S}{_D4}{_S}{_D4}",
    rf"1[3-9]{_D2}{_S}{_D3}{_S}{_D4}",
    rf"1[3-9][0-9]{_S}{_D3}{_S}[0-9]{{5}}",
    # China, fixed, with extension; and service numbers
    rf"\(?0(?:10|2[0-9]|[3-9]{_D2})\)?(?:[ -]{{0,3}}|:)[1-9]{_D2}{_S}[0-9]{{4,5}}(?:[-][0-9]{{1,5}})?",
    rf"[48]00[- ]{_D3}[- ]?{_D4}",
    # Kazakhstan
    rf"8{_S}\(?7{_D2}\)?{_S}{_D3}{_S}{_D2}{_S}{_D2}",
    rf"8(?:{_S}\(7{_D3}\){_S}|[ -]7{_D3}[ -]){_D2}{_S}{_D2}{_S}{_D2}",
    # Russia and its neighbours
    rf"(?:8{_S})?\([3-9]{_D2}\){_S}{_D3}{_S}{_D2}{_S}{_D2}",
    rf"(?:(?:8{_S})?\([3-9]{_D3}\){_S}|8[ -][3-9]{_D3}[ -]){_D2}-{_D2}-{_D2}",
    rf"(?:8{_S})?\([3-9]{_D4}\){_S}[0-9]-{_D2}-{_D2}",
    rf"8(?:[ -]|(?=\())\(?[3-9]{_D2}\)?[ -]?{_D3}{_D4}",
    rf"8(?P<mark>[ -])[3-9]{_D2}(?P=mark){_D3}(?P=mark){_D2}(?P=mark){_D2}",
    r"89[0-9]{9}",
    # Kyrgyzstan
    rf"0{_S}\(?[2-9]{_D2}\)?{_S}{_D2}(?P<space>[ -]){_D2}(?P=space){_D2}",
    # Turkey
    rf"0{_S}\(?(?:[2-5]{_D2}|850)\)?{_S}{_D3}{_S}{_D2}{_S}{_D2}",
    # North America
    rf"(?:1[ .-])?(?:\([2-9]{_D2} ?\)[ .-]{{0,2}}{_D3}[ .-]|[2-9]{_D2}(?P<dash>[-.]){_D3}(?P=dash)){_D4}",
    rf"[2-9]{_D2}(?: [2-9]{_D2}-|[-/][2-9]{_D2}[ -]){_D4}",
    # Western Europe: the Netherlands, Britain, France, Germany
    r"06[ -][1-9][0-9]{7}",
    rf"\(?0(?:1{_D3}\)? {_D3} ?{_D3}|1{_D2}\)? {_D3} {_D4}|2[0-9]\)? {_D4} {_D4}|7{_D3} {_D3} ?{_D3})",
    rf"0[1-79](?:(?P<between>[ .]){_D2}(?:(?P=between){_D2}){{3}}(?!(?P=between)[0-9]))",
    r"0[1-9][0-9]{1,3} ?[/-] ?[1-9][0-9]{4,7}",
    r"01[567][0-9]{1,2} [0-9]{7,8}",
    r"0[1-9][0-9]{1,3} ?/ ?[1-9][0-9]{1,3}(?: [0-9]{1,3}){1,4}(?: ?- ?[0-9]{1,4})?",
    # Brazil
    rf"\([1-9][0-9]\) ?(?:9 ?)?[2-9]{_D3}-{_D4}",
    rf"[1-9][0-9] 9{_D4}[- ]{_D4}",
    # East and South-East Asia: mobile
    rf"0(?:1[016-9]|[5789]0|[35689][0-9])(?P<point>[ .-])(?:{_D3}|{_D4})(?P=point){_D4}",
    rf"0[35789]{_D2}(?P<stop>[ .-]){_D3}(?P=stop){_D3}",
    rf"08[1-9][0-9](?P<line>[ -]){_D4}(?P=line){_D3}[0-9]{{0,2}}",
    # Many countries: the area in brackets, or groups behind a zero
    rf"0[1-9][0-9](?P<after>[ -]){_D3}(?P=after){_D2}(?P=after){_D2}",
    rf"0[1-9]{_D2}(?P<last>[ -]){_D3}(?P=last){_D3}[0-9]?",
    rf"0[1-9]{_D2}[ -][1-9][0-9]{{6}}",
    rf"0[1-9] {_D4} {_D4}",
    r"\(0[0-9]{1,4}\) ?[0-9]{1,4}(?:[ -][0-9]{2,4}){1,3}",
    r"0[1-9][0-9]{0,3}-[0-9]{1,4}-[0-9]{3,4}(?<=[0-9-]{12})",
)
# Bare digits are a telephone number only behind a word for telephone; several numbers may follow the word.
_DIGITS: Final = (
    r"(?:(?:\(?0[0-9 ]{1,6}\)? ?[/:] ?)?[+(]{0,2}[0-9](?:[ ().-]{0,3}[0-9]){5,14}|[1-9]-[0-9]{2}-[0-9]{2})"
    rf"{_MORE}{_NO_WORD}(?![-.:][0-9])"
)
_NATIONAL: Final = re.compile("0(?:[ .-]?[0-9]){8,10}")
"""A number as it is dialled within a country: it may stand behind a messenger's name as well."""
_WITHOUT_ZERO: Final = re.compile(
    "(?!.{8,} 000$)(?=(?:[^0-9]*[0-9]){9})[+(]{0,2}[1-9][0-9]*(?:[ ()-]{1,3}[0-9]{2,})+|(?!20)[2-9][0-9]{3}[ -][0-9]{4}"
)
"""A number without its zero: it may stand behind a messenger's name, but a round one there counts users."""
_MAX_GAP: Final = 8
"""At most so many characters stand between two telephone numbers of a list; in a table they are spaces."""
_NO_PHONE: Final = re.compile(
    r"[0-9]{5}-[0-9]{3}"  # a postcode of Brazil
    r"|(?:19|20)[0-9]{2}(?:([-./ ])[0-9]{1,2}\1[0-9]{1,2}| ?- ?(?:19|20)[0-9]{2})"
    r"|[0-3]?[0-9]([-./])[01]?[0-9]\2(?:19|20)[0-9]{2}"  # a day
    r"|[1-9][0-9]{0,2}(?:[ .][0-9]{3}){0,3}[ .]000|[1-9][0-9]?(?:\.[0-9]{3}){2,}"  # an amount
    r"|(?=.{0,12}[0-9]{3})(?:0|[1-9][0-9]{0,2})(?:\.(?:0|[1-9][0-9]{0,2})){3}"  # or an address of a machine
)
_FRACTION: Final = re.compile(r"0\.[0-9]+")
_LOCAL: Final = rf"((?:[2-9]{_D2}[-. ])?[2-9]{_D2}- ?{_D4}){_NOT_AFTER}"
"""A local number in North America has no area code: it counts only behind a word such as "call"."""


def signs() -> tuple[Finder, ...]:
    """Give what finds as many digits as every telephone number has."""
    return (find_many_digits,)


def find(line: str) -> Iterator[Span]:
    """Give the places of telephone numbers in a folded line; one place may come twice."""
    phones, local, digits = _patterns()
    spans = [_span(match) for match in matches(_MAY_BE_PHONE, phones, line)]
    spans = [span for span in spans if _reaches_somebody(line, *span)]
    spans += (match.span(1) for match in local.finditer(line))
    yield from spans
    ends = {end for _, end in spans}
    for match in matches(_MAY_BE_DIGITS, digits, line):
        start, end = _span(match)
        if _NO_PHONE.fullmatch(match[0]) or page_address(line, start) is not None or unit_after(line, end):
            continue
        label = label_before(line, start)
        behind_messenger = label is Label.MESSENGER and _messengers_take(match[0])
        if _is_listed(line, start, ends) or behind_messenger or label in {Label.PHONE, Label.NUMBER}:
            ends.add(end)
            yield start, end


def _span(match: re.Match[str]) -> Span:
    """Give the place of a number with the bracket in which its area stands, and without one that holds all of it."""
    start, end = match.span()
    open_before = match.string[max(0, start - 1) : start] == "(" and match[0].count(")") > match[0].count("(")
    return start - open_before + (match[0].startswith("(") and ")" not in match[0]), end


def _messengers_take(number: str) -> bool:
    """Tell whether digits behind a messenger's name have a form in which telephone numbers stand there."""
    return _NATIONAL.fullmatch(number) is not None or _WITHOUT_ZERO.fullmatch(number) is not None


def _is_listed(line: str, start: int, ends: Collection[int]) -> bool:
    """Tell whether digits follow one of the telephone numbers that end at some places, as the next one of a list."""
    if not ends:
        return False
    gap = max(0, start - _MAX_GAP)
    before = between_numbers().search(line[gap:start].lower())
    return before is not None and gap + before.start() in ends


def _reaches_somebody(line: str, start: int, end: int) -> bool:
    """Tell whether nothing around digits with the form of a telephone number says that they are another number."""
    return (
        page_address(line, start) is None
        and not _FRACTION.fullmatch(line, start, end)
        and label_before(line, start) not in {Label.OTHER, Label.VERSION}
        and not unit_after(line, end)
    )


@load_once
def _patterns() -> tuple[re.Pattern[str], ...]:
    """Make the patterns, which takes longer than a page without a telephone number."""
    phones = f"(?:{_INTERNATIONAL}|(?:{'|'.join(_NATIONAL_FORMS)}){_MORE}{_NOT_AFTER})"
    local = rf"(?<![A-Za-z]){any_of(Label.LOCAL_PHONE)}(?![A-Za-z])[^0-9\n]{{0,30}}?{_LOCAL}"
    return tuple(map(re.compile, (phones, local, _DIGITS)))
