"""How often the words in and around lines are content, counted by site: the vocabulary of ``mezmun``."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import features, vocabulary
from extraction.features import Measured, Values
from extraction.vocabulary import LINE_LEANINGS, Vocabulary

SITES: Final = 6
"""Sites a word must be seen on before it says anything."""
_PRIOR, _PRIOR_SITES = 0.4, 4
"""A word's share of content is counted as if it had been the average on that many more sites."""
_LEAST: Final = 0.03
"""Leanings below it are left out."""

Labelled = tuple[str, Measured, NDArray[np.float32], NDArray[np.int64]]
"""A page's site, its lines, the share of each line that is content, and the words of each."""


@dataclass(frozen=True)
class _Rows:
    """Words of R namings or lines, one after the other."""

    words: NDArray[np.int64]
    sizes: NDArray[np.int64]
    """(R)"""

    def reduce(self, values: NDArray[np.float64], by: np.ufunc) -> NDArray[np.float64]:
        """Reduce each word's value over its row (R); 0 for a row without words."""
        result = np.zeros(len(self.sizes))
        rows = np.flatnonzero(self.sizes)
        if len(rows):
            result[rows] = by.reduceat(values, (np.cumsum(self.sizes) - self.sizes)[rows])
        return result


class WordCounts:
    """Counts of labelled pages."""

    def __init__(self, pages: Sequence[Labelled]) -> None:
        self._number: dict[str, int] = {}
        self.measured = [measured for _, measured, _, _ in pages]
        self.site = [site for site, _, _, _ in pages]
        self.names: list[_Rows] = []
        self.lines: list[_Rows] = []
        sums: dict[str, list[tuple[NDArray[np.int64], NDArray[np.float64]]]] = {}
        for site, measured, share, counted in pages:
            names = self._rows(vocabulary.names(naming) for naming in measured.namings)
            lines = self._rows(vocabulary.words(text) for text in measured.lines.text)
            self.names.append(names)
            self.lines.append(lines)
            sums.setdefault(site, []).append(_contents(measured, share, counted, names, lines))
        self.by_site = {site: _means(found) for site, found in sums.items()}
        self.words = list(self._number)

    def _rows(self, rows: Iterable[Iterable[str]]) -> _Rows:
        number = self._number
        found = [[number.setdefault(word, len(number)) for word in row] for row in rows]
        sizes = np.array([len(row) for row in found], dtype=np.int64)
        return _Rows(np.array([word for row in found for word in row], dtype=np.int64), sizes)

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

    def vocabulary(self) -> Vocabulary:
        """Give the words that say something."""
        words = self._counted.words
        return Vocabulary({words[row]: float(self._leaning[row]) for row in np.flatnonzero(self._leaning).tolist()})

    def leanings_without_own_site(self, number: int) -> dict[str, Values]:
        """Give ``features.leanings`` of a counted page by what the other sites say."""
        counted, leaning = self._counted, self._leaning
        site = counted.site[number]
        if self._counts(site):
            leaning = leaning.copy()
            found, content = counted.by_site[site]
            leaning[found] = _leaning(self._share[found] - content, self._sites[found] - 1)
        names, lines = counted.names[number], counted.lines[number]
        said = leaning[names.words]
        of_names = np.stack(
            [np.minimum(names.reduce(said, np.minimum), 0), np.maximum(names.reduce(said, np.maximum), 0)]
        )
        said = leaning[lines.words]
        known = lines.reduce((said != 0).astype(np.float64), np.add)
        of_lines = np.zeros((LINE_LEANINGS, len(lines.sizes)))
        of_lines[0] = lines.reduce(said, np.add) / np.maximum(known, 1)
        of_lines[1] = lines.reduce(said, np.minimum)
        of_lines[2] = lines.reduce(said, np.maximum)
        rows = np.flatnonzero(lines.sizes)
        of_lines[3, rows] = said[(np.cumsum(lines.sizes) - lines.sizes)[rows]]
        of_lines[4] = known / np.maximum(lines.sizes, 1)
        return features.spread_leanings(
            counted.measured[number], of_names.T.astype(np.float32), of_lines.T.astype(np.float32)
        )


def _leaning(share: NDArray[np.float64], sites: NDArray[np.int64]) -> NDArray[np.float64]:
    leaning = np.round((share + _PRIOR * _PRIOR_SITES) / (sites + _PRIOR_SITES) - _PRIOR, 2)
    leaning[(sites < SITES) | (np.abs(leaning) < _LEAST)] = 0
    return leaning


def _contents(
    page: Measured, share: NDArray[np.float32], counted: NDArray[np.int64], names: _Rows, lines: _Rows
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Give the words of a page, and of each the share of content in the text under it or in its lines."""
    weight = np.maximum(counted, 0.2)  # a line without a word still has a place
    before, content = features.sums(weight), features.sums(weight * share)
    size = np.bincount(page.naming, weights=before[page.last] - before[page.first], minlength=len(page.namings))
    said = np.bincount(page.naming, weights=content[page.last] - content[page.first], minlength=len(page.namings))
    words = np.concatenate([names.words, lines.words])
    sizes = np.concatenate([np.repeat(size, names.sizes), np.ones(len(lines.words))])
    saids = np.concatenate([np.repeat(said, names.sizes), np.repeat(share, lines.sizes)])
    found, place = np.unique(words, return_inverse=True)
    total = np.bincount(place, weights=sizes)
    held = total > 0
    return found[held], np.bincount(place, weights=saids)[held] / total[held]


def _means(
    pages: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]],
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    found, place = np.unique(np.concatenate([words for words, _ in pages]), return_inverse=True)
    content = np.bincount(place, weights=np.concatenate([content for _, content in pages]))
    return found, content / np.bincount(place)
