"""The terms in short texts, found for all texts at once; what a text may be used for depends on their roles.

At least the terms that ``terms.finder`` finds are given: all kinds of apostrophes count as one.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon.terms import TABLES, UNSPACED_SCRIPTS, Term, TermRole, terms
from extraction.page import characters
from extraction.page.texts import Texts, plain
from native.library import Pointer, array, lib, struct
from normalization.cached_property import cached_property
from normalization.load_once import load_once


class TextTerms(NamedTuple):
    """The roles of the terms in one text, which holds a term or ends with a colon."""

    row: int
    """The row of the text."""
    begins: int
    """``bits_of`` the roles of the terms at its beginning, behind any signs; behind a bracket, of all terms in it."""
    holds: int
    """``bits_of`` the roles of all terms in it."""
    marks: int
    """``BEGINS_WITH_DAY`` where it begins with a digit, or with a word of 3 to 12 letters, perhaps a point, and a digit
    (such a text begins with no term); and ``ENDS_WITH_COLON``."""


@lru_cache(maxsize=128)
def bits_of(*roles: TermRole) -> int:
    """Give the bits of roles.

    Raises:
        KeyError: a role is not looked for in texts.
    """
    return sum({_BIT[role] for role in roles})


@dataclass(frozen=True, eq=False)
class TermsOfTexts:
    """The terms of several texts."""

    columns: NDArray[np.uint64]
    """(T, 4) the fields of a ``TextTerms`` for each text that holds a term or ends with a colon."""
    holds: int
    """``bits_of`` the roles of the terms in any of the texts."""
    begins: int
    """``bits_of`` the roles of the terms with which any of the texts may begin."""
    behind_day: int
    """``bits_of`` the roles of the terms in any text that begins with a day."""

    @cached_property
    def each(self) -> list[TextTerms]:
        """The terms of each text."""
        return [*map(TextTerms._make, self.columns.tolist())]


def terms_in(texts: Texts, rows: NDArray[np.intp], most: int = 0) -> TermsOfTexts:
    """Give the terms of some texts (rows); they are ``plain``, if in letters of any size.

    No more than the last ``most`` characters of each are looked at; 0 is for all of them.
    """
    number = len(rows)
    out, every = np.empty((number, lib.TERM_COLUMNS), dtype=np.uint64), np.empty(lib.ANY_COLUMNS, dtype=np.uint64)
    with_terms = lib.mezmun_find_terms(
        _table(),
        *texts.pointers,
        array(rows, number),
        number,
        most,
        array(out, out.size, writable=True),
        array(every, lib.ANY_COLUMNS, writable=True),
    )
    return TermsOfTexts(out[:with_terms], *every.tolist())


def beginning_with(texts: Texts, rows: NDArray[np.intp], *roles: TermRole) -> NDArray[np.intp]:
    """Give those of some texts (rows) that may begin with a term of some roles, behind any signs.

    Behind a bracket the term may stand anywhere. The texts are as in ``terms_in``.
    """
    number, beginning = len(rows), np.empty(len(rows), dtype=np.intp)
    times = lib.mezmun_begin_with_terms(
        _table(),
        *texts.pointers,
        array(rows, number),
        number,
        bits_of(*roles),
        array(beginning, number, writable=True),
    )
    return beginning[:times]


def roles_in(text: str) -> int:
    """Give ``bits_of`` the roles of the terms that one text holds."""
    utf8 = plain(text).encode("utf-8", "replace")
    edge = np.array((0, len(utf8)), dtype=np.int32)
    return terms_in(Texts(utf8, edge, np.ones(1, dtype=np.int32), np.zeros(1, dtype=np.uint8)), _FIRST).holds


@load_once
def _table() -> Pointer:
    """Give the table of terms as the C library wants it."""
    every = sorted((term for name in TABLES for term in terms(name) if term.role in _BIT), key=lambda term: term.text)
    encoded = [term.text.encode() for term in every]
    utf8, number = b"".join(encoded), len(every)
    edge = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
    slot = np.zeros(1 << len(utf8).bit_length(), dtype=np.uint64)  # terms begin alike: there are fewer steps than bytes
    nodes = len(utf8) + lib.TERM_NODES_BESIDE_BYTES
    roles, steps = np.zeros((2, nodes), dtype=np.uint64), np.zeros((2, nodes), dtype=np.uint8)
    table = struct(
        "TermTable",
        characters=characters.TABLE,
        terms=array(utf8, len(utf8)),
        edge=array(edge, number + 1),
        roles=array(np.array([_BIT[term.role] for term in every], dtype=np.uint64), number),
        ending=array(np.array([_ending(term) for term in every], dtype=np.uint8), number),
        number=number,
        slot=array(slot, len(slot), writable=True),
        slots=len(slot),
        whole=array(roles[0], nodes, writable=True),
        open=array(roles[1], nodes, writable=True),
        next=array(steps[0], nodes, writable=True),
        kind=array(steps[1], nodes, writable=True),
    )
    lib.mezmun_fill_term_table(table)
    return table


def _ending(term: Term) -> int:
    if term.script in UNSPACED_SCRIPTS and not term.text[0].isascii():
        return int(lib.UNSPACED_TERM)
    return int(lib.OPEN_TERM if term.open_ended or term.script in UNSPACED_SCRIPTS else lib.WHOLE_TERM)


_FIRST: Final = np.zeros(1, dtype=np.intp)
_NOT_ASKED: Final = frozenset(
    {
        *(
            TermRole.NAME_PARTICLE,
            TermRole.AT,
            TermRole.CLOCK,
            TermRole.ZONE,
            TermRole.WEEKDAY,
            TermRole.MEMBER,
            TermRole.AGO,
            TermRole.RIGHTS,
        ),
        *(TermRole.ENTRY_FIELD, TermRole.ENTRY_TEXT),
        *(TermRole.YEAR, TermRole.MONTH, TermRole.MONTH_OF_YEAR, TermRole.YEAR_BEFORE, TermRole.MONTH_BEFORE),
        *(TermRole.DAY_ENDING, TermRole.WITHIN_DATE, TermRole.TITLE_LABEL, TermRole.TITLE_REPLY, TermRole.TITLE_CREDIT),
        TermRole.GUEST_BOOK,
        *(TermRole.DETERMINER, TermRole.GREETING, TermRole.CLOSING, TermRole.COMMENTED, TermRole.MEANS),
        *(
            TermRole.CHANNEL,
            TermRole.FEED,
            TermRole.TALK,
            TermRole.UNSIGNED,
            TermRole.DATELINE,
            TermRole.WIRE,
            TermRole.VERB,
            TermRole.CREDIT_BETWEEN,
            TermRole.CREDIT_VIA,
        ),
    }
)
"""Roles of words that prove nothing about a line by themselves, and of terms that are looked for elsewhere."""
_BIT: Final = {role: 1 << number for number, role in enumerate(role for role in TermRole if role not in _NOT_ASKED)}
ANY_ROLE: Final = sum(_BIT.values())
"""``bits_of`` every role that is looked for."""
