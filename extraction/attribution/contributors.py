"""Lines that name who wrote or made an article beside a job or a kind of work: "Text: A. Berg", "A. Berg, editor".

They stand where the text begins or ends, and say nothing else. The word alone proves nothing: a name must stand before
or behind it, and then the line must end. So "Text: how to read" and "Interview: the mayor of the valley" stay.
"""

import re
from collections.abc import Collection, Iterable
from typing import Final

import numpy as np

from extraction.attribution.forms.contributor_forms import NAME_ALONE, contributor_reason, names_writer
from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import are_persons, may_be_person
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import TextTerms, bits_of
from extraction.page.node_table import Mask
from extraction.page.signs import AROUND_NAME, BEHIND_LABEL, COLONS, QUESTION_MARKS
from extraction.page.texts import TextParts


def contributors(short: ShortLines, content: Mask, ends: Collection[int]) -> list[Attribution]:
    """Give the lines of an article's marked (S) content that name somebody beside a word for her job or her work.

    ``ends`` are the rows of the lines where the text begins or ends; no others are looked at.
    """
    by = {each.row for each in short.beginning_with(content, *BY_ROLES)}
    likely = (
        line
        for line in short.holding(content, *_TERMS, *_BESIDE_DAYS, *BY_ROLES)
        if line.row in ends and _may_name_somebody(short, line, by)
    )
    attributions = [
        Attribution(line.row, LineRole.WRITER, reason)
        for line in likely
        if (reason := _reason(short, line)) is not None
    ]
    return attributions + _below_contacts(short, content) + _with_address(short, ends)


def _reason(short: ShortLines, line: TextTerms) -> str | None:
    """Give the form by which a line names somebody, or each part of it: "Hosted by A. Berg. Produced by C. Hilton."."""
    text, language = short.text(line), short.language
    if not _is_sentence(short, line.row) and (reason := contributor_reason(text, language)) is not None:
        return reason
    parts = _BETWEEN_PARTS.split(text)
    if not 1 < len(parts) <= _MOST_PARTS:
        return None
    names_somebody = [contributor_reason(part, language) is not None or names_writer(part, language) for part in parts]
    if not any(names_somebody) or not all(
        names or are_persons(part, language) or first_form(part, _FACT, language) is not None or _is_button(part)
        for part, names in zip(parts, names_somebody, strict=True)
    ):
        return None
    return "parts of which each names somebody beside a job or a work, or is a day or a button"


def _is_button(part: str) -> bool:
    """Tell whether a part of a line is the label of a button: "【纠错】"."""
    label = part.strip(AROUND_NAME + _CORNERS)
    match = finder(TermRole.CONTROL, TermRole.LABEL).match(label.lower())
    return match is not None and match.end() == len(label)


def _is_sentence(short: ShortLines, row: int) -> bool:
    return bool(short.lines.ends_sentence[row]) and int(short.lines.texts.length[row]) > _MOST_SENTENCE_CHARS


def _may_name_somebody(short: ShortLines, line: TextTerms, by: Collection[int]) -> bool:
    """Tell whether a line has a word of attribution, and is neither a sentence, a question nor a heading or cell.

    Some words count only beside a day, others only where they begin a line (``by``, rows).
    """
    lines, row = short.lines, line.row
    if short.text(line).rstrip().endswith(QUESTION_MARKS):
        return False
    if _is_sentence(short, row) and lines.texts[row].count(":") < _FEWEST_LABELS and row not in by:
        return False
    if not (line.holds & bits_of(*_TERMS) or (lines.digits[row] and line.holds & bits_of(*_BESIDE_DAYS)) or row in by):
        return False
    begins_text = short.text(line).endswith(COLONS) and not line.holds & bits_of(TermRole.WROTE)
    return not (short.is_datum(row) or begins_text)


