"""Which role of attribution a line has, by the patterns of all roles."""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from extraction.attribution.forms import tokens
from extraction.attribution.forms.edit_note_patterns import OF_EDIT_NOTES
from extraction.attribution.forms.expressions import is_any, match_form
from extraction.attribution.forms.patterns import MAX_LINE_CHARS, OF_WRITERS, LinePattern, LineRole
from extraction.attribution.forms.tokens import Tokens
from extraction.lexicon.text_terms import ANY_ROLE, bits_of, roles_in
from extraction.page.signs import QUESTION_MARKS
from normalization.load_once import load_once

_OF_NO_QUESTION: Final = frozenset({LineRole.INFORMATION, LineRole.WRITER})
PATTERNS: Final = (*OF_WRITERS, *OF_EDIT_NOTES)
"""The patterns of all roles."""


def match(
    line: str, role: LineRole, language: str = "und", *, anywhere: bool = False, holds: int | None = None
) -> LinePattern | None:
    """Give the pattern by which a line has a role; None when it has not.

    Args:
        line: its text.
        role: the role.
        language: the one that the page declares.
        anywhere: a form is asked for that holds on any page.
        holds: ``bits_of`` the roles of the terms in the line, where they are known.
    """
    if role in _OF_NO_QUESTION and line.rstrip().endswith(QUESTION_MARKS):  # "Reporter: why?" begins an answer
        return None
    if len(line) > MAX_LINE_CHARS or not _may_have(line, role, roles_in(line) if holds is None else holds):
        return None
    cut = tokens.tokenise(line, language)
    forms = (each for each in _by_role()[role] if each.anywhere or not anywhere)
    return next((each for each in forms if _matches(each, cut, len(line))), None)


def _may_have(line: str, role: LineRole, holds: int) -> bool:
    """Tell whether a line has what any form of a role asks for: quicker than to cut it into tokens."""
    plain_forms, dated_forms = _asked_by()[role]
    return bool(holds & plain_forms) or (bool(holds & dated_forms) and tokens.has_moment(line))


@load_once
def _asked_by() -> dict[LineRole, tuple[int, int]]:
    """Give ``bits_of`` the roles of terms that the forms of a role ask for: of forms without a day, and with one."""

    def asked(forms: Iterable[LinePattern]) -> int:
        return reduce(or_, (bits_of(*each.terms) if each.terms else ANY_ROLE for each in forms), 0)

    return {
        role: (asked(each for each in forms if not each.dated), asked(each for each in forms if each.dated))
        for role, forms in _by_role().items()
    }


def begins_with_preposition(line: str) -> bool:
    """Tell whether a line begins with a word that may stand for "by", and has other meanings."""
    return is_any(tokens.tokenise(line), ("<sign>*<preposition>",))


def _matches(pattern: LinePattern, cut: Tokens, chars: int) -> bool:
    match = match_form(cut, pattern.form) if chars <= pattern.max_chars else None
    if match is None:
        return False
    start, stop = match.name
    return stop - start <= pattern.max_name_chars


@load_once
def _by_role() -> dict[LineRole, tuple[LinePattern, ...]]:
    return {role: tuple(each for each in PATTERNS if each.role is role) for role in LineRole}
