"""Training of the support vector machines that ``extraction`` carries, from labelled pages.

Each method has its own: ``svm`` learns from whole pages, ``template-svm`` from pages without what the other pages of
their site say is template. A block (``methods.template_svm``) is content when more than half of its words align with
the gold text. The classes are balanced; C and gamma come from a grid, judged by ten-fold cross-validation with no site
on both sides. A block counts by the square root of its words: of blocks, most are a few words of navigation, and a
machine that is right on these may lose whole posts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation.data.datasets import LabelledPage
from evaluation.errors import EvaluationError
from evaluation.metrics.tokenisation import fold, words
from extraction import NodeTable, PageTooLargeError, Template, learn_template, parse
from extraction.methods.template_svm import Blocks, SupportVectorMachine, blocks

METHODS = ("svm", "template-svm")
FOLDS = 10  # the ten-fold cross-validation that is usual
MAX_PAGES_OF_A_SITE = 8
"""More pages of one site teach nothing but that site."""
MAX_BLOCKS_OF_A_CLASS = 2500
"""More make the model larger and slower, and its accuracy no better."""
MAX_WORDS_OF_A_BLOCK = 400
"""More words weigh no more: one page of a single long block is one example."""
GRID_C = (1.0, 10.0, 100.0)
GRID_GAMMA = (0.1, 0.3, 1.0)


@dataclass(frozen=True)
class Examples:
    """N labelled blocks."""

    features: NDArray[np.float64]
    """(N, 5) as ``extraction.methods.template_svm`` gives them."""
    content: NDArray[np.bool_]
    """(N)"""
    weight: NDArray[np.float64]
    """(N) by the words of the block."""
    site: NDArray[np.intp]
    """(N) a number for each site."""


@dataclass(frozen=True)
class TrainedMachine:
    """A machine, with its parameters and its accuracy."""

    machine: SupportVectorMachine
    c: float
    gamma: float
    accuracy: float
    """Weighted, of the best C and gamma, over all folds."""
    blocks: int
    """How many it has learned from, half of them content."""
    sites: int


def examples(pages: Iterable[LabelledPage], done: Callable[[int], None]) -> dict[str, Examples]:
    """Cut the pages into blocks and label these, for each method; ``done`` is called after each page.

    Raises:
        EvaluationError: no page has both content and noise.
    """
    sites: defaultdict[tuple[str, str], list[LabelledPage]] = defaultdict(list)
    for page in pages:
        sites[page.set, page.site or page.id].append(page)
    labelled: dict[str, list[tuple[NDArray[Any], ...]]] = {method: [] for method in METHODS}
    numbers: dict[str, int] = {}
    for (_, site), of_site in sites.items():
        number = numbers.setdefault(site, len(numbers))
        for page, table, template in _parsed(of_site):
            aligned = aligned_words(table, page.gold())
            noise = template.matches(table)
            for method, left_out in (("svm", np.zeros_like(noise)), ("template-svm", noise)):
                cut = blocks(table, left_out)
                content, weight = _labelled(cut, *aligned)
                labelled[method].append((cut.features, content, weight, np.full(len(content), number)))
        done(len(of_site))
    examples_of = {
        method: Examples(*map(np.concatenate, zip(*of, strict=True))) for method, of in labelled.items() if of
    }
    if not examples_of or any(len({*each.content.tolist()}) < 2 for each in examples_of.values()):
        raise EvaluationError("There is nothing to learn from: no labelled page has both content and noise.")
    return examples_of


def _parsed(of_site: list[LabelledPage]) -> Iterable[tuple[LabelledPage, NodeTable, Template]]:
    """Parse a site's pages; give the first few, each with the template that the site's other pages make."""
    tables: list[tuple[LabelledPage, NodeTable]] = []
    for page in of_site:
        with suppress(PageTooLargeError):
            tables.append((page, parse(page.html())))
    for row, (page, table) in enumerate(tables[:MAX_PAGES_OF_A_SITE]):
        yield page, table, learn_template(other for _, other in tables[:row] + tables[row + 1 :])


def _labelled(
    cut: Blocks, matched: NDArray[np.int64], counted: NDArray[np.int64]
) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Mark the blocks that are content, and give the weight of each."""
    rows, in_a_block = len(cut.features), cut.block_of >= 0
    of_gold = np.bincount(cut.block_of[in_a_block], weights=matched[in_a_block], minlength=rows)
    all_words = np.bincount(cut.block_of[in_a_block], weights=counted[in_a_block], minlength=rows)
    return 2 * of_gold > all_words, np.sqrt(np.minimum(all_words + 1, MAX_WORDS_OF_A_BLOCK))


def aligned_words(page: NodeTable, gold: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the words of each segment (S) that align with the gold text, and all of its words."""
    numbers: dict[str, int] = {}
    in_page: list[int] = []
    counted = np.zeros(len(page.text), dtype=np.int64)
    for row, text in enumerate(page.text):
        in_segment = [numbers.setdefault(word, len(numbers)) for word in words(fold(text))]
        in_page += in_segment
        counted[row] = len(in_segment)
    in_gold = [numbers.setdefault(word, len(numbers)) for word in words(fold(gold))]
    aligned = np.zeros(len(in_page) + 1, dtype=np.int64)
    for step in LCSseq.opcodes(in_page, in_gold):
        if step.tag == "equal":
            aligned[step.src_start + 1 : step.src_end + 1] = 1
    sums, ends = np.cumsum(aligned), np.cumsum(counted)
    return sums[ends] - sums[ends - counted], counted


def train(examples: Examples, done: Callable[[int], None]) -> TrainedMachine:
    """Fit the machine; ``done`` is called after each point of the grid.

    Needs scikit-learn (dependency group ``train``). The result is the same on every run.
    """
    from sklearn.model_selection import GroupKFold
    from sklearn.svm import SVC

    rows = _balanced(examples.content)
    logs = np.log(examples.features[rows])
    mean, scale = logs.mean(axis=0), logs.std(axis=0) + 1e-9
    scaled, content, site = (logs - mean) / scale, examples.content[rows], examples.site[rows]
    weight = examples.weight[rows]
    for of_class in (content, ~content):
        weight[of_class] /= weight[of_class].mean()
    folds = list(GroupKFold(min(FOLDS, len(np.unique(site)))).split(scaled, groups=site))
    best = (-1.0, 0.0, 0.0)
    for c in GRID_C:
        for gamma in GRID_GAMMA:
            right = np.zeros(len(rows), dtype=np.bool_)
            for learned_from, held_out in folds:
                fold = SVC(C=c, gamma=gamma).fit(scaled[learned_from], content[learned_from], weight[learned_from])
                right[held_out] = fold.predict(scaled[held_out]) == content[held_out]
            best = max(best, (float(weight[right].sum() / weight.sum()), c, gamma))
            done(1)
    accuracy, c, gamma = best
    fitted = SVC(C=c, gamma=gamma).fit(scaled, content, weight)
    machine = SupportVectorMachine(
        mean, scale, fitted.support_vectors_, fitted.dual_coef_[0], float(fitted.intercept_[0]), gamma
    )
    return TrainedMachine(machine, c, gamma, accuracy, len(rows), len(np.unique(site)))


def _balanced(content: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Take as many rows of one class as of the other, at even steps through each, so without chance."""
    classes = [np.flatnonzero(content), np.flatnonzero(~content)]
    size = min(MAX_BLOCKS_OF_A_CLASS, *map(len, classes))
    return np.sort(np.concatenate([rows[np.linspace(0, len(rows) - 1, size).astype(np.intp)] for rows in classes]))
