"""Who wrote or made an article, told by a word beside the name: "Text: A. Berg", "A. Berg, staff writer".

Such lines stand where the text begins or ends, and say nothing else. A word alone is no sign: behind it, or before it,
names stand, and then the line ends. So of "Text: how to read" and "Interview: the mayor of the valley" nothing goes.
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms import patterns
from extraction.attribution.forms.contributor_forms import FORMS, NAME, contributor_reason
from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons, is_impersonal, may_be_person
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.unlabelled.name_lines import is_of_text
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import TextTerms, bits_of
from extraction.page import head
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.node_table import Mask
from extraction.page.signs import (
    BEHIND_LABEL,
    CLOSING_BRACKETS,
    CLOSING_QUOTES,
    COLONS,
    DASHES,
    OPENING_BRACKETS,
    QUESTION_MARKS,
    SENTENCE_ENDS,
    one_of,
)
from extraction.page.texts import TextParts


def contributors(short: ShortLines, content: Mask, ends: Collection[int]) -> list[Attribution]:
    """Give those of the marked (S) content that name somebody beside what she does or made.

    They are among the rows of the lines where the text begins or ends.
    """
    language = head.language(short.page)
    by = {each.row for each in short.beginning_with(content, *BY_ROLES)}
    likely = (
        line
        for line in short.holding(content, *_TERMS, *_BESIDE_DAYS, *BY_ROLES)
        if line.row in ends and _may_name_somebody(short, line, by)
    )
    attributions = [
        Attribution(line.row, LineRole.WRITER, reason)
        for line in likely
        if (reason := contributor_reason(short.text(line), language)) is not None
    ]
    return attributions + _below_contacts(short, content) + _with_address(short, ends)


def _may_name_somebody(short: ShortLines, line: TextTerms, by: Collection[int]) -> bool:
    """Tell whether a line has a word that tells who wrote, and is no sentence and no datum.

    Some words tell it only beside a day, some only where they begin a line (``by``, rows).
    """
    lines, row = short.lines, line.row
    is_sentence = lines.ends_sentence[row] and lines.texts.length[row] > _MOST_OF_SENTENCE
    if is_sentence and lines.texts[row].count(":") < _FEWEST_LABELS:
        return False
    if not (line.holds & bits_of(*_TERMS) or (lines.digits[row] and line.holds & bits_of(*_BESIDE_DAYS)) or row in by):
        return False
    return not (short.is_datum(row) or short.text(line).endswith(COLONS))


def _with_address(short: ShortLines, ends: Iterable[int]) -> list[Attribution]:
    """Give the lines that are a name and an address of e-mail, as at the head of a mail in an archive, and its time."""
    language, texts = head.language(short.page), short.lines.texts
    likely = _WITH_AT.rows_with(texts, np.array([*ends], dtype=np.intp)).tolist()
    matches = ((row, _ADDRESS.fullmatch(texts[row])) for row in likely if not short.is_datum(row))
    heads = [
        row
        for row, match in matches
        if match is not None and may_be_person(match[1], language) and first_form(match[1], _NAME_ALONE, language)
    ]
    reason, lines = "a name, and an address of e-mail", short.lines
    attributions = [Attribution(row, LineRole.WRITER, reason) for row in heads]
    below = (row + 1 for row in heads if row + 1 < len(lines.start) and lines.digits[row + 1])
    reason = "when a mail was sent, below who sent it"
    sent = (row for row in below if first_form(lines.texts[row], _WHEN_SENT, language) is not None)
    return attributions + [Attribution(row, LineRole.STAMP, reason) for row in sent]


def _below_contacts(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the names alone on the lines below a heading or a label that says whom to ask: "Press contact"."""
    lines, names, language = short.lines, dict[int, Attribution](), head.language(short.page)
    for line in short.beginning_with(content, TermRole.CONTACT):
        label = finder(TermRole.CONTACT).match(short.plain(line))
        if label is None or short.plain(line)[label.end() :].strip(BEHIND_LABEL):
            continue
        for row in range(line.row + 1, min(line.row + 1 + _MOST_BELOW_CONTACT, len(lines.start))):
            if lines.texts.length[row] > _MOST_OF_FORM:
                break
            if content[lines.start[row]] and are_persons(lines.texts[row].split(",")[0], language):
                names[row] = Attribution(row, LineRole.WRITER, "a name below a label of whom to ask")
    return [*names.values()]


def contributors_behind_text(short: ShortLines, rows: NDArray[np.intp]) -> PartOfLine:
    """Give what names who wrote behind the text of the last lines (rows): "… (Text: Anna Berg)", "… – Anna Berg"."""
    parts, texts = [], short.lines.texts
    for row in rows[-_LAST_LINES:].tolist():
        end = _end_in_brackets(texts[row], head.language(short.page)) or _signature(short, row, rows)
        if end is not None:
            parts.append(part_of_line(short.page, row, *end.span()))
    return PartOfLine.of_all(parts)


def _end_in_brackets(text: str, language: str) -> re.Match[str] | None:
    """Give the brackets at the end of a line that name who wrote; None for none."""
    if not text.rstrip(_STOPS).endswith(tuple(CLOSING_BRACKETS)):
        return None
    bracket = _BRACKET_AT_END.search(text, max(len(text) - _MOST_OF_BRACKET, 0))
    if bracket is None:
        return None
    # Behind the words of somebody, in signs of quotation, stands who said them.
    names = (bracket[1], bracket[1].rpartition(_BESIDE_PLACE)[2])
    is_signed = text[: bracket.start()].endswith(SENTENCE_ENDS) and any(are_persons(name, language) for name in names)
    return bracket if is_signed or names_writer(bracket[1], language) else None


