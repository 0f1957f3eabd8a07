"""Reporters in datelines: "… 电（记者 王小明）…", "(서울=…) 김민수 기자 = …", "МОСКВА, 5 янв - …, Иван Орлов. …".

A dateline stands before the first sentence of a report: the place, the day and the agency, or some of these. The name
is cut out with the word that says "reporter"; everything else stays.
"""

import re
from typing import Final

from extraction.attribution.forms.contributor_forms import names_writer
from extraction.attribution.forms.persons import may_be_person
from extraction.attribution.forms.short_lines import ShortLines
from extraction.attribution.unlabelled.name_lines import is_of_text
from extraction.attribution.within_lines.dateline_forms import Reporter, reporter_in
from extraction.lexicon.person_names import NameRole, names
from extraction.lexicon.terms import TermRole, finder, texts_of, with_roles
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.node_table import Mask
from extraction.page.texts import TextParts, plain
from normalization.load_once import load_once


def datelines(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the names of reporters at the beginning of lines of the marked (S) content that go on with text.

    Only the first lines, and lines with a word of datelines, are looked at. A name without a word for "reporter" stays
    if the text speaks of that person later.
    """
    lines, language, parts = short.lines, short.language, list[PartOfLine]()
    (long,) = (content.take(lines.start) & (lines.texts.length >= _FEWEST_LINE_CHARS)).nonzero()
    rows = set(long[:_FIRST_LINES].tolist())
    if _have_signs().are_in(lines.texts.utf8):
        rows |= {row for sign in _signs() for row in lines.texts.holding(sign)}.intersection(long.tolist())
    for row in sorted(rows):
        text = lines.texts[row][:_MOST_DATELINE_CHARS]
        reporter = _in_brackets(text, language)
        if reporter is None and _LIKELY.search(text, 0, _MOST_PLACE_CHARS) is not None:  # few lines have a form
            reporter = reporter_in(text, language)
        if reporter is None or (
            not reporter.is_labelled and is_of_text(short, reporter.name, lines.texts.strings(long[long != row]))
        ):
            continue
        parts.append(part_of_line(short.page, row, reporter.start, reporter.stop))
    return PartOfLine.of_all(parts)


def _in_brackets(text: str, language: str) -> Reporter | None:
    """Give the reporter whom brackets name behind a word for "reporter"; None when there is none."""
    for bracket in _BRACKET.finditer(text):
        inside = plain(bracket[1])
        label = finder(TermRole.REPORTER, TermRole.PERSON).match(inside)
        if label is None:
            names_reporter = _names_chinese(inside)
        else:
            is_behind_wire = text[: bracket.start()].rstrip().endswith(_by_wire())
            is_person = may_be_person(inside[label.end() :], language) or names_writer(bracket[1], language)
            names_reporter = is_behind_wire or is_person
        if names_reporter:
            return Reporter(*bracket.span(), bracket[1], is_labelled=True)
    return None


def _names_chinese(inside: str) -> bool:
    """Tell whether brackets name a paper, a reporter with a Chinese surname and a wire: "…记者王小明北京报道"."""
    label = finder(TermRole.REPORTER).search(inside) if inside.endswith(_by_wire()) else None
    return label is not None and inside[label.end() :].startswith(tuple(names(NameRole.SURNAME, "zh")))


@load_once
def _signs() -> tuple[bytes, ...]:
    return tuple(term.text.upper().encode() for term in with_roles(TermRole.DATELINE))


@load_once
def _have_signs() -> TextParts:
    """Give the signs, to be looked for together: few pages have one."""
    return TextParts(*_signs())


@load_once
def _by_wire() -> tuple[str, ...]:
    return tuple(texts_of(TermRole.WIRE))


_BRACKET: Final = re.compile(r"[(（【\[]\s?([^()（）【】\[\]]{4,60})[)）\]】]")
_LIKELY: Final = re.compile(r"[–—/|=＝／：:]|- |--|^[(（\[【]")
"""A sign that stands behind the place, or before it, in each form."""
_MOST_PLACE_CHARS: Final = 64
"""Characters before that sign: a place, a day, an agency and a reporter, or the names of two (half 0, twice 0)."""
_FIRST_LINES: Final = 3  # a dateline begins a report, perhaps below a headline and a summary (half 0, twice 0)
_FEWEST_LINE_CHARS: Final = 25  # a place, a name and the beginning of a sentence (half 0, twice 0)
_MOST_DATELINE_CHARS: Final = 100  # all of these: a place, a day, an agency and some names (half 0, twice 0)
