"""The short lines of a page's content, any of which may be attribution, and the terms that stand in them.

Few lines hold a term of those roles that a form asks for. That is looked up at once for all short lines, so that only
such lines are cut into tokens.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.attribution import patterns
from extraction.attribution.patterns import LineRole
from extraction.lexicon.terms import TermRole
from extraction.lexicon.text_terms import bits_of, terms_in
from extraction.native.library import lib
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Mask, NodeTable


class Attribution(NamedTuple):
    """A line of attribution."""

    line: int
    """Its row in ``Lines``."""
    role: LineRole
    reason: str
    """Which form it has, for people."""


class ShortLine(NamedTuple):
    """A short line that holds a term, or ends with a colon."""

    row: int
    """In ``Lines``."""
    start: int
    """Row of its first segment (S)."""
    begins: int
    holds: int
    marks: int
    """As in ``TextTerms``."""


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
    with_terms: list[ShortLine]
    """Those that hold a term, or end with a colon."""
    roles: int
    """``bits_of`` the roles of all terms that they hold."""

    @classmethod
    def of(cls, page: NodeTable, content: Mask) -> "ShortLines":
        """Give those of the marked (S) content."""
        lines = lines_of(page)
        (rows,) = (content.take(lines.start) & (lines.texts.length <= patterns.MAX_LINE_CHARS)).nonzero()
        begins, holds, marks, roles = terms_in(lines.texts.plain, rows)
        start = lines.start.take(rows)
        (places,) = ((holds != 0) | (marks >= lib.ENDS_WITH_COLON)).nonzero()
        columns = (each.take(places).tolist() for each in (rows, start, begins, holds, marks))
        return cls(page, lines, rows, start, list(map(ShortLine, *columns)), roles)

    def text(self, line: ShortLine) -> str:
        """Give the text of a line."""
        return self.lines.texts[line.row]

    def plain(self, line: ShortLine) -> str:
        """Give it in small letters, without positional forms."""
        return self.lines.texts.plain[line.row].lower()

    def rows_among(self, content: Mask, lines: Mask) -> list[int]:
        """Give the rows of the marked lines (L) that are short and still in the marked (S) content."""
        rows: list[int] = self.rows[content.take(self.start) & lines.take(self.rows)].tolist()
        return rows

    def holding(self, content: Mask, *roles: TermRole) -> list[ShortLine]:
        """Give those in the marked (S) content that hold a term of one of some roles."""
        bits = bits_of(*roles)
        if not self.roles & bits:  # as on most pages
            return []
        return [each for each in self.with_terms if each.holds & bits and content[each.start]]

    def beginning_with(self, content: Mask, *roles: TermRole, behind_day: tuple[TermRole, ...] = ()) -> list[ShortLine]:
        """Give those in the marked (S) content that may begin with such a term.

        Those that may begin with a day are given if they hold a term of a role in ``behind_day``.
        """
        term, with_day, day = bits_of(*roles), bits_of(*behind_day), lib.BEGINS_WITH_DAY
        if not self.roles & (term | with_day):  # likewise
            return []
        return [
            each
            for each in self.with_terms
            if (each.begins & term or (with_day and each.marks & day and each.holds & with_day)) and content[each.start]
        ]

    def ending_with_colon(self, content: Mask) -> list[ShortLine]:
        """Give those in the marked (S) content that end with a colon."""
        return [each for each in self.with_terms if each.marks & lib.ENDS_WITH_COLON and content[each.start]]

    def of_role(
        self, role: LineRole, lines: Iterable[ShortLine], language: str = "und", *, anywhere: bool = False
    ) -> list[Attribution]:
        """Give those of some lines that have a role; the rest as ``patterns.match`` has it."""
        matches = (
            (each.row, patterns.match(self.text(each), role, language, anywhere=anywhere, holds=each.holds))
            for each in lines
        )
        return [Attribution(row, role, match.reason) for row, match in matches if match is not None]
