"""The short lines of a page's content, each of which may be attribution, and the terms in them.

Few lines hold a term that a form needs. One look at all short lines finds these, and no other line is cut into tokens.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms import patterns, role_match
from extraction.attribution.forms.patterns import LineRole
from extraction.lexicon.terms import TermRole
from extraction.lexicon.text_terms import TermsOfTexts, TextTerms, bits_of, terms_in
from extraction.page import tags
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.statements import head
from native.library import lib
from normalization import identify


class Attribution(NamedTuple):
    """A line that is attribution: it says who wrote, changed or is quoted, and is no text."""

    line: int
    """The row of the line in ``Lines``."""
    role: LineRole
    reason: str
    """Which form the line has, in words for people."""


@dataclass(frozen=True, slots=True, eq=False)
class ShortLines:
    """The lines of a page, and the terms in those of the content that are short enough to be attribution."""

    page: NodeTable
    lines: Lines
    """All lines of the page."""
    terms: TermsOfTexts
    """The terms of the short lines of the content."""
    language: str
    """The language that the page declares (``head.language``), or the one that its letters show."""

    @classmethod
    def of(cls, page: NodeTable, content: Mask) -> "ShortLines":
        """Look for the terms in the short lines of the marked (S) content."""
        lines = lines_of(page)
        (rows,) = (content.take(lines.start) & (lines.texts.length <= patterns.MAX_LINE_CHARS)).nonzero()
        language = head.language(page)
        if language == "und":
            language = _language_of(lines, rows)
        return cls(page, lines, terms_in(lines.texts.plain, rows), language)

    def text(self, line: TextTerms) -> str:
        """Give the text of a line."""
        return self.lines.texts[line.row]

    def plain(self, line: TextTerms) -> str:
        """Give the text of a line in small letters, without positional forms."""
        return self.plain_line(line.row)

    def plain_line(self, row: int) -> str:
        """Give the text of any line in small letters; of a Turkish "İ" the letter stays, as in terms, without the
        second dot."""
        return self.lines.texts.plain[row].lower().replace("i\u0307", "i")

    def is_datum(self, row: int) -> bool:
        """Tell whether a line is in a heading, list, table, quotation or caption, where many lines are names."""
        block = int(self.lines.block[row])
        return _holds_data(self.page, block) or _holds_data(self.page, int(self.page.parent[block]))

    def of_parts(self, content: Mask, part: Column) -> tuple[NDArray[np.intp], Mask]:
        """Give the lines (rows) of the marked (S) content that are in a part, and a mask of those that begin one.

        ``part`` (S) is the number of the post or comment that each segment belongs to; 0 is outside of all.
        """
        number = part.take(self.lines.start) * content.take(self.lines.start)
        (rows,) = number.nonzero()
        number = number.take(rows)
        begins = np.ones(len(rows), dtype=np.bool_)
        begins[1:] = number[1:] != number[:-1]
        return rows, begins

    def holding(self, content: Mask | None, *roles: TermRole) -> list[TextTerms]:
        """Give the short lines in the marked (S) content, None for all, that hold a term with one of some roles."""
        bits = bits_of(*roles)
        if not self.terms.holds & bits:  # as on most pages
            return []
        return self._within(content, (each for each in self.terms.each if each.holds & bits))

    def beginning_with(
        self, content: Mask | None, *roles: TermRole, behind_day: tuple[TermRole, ...] = ()
    ) -> list[TextTerms]:
        """Give the short lines in the marked (S) content, None for all, that may begin with a term of some roles.

        Lines that may begin with a day are given as well if they hold a term of a role in ``behind_day``.
        """
        term, with_day, day = bits_of(*roles), bits_of(*behind_day), lib.BEGINS_WITH_DAY
        if not (self.terms.begins & term or self.terms.behind_day & with_day):  # likewise
            return []
        likely = (
            each for each in self.terms.each if each.begins & term or (each.marks & day and each.holds & with_day)
        )
        return self._within(content, likely)

    def ending_with_colon(self, content: Mask) -> list[TextTerms]:
        """Give the short lines in the marked (S) content that end with a colon."""
        return self._within(content, (each for each in self.terms.each if each.marks & lib.ENDS_WITH_COLON))

    def _within(self, content: Mask | None, lines: Iterable[TextTerms]) -> list[TextTerms]:
        if content is None:
            return [*lines]
        start = self.lines.start
        return [each for each in lines if content[start[each.row]]]

    def of_role(
        self, role: LineRole, lines: Iterable[TextTerms], language: str = "und", *, anywhere: bool = False
    ) -> list[Attribution]:
        """Give those lines that have a role; the other arguments are those of ``role_match.match``."""
        matches = (
            (each.row, role_match.match(self.text(each), role, language, anywhere=anywhere, holds=each.holds))
            for each in lines
        )
        return [Attribution(row, role, match.reason) for row, match in matches if match is not None]


def _holds_data(page: NodeTable, element: int) -> bool:
    """Tell whether an element is one of ``_DATA``. A large cell is not: old pages put whole columns in cells."""
    tag = int(page.tag[element])
    if tag != _CELL:
        return tag in _DATA
    first, last = int(page.first[element]), int(page.last[element])
    return last - first <= _MOST_CELL_TEXTS and page.char_sums[last] - page.char_sums[first] <= _MOST_CELL_CHARS


_CELL: Final = tags.CODE["td"]
_MOST_CELL_TEXTS: Final = 6
_MOST_CELL_CHARS: Final = 200
"""Texts and characters of a cell with data: a larger one holds a text (half 0, twice 0)."""
_DATA: Final = frozenset(
    (tags.HEADING | tags.tag_set("li td th dt dd blockquote q pre figcaption")).nonzero()[0].tolist()
)


def _language_of(lines: Lines, rows: NDArray[np.intp]) -> str:
    """Give the language of the first lines (rows) of a page that declares none.

    It is ``und`` where they are in Latin letters: so few words do not tell apart who writes with these.
    """
    sample = " ".join(lines.texts.strings(rows[:_SAMPLED_LINES]))
    language = None if sample.isascii() else identify(sample)
    return "und" if language is None or language.script == "Latn" else language.code


_SAMPLED_LINES: Final = 20
