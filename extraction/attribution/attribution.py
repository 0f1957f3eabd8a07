"""The lines of a page's content that are attribution: each is looked at once, before anything is rendered.

Who wrote an article stands in ``writers``.
"""

import re
from collections import Counter
from functools import lru_cache
from typing import Final

from extraction.attribution.forms import patterns, tokens
from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LAST_NOTE, LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole, finder, texts_of, with_roles
from extraction.lexicon.text_terms import TextTerms, beginning_with, bits_of
from extraction.page import head, tags
from extraction.page.lines import PartOfLine, lines_of, part_of_line
from extraction.page.node_table import Mask, NodeTable, once_per_page
from extraction.page.signs import BEFORE_LABEL, BEHIND_LABEL, HAN_AND_KANA, TEXT_ENDS
from extraction.page.texts import plain


def askers(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that say who asked or answered how long ago among the marked (S) content of any page."""
    ends_sentence = short.lines.ends_sentence
    likely = (each for each in short.holding(content, TermRole.BY_BEHIND) if not ends_sentence[each.row])
    return short.of_role(LineRole.ASKER, likely)


def information(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of source, date, editor and views in the marked (S) content of an article.

    So are two cells of a table, a label of who wrote and a name.
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
        if times[label] <= _MAX_LABEL_REPEATS and row + 1 < len(lines.start) and _may_be_name(lines.texts[row + 1]):
            reason = "a label of who wrote, and a name in the next cell"
            attributions += (Attribution(each, LineRole.INFORMATION, reason) for each in (row, row + 1))
    return attributions


def part_bylines(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who wrote a part of the page, and when.

    Software writes them above or below every entry of a journal, every comment and every teaser of a list, so they may
    stand anywhere, and often.
    """
    digits, by = short.lines.digits, (TermRole.BY, TermRole.WRITTEN_BY)
    likely = short.beginning_with(content, *by, TermRole.PUBLISHED, TermRole.UPDATED, behind_day=by)
    stamps = short.of_role(LineRole.STAMP, (each for each in likely if digits[each.row]))
    activities = short.holding(content, TermRole.ACTIVITY)
    stamps += short.of_role(LineRole.STAMP, (each for each in activities if not short.lines.ends_sentence[each.row]))
    stamps += _heads_of_entries(short, content)
    reason = "what blog software says of an entry"
    return stamps + [Attribution(row, LineRole.STAMP, reason) for row in _entry_notes(short, content)]


def _heads_of_entries(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that say who wrote an entry, and the day and the time, as in a guest book: two or more.

    One alone may lead to the words of somebody of whom the text speaks.
    """
    digits, reason = short.lines.digits, "who wrote an entry, and when"
    likely = [each for each in short.holding(content, TermRole.WROTE) if digits[each.row]]
    if len(likely) < _FEWEST_ENTRIES:  # as on most pages
        return []
    heads = [each.row for each in likely if first_form(short.text(each), _HEAD_OF_ENTRY) is not None]
    return [Attribution(row, LineRole.STAMP, reason) for row in heads] if len(heads) >= _FEWEST_ENTRIES else []


def _entry_notes(short: ShortLines, content: Mask) -> list[int]:
    """Give the lines that say who wrote an entry and how to follow it: "This entry was posted by ... RSS 2.0 feed ...".

    They are sentences, some longer than lines of attribution may be.
    """
    lines, length = short.lines, short.lines.texts.length
    rows = [each.row for each in short.beginning_with(content, TermRole.ENTRY_NOTE)]
    (long,) = (
        (length > patterns.MAX_LINE_CHARS) & (length <= _MOST_OF_ENTRY_NOTES) & content.take(lines.start)
    ).nonzero()
    rows += beginning_with(lines.texts.plain, long, TermRole.ENTRY_NOTE).tolist()
    return [row for row in rows if _is_entry_note(short.plain_line(row).lstrip(BEFORE_LABEL))]


def _is_entry_note(text: str) -> bool:
    return finder(TermRole.ENTRY_NOTE).match(text) is not None and finder(TermRole.FEED).search(text) is not None


def asides(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that the page, and not its text, says to its readers among the marked (S) content.

    A control is followed by a few words at most, and ends no sentence. What is as long as a paragraph asks something
    with one word more than those it begins with: "Follow us on the way down" may begin one of an article.
    """
    attributions = []
    for line in short.beginning_with(content, *_ASIDES, behind_day=(TermRole.HIDDEN_POST,)):
        text = short.plain(line).lstrip(BEFORE_LABEL)
        for role, reason in _ASIDES.items():
            term = finder(role).match(text) if line.holds & bits_of(role) else None
            if term is None:
                continue
            behind = text[term.end() :].strip(BEHIND_LABEL)
            if role is TermRole.CONTROL and (len(behind) > _MOST_BEHIND_CONTROL or short.lines.ends_sentence[line.row]):
                continue
            if (
                role is TermRole.REQUEST
                and short.lines.weights[line.row] >= _LEAST_OF_PARAGRAPHS
                and not _asks_more(behind)
            ):
                continue
            if role not in _WHOLE_LINES or not (
                _behind_labels(text[term.end() :]) or _is_cell(short.page, int(short.lines.start[line.row]))
            ):
                attributions.append(Attribution(line.row, LineRole.ASIDE, reason))
                break
    marked = {each.line for each in attributions}
    for line in short.holding(content, TermRole.REQUEST_BEHIND):
        if line.row not in marked and _ends_asking(short.plain(line)):
            attributions.append(Attribution(line.row, LineRole.ASIDE, _ASIDES[TermRole.REQUEST]))
    return attributions


def _ends_asking(text: str) -> bool:
    """Tell whether a line ends with a request to follow or to subscribe, and says where."""
    text = text.rstrip(_BEHIND_REQUEST)
    terms = [*finder(TermRole.REQUEST_BEHIND).finditer(text)]
    return bool(terms) and terms[-1].end() == len(text) and finder(TermRole.CHANNEL).search(text) is not None


def _asks_more(behind: str) -> bool:
    """Tell whether the rest of a line that asks something has one more word of what readers are asked."""
    return any(finder(role).search(behind) for role in (TermRole.CHANNEL, TermRole.REQUEST, TermRole.NOTICE))


def _behind_labels(text: str) -> str:
    """Give what stands in a line behind a label and those that signs or spaces part from it.

    "Share | copy link | print", and "comments (3)", are nothing else.
    """
    behind = text.strip(BEHIND_LABEL)
    while behind and not text[0].isalnum():
        matches = (finder(role).match(behind) for role in (*_WHOLE_LINES, TermRole.CONTROL))
        label = next((each for each in matches if each is not None), None)
        if label is None:
            break
        text = behind[label.end() :]
        behind = text.strip(BEHIND_LABEL)
    return "" if _NUMBER_OF_LABEL.fullmatch(behind) else behind


def _is_cell(page: NodeTable, text: int) -> bool:
    """Tell whether a text is in a cell, or a term or item, of which it may be a datum."""
    block = int(page.owner[text])
    while block > 0 and not tags.BLOCK[page.tag[block]]:
        block = int(page.parent[block])
    return bool(_CELL[page.tag[block]])


def edit_notes(short: ShortLines, content: Mask, *, of_members: bool) -> list[Attribution]:
    """Give the lines that say who changed or moved a post among the marked (S) content of posts or comments.

    Where nothing says that members wrote (``of_members``) a note that names nobody stays.
    """
    lines, digits = short.lines, short.lines.digits

    def is_dated(line: TextTerms) -> bool:
        return digits[line.row] > 0 and (of_members or lines.texts.length[line.row] <= _MOST_OF_NOTES)

    def names_means(line: TextTerms) -> bool:
        return not digits[line.row] and not texts_of(TermRole.MEANS).isdisjoint(_WORDS.findall(short.plain(line)))

    def may_be_note(line: TextTerms) -> bool:
        is_short = lines.texts.length[line.row] <= _MOST_UNDATED and not lines.ends_sentence[line.row]
        return of_members or is_short or is_dated(line)

    # A note that begins "Edited 12 May" may begin with a day, as far as its letters tell.
    beginning = short.beginning_with(content, *_OF_EDIT_NOTES, behind_day=(TermRole.EDITED,))
    likely = [*filter(may_be_note, beginning)]
    likely += filter(is_dated, short.holding(content, TermRole.BY_BEHIND, TermRole.MOVED))
    likely += filter(is_dated, short.holding(content, TermRole.EDITED)) if of_members else ()
    likely += filter(may_be_note, short.holding(content, TermRole.BY_BEHIND))
    somebodys = (line for line in dict.fromkeys(likely) if not names_means(line))
    notes = short.of_role(LineRole.EDIT_NOTE, somebodys, anywhere=not of_members)
    if of_members or not notes:
        return notes
    last = int(lines.of[content.nonzero()[0][-1]])
    return [each for each in notes if each.line == last or each.reason != LAST_NOTE]


def notes_behind_text(short: ShortLines, content: Mask) -> PartOfLine:
    """Give what says, behind the text of posts in the same line, who edited them, in the marked (S) content."""
    parts, lines = [], short.lines
    rows = [each.row for each in short.holding(content, TermRole.EDITED_BY)]
    rows += lines.among(content, lines.texts.length > patterns.MAX_LINE_CHARS)
    for row in rows:
        text = lines.texts[row]
        note = _note_at_end(text) if _DIGIT.search(text, len(text) - _MOST_BEHIND_TIME) is not None else ""
        if note:
            parts.append(part_of_line(short.page, row, len(text) - len(note), len(text)))
    return PartOfLine.of_all(parts)


def _note_at_end(text: str) -> str:
    """Give the note of who edited a post that stands behind the end of a sentence, with its bracket; else nothing."""
    end = text[-patterns.MAX_LINE_CHARS :]
    small = plain(end)
    if len(small) != len(end):
        return ""
    for term in finder(TermRole.EDITED_BY).finditer(small):
        note, before = end[term.start() :], text[: len(text) - len(end) + term.start()].rstrip(_BEFORE_NOTE)
        may_end = before and (before[-1] in _ENDS or _UNSPACED.match(note) is not None)
        if may_end and tokens.has_moment(small[term.start() :]):
            return text[len(before) :] if patterns.match(note, LineRole.EDIT_NOTE) is not None else ""
    return ""


@once_per_page
def may_name_first(page: NodeTable) -> bool:
    """Tell whether a page may be in a language that says behind a name who wrote: Uyghur, say, or Turkish."""
    if lines_of(page).texts.utf8.isascii():
        return False
    return head.language(page) in _languages_behind() or says_by_behind(page)


@once_per_page
def says_by_behind(page: NodeTable) -> bool:
    """Tell whether a page has a word that stands behind a name for "by", whatever language it declares."""
    utf8 = lines_of(page).texts.utf8
    return not utf8.isascii() and any(word in utf8 for word in _by_behind())


@lru_cache(maxsize=1)
def _languages_behind() -> frozenset[str]:
    return frozenset({"und", *(term.language for term in with_roles(TermRole.BY_BEHIND))})


@lru_cache(maxsize=1)
def _by_behind() -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts_of(TermRole.BY_BEHIND))


def _may_be_name(line: str) -> bool:
    """Tell whether a line may be a name, with what the person is, and no question, even if its mark is missing."""
    return _NAME_LINE.fullmatch(line) is not None and len(line.split()) <= _MAX_NAME_WORDS


_HEAD_OF_ENTRY: Final = {
    r"<sign>{0,2}(?:<word>[|().]?){1,6}<wrote>:?<at>?<moment><sign>?<at>?<moment><sign>{0,2}:?$": "who, and when",
    r"<sign>{0,2}<moment><sign>?<at>?<moment><sign>{0,2}(?:<word>[|().]?){1,6}<wrote>:?$": "when, and who",
}
_FEWEST_ENTRIES: Final = 2
_WORDS: Final = re.compile(r"[^\W\d_]+")
_CELL: Final = tags.tag_set("td th dt dd")
_ASIDES: Final = {
    TermRole.HIDDEN_POST: "it stands in place of a post that is not shown",
    TermRole.REQUEST: "it asks readers to subscribe or to consent",
    TermRole.NOTE: "it is a note of the site on the text",
    TermRole.LABEL: "it is a label of the page",
    TermRole.SUMMARY_NOTE: "it says that a machine made a summary",
    TermRole.CONTROL: "it is a button of the page",
}
_WHOLE_LINES: Final = (TermRole.LABEL, TermRole.SUMMARY_NOTE)
"""Of these a line holds nothing else."""
_BEHIND_REQUEST: Final = " \t.!。！।۔…»›>→👇👈:："
_NUMBER_OF_LABEL: Final = re.compile(r"[(（]\d{1,5}")
"""In brackets, the last of which is off."""
_MOST_BEHIND_CONTROL: Final = 30
"""Characters behind the name of a control: "small medium large", or that of the next one."""
_LEAST_OF_PARAGRAPHS: Final = 70
"""Characters of a line that may be a paragraph."""
_MOST_OF_ENTRY_NOTES: Final = 800
"""Characters of what blog software says below an entry."""
_DIGIT: Final = re.compile(r"\d")
_MOST_BEHIND_TIME: Final = 40
"""Characters behind the last digit of a note: the reason."""
_BEFORE_NOTE: Final = " \t\u00a0[(（【"
_UNSPACED: Final = re.compile(f"[{HAN_AND_KANA}]{{4}}")
"""Such a note of several characters stands in no sentence, whatever is before it."""
_ENDS: Final = (*TEXT_ENDS, "~", "♪")
"""What posts end with as well, before a note in the same line."""
_MOST_OF_NOTES: Final = 100
_MOST_UNDATED: Final = 60
"""Characters of a note outside of posts, with a number and without one."""
_OF_INFORMATION: Final = (
    TermRole.CONTRIBUTORS,
    *(TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT, TermRole.PUBLISHED, TermRole.DATE, TermRole.SECTION),
    *(TermRole.UPDATED, TermRole.READING_TIME),
)
_OF_EDIT_NOTES: Final = (
    *(TermRole.LAST, TermRole.POST, TermRole.EDITED, TermRole.EDITED_BY, TermRole.UPDATED, TermRole.APPROVER),
)
_FACTS: Final = (TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT, TermRole.READING_TIME)
_MAX_LABEL_REPEATS: Final = 2
"""How often a label stands: above the text and below it."""
_MAX_NAME_WORDS: Final = 5
_NAME_LINE: Final = re.compile(r"[^\n.。!！?？؟:：]{1,40}")
