"""Lines that name who wrote a page or a part of it, when, or the source, with a label or a word for "by".

Lines that name the writer of an article without a label are in ``writers``; who changed a post is in ``edit_notes``.
"""

import re
from collections import Counter
from typing import Final

from extraction.attribution.entry_fields import entry_fields
from extraction.attribution.forms import patterns
from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole, finder, texts_of
from extraction.lexicon.text_terms import TextTerms, beginning_with
from extraction.page.node_table import Mask
from extraction.page.signs import BEFORE_LABEL


def askers(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content, on any page, that say who asked or answered and how long ago."""
    ends_sentence = short.lines.ends_sentence
    likely = (each for each in short.holding(content, TermRole.BY_BEHIND) if not ends_sentence[each.row])
    return short.of_role(LineRole.ASKER, likely)


def information(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of an article's marked (S) content that state its source, date, editor or number of views.

    A label of the writer and a name in two cells of a table count as one such line.
    """
    lines = short.lines
    digits, commas, unspaced = lines.digits, lines.commas, lines.unspaced

    def may_be(line: TextTerms) -> bool:
        row = line.row
        return not lines.ends_sentence[row] and bool(digits[row] or commas[row] or unspaced[row])

    likely = filter(may_be, short.beginning_with(content, *_OF_INFORMATION, behind_day=_FACTS))
    attributions = short.of_role(LineRole.INFORMATION, likely)
    people = texts_of(TermRole.PERSON)
    labels = {
        each.row: label
        for each in filter(may_be, short.ending_with_colon(content))
        if (label := short.plain(each)[:-1].strip()) in people
    }
    if not labels:  # as on most pages
        return attributions
    times = Counter(labels.values())
    for row, label in labels.items():
        # Before what somebody says in an interview the same label stands again and again.
        if times[label] <= _MAX_LABEL_REPEATS and row + 1 < len(lines.start) and _is_short_phrase(lines.texts[row + 1]):
            reason = "a label of who wrote, and a name in the next cell"
            attributions += (Attribution(each, LineRole.INFORMATION, reason) for each in (row, row + 1))
    return attributions


def part_bylines(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who wrote one part of the page, and when.

    Software writes them above or below every entry of a journal, every comment and every teaser of a list. So they may
    stand anywhere on a page, and there may be many.
    """
    digits, by = short.lines.digits, (TermRole.BY, TermRole.WRITTEN_BY)
    roles = (*by, TermRole.PERSON, TermRole.PUBLISHED, TermRole.UPDATED)
    likely = short.beginning_with(content, *roles, behind_day=by)
    stamps = short.of_role(LineRole.STAMP, (each for each in likely if digits[each.row]))
    behind = short.holding(content, TermRole.ACTIVITY, TermRole.BY_BEHIND, TermRole.COUNT)
    stamps += short.of_role(LineRole.STAMP, (each for each in behind if not short.lines.ends_sentence[each.row]))
    stamps += _heads_of_entries(short, content) + entry_fields(short, content)
    reason = "what blog software says of an entry"
    return stamps + [Attribution(row, LineRole.STAMP, reason) for row in _entry_notes(short, content)]


def _heads_of_entries(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that name the writer, the day and the time of an entry, as in a guest book.

    A page must have at least two of them: a single one may introduce the words of somebody whom the text is about.
    """
    digits, reason = short.lines.digits, "who wrote an entry, and when"
    likely = [each for each in short.holding(content, TermRole.WROTE) if digits[each.row]]
    if len(likely) < _FEWEST_ENTRIES:  # as on most pages
        return []
    heads = [each.row for each in likely if first_form(short.text(each), _HEAD_OF_ENTRY) is not None]
    return [Attribution(row, LineRole.STAMP, reason) for row in heads] if len(heads) >= _FEWEST_ENTRIES else []


def _entry_notes(short: ShortLines, content: Mask) -> list[int]:
    """Give the sentences that say who wrote an entry and how to follow it: "This entry was posted by ... RSS feed".

    Some of them are longer than other lines of attribution may be.
    """
    lines, length = short.lines, short.lines.texts.length
    rows = [each.row for each in short.beginning_with(content, TermRole.ENTRY_NOTE)]
    (long,) = (
        (length > patterns.MAX_LINE_CHARS) & (length <= _MOST_ENTRY_NOTE_CHARS) & content.take(lines.start)
    ).nonzero()
    rows += beginning_with(lines.texts.plain, long, TermRole.ENTRY_NOTE).tolist()
    return [row for row in rows if _is_entry_note(short.plain_line(row).lstrip(BEFORE_LABEL))]


def _is_entry_note(text: str) -> bool:
    return finder(TermRole.ENTRY_NOTE).match(text) is not None and finder(TermRole.FEED).search(text) is not None


def _is_short_phrase(line: str) -> bool:
    """Tell whether a line is a few words with no sign of a sentence or label, as is a name, perhaps with a job."""
    return _NAME_LINE.fullmatch(line) is not None and len(line.split()) <= _MAX_NAME_WORDS


_HEAD_OF_ENTRY: Final = {
    r"<sign>{0,2}(?:<word>[|().]?){1,6}<wrote>:?<at>?<moment><sign>?<at>?<moment><sign>{0,2}:?$": "who, and when",
    r"<sign>{0,2}<moment><sign>?<at>?<moment><sign>{0,2}(?:<word>[|().]?){1,6}<wrote>:?$": "when, and who",
}
_FEWEST_ENTRIES: Final = 2  # a single head may introduce the words of somebody whom the text is about
_MOST_ENTRY_NOTE_CHARS: Final = 800
"""Characters of a note with the writer, categories and how to follow the answers (half 0, twice 0)."""
_OF_INFORMATION: Final = (
    TermRole.CONTRIBUTORS,
    *(TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT, TermRole.PUBLISHED, TermRole.DATE, TermRole.SECTION),
    *(TermRole.UPDATED, TermRole.READING_TIME),
)
_FACTS: Final = (TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT, TermRole.READING_TIME)
_MAX_LABEL_REPEATS: Final = 2
"""How often the same label may stand on a page: once above the text and once below it."""
_MAX_NAME_WORDS: Final = 5  # a name and a job (half 0, twice 0)
_NAME_LINE: Final = re.compile(r"[^\n.。!！?？؟:：]{1,40}")
