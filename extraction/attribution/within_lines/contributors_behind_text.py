"""Who wrote a text, named behind its last sentence: "… (Text: Anna Berg)", "… – Anna Berg"."""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.contributor_forms import NAME_ALONE, contributor_reason, names_writer
from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.persons import are_persons, is_impersonal, may_be_person
from extraction.attribution.forms.short_lines import ShortLines
from extraction.attribution.unlabelled.name_lines import is_of_text
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.signs import (
    CLOSING_BRACKETS,
    CLOSING_QUOTES,
    DASHES,
    OPENING_BRACKETS,
    QUESTION_MARKS,
    SENTENCE_ENDS,
    one_of,
)


def contributors_behind_text(short: ShortLines, rows: NDArray[np.intp]) -> PartOfLine:
    """Give such names in the last ones of the lines of an article (rows), with their brackets or dashes."""
    parts, texts = [], short.lines.texts
    for row in rows[-_LAST_LINES:].tolist():
        end = _end_in_brackets(texts[row], short.language) or _signature(short, row, rows)
        if end is not None:
            parts.append(part_of_line(short.page, row, *end.span()))
    return PartOfLine.of_all(parts)


def _end_in_brackets(text: str, language: str) -> re.Match[str] | None:
    """Give the brackets at the end of a line that name who wrote; None for none."""
    if not text.rstrip(_STOPS).endswith(tuple(CLOSING_BRACKETS)):
        return None
    bracket = _BRACKET_AT_END.search(text, max(len(text) - _MOST_BRACKET_CHARS, 0))
    if bracket is None:
        return None
    # Behind the words of somebody, in signs of quotation, stands who said them.
    names = (bracket[1], bracket[1].rpartition(_BESIDE_PLACE)[2])
    is_signed = text[: bracket.start()].endswith(SENTENCE_ENDS) and any(are_persons(name, language) for name in names)
    return bracket if is_signed or names_writer(bracket[1], language) else None


def _signature(short: ShortLines, row: int, rows: NDArray[np.intp]) -> re.Match[str] | None:
    """Give the name of the writer behind the last sentence of a line; None for none.

    A dash stands before it, or it has the surname in capitals, or a word for a job. A name that the other lines (rows)
    speak of is none.
    """
    texts, language = short.lines.texts, short.language
    text = texts[row]
    end = _SIGNATURE_AT_END.search(text, max(len(text) - _MOST_SIGNATURE_CHARS, _FEWEST_TEXT_CHARS))
    if end is None:
        return None
    name, surname = end["name"], end["name"].split()[-1].strip(".")
    ends_sentence = name.endswith(SENTENCE_ENDS)
    if end["dash"] or (row == rows[-1] and not ends_sentence):
        is_name = are_persons(name, language)
    elif surname.isupper() and len(surname) >= _FEWEST_SURNAME_LETTERS and not text.isupper():
        is_person = are_persons(name, language) or (may_be_person(name, language) and not is_impersonal(name))
        is_name = is_person and first_form(name.strip("."), NAME_ALONE, language) is not None
    else:
        is_name = False
    is_name = is_name or (not ends_sentence and contributor_reason(name, language) is not None)
    if not is_name:  # as of nearly all
        return None
    return None if is_of_text(short, name, [*texts.strings(rows[rows != row]), text[: end.start()]]) else end


_LAST_LINES: Final = 4  # below the last sentence may stand a credit or a notice (half 0, twice 0)
_STOPS: Final = " .。"
_BRACKET_AT_END: Final = re.compile(
    rf"(?:(?<={one_of((*SENTENCE_ENDS, *CLOSING_QUOTES))})|^)\s*{one_of(OPENING_BRACKETS)}"
    rf"([^{re.escape(OPENING_BRACKETS + CLOSING_BRACKETS)}]{{2,160}}){one_of(CLOSING_BRACKETS)}[.。]?$"
)
"""A bracket stands behind the end of a sentence, or is all of a line."""
_MOST_BRACKET_CHARS: Final = 170  # the 160 of ``_BRACKET_AT_END``, with brackets and spaces
_BESIDE_PLACE: Final = "・"
"""This stands between a place and a name in Japanese."""
_STATEMENT_ENDS: Final = tuple(sign for sign in SENTENCE_ENDS if sign not in QUESTION_MARKS)
"""Ends of a sentence that is no question: a dash behind a question leads to the author of a work with that title."""
_SIGNATURE_AT_END: Final = re.compile(
    rf"(?<={one_of(_STATEMENT_ENDS)})\s+(?P<dash>[{DASHES}/]{{1,2}}\s?)?(?P<name>(?:(?!{one_of(SENTENCE_ENDS)}\s)[^()])+)$"
)
_MOST_SIGNATURE_CHARS: Final = 60  # a dash, a name and a job (half 0, twice 0)
_FEWEST_TEXT_CHARS: Final = 30
"""Characters before a signature in its line: a sentence (half 0, twice 0)."""
_FEWEST_SURNAME_LETTERS: Final = 3
"""Letters of a surname in capitals: with fewer, it is the short name of a firm (half 0, twice 0)."""
