"""Regular expressions over the tokens of a line (``tokens``): the *forms* of lines.

Words in angle brackets stand for kinds of tokens: ``<person>`` is a term of that role, ``<person|source>`` a term of
either role; the other words are in ``_PARTS``. A form matches at the beginning of a line.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from extraction.attribution.forms import tokens
from extraction.attribution.forms.tokens import Tokens
from extraction.lexicon.terms import TermRole

_PARTS: Final = {
    "label": "<person|source|count|published|date|section|updated>",
    "labelled": r"(?:<label>:|<source|count>\(?#)",  # a label with what it is about; of numbers alone without a colon
    "fact": r"(?:<person|source|count>:|<source|count>\(?#)",
    "word": "[NnukK\ue000-\uf8ff]",
    "sign": "[|()]",
    "moment": "[dDt]",
    "moments": "(?:<moment>(?:[|]?<at>?<moment>)?)",
    "numeric": "[dt]",
    "follow": r"(?=[|#dDt()]|<at|published|date|updated>|\.?$)",  # behind names that are no part of a sentence
    "names": r"(?:N(?:N|<name-particle|work|job>){0,6}(?:N|<person|work|job|newsroom>)<follow>|N(?!$)<follow>)",
    "cased-name": "N(?:N|<name-particle>){0,2}N",  # two to four words, with capitals but for particles
    "full-name": "N(?:N|<name-particle>){0,2}(?:N|<newsroom>)",
    "user": r"(?:[Nnu]|N{2,3}|u{2}|_?K#?)",
    "when": r"(?:[|(]{0,2}<at|preposition>?<moment>.{0,8}|<sign>*\.?)",  # nothing, or a day
    "end": "[|).]{0,2}$",
    "parted": "(?:(?:<at>[|.]?|<sign>+)(?:<weekday>[|]?)?)",
}
"""Parts of forms by their names."""


def first_form(line: str, forms: Mapping[str, str], language: str = "und") -> str | None:
    """Give the value of the first form that a line has; None when it has none of them.

    ``language`` is the one that the page declares.
    """
    shape = tokens.tokenise(line, language).shape
    return next((reason for form, reason in forms.items() if _compiled(form).match(shape)), None)


def is_any(cut: Tokens, forms: Iterable[str]) -> bool:
    """Tell whether a line, cut into tokens, begins with any of some forms."""
    shape = cut.shape
    return any(_compiled(form).match(shape) for form in forms)


class FormMatch(NamedTuple):
    """A form at the beginning of a line, and where its parts stand in that line."""

    cut: Tokens
    """The tokens of the line."""
    match: re.Match[str]
    """The match of the form over the shape of the line."""

    def span(self, group: str | int = 0) -> tuple[int, int]:
        """Give where a group of the form begins and ends, in characters; (0, 0) when it has no token."""
        first, behind = self.match.span(group)
        return (self.cut.starts[first], self.cut.stops[behind - 1]) if first < behind else (0, 0)

    @property
    def name(self) -> tuple[int, int]:
        """Where the group ``name`` begins and ends, in characters; in a form without that group, all that matches."""
        return self.span("name" if "name" in self.match.re.groupindex else 0)


def match_form(cut: Tokens, form: str) -> FormMatch | None:
    """Match a form at the beginning of a line that was cut into tokens; None when the line has another form."""
    match = _compiled(form).match(cut.shape)
    return FormMatch(cut, match) if match is not None else None


@cache  # forms stand in tables of this room: there are a hundred
def _compiled(form: str) -> re.Pattern[str]:
    """Give the pattern of a form, over the shape of a line (``Tokens.shape``)."""
    return re.compile(_expanded(form), re.DOTALL)


def _expanded(form: str) -> str:
    """Write a form as a pattern of the characters that stand for its parts."""
    while (part := _PART.search(form)) is not None:
        names = part[1].split("|")
        known = _PARTS.get(part[1])
        form = form.replace(part[0], known if known else f"[{tokens.letters_of_roles(*map(TermRole, names))}]")
    return form


_PART: Final = re.compile(r"(?<!\?P)<([a-z|-]+)>")
