"""What words say of content: names in a page's attributes, and the words of its short lines.

Authors name their boxes ("entry-content", "sidebar", "postbody"), and software writes the same small labels under every
post ("Reply", "Posted on", "All rights reserved"). Each word has a *leaning*: by how much text under such a name, or
lines with such a word, are content more often (above 0) or less often than the average of the labelled pages; 0 for a
word that was not seen on enough sites.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.node_table import NodeTable
from normalization import fold_presentation_forms

LONGEST_LINE: Final = 160
"""Characters: longer lines are told by their form, and their words would be those of a topic."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Leanings by word: names as ``names`` gives them, words of lines as ``words`` does."""

    leaning: dict[str, float]
    _of_names: dict["Naming", tuple[float, float]] = field(default_factory=dict)

    def of_naming(self, naming: "Naming") -> tuple[float, float]:
        """Give the lowest and the highest leaning among an element's names, 0 included."""
        found = self._of_names.get(naming)
        if found is None:
            leanings = [self.leaning.get(name, 0.0) for name in names(naming)]
            found = min(0.0, *leanings), max(0.0, *leanings)
            if len(self._of_names) < _REMEMBERED:
                self._of_names[naming] = found
        return found

    def of_line(self, text: str) -> tuple[float, ...]:
        """Give mean, lowest and highest leaning of a line's known words, of the whole line, and the share known."""
        found = words(text)
        if not found:
            return (0.0,) * LINE_LEANINGS
        leanings = [self.leaning.get(word, 0.0) for word in found]
        known = [leaning for leaning in leanings if leaning]
        if not known:
            return (0.0,) * LINE_LEANINGS
        return sum(known) / len(known), min(leanings), max(leanings), leanings[0], len(known) / len(found)


LINE_LEANINGS: Final = 5
_REMEMBERED: Final = 50_000
"""Elements named differently whose leanings are kept, since sites and their software repeat themselves: about 15 MB."""

Naming = tuple[int, str, str, str]
"""An element's tag code and its ``class``, ``id`` and ``role`` (else ``itemprop``) as the page has them."""


def namings(page: NodeTable) -> tuple[NDArray[np.int32], list[Naming]]:
    """Give the different namings on the page, and for each element (E) which it has."""
    rows: dict[Naming, int] = {}
    of_element = []
    for tag, node in zip(page.tag.tolist(), page.nodes(), strict=True):
        have = node.attributes
        if have:
            get = have.get
            naming = (tag, get("class") or "", get("id") or "", get("role") or get("itemprop") or "")
        else:
            naming = (tag, "", "", "")
        of_element.append(rows.setdefault(naming, len(rows)))
    return np.array(of_element, dtype=np.int32), list(rows)


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


_NAMES_LOOKED_AT: Final = 12
"""Style sheets of utility classes name an element by dozens of words that say nothing."""
_LONGEST_NAME: Final = 40
_MOST_WORDS: Final = 14
_DIGITS: Final = re.compile(r"\d+")
_PARTS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
_WORD: Final = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|[^\W_\u2e80-\u9fff\uf900-\ufaff]+")