def _signature(short: ShortLines, row: int, rows: NDArray[np.intp]) -> re.Match[str] | None:
    """Give the name of who wrote behind the last sentence of a line; None for none, or where the lines (rows) speak of
    whom it names. A dash stands before it, or it has the surname in capitals, or a word for what somebody does."""
    texts, language = short.lines.texts, head.language(short.page)
    text = texts[row]
    end = _SIGNATURE_AT_END.search(text, max(len(text) - _MOST_OF_SIGNATURE, _FEWEST_OF_TEXT))
    if end is None:
        return None
    name, surname = end["name"], end["name"].split()[-1].strip(".")
    ends_sentence = name.endswith(SENTENCE_ENDS)
    if end["dash"] or (row == rows[-1] and not ends_sentence):
        is_name = are_persons(name, language)
    elif surname.isupper() and len(surname) >= _FEWEST_OF_SURNAME and not text.isupper():
        is_person = are_persons(name, language) or (may_be_person(name, language) and not is_impersonal(name))
        is_name = is_person and first_form(name.strip("."), _NAME_ALONE, language) is not None
    else:
        is_name = False
    is_name = is_name or (not ends_sentence and contributor_reason(name, language) is not None)
    if not is_name:  # as of nearly all
        return None
    return None if is_of_text(short, name, [*texts.of(rows[rows != row]), text[: end.start()]]) else end


def names_writer(text: str, language: str) -> bool:
    """Tell whether what stands in brackets names somebody beside what she does, or behind a word for "by"."""
    texts = (text[:_MOST_OF_FORM], f"({text})")
    if any(patterns.match(each, LineRole.WRITER, language) is not None for each in texts):
        return True
    return len(text) <= _MOST_OF_FORM and first_form(text, FORMS, language) is not None


BY_ROLES: Final = (TermRole.BY, TermRole.WRITTEN_BY, TermRole.PREPOSITION, TermRole.REPORTER, TermRole.PERSON)
"""Of the terms that stand before the name of a writer."""
_TERMS: Final = (
    *(TermRole.WORK, TermRole.JOB, TermRole.CONTACT, TermRole.READING_TIME, TermRole.NETWORK),
    *(TermRole.PERSON, TermRole.REPORTER, TermRole.WRITTEN_BY, TermRole.SOURCE, TermRole.NEWSROOM),
    TermRole.CONTRIBUTORS,
)
_BESIDE_DAYS: Final = (TermRole.BY, TermRole.PREPOSITION, TermRole.UPDATED, TermRole.PUBLISHED)
_LAST_LINES: Final = 4
_STOPS: Final = " .。"
_BRACKET_AT_END: Final = re.compile(
    rf"(?:(?<={one_of((*SENTENCE_ENDS, *CLOSING_QUOTES))})|^)\s*{one_of(OPENING_BRACKETS)}"
    rf"([^{re.escape(OPENING_BRACKETS + CLOSING_BRACKETS)}]{{2,160}}){one_of(CLOSING_BRACKETS)}[.。]?$"
)
"""Behind the end of a sentence, or all of a line."""
_MOST_OF_BRACKET: Final = 170
_BESIDE_PLACE: Final = "・"
"""Between a place and a name in Japanese."""
_STATEMENT_ENDS: Final = tuple(sign for sign in SENTENCE_ENDS if sign not in QUESTION_MARKS)
"""Behind a question with a dash stands who wrote what has it for a title."""
_SIGNATURE_AT_END: Final = re.compile(
    rf"(?<={one_of(_STATEMENT_ENDS)})\s+(?P<dash>[{DASHES}/]{{1,2}}\s?)?(?P<name>(?:(?!{one_of(SENTENCE_ENDS)}\s)[^()])+)$"
)
_MOST_OF_SIGNATURE: Final = 60
_FEWEST_OF_TEXT: Final = 30
"""Characters before it in its line."""
_FEWEST_OF_SURNAME: Final = 3
"""Letters."""
_MOST_OF_FORM: Final = 100
"""Characters of what stands in brackets, and of what is looked at as a line of attribution."""
_MOST_OF_SENTENCE: Final = 45
"""Characters of a line that ends with a full stop: "A. Berg, journalist." does."""
_FEWEST_LABELS: Final = 2
"""Of a sentence that is a list of them: "Text: A. Berg. Photos: C. Hilton."."""
_AT: Final = ("@", " at ", "(at)", "[at]")
_WITH_AT: Final = TextParts(*map(str.encode, _AT))
_ADDRESS: Final = re.compile(
    r"(?:From: ?)?\W{0,2}([^\W\d_][^:@<>()\d]{2,50}?)[\s<(|,–—-]+"
    rf"[\w.+-]+(?:{'|'.join(map(re.escape, _AT))})[\w-]+(?:\.[\w-]+)*\.\w{{2,8}}[>)]?"
)
_NAME_ALONE: Final = {rf"{NAME}$": "a name alone"}
_WHEN_SENT: Final = {r"(?:<weekday>[|]?)?<moment>{1,2}[|#]{0,2}$": "a day and a time alone"}
_MOST_BELOW_CONTACT: Final = 5
