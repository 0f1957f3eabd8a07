"""The lines of a page's content that are attribution: each is looked at once, before anything is rendered.

Few lines begin as such lines do, so that is asked first, of the short lines alone; only those that do are cut into
tokens. Who wrote an article stands in ``writers``.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from extraction.attribution import patterns
from extraction.attribution.patterns import LineRole
from extraction.lexicon.terms import UNSPACED_SCRIPTS, TermRole, pattern, texts_of, with_roles
from extraction.native.library import lib
from extraction.page import head, tags
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Mask, NodeTable, once_per_page
from extraction.page.texts import Beginnings

_FIRST_TERMS: Final = {
    LineRole.INFORMATION: (
        *(TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT, TermRole.PUBLISHED, TermRole.DATE, TermRole.SECTION),
        TermRole.UPDATED,
    ),
    LineRole.WRITER: (TermRole.BY, TermRole.WRITTEN_BY, TermRole.PREPOSITION, TermRole.REPORTER, TermRole.PERSON),
    LineRole.STAMP: (TermRole.BY, TermRole.WRITTEN_BY, TermRole.PUBLISHED, TermRole.UPDATED),
    LineRole.EDIT_NOTE: (TermRole.LAST, TermRole.POST, TermRole.EDITED, TermRole.EDITED_BY, TermRole.APPROVER),
    LineRole.ASIDE: (
        *(TermRole.REQUEST, TermRole.CONTROL, TermRole.LABEL, TermRole.HIDDEN_POST),
        *(
            TermRole.THANKERS,
            TermRole.THANKED_BY,
            TermRole.USER_LABEL,
        ),  # of reactions and user names: there are no more bits than six
    ),
    LineRole.CREDIT: (TermRole.CREDIT, TermRole.CREDIT_BY, TermRole.AGENCY),
}
"""The roles of the terms that lines of each role begin with."""
_BIT_OF: Final = {role: 1 << number for number, role in enumerate(_FIRST_TERMS)}
Places: TypeAlias = NDArray[np.intp]
"""Numbers of short lines, from 0 to R."""


class LikelyLine(NamedTuple):
    """A short line that begins as one of some role may, or ends with a colon."""

    place: int
    """From 0 to R."""
    bits: int
    """Of ``_BIT_OF`` and of ``Beginnings``."""
    start: int
    """Row of its first segment (S)."""
    line: int
    """Row in ``Lines``."""


class Attribution(NamedTuple):
    """A line of attribution."""

    line: int
    """Its row in ``Lines``."""
    role: LineRole
    reason: str
    """Which form it has, for people."""


@dataclass(frozen=True, slots=True, eq=False)
class ShortLines:
    """The R short lines of some content."""

    page: NodeTable
    lines: Lines
    """All lines of the page."""
    rows: NDArray[np.intp]
    """(R) in ``lines``."""
    start: NDArray[np.int32]
    """(R) row of the first segment (S) of each."""
    likely: list[LikelyLine]
    """The few that begin as lines of some role may, or end with a colon."""

    @classmethod
    def of(cls, page: NodeTable, content: Mask) -> "ShortLines":
        """Give those of the marked (S) content."""
        lines = lines_of(page)
        (rows,) = (content.take(lines.start) & (lines.texts.length <= patterns.MAX_LINE_CHARS)).nonzero()
        bits, start = _beginnings().of(lines.texts.plain, rows), lines.start.take(rows)
        (places,) = bits.nonzero()
        columns = (places, *(each.take(places) for each in (bits, start, rows)))
        return cls(page, lines, rows, start, list(map(LikelyLine, *(column.tolist() for column in columns))))

    def plain(self, place: int) -> str:
        """Give the text of one (from 0 to R) in small letters, without positional forms."""
        return self.lines.texts.plain[int(self.rows[place])].lower()

    def among(self, content: Mask, lines: Mask) -> Places:
        """Give the places, from 0 to R, of those of the marked lines (L) that still are in the marked (S) content."""
        return (content.take(self.start) & lines.take(self.rows)).nonzero()[0]

    def beginning_as(
        self,
        role: LineRole,
        content: Mask,
        may_be: Callable[[int], bool] = lambda _: True,
        behind_day: tuple[TermRole, ...] = (),
    ) -> list[int]:
        """Give those (from 0 to R) that may begin with a term; it may stand further on behind a bracket.

        They still are in the marked (S) content, and ``may_be`` holds of their rows. Of those that may begin with a day
        those are given too that hold a term of a role in ``behind_day``.
        """
        term = _BIT_OF[role] | lib.BEGINS_WITH_BRACKET
        day = lib.BEGINS_WITH_DAY if behind_day else 0
        return [
            place
            for place, bits, start, line in self.likely
            if bits & (term | day)
            and content[start]
            and may_be(line)
            and (pattern(*behind_day).search(self.plain(place)) is not None if bits & day else True)
        ]

    def ending_with_colon(self, content: Mask, may_be: Callable[[int], bool]) -> list[int]:
        """Give those (from 0 to R) that end with a colon; the rest as in ``beginning_as``."""
        return [
            place
            for place, bits, start, line in self.likely
            if bits & lib.ENDS_WITH_COLON and content[start] and may_be(line)
        ]

    def of_role(
        self, role: LineRole, places: Iterable[int], language: str = "und", *, anywhere: bool = False
    ) -> "list[Attribution]":
        """Give those (from 0 to R) that have a role; the rest as ``patterns.match`` has it."""
        texts = [(place, self.lines.texts[int(self.rows[place])]) for place in places]
        matches = ((place, patterns.match(text, role, language, anywhere=anywhere)) for place, text in texts)
        return [Attribution(int(self.rows[place]), role, match.reason) for place, match in matches if match is not None]


_WORD_END: Final = re.compile(r"[\s:,،-]")


@lru_cache(maxsize=1)
def _beginnings() -> Beginnings:
    """Give the first words of the terms that lines of each role begin with, each with the bits of these roles."""
    words, stems = Counter[str](), Counter[str]()
    for role, bit in _BIT_OF.items():
        for term in with_roles(*_FIRST_TERMS[role]):
            if term.script in UNSPACED_SCRIPTS:
                stems[term.text[0]] |= bit
                continue
            words[_WORD_END.split(term.text)[0]] |= bit
            if term.open_ended and " " not in term.text:
                stems[term.text] |= bit
    return Beginnings(words, stems)


def askers(page: NodeTable, content: Mask) -> list[Attribution]:
    """Give the lines that say who asked or answered how long ago among the marked (S) content of any page."""
    if not says_by_behind(page):
        return []
    short = ShortLines.of(page, content)
    among = short.among(content, short.lines.ends_sentence == 0)
    by_behind = pattern(TermRole.BY_BEHIND).search
    return short.of_role(LineRole.ASKER, (place for place in among.tolist() if by_behind(short.plain(place))))


def information(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of source, date, editor and views in the marked (S) content of an article.

    So are two cells of a table, a label of who wrote and a name.
    """
    lines = short.lines
    _, digits, _, commas, _, unspaced, _ = lines.counts

    def may_be(row: int) -> bool:
        return not lines.ends_sentence[row] and bool(digits[row] or commas[row] or unspaced[row])

    likely = short.beginning_as(LineRole.INFORMATION, content, may_be, behind_day=_FACTS)
    attributions = short.of_role(LineRole.INFORMATION, likely)
    people = texts_of(TermRole.PERSON)
    labels = {
        int(short.rows[place]): label
        for place in short.ending_with_colon(content, may_be)
        if (label := short.plain(place)[:-1].strip()) in people
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
    digits, by = short.lines.counts[_DIGITS], (TermRole.BY, TermRole.WRITTEN_BY)
    likely = short.beginning_as(LineRole.STAMP, content, lambda row: bool(digits[row]), behind_day=by)
    return short.of_role(LineRole.STAMP, likely)


def asides(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that the page, and not its text, says to its readers among the marked (S) content.

    A control is followed by a few words at most, and ends no sentence.
    """
    attributions = []
    for place in short.beginning_as(LineRole.ASIDE, content, behind_day=(TermRole.HIDDEN_POST,)):
        row, text = int(short.rows[place]), short.plain(place).lstrip(_BEFORE_ASIDES)
        if pattern(*_ASIDES).match(text) is None:  # as with most
            continue
        for role, reason in _ASIDES.items():
            term = pattern(role).match(text)
            if term is None:
                continue
            behind = text[term.end() :].strip(_AROUND_LABEL)
            if role is TermRole.CONTROL and (len(behind) > _MOST_BEHIND_CONTROL or short.lines.ends_sentence[row]):
                continue
            if role is not TermRole.LABEL or not (behind or _is_cell(short.page, int(short.start[place]))):
                attributions.append(Attribution(row, LineRole.ASIDE, reason))
                break
    return attributions


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
    lines, digits = short.lines, short.lines.counts[_DIGITS]

    def may_be_note(row: int) -> bool:
        chars = lines.texts.length[row]
        dated = digits[row] and chars <= _MOST_OF_NOTES
        return of_members or bool(dated or (chars <= _MOST_UNDATED and not lines.ends_sentence[row]))

    may_be = short.beginning_as(LineRole.EDIT_NOTE, content, may_be_note)
    if may_name_first(short.page) or (of_members and not lines.texts.utf8.isascii()):
        is_note = digits > 0 if of_members else (digits > 0) & (lines.texts.length <= _MOST_OF_NOTES)
        elsewhere = pattern(TermRole.BY_BEHIND, TermRole.MOVED).search
        may_be += (place for place in short.among(content, is_note).tolist() if elsewhere(short.plain(place)))
    return short.of_role(LineRole.EDIT_NOTE, dict.fromkeys(may_be), anywhere=not of_members)


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


_CELL: Final = tags.tag_set("td th dt dd")
_BEFORE_ASIDES: Final = " \t*【[（(<|·•-–—"
_ASIDES: Final = {
    TermRole.HIDDEN_POST: "it stands in place of a post that is not shown",
    TermRole.REQUEST: "it asks readers to subscribe or to consent",
    TermRole.LABEL: "it is a label of the page",
    TermRole.CONTROL: "it is a button of the page",
}
_AROUND_LABEL: Final = " \t:：.…·|•-–—»›>→▼+*】])）"
_MOST_BEHIND_CONTROL: Final = 30
"""Characters behind the name of a control: "small medium large", or that of the next one."""
_MOST_OF_NOTES: Final = 100
_MOST_UNDATED: Final = 60
"""Characters of a note outside of posts, with a number and without one."""
_DIGITS: Final = 1
"""Row of ``Lines.counts``."""
_FACTS: Final = (TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT)
_MAX_LABEL_REPEATS: Final = 2
"""How often a label stands: above the text and below it."""
_MAX_NAME_WORDS: Final = 5
_NAME_LINE: Final = re.compile(r"[^\n.。!！?？؟:：]{1,40}")
