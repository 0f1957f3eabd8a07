"""How often the words in and around lines are content, counted by site: the vocabulary of ``mezmun``."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.model import vocabulary
from extraction.model.features import Measured
from extraction.model.vocabulary import Vocabulary, Words, gathered

MIN_SITES: Final = 6
"""A word of fewer sites has no score."""
_PRIOR_SHARE, _PRIOR_SITES = 0.4, 4
"""A word's share of content is counted as if it had been the average on that many more sites."""
_MIN_SCORE: Final = 0.03
"""Smaller scores are left out."""

Labelled = tuple[str, Measured, NDArray[np.float32], NDArray[np.int64]]
"""A page's site, its lines, the share of each line that is content, and the words of each."""


class WordCounts:
    """Counts of labelled pages."""

    def __init__(self, pages: Sequence[Labelled]) -> None:
        self._number: dict[str, int] = {}
        self.measured = [measured for _, measured, _, _ in pages]
        self.names: list[Words] = []
        self.lines: list[Words] = []
        sums: dict[str, list[tuple[NDArray[np.int64], NDArray[np.float64]]]] = {}
        for site, measured, share, counted in pages:
            names = self._rows(vocabulary.names(signature) for signature in measured.signatures.all)
            lines = self._rows(vocabulary.words(text) for text in measured.lines.text)
            self.names.append(names)
            self.lines.append(lines)
            sums.setdefault(site, []).append(_contents(measured, share, counted, names, lines))
        self.by_site = {site: _means(pages_of_site) for site, pages_of_site in sums.items()}
        self.words = list(self._number)

    def _rows(self, rows: Iterable[Iterable[str]]) -> Words:
        number = self._number
        return gathered([number.setdefault(word, len(number)) for word in row] for row in rows)

    def of_other(self, measured: Measured, *, wordless: bool) -> tuple[Words, Words]:
        """Give the counted words of the names and, unless they are hidden, of the lines of an uncounted page."""
        get = self._number.get
        names = (sorted(vocabulary.names(signature)) for signature in measured.signatures.all)
        lines = ([] if wordless else vocabulary.words(text) for text in measured.lines.text)
        name_numbers, line_numbers = (
            gathered([number for word in row if (number := get(word)) is not None] for row in rows)
            for rows in (names, lines)
        )
        return name_numbers, line_numbers

    def total(self, counts: Callable[[str], bool] = lambda _: True) -> "Total":
        """Add up the sites for which ``counts`` is true."""
        share, sites = np.zeros(len(self.words)), np.zeros(len(self.words), dtype=np.int64)
        for site, (numbers, content) in self.by_site.items():
            if counts(site):
                share[numbers] += content
                sites[numbers] += 1
        return Total(self, share, sites, counts)


class Total:
    """The counts of some sites together, and the score of each word."""

    def __init__(
        self, counted: WordCounts, share: NDArray[np.float64], sites: NDArray[np.int64], counts: Callable[[str], bool]
    ) -> None:
        self._counted, self._share, self._sites, self._counts = counted, share, sites, counts
        self._score = _score(share, sites)

    @property
    def known(self) -> NDArray[np.intp]:
        """Numbers of the words that were seen on enough sites, in the order of the words themselves."""
        words = self._counted.words
        rows: list[int] = np.flatnonzero(self._sites >= MIN_SITES).tolist()
        return np.array(sorted(rows, key=words.__getitem__), dtype=np.intp)

    def vocabulary(self, numbers: NDArray[np.intp]) -> Vocabulary:
        """Give the words of some numbers; those that are not ``known`` have the score 0."""
        words = self._counted.words
        return Vocabulary([words[row] for row in numbers.tolist()], self._score[numbers])

    def without_site(self, site: str) -> NDArray[np.float64]:
        """Give the scores that the other sites than this one give the counted words."""
        counted, score = self._counted, self._score
        if site in counted.by_site and self._counts(site):
            score = score.copy()
            numbers, content = counted.by_site[site]
            score[numbers] = _score(self._share[numbers] - content, self._sites[numbers] - 1)
        return score


def _score(share: NDArray[np.float64], sites: NDArray[np.int64]) -> NDArray[np.float64]:
    score = np.round((share + _PRIOR_SHARE * _PRIOR_SITES) / (sites + _PRIOR_SITES) - _PRIOR_SHARE, 2)
    score[(sites < MIN_SITES) | (np.abs(score) < _MIN_SCORE)] = 0
    return score


def _contents(
    page: Measured, share: NDArray[np.float32], counted: NDArray[np.int64], names: Words, lines: Words
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Give the words of a page, and of each the share of content in the text under it or in its lines."""
    weight = np.maximum(counted, 0.2)  # a line without a word still has a place
    before, content = _sums(weight), _sums(weight * share)
    size = np.bincount(page.signature, weights=before[page.last] - before[page.first], minlength=len(page.signatures))
    content_size = np.bincount(
        page.signature, weights=content[page.last] - content[page.first], minlength=len(page.signatures)
    )
    words = np.concatenate([names.word, lines.word])
    sizes = np.concatenate([np.repeat(size, names.sizes), np.ones(len(lines.word))])
    content_sizes = np.concatenate([np.repeat(content_size, names.sizes), np.repeat(share, lines.sizes)])
    numbers, place = np.unique(words, return_inverse=True)
    total = np.bincount(place, weights=sizes)
    has_text = total > 0
    return numbers[has_text], np.bincount(place, weights=content_sizes)[has_text] / total[has_text]


def _sums(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give the sums of all values before each row, and of all."""
    return np.concatenate([[0.0], np.cumsum(values)])


def _means(
    pages: Sequence[tuple[NDArray[np.int64], NDArray[np.float64]]],
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    numbers, place = np.unique(np.concatenate([words for words, _ in pages]), return_inverse=True)
    content = np.bincount(place, weights=np.concatenate([content for _, content in pages]))
    return numbers, content / np.bincount(place)
