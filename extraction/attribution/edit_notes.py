"""Notes on who changed or moved a post or a page: "Last edited by Gary on 5 May", on a line or behind the text."""

import re
from typing import Final

from extraction.attribution.forms import patterns, role_match, tokens
from extraction.attribution.forms.edit_note_patterns import LAST_NOTE
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole, finder, texts_of
from extraction.lexicon.text_terms import TextTerms
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.node_table import Mask
from extraction.page.signs import HAN_AND_KANA, TEXT_ENDS
from extraction.page.texts import plain


def edit_notes(short: ShortLines, content: Mask, *, of_members: bool) -> list[Attribution]:
    """Give the lines of the marked (S) content of posts or comments that say who changed or moved a post.

    Where members of a forum did not write (``of_members`` is false), a note that names nobody stays.
    """
    lines, digits = short.lines, short.lines.digits

    def is_dated(line: TextTerms) -> bool:
        return digits[line.row] > 0 and (of_members or lines.texts.length[line.row] <= _MOST_NOTE_CHARS)

    def names_means(line: TextTerms) -> bool:
        return digits[line.row] <= _MOST_DAY_DIGITS and not texts_of(TermRole.MEANS).isdisjoint(
            _WORDS.findall(short.plain(line))
        )

    def may_be_note(line: TextTerms) -> bool:
        is_short = lines.texts.length[line.row] <= _MOST_UNDATED_NOTE_CHARS and not lines.ends_sentence[line.row]
        return of_members or is_short or is_dated(line)

    # A note that begins "Edited 12 May" may begin with a day, as far as its letters tell.
    beginning = short.beginning_with(content, *_OF_EDIT_NOTES, behind_day=(TermRole.EDITED, TermRole.EDITED_BY))
    likely = [*filter(may_be_note, beginning)]
    likely += filter(is_dated, short.holding(content, TermRole.BY_BEHIND, TermRole.MOVED))
    likely += filter(is_dated, short.holding(content, TermRole.EDITED)) if of_members else ()
    likely += filter(may_be_note, short.holding(content, TermRole.BY_BEHIND))
    somebodys = (line for line in dict.fromkeys(likely) if not names_means(line))
    notes = short.of_role(LineRole.EDIT_NOTE, somebodys, anywhere=not of_members)
    if of_members or not notes:
        return notes
    last = int(lines.line_of[content.nonzero()[0][-1]])
    return [each for each in notes if each.line == last or each.reason != LAST_NOTE]


def notes_behind_text(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the notes on who edited a post that stand behind its text, in the same line of the marked (S) content."""
    parts, lines = [], short.lines
    rows = [each.row for each in short.holding(content, TermRole.EDITED_BY)]
    rows += lines.among(content, lines.texts.length > patterns.MAX_LINE_CHARS)
    for row in rows:
        text = lines.texts[row]
        note = _note_at_end(text) if _DIGIT.search(text, len(text) - _MOST_CHARS_BEHIND_TIME) is not None else ""
        if note:
            parts.append(part_of_line(short.page, row, len(text) - len(note), len(text)))
    return PartOfLine.of_all(parts)


def _note_at_end(text: str) -> str:
    """Give the note behind the last sentence of a post, with its brackets; an empty text when there is none."""
    end = text[-patterns.MAX_LINE_CHARS :]
    small = plain(end)
    if len(small) != len(end):
        return ""
    for term in finder(TermRole.EDITED_BY).finditer(small):
        note, before = end[term.start() :], text[: len(text) - len(end) + term.start()].rstrip(_BEFORE_NOTE)
        may_end = before and (before[-1] in _ENDS or _UNSPACED.match(note) is not None)
        if may_end and tokens.has_moment(small[term.start() :]):
            return text[len(before) :] if role_match.match(note, LineRole.EDIT_NOTE) is not None else ""
    return ""


_OF_EDIT_NOTES: Final = (
    *(TermRole.LAST, TermRole.POST, TermRole.EDITED, TermRole.EDITED_BY, TermRole.UPDATED, TermRole.APPROVER),
)
_WORDS: Final = re.compile(r"[^\W\d_]+")
_DIGIT: Final = re.compile(r"\d")
_MOST_CHARS_BEHIND_TIME: Final = 40
"""Characters behind the last digit of a note: why it was edited (half 0, twice 0)."""
_BEFORE_NOTE: Final = " \t\u00a0[(（【"
_UNSPACED: Final = re.compile(f"[{HAN_AND_KANA}]{{4}}")
"""A note of several such characters is in no sentence, whatever stands before it."""
_ENDS: Final = (*TEXT_ENDS, "~", "♪")
"""Further signs with which posts end, before a note in the same line."""
_MOST_DAY_DIGITS: Final = 2
"""Digits of a day without a year or a time of day, which software writes into its notes and people into sentences."""
_MOST_NOTE_CHARS: Final = 100
_MOST_UNDATED_NOTE_CHARS: Final = 60
"""Characters of a note outside of posts, with a number and without one (half 0, twice 0)."""
