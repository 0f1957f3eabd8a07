"""How often the words in and around lines are content, counted by site: the vocabulary of ``mezmun``."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.model import vocabulary
from extraction.model.features import Measured
from extraction.model.vocabulary import Vocabulary, Words, gathered

SITES: Final = 6
"""Sites a word must be seen on before it says anything."""
_PRIOR, _PRIOR_SITES = 0.4, 4
"""A word's share of content is counted as if it had been the average on that many more sites."""
_LEAST: Final = 0.03
"""Leanings below it are left out."""

Labelled = tuple[str, Measured, NDArray[np.float32], NDArray[np.int64]]
"""A page's site, its lines, the share of each line that is content, and the words of each."""


class WordCounts:
    """Counts of labelled pages."""

    def __init__(self, pages: Sequence[Labelled]) -> None:
        self._number: dict[str, int] = {}
        self.measured = [measured for _, measured, _, _ in pages]
        self.site = [site for site, _, _, _ in pages]
        self.names: list[Words] = []
        self.lines: list[Words] = []
        sums: dict[str, list[tuple[NDArray[np.int64], NDArray[np.float64]]]] = {}
        for site, measured, share, counted in pages:
            names = self._rows(vocabulary.names(naming) for naming in measured.namings.all)
            lines = self._rows(vocabulary.words(text) for text in measured.lines.text)
            self.names.append(names)
            self.lines.append(lines)
            sums.setdefault(site, []).append(_contents(measured, share, counted, names, lines))
        self.by_site = {site: _means(found) for site, found in sums.items()}
        self.words = list(self._number)

    def _rows(self, rows: Iterable[Iterable[str]]) -> Words:
        number = self._number
        return gathered([number.setdefault(word, len(number)) for word in row] for row in rows)

    def of_other(self, measured: Measured, *, wordless: bool) -> tuple[Words, Words]:
        """Give the counted words of the namings and, unless they are hidden, of the lines of a page not counted."""
        get = self._number.get
        names = (sorted(vocabulary.names(naming)) for naming in measured.namings.all)
        lines = ([] if wordless else vocabulary.words(text) for text in measured.lines.text)
        found, said = (
            gathered([number for word in row if (number := get(word)) is not None] for row in rows)
            for rows in (names, lines)
        )
        return found, said

    def total(self, counts: Callable[[str], bool] = lambda _: True) -> "Total":
        """Add up the sites for which ``counts`` is true."""
        share, sites = np.zeros(len(self.words)), np.zeros(len(self.words), dtype=np.int64)
        for site, (found, content) in self.by_site.items():
            if counts(site):
                share[found] += content
                sites[found] += 1
        return Total(self, share, sites, counts)


class Total:
    """What some sites together say of each word."""

    def __init__(
        self, counted: WordCounts, share: NDArray[np.float64], sites: NDArray[np.int64], counts: Callable[[str], bool]
    ) -> None:
        self._counted, self._share, self._sites, self._counts = counted, share, sites, counts
        self._leaning = _leaning(share, sites)

    @property
    def known(self) -> NDArray[np.intp]:
        """Numbers of the words that were seen on enough sites, in the order of the words themselves."""
        words = self._counted.words
        rows: list[int] = np.flatnonzero(self._sites >= SITES).tolist()
        return np.array(sorted(rows, key=words.__getitem__), dtype=np.intp)

    def vocabulary(self) -> Vocabulary:
        """Give the known words."""
        words, known = self._counted.words, self.known
        return Vocabulary([words[row] for row in known.tolist()], self._leaning[known])

    def without_own_site(self, number: int) -> NDArray[np.float64]:
        """Give the leanings that the other sites than a counted page's give the counted words."""
        counted, leaning = self._counted, self._leaning
        site = counted.site[number]
        if self._counts(site):
            leaning = leaning.copy()
            found, content = counted.by_site[site]
            leaning[found] = _leaning(self._share[found] - content, self._sites[found] - 1)
        return leaning


def _leaning(share: NDArray[np.float64], sites: NDArray[np.int64]) -> NDArray[np.float64]:
    leaning = np.round((share + _PRIOR * _PRIOR_SITES) / (sites + _PRIOR_SITES) - _PRIOR, 2)
    leaning[(sites < SITES) | (np.abs(leaning) < _LEAST)] = 0
    return leaning


def _contents(
    page: Measured, share: NDArray[np.float32], counted: NDArray[np.int64], names: Words, lines: Words
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Give the words of a page, and of each the share of content in the text under it or in its lines."""
    weight = np.maximum(counted, 0.2)  # a line without a word still has a place
    before, content = _sums(weight), _sums(weight * share)
    size = np.bincount(page.naming, weights=before[page.last] - before[page.first], minlength=len(page.namings.tag))
    said = np.bincount(page.naming, weights=content[page.last] - content[page.first], minlength=len(page.namings.tag))
    words = np.concatenate([names.word, lines.word])
    sizes = np.concatenate([np.repeat(size, names.sizes), np.ones(len(lines.word))])
    saids = np.concatenate([np.repeat(said, names.sizes), np.repeat(share, lines.sizes)])
    found, place = np.unique(words, return_inverse=True)
    total = np.bincount(place, weights=sizes)
    held = total > 0
    return found[held], np.bincount(place, weights=saids)[held] / total[held]


def _sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the sums of all values before each row, and of all."""
    return np.concatenate([[0.0], np.cumsum(values)])


def _means(
    pages: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]],
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    found, place = np.unique(np.concatenate([words for words, _ in pages]), return_inverse=True)
    content = np.bincount(place, weights=np.concatenate([content for _, content in pages]))
    return found, content / np.bincount(place)
