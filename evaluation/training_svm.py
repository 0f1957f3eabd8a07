"""Training of the support vector machine that ``extraction`` carries, from labelled pages.

A block (``extraction.blocks``) is content when more than half of its words align with the gold text. The classes are
balanced; C and gamma come from a grid, judged by ten-fold cross-validation with no site on both sides.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation.datasets import LabelledPage
from evaluation.errors import EvaluationError
from evaluation.words import fold, words
from extraction import NodeTable, PageTooLargeError, parse
from extraction.blocks import blocks
from extraction.svm import SupportVectorMachine
from normalization import decode, repair

FOLDS = 10
PAGES_OF_A_SITE = 8
"""More pages of one site teach nothing but that site."""
BLOCKS_OF_A_CLASS = 2500
"""More make the model larger and slower, and its accuracy no better."""
GRID_C = (1.0, 10.0, 100.0)
GRID_GAMMA = (0.1, 0.3, 1.0)


@dataclass(frozen=True)
class Examples:
    """N labelled blocks."""

    features: NDArray[np.float64]
    """(N, 5) as ``extraction.blocks`` gives them."""
    content: NDArray[np.bool_]
    """(N)"""
    site: NDArray[np.intp]
    """(N) a number for each site."""


@dataclass(frozen=True)
class Trained:
    """The machine, and how it came to be."""

    machine: SupportVectorMachine
    c: float
    gamma: float
    accuracy: float
    """Mean over the folds, of the best C and gamma."""
    blocks: int
    """Trained on, half of them content."""
    sites: int


def examples(pages: Iterable[LabelledPage], done: Callable[[int], None]) -> Examples:
    """Cut the pages into blocks and label these; ``done`` is called after each page.

    Raises:
        EvaluationError: no page has both content and noise.
    """
    features, content, sites = [], [], []
    numbers: dict[str, int] = {}
    of_site: Counter[str] = Counter()
    for page in pages:
        done(1)
        site = page.site or page.id
        of_site[site] += 1
        if of_site[site] > PAGES_OF_A_SITE:
            continue
        try:
            table = parse(repair(decode(page.body()).text or "").text)
        except PageTooLargeError:
            continue
        cut = blocks(table, np.zeros(len(table.text), dtype=np.bool_))
        matched, counted = aligned_words(table, page.gold())
        rows = len(cut.features)
        share = np.bincount(cut.of, weights=matched, minlength=rows)
        features.append(cut.features)
        content.append(2 * share > np.bincount(cut.of, weights=counted, minlength=rows))
        sites.append(np.full(rows, numbers.setdefault(site, len(numbers))))
    if not features or len({*np.concatenate(content).tolist()}) < 2:
        raise EvaluationError("There is nothing to learn from: no labelled page has both content and noise.")
    return Examples(np.concatenate(features), np.concatenate(content), np.concatenate(sites))


def aligned_words(page: NodeTable, gold: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the words of each segment (S) that align with the gold text, and all of its words."""
    numbers: dict[str, int] = {}
    in_page: list[int] = []
    counted = np.zeros(len(page.text), dtype=np.int64)
    for row, text in enumerate(page.text):
        found = [numbers.setdefault(word, len(numbers)) for word in words(fold(text))]
        in_page += found
        counted[row] = len(found)
    in_gold = [numbers.setdefault(word, len(numbers)) for word in words(fold(gold))]
    aligned = np.zeros(len(in_page) + 1, dtype=np.int64)
    for step in LCSseq.opcodes(in_page, in_gold):
        if step.tag == "equal":
            aligned[step.src_start + 1 : step.src_end + 1] = 1
    sums, ends = np.cumsum(aligned), np.cumsum(counted)
    return sums[ends] - sums[ends - counted], counted


def train(given: Examples, done: Callable[[int], None]) -> Trained:
    """Fit the machine; ``done`` is called after each point of the grid.

    Needs scikit-learn (dependency group ``train``). The result is the same on every run.
    """
    from sklearn.model_selection import GroupKFold, cross_val_score
    from sklearn.svm import SVC

    rows = _balanced(given.content)
    logs = np.log(given.features[rows])
    mean, scale = logs.mean(axis=0), logs.std(axis=0) + 1e-9
    scaled, content, site = (logs - mean) / scale, given.content[rows], given.site[rows]
    folds = GroupKFold(min(FOLDS, len(np.unique(site))))
    best = (-1.0, 0.0, 0.0)
    for c in GRID_C:
        for gamma in GRID_GAMMA:
            scores = cross_val_score(SVC(C=c, gamma=gamma), scaled, content, groups=site, cv=folds)
            best = max(best, (float(scores.mean()), c, gamma))
            done(1)
    accuracy, c, gamma = best
    fitted = SVC(C=c, gamma=gamma).fit(scaled, content)
    machine = SupportVectorMachine(
        mean, scale, fitted.support_vectors_, fitted.dual_coef_[0], float(fitted.intercept_[0]), gamma
    )
    return Trained(machine, c, gamma, accuracy, len(rows), len(np.unique(site)))


def _balanced(content: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Take as many rows of one class as of the other, at even steps through each, so without chance."""
    classes = [np.flatnonzero(content), np.flatnonzero(~content)]
    size = min(BLOCKS_OF_A_CLASS, *map(len, classes))
    return np.sort(np.concatenate([rows[np.linspace(0, len(rows) - 1, size).astype(np.intp)] for rows in classes]))
