"""What the method ``mezmun`` looks at: for each line of a page, some eighty numbers by name.

They come from the line and its neighbours, from the elements around it (text density, link and sentence shares, CC,
place, how often their structure repeats), from the names authors gave those elements, from the words of short lines,
and from the page as a whole. All of them are counts and shares, exact or rounded alike on every machine.

The elements around a line are levels: level 0 is the block the line lies in, each further level the next element that
holds more than the one before, so that wrappers count nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.model.line_values import Table, Values
from extraction.model.page_kind import PageKinds
from extraction.model.vocabulary import Vocabulary, Words
from extraction.native import features as native
from extraction.native.leanings import leanings
from extraction.native.said import Learned
from extraction.native.titles import line_of_title
from extraction.page import lines
from extraction.page.attribute_signatures import Namings
from extraction.page.lines import Lines
from extraction.page.node_table import NodeTable

LEVELS: Final = 6
MOST_KINDS: Final = 16
"""Kinds of pages that a model may tell apart."""


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """The lines of a page with what ``leanings`` needs beside their features."""

    lines: Lines
    features: Table
    """What is measured of the page alone."""
    around: native.Found
    """The elements around them."""
    parent: NDArray[np.int32]
    """(E) row of the parent; -1 for the root."""
    naming: NDArray[np.int32]
    """(E) row in ``namings``."""
    namings: Namings
    """The different namings of the page's elements."""

    @property
    def chars(self) -> Values:
        """(L) characters of each line."""
        return self.features["chars"]

    @property
    def levels(self) -> NDArray[np.int32]:
        """(LEVELS, L) rows of the elements around each line."""
        return self.around.levels

    @property
    def owner(self) -> NDArray[np.int32]:
        """(L) row of the element whose child the line's first text is."""
        return self.around.owner

    @property
    def first(self) -> NDArray[np.int32]:
        """(E) first line of each element's subtree ..."""
        return self.around.first

    @property
    def last(self) -> NDArray[np.int32]:
        """(E) ... and the line behind its last."""
        return self.around.last


def measure(page: NodeTable) -> Measured:
    """Measure a page that has at least one segment."""
    cut = lines.lines_of(page)
    title = line_of_title(cut, " ".join(page.head.titles))
    found = native.features(page, cut, title, _MEASURES, LEVELS, more=len(_SAID) + MOST_KINDS)
    return Measured(cut, Table(_MEASURED, found.values), found, page.parent, page.naming, page.written_namings)


def with_words(
    page: Measured, names: Words, words: Words, leaning: NDArray[np.float64], kinds: Mapping[str, float]
) -> Table:
    """Give all that a forest may ask of a page's lines: what is measured, and what words say of them and of the page.

    ``names`` are the words of the page's namings, ``words`` those of its lines, ``leaning`` is (W), of each word, and
    ``kinds`` are the probabilities of the page's kinds by name.
    """
    every = _names(tuple(kinds))
    rows = np.empty((len(every), len(page.chars)), dtype=np.float32)
    rows[: len(_MEASURED)] = page.features.rows
    leanings(page, names, words, leaning, _NAMED_LEVELS, [*map(_odds, kinds.values())], rows[len(_MEASURED) :])
    return Table(every, rows)


def said(page: Measured, vocabulary: Vocabulary, kinds: PageKinds) -> tuple[Table, dict[str, float]]:
    """Give the same for what is known of words; and the probabilities of the page's kinds, by name.

    It is put below what was measured, where a page has room for it once: a copy would be a third of all its memory.
    """
    every = _names(kinds.names)
    rows = page.around.room[: len(every)]
    return Table(every, rows), kinds.named(_learned(vocabulary, kinds).said(page, rows[len(_MEASURED) :]))


@lru_cache(maxsize=8)
def _learned(vocabulary: Vocabulary, kinds: PageKinds) -> Learned:
    odds = np.array([_odds(likely / 1000) for likely in range(1001)], dtype=np.float32)
    return Learned(vocabulary.known, vocabulary.leaning, kinds.weights, odds, lines.LONGEST, _NAMED_LEVELS)


def _odds(likely: float) -> float:
    return round(log(likely + 0.001), 2)


@lru_cache(maxsize=8)
def _names(kinds: tuple[str, ...]) -> tuple[str, ...]:
    return *_MEASURED, *_SAID, *(f"kind/{kind}" for kind in kinds)


_AT_LEVELS: Final = {
    "link": ("linked", "chars", (5,)),
    "sentence": ("said", "chars", (0, 1)),
    "density": ("chars", "size", (0, 1)),
    "cc": ("unlinked", "anchors", (0, 1, 2)),
    "line-chars": ("chars", "lines", (5,)),
    "marks": ("marks", "chars", (4, 5)),
    "digit": ("digits", "chars", (0, 2)),
    "begins": ("begins", "page", (1, 2)),
    "ends": ("ends", "page", (1, 3, 4, 5)),
    "sentences": ("sentences", "one", (1,)),
    "of-wider": ("chars", "wider-chars", (0,)),
    "sentence-of-wider": ("said", "wider-said", (0, 1)),
    "depth": ("depth", "one", (0,)),
    "alike": ("alike", "one", (0,)),
    "alike-share": ("alike-chars", "page", (0,)),
    "alike-chars": ("alike-chars", "alike", (0,)),
    "alike-link": ("alike-linked", "alike-chars", (0, 5)),
    "alike-sentence": ("alike-said", "alike-chars", (0, 1)),
    "siblings": ("siblings", "one", (0,)),
    "sibling-share": ("sibling-chars", "page", (0,)),
}
"""The measures of elements: one of their numbers (``native.features.COLUMNS``), by which other it is divided, and at
which levels: where it was worth something. Three times as many numbers were tried and made the model no better on sites
it had not seen."""
_TAKEN: Final = [
    (f"{level}/{name}", part, whole, level) for name, (part, whole, levels) in _AT_LEVELS.items() for level in levels
]
_MEASURES: Final = native.taken((part, whole, level) for _, part, whole, level in _TAKEN)
_NAMED_LEVELS: Final = 5
OWN: Final = (
    *("chars", "chars+1", "link", "digit", "marks", "stops-and-commas"),
    *("symbol", "ends-sentence", "copies", "sentence"),
)
PLACES: Final = (
    *("row", "place", "before", "near-link", "in-article", "in-aside", "in-blockquote"),
    *("since-heading", "since-headline", "since-title", "main-block"),
    *("page/lines", "page/chars", "page/link", "page/sentence", "page/sentences", "page/paragraphs", "page/anchors"),
    *("page/longest", "page/digit", "page/comments", "page/said-in-comments", "in-comments", "since-comments"),
)
_MEASURED: Final = (*OWN, *(name for name, *_ in _TAKEN), *PLACES)
"""What is measured, in the order of ``native/features.c``."""
_SAID: Final = (
    *("owner-low", "owner-high", "block-low", "block-high"),
    *(f"{level}/{end}" for level in range(_NAMED_LEVELS) for end in ("low", "high")),
    *("words-mean", "words-low", "words-low-1", "words-mean-1", "words-mean+1"),
)
"""What words say, in the order of ``native/leanings.c``."""
