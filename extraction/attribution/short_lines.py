"""The short lines of a page's content, with what each begins with: few lines of attribution begin as text does."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon.terms import UNSPACED_SCRIPTS, TermRole, with_roles
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Mask, NodeTable

MAX_LINE_CHARS: Final = 160
"""Characters of a line that may be attribution; longer ones are text, whatever they begin with."""


@dataclass(frozen=True, slots=True, eq=False)
class ShortLines:
    """The R short lines of some content."""

    page: NodeTable
    lines: Lines
    """All lines of the page."""
    rows: NDArray[np.intp]
    """(R) in ``lines``."""
    texts: list[str]
    """(R)"""
    folded: list[str]
    """(R) without positional forms where they have any; see ``plain``."""
    first_words: list[str]
    """(R) the first word behind any signs; ``DAY`` where a day may stand there, ``BRACKET`` where a bracket does, empty
    where nothing does."""

    @classmethod
    def of(cls, page: NodeTable, content: Mask) -> "ShortLines":
        """Give those of the marked (S) content."""
        lines = lines_of(page)
        rows = np.flatnonzero(content[lines.start] & (lines.texts.length <= MAX_LINE_CHARS))
        texts = lines.texts.of(rows)
        folded = texts if lines.texts.plain is lines.texts else lines.texts.plain.of(rows)
        return cls(page, lines, rows, texts, folded, [_first_word(text) for text in folded])

    def plain(self, place: int) -> str:
        """Give the text of one (from 0 to R) in small letters, without positional forms."""
        return self.folded[place].lower()

    def among(self, content: Mask, among: Mask | None = None) -> Iterator[int]:
        """Give the places, from 0 to R, of those that still are in the marked (S) content.

        ``among`` (L) marks the lines of the page that are asked for; None stands for all.
        """
        chosen = content[self.lines.start[self.rows]]
        if among is not None:
            chosen &= among[self.rows]
        return iter(np.flatnonzero(chosen).tolist())

    def begins_as(self, place: int, beginnings: "Beginnings") -> bool:
        """Tell whether one (from 0 to R) may begin with a term; it may stand further on behind a bracket."""
        word = self.first_words[place]
        return (
            word in beginnings.words
            or word == BRACKET
            or word[:1] in beginnings.unspaced
            or word.startswith(beginnings.stems)
        )


@dataclass(frozen=True, slots=True)
class Beginnings:
    """The first words of the terms of some roles."""

    words: frozenset[str]
    stems: tuple[str, ...]
    """Those that letters may follow."""
    unspaced: frozenset[str]
    """Of terms of scripts that part no words, the first letters alone."""


@lru_cache(maxsize=16)
def beginnings(*roles: TermRole) -> Beginnings:
    """Give the first words of the terms of some roles."""
    spaced = [term for term in with_roles(*roles) if term.script not in UNSPACED_SCRIPTS]
    unspaced = (term for term in with_roles(*roles) if term.script in UNSPACED_SCRIPTS)
    stems = tuple({term.text for term in spaced if term.open_ended and " " not in term.text})
    words = frozenset(term.text.split()[0] for term in spaced)
    return Beginnings(words, stems, frozenset(term.text[0] for term in unspaced))


DAY: Final = "0"
BRACKET: Final = "("


def _first_word(text: str) -> str:
    # The beginning of most lines is enough, and sooner in small letters; not where more letters or a day may follow.
    begins = text[:_HEAD_CHARS].lower()
    match = _BEGINNING.match(begins)
    if len(text) > _HEAD_CHARS and (match is None or match.end() + _DAY_BEHIND > len(begins)):
        match = _BEGINNING.match(text.lower())
    if match is None:
        return ""
    word = match["word"]
    if not word:
        return DAY if match["day"] else BRACKET
    return word if word.isalpha() else word.translate(_APOSTROPHES)


_HEAD_CHARS: Final = 40
_DAY_BEHIND: Final = 3
"""Characters behind a word by which it becomes a day: ". 5"."""
_APOSTROPHES: Final = dict.fromkeys(map(ord, "’‘ʻʼ`´"), "'")
_BEGINNING: Final = re.compile(
    r"(?P<bracket>[(（\[【])|[\W_]*+(?:(?P<day>\d|[^\W\d_]{3,12}\.?\s\d)|(?P<word>[^\W\d_]+(?:['’ʻʼ‘][^\W\d_]+)*))"
)