def _with_address(short: ShortLines, ends: Iterable[int]) -> list[Attribution]:
    """Give the lines that hold a name, an e-mail address and perhaps a time, as the heads of archived mails do.

    Behind the field "From" (RFC 5322, section 3.6.2), or above a line that says when the mail was sent, any words are
    the name of who sent it.
    """
    language, texts = short.language, short.lines.texts
    likely = _WITH_AT.rows_with(texts, np.array([*ends], dtype=np.intp)).tolist()
    matches = ((row, match) for row in likely if (match := _ADDRESS.fullmatch(texts[row])) is not None)
    lines = short.lines

    def is_sent(row: int) -> bool:
        is_dated = row < len(lines.start) and lines.digits[row]
        return bool(is_dated and first_form(texts[row], _WHEN_SENT, language) is not None)

    def is_name(words: str) -> bool:
        return bool(may_be_person(words, language) and first_form(words, NAME_ALONE, language))

    heads = [
        row
        for row, match in matches
        if match["field"] or (not short.is_datum(row) and (is_sent(row + 1) or is_name(match["name"])))
    ]
    reason = "a name, and an address of e-mail"
    attributions = [Attribution(row, LineRole.WRITER, reason) for row in heads]
    reason = "when a mail was sent, below who sent it"
    return attributions + [Attribution(row + 1, LineRole.STAMP, reason) for row in heads if is_sent(row + 1)]


def _below_contacts(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines with a name alone below a heading or label such as "Press contact", which says whom to ask."""
    lines, names, language = short.lines, dict[int, Attribution](), short.language
    for line in short.beginning_with(content, TermRole.CONTACT):
        label = finder(TermRole.CONTACT).match(short.plain(line))
        if label is None or short.plain(line)[label.end() :].strip(BEHIND_LABEL):
            continue
        for row in range(line.row + 1, min(line.row + 1 + _MOST_LINES_BELOW_CONTACT, len(lines.start))):
            if lines.texts.length[row] > _MOST_CONTACT_CHARS:
                break
            if content[lines.start[row]] and are_persons(lines.texts[row].split(",")[0], language):
                names[row] = Attribution(row, LineRole.WRITER, "a name below a label of whom to ask")
    return [*names.values()]


BY_ROLES: Final = (TermRole.BY, TermRole.WRITTEN_BY, TermRole.PREPOSITION, TermRole.REPORTER, TermRole.PERSON)
"""Roles of the terms that stand before the name of a writer."""
_TERMS: Final = (
    *(TermRole.WORK, TermRole.JOB, TermRole.CONTACT, TermRole.READING_TIME, TermRole.NETWORK),
    *(TermRole.PERSON, TermRole.REPORTER, TermRole.WRITTEN_BY, TermRole.SOURCE, TermRole.NEWSROOM),
    TermRole.CONTRIBUTORS,
)
_BESIDE_DAYS: Final = (TermRole.BY, TermRole.PREPOSITION, TermRole.UPDATED, TermRole.PUBLISHED)
_MOST_CONTACT_CHARS: Final = 100
"""Characters of a line below a label of whom to ask: a name, a job and an address (half 0, twice 0)."""
_MOST_SENTENCE_CHARS: Final = 45
"""Characters of a line that may end with a full stop: "A. Berg, journalist." (half 1, twice 0)."""
_BETWEEN_PARTS: Final = re.compile(r"(?<=[^\W\d_]{2}[.;])\s+(?=[^\W\d_])|\s+[|·•]\s+|(?<=[)）\]】])\s*(?=[(（\[【])")
"""Sentences, and what signs or brackets part."""
_MOST_PARTS: Final = 5
_CORNERS: Final = "【】"
_FACT: Final = {
    r"[|(]?<moment>{1,2}[|)]?$": "a day",
    r"[|(]?(?:#[|]?[Nnu]?\.?<reading-time>|<reading-time>:?#[Nnu]?\.?)[|)]?$": "how long it takes to read",
}
_FEWEST_LABELS: Final = 2
"""Labels that a sentence must have to count as a list of them: "Text: A. Berg. Photos: C. Hilton."."""
_AT: Final = ("@", " at ", "(at)", "[at]")
_WITH_AT: Final = TextParts(*map(str.encode, _AT))
_ADDRESS: Final = re.compile(
    r"(?P<field>From: ?)?\W{0,2}(?P<name>[^\W\d_][^:@<>()\d]{2,50}?)[\s<(|,–—-]+"
    rf"[\w.+-]+(?:{'|'.join(map(re.escape, _AT))})[\w-]+(?:\.[\w-]+)*\.\w{{2,8}}[>)]?"
)
_WHEN_SENT: Final = {r"(?:<weekday>[|]?)?<moment>{1,2}[|#]{0,2}$": "a day and a time alone"}
_MOST_LINES_BELOW_CONTACT: Final = 5  # some names and addresses (half 0, twice 1)
