"""What words say of content: names in a page's attributes, and the words of its short lines.

Authors name their boxes ("entry-content", "sidebar", "postbody"), and software writes the same small labels under every
post ("Reply", "Posted on", "All rights reserved"). Each word has a *leaning*: by how much text under such a name, or
lines with such a word, are content more often (above 0) or less often than the average of the labelled pages; 0 for a
word that was not seen on enough sites.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.node_table import Naming
from normalization import fold_presentation_forms

LONGEST_LINE: Final = 160
"""Characters: longer lines are told by their form, and their words would be those of a topic."""


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """The known words of R rows (namings or lines), one row after the other."""

    word: NDArray[np.intp]
    """Numbers of the words."""
    sizes: NDArray[np.intp]
    """(R) how many are in each row."""

    def reduce(self, values: NDArray[np.float64], by: np.ufunc) -> NDArray[np.float64]:
        """Reduce the value of each word over its row (R); 0 for a row without words."""
        result = np.zeros(len(self.sizes))
        rows = np.flatnonzero(self.sizes)
        if len(rows):
            result[rows] = by.reduceat(values, (np.cumsum(self.sizes) - self.sizes)[rows])
        return result


def gathered(rows: Iterable[list[int]]) -> Words:
    """Make ``Words`` of the word numbers of each row."""
    rows = list(rows)
    sizes = np.fromiter(map(len, rows), dtype=np.intp, count=len(rows))
    return Words(np.fromiter(chain.from_iterable(rows), dtype=np.intp, count=int(sizes.sum())), sizes)


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The known words: names as ``names`` gives them, words of lines as ``words`` does."""

    number: dict[str, int]
    """The number of each of W words."""
    leaning: NDArray[np.float64]
    """(W)"""
    _of_names: dict[Naming, list[int]] = field(default_factory=dict)

    def of_namings(self, namings: Iterable[Naming]) -> Words:
        """Give the known names of each naming."""
        return gathered(map(self._numbers, namings))

    def of_lines(self, texts: Iterable[str]) -> Words:
        """Give the known words of each line."""
        get = self.number.get
        return gathered([row for word in words(text) if (row := get(word)) is not None] for text in texts)

    def _numbers(self, naming: Naming) -> list[int]:
        found = self._of_names.get(naming)
        if found is None:
            found = [row for name in sorted(names(naming)) if (row := self.number.get(name)) is not None]
            if len(self._of_names) < _REMEMBERED:
                self._of_names[naming] = found
        return found


_REMEMBERED: Final = 50_000
"""Elements named differently whose words are kept, since sites and their software repeat themselves: about 20 MB."""


@lru_cache(maxsize=20_000)
def names(naming: Naming) -> frozenset[str]:
    """Give the words of an element's names: each name whole (digits as 0) and its parts, and its tag."""
    tag, classes, identifier, role = naming
    found = {f"<{tags.NAMES[tag]}"}
    for mark, value in ((".", classes), ("#", identifier), ("@", role)):
        for name in value.split()[:_NAMES_LOOKED_AT]:
            if len(name) <= _LONGEST_NAME:
                found.add(mark + _DIGITS.sub("0", name.lower()))
                found.update(part.lower() for part in _PARTS.findall(name) if len(part) > 1)
    return frozenset(found)


def words(text: str) -> list[str]:
    """Give the words of a line: all of it, then each word or pair of unspaced letters; none of a long line."""
    if len(text) > LONGEST_LINE:
        return []
    line = _DIGITS.sub("0", fold_presentation_forms(text).lower())
    found = _WORD.findall(line)
    if not found or len(found) > _MOST_WORDS:
        return []
    pairs = (a + b for a, b in pairwise(found) if len(a) == len(b) == 1 and a > "\u2e80")
    return [
        "=" + line,
        "^" + found[0],
        *("_" + word for word in found if len(word) > 1),
        *("_" + pair for pair in pairs),
    ]


def without_numbers(text: str) -> str:
    """Give a line with each of its numbers as 0, so that counters and dates make no difference."""
    return _DIGITS.sub("0", text) if len(text) <= LONGEST_LINE else text


@lru_cache(maxsize=20_000)
def speaks_of(naming: Naming, subject: tuple[str, ...]) -> bool:
    """Tell whether a part of an element's names begins with one of the words of a subject."""
    return any(name.startswith(subject) for name in names(naming))


COMMENTS: Final = ("comment", "disqus", "respond", "kommentar", "komentar", "commentaire", "pinglun")
"""How the names of boxes begin that hold what readers wrote under an article."""
_NAMES_LOOKED_AT: Final = 12
"""Style sheets of utility classes name an element by dozens of words that say nothing."""
_LONGEST_NAME: Final = 40
_MOST_WORDS: Final = 14
_DIGITS: Final = re.compile(r"\d+")
_PARTS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
_WORD: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|[^\W_\u2e80-\u9fff\uf900-\ufaff]+")
