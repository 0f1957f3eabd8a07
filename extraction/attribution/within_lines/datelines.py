"""Reporters in the dateline of a report: "… 电（记者 王小明）…", "(서울=…) 김민수 기자 = …", "ANKARA (AA) - ALİ ...".

In the first lines a name may also stand alone behind the place: "LONDON – Anna Berg. The …", "عمّان – رنا ... – ...".
The place, the agency and the day stay; the name goes, with what says that it is a reporter's.
"""

import re
from functools import lru_cache
from typing import Final

from extraction.attribution.contributors import names_writer
from extraction.attribution.forms.expressions import compiled
from extraction.attribution.forms.persons import are_persons, may_be_person
from extraction.attribution.forms.short_lines import ShortLines
from extraction.attribution.forms.tokens import tokenise
from extraction.attribution.unlabelled.name_lines import is_of_text
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import UNSPACED_SCRIPTS, TermRole, finder, texts_of, with_roles
from extraction.page import head
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.node_table import Mask
from extraction.page.texts import TextParts, plain


def datelines(short: ShortLines, content: Mask) -> PartOfLine:
    """Give what names reporters at the beginnings of lines of the marked (S) content that go on."""
    lines, language, parts = short.lines, head.language(short.page), list[PartOfLine]()
    utf8 = lines.texts.utf8
    rows = {row for sign in _signs() for row in lines.texts.holding(sign)} if _have_signs().are_in(utf8) else set[int]()
    (long,) = (content.take(lines.start) & (lines.texts.length >= _FEWEST_CHARS)).nonzero()
    for row in long[:_FIRST_LINES].tolist():
        start, stop = _behind_place(lines.texts[row][:_MOST_OF_DATELINE], language)
        if start < stop and not is_of_text(short, lines.texts[row][start:stop], lines.texts.of(long[long != row])):
            parts.append(part_of_line(short.page, row, start, stop))
    for row in sorted(rows):
        if not content[lines.start[row]] or lines.texts.length[row] < _FEWEST_CHARS:
            continue
        start, stop = _named(lines.texts[row][:_MOST_OF_DATELINE], language)
        if start < stop:
            parts.append(part_of_line(short.page, row, start, stop))
    return PartOfLine.of_all(parts)


def _named(text: str, language: str) -> tuple[int, int]:
    """Give where a reporter is named in the beginning of a line, and the place behind; twice the same for nowhere."""
    for bracket in _BRACKET.finditer(text):
        is_reporter = finder(TermRole.REPORTER, TermRole.PERSON).match(plain(bracket[1]).lower()) is not None
        is_behind_day = text[: bracket.start()].rstrip().endswith(_by_wire())
        if is_reporter and (is_behind_day or names_writer(bracket[1], language)):
            return bracket.span()
    if not any(map(text.__contains__, _signs_of_forms())):  # as on Chinese pages
        return 0, 0
    cut = tokenise(text, language)
    for form, has_name in _FORMS.items():
        match = compiled(form).match(cut.shape)
        if match is not None:
            first, behind = match.span("name")
            start, stop = cut.starts[first], cut.stops[behind - 1]
            if has_name(text[start:stop].strip(_AROUND), language):
                return start, stop
    return 0, 0


def _behind_place(text: str, language: str) -> tuple[int, int]:
    """Give where a name and a sign behind it stand between a place with a dash and the text; else twice the same."""
    if not any(map(text.__contains__, _BEHIND_PLACE)):  # as in most lines
        return 0, 0
    match = _PLACED.match(text)
    if match is None:
        return 0, 0
    place, name, ends_with_dash = match["place"], match["name"], match["end"].strip() in _DASHES
    words = place.split()
    if not (place.isupper() or (ends_with_dash and all(not word[0].islower() for word in words))):
        return 0, 0
    if not 0 < len(words) <= _MOST_WORDS_OF_PLACE or any(word.lower() in stop_words(language) for word in words):
        return 0, 0
    if are_persons(place, language) or not are_persons(name, language):
        return 0, 0
    return match.start("name"), match.end("end")


def _is_korean(text: str, language: str) -> bool:
    names = text.removesuffix("=").split()[:-1]  # the last word is what they do
    return text.endswith("=") and are_persons(" ".join(names), language)


def _is_in_capitals(text: str, language: str) -> bool:
    return text.isupper() and may_be_person(text, language)


@lru_cache(maxsize=1)
def _signs() -> tuple[bytes, ...]:
    return tuple(term.text.upper().encode() for term in with_roles(TermRole.DATELINE))


@lru_cache(maxsize=1)
def _have_signs() -> TextParts:
    """Give the signs, to be looked for together: few pages have one."""
    return TextParts(*_signs())


@lru_cache(maxsize=1)
def _signs_of_forms() -> tuple[str, ...]:
    """Give those of languages in which a reporter stands in no brackets."""
    return tuple(t.text.upper() for t in with_roles(TermRole.DATELINE) if t.script not in UNSPACED_SCRIPTS)


@lru_cache(maxsize=1)
def _by_wire() -> tuple[str, ...]:
    return tuple(texts_of(TermRole.WIRE))


_FORMS: Final = {
    r"(?:[(].{1,8}[)])?(?P<name>u(?:[|]?u){0,2}<job>[|])(?=.)": _is_korean,
    r"[N]{1,3}(?:[|]N{1,2})?[(].{1,2}[)][|](?P<name>N{2,3}[|])(?=.)": _is_in_capitals,
}
"""Forms (``expressions``) of the beginning of a line, each with how its name is told."""
_BRACKET: Final = re.compile(r"[(（【\[]\s?([^()（）【】\[\]]{4,60})[)）】\]]")
_AROUND: Final = " -–—"
_PLACED: Final = re.compile(
    r"(?P<place>[^\W\d_][^–—\d:;.,!?()]{1,30}?)(?:,? ?\([^()]{2,25}\)|, ?[^–—:;()]{3,20})?\s[–—-]{1,2}\s"
    r"(?P<name>[^\W\d_][^–—/|:.,;!?()\d]{3,40}?)(?P<end>\s[–—-]{1,2}\s+|\s?[/|.]\s+|:\s+(?![\"'“„«‘]))(?=\w|\W\w)"
)
_DASHES: Final = ("-", "--", "–", "—")
_BEHIND_PLACE: Final = ("- ", "– ", "— ")
_FIRST_LINES: Final = 3
_MOST_WORDS_OF_PLACE: Final = 3
_FEWEST_CHARS: Final = 25
_MOST_OF_DATELINE: Final = 90
