"""Training of the model of the method ``mezmun`` from labelled pages.

While the forest learns from a page, the weights of words leave out the page's own site, so that the forest learns how
far to trust words on sites it has not seen. Every figure is measured on pages of sites that were left out.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.errors import EvaluationError
from evaluation.training import page_kind_training
from evaluation.training.examples import Advance, Example
from evaluation.training.fitting import draw, fit_forest, learning
from evaluation.training.folds import Folds
from evaluation.training.word_counts import Total, WordCounts
from extraction.model import containers, lexical_features
from extraction.model.forest import Table, Values
from extraction.model.lexical_features import ARTICLE, FORUM, PageKinds
from extraction.model.mezmun import Model
from extraction.model.prediction import Forests, calibrate
from extraction.model.vocabulary import Vocabulary

MAX_ROWS: Final = {"threads": 60_000, "others": 60_000, "general": 120_000}
"""Lines that each forest learns from: more made training longer and the model no better."""
MAX_AUGMENTED_ROWS: Final = {"threads": 80_000, "others": 20_000, "general": 80_000}
"""Lines of harder pages that each learns from as well."""
TREES: Final = {"threads": 520, "others": 260, "general": 500}
"""Trees of each forest: lines times trees, over all pages, are what the time of a page is made of."""
AUGMENTED_WEIGHT: Final = 0.4
"""Weight of a harder page relative to the page itself."""


@dataclass(frozen=True)
class TrainedModel:
    """The result of training."""

    model: Model
    held_out: list[Values]
    """For each example, the (L) probabilities that a model without its site gives its lines, 0 for those apart."""
    augmented: list[Values]
    """Likewise for the harder pages of all examples, one after the other."""
    importance: dict[str, dict[str, float]]
    """The importance of each feature to each forest, in percent."""
    of_folds: dict[str, Model]
    """The models that learned without a fold each, by its name."""


def steps(folds: Folds) -> int:
    """Count the steps of ``train``."""
    return 2 * (folds.count + 1) + 1


def train(
    examples: Sequence[Example], folds: Folds, advance: Advance, trees: Mapping[str, int] = TREES
) -> TrainedModel:
    """Fit the model on all examples, and one without each fold for the held-out probabilities.

    ``advance`` is called with 1 after each of ``steps(folds)`` steps.
    """
    training = _Training(examples, folds, trees)
    advance(1)
    every_fold = (*range(folds.count), _NO_FOLD)
    kinds: list[PageKinds] = []
    for fold in every_fold:
        kinds.append(training.predict_kinds(fold))
        advance(1)
    models: list[Model] = []
    for fold, of_pages in zip(every_fold, kinds, strict=True):
        vocabulary, forests, importance = training.fit(fold)
        models.append(Model(vocabulary, of_pages, forests))
        advance(1)
    held_out, augmented = training.held_out[: len(examples)], training.held_out[len(examples) :]
    return TrainedModel(models[-1], held_out, augmented, importance, dict(zip(folds.names, models, strict=False)))


_NO_FOLD: Final = -1
"""Each fold is left out once; at last no fold is, which gives the model."""


class _Training:
    """The state of one training."""

    def __init__(self, examples: Sequence[Example], folds: Folds, trees: Mapping[str, int]) -> None:
        augmented = [(number, each) for number, example in enumerate(examples) for each in example.augmented]
        self._pages, self._trees = [*examples, *(each for _, each in augmented)], trees
        self._original = np.array([*range(len(examples)), *(number for number, _ in augmented)], dtype=np.intp)
        self._fold = np.array(folds.of_page)[self._original]
        self._left_out = {fold: folds.sites(fold, examples) for fold in (*range(folds.count), _NO_FOLD)}
        self._whole = np.array(
            [each.gold is examples[original].gold for each, original in zip(self._pages, self._original, strict=True)]
        )
        # Of a page with phrases most lines are unknown, so no word of it is counted.
        whole = [each for each in examples if each.labelled is None]
        self._counted = WordCounts([(each.site, each.page, each.share, each.words * ~each.apart) for each in whole])
        counted = iter(zip(self._counted.names, self._counted.lines, strict=True))
        self._words = [
            next(counted)
            if number < len(examples) and each.labelled is None
            else self._counted.of_other(each.page, wordless=each.wordless)
            for number, each in enumerate(self._pages)
        ]
        self._known = self._counted.total().known
        number = np.full(len(self._counted.words), -1, dtype=np.int32)
        number[self._known] = np.arange(len(self._known))
        numbers = [np.unique(number[np.concatenate([names.word, lines.word])]) for names, lines in self._words]
        self._known_words = [each[each >= 0] for each in numbers]
        self._every_kind = sorted({each.kind for each in examples if each.kind is not None})
        self._kinds: list[dict[str, float]] = [{}] * len(self._pages)
        self._drawn = _drawn(examples, 0, 1.0, MAX_ROWS)
        if augmented:
            self._drawn += _drawn([each for _, each in augmented], len(examples), AUGMENTED_WEIGHT, MAX_AUGMENTED_ROWS)
        self.held_out: list[Values] = [np.zeros(0, dtype=np.float32)] * len(self._pages)

    def predict_kinds(self, fold: int) -> PageKinds:
        """Learn the kinds of pages without a fold, and predict those of the fold."""
        learned_from = [number for number in self._learned_from(fold) if self._whole[number]]
        kinds = page_kind_training.learn(
            [self._known_words[number] for number in learned_from],
            [self._pages[number].kind for number in learned_from],
            [self._pages[number].site for number in learned_from],
            len(self._known),
            self._every_kind,
        )
        for number in np.flatnonzero(self._fold == fold).tolist():
            self._kinds[number] = kinds.probability(self._known_words[number])
        return kinds

    def fit(self, fold: int) -> tuple[Vocabulary, Forests, dict[str, dict[str, float]]]:
        """Count words and fit the forests without a fold, and predict the lines of the fold."""
        total = self._counted.total(lambda site: site not in self._left_out[fold])
        tables: dict[str, list[_TrainingLines]] = defaultdict(list)
        for number in self._learned_from(fold):
            values = None
            for drawn in self._drawn:
                rows, weight = drawn.lines_of_page(number)
                if len(rows):
                    values = values or self._values(number, total)
                    table, content = values.rows[:, rows].T, self._pages[number].content[rows]
                    tables[drawn.forest].append(_TrainingLines(values.names, table, content, weight))
        if not tables:
            raise EvaluationError("When a site, or a set, is left out, no page is left to learn from: give more.")
        for name in MAX_ROWS:
            tables.setdefault(name, tables["general"])  # all threads, say, are in the fold
        fitted, importance = {}, {}
        for name, parts in tables.items():
            table, content, weight = (
                np.concatenate(columns)
                for columns in zip(*((each.values, each.content, each.weight) for each in parts), strict=True)
            )
            fitted[name], importance[name] = fit_forest(table, parts[0].names, content, weight, self._trees[name])
        forests = Forests(**fitted)
        for number in np.flatnonzero(self._fold == fold).tolist():
            # The page's site is among those left out, so its words have their weights in the whole vocabulary.
            box = containers.of_lines(self._pages[number].page)
            values, kinds = self._values(number, total), self._kinds[number]
            probability, apart = forests.predict(values, box, kinds)
            calibrate(probability, apart, values, kinds)
            self.held_out[number] = probability if apart is None else probability * ~apart
        return total.vocabulary(self._known), forests, importance

    def _learned_from(self, fold: int) -> list[int]:
        """Number the pages of sites that have no page in a fold."""
        left_out = self._left_out[fold]
        return [number for number, page in enumerate(self._pages) if page.site not in left_out]

    def _values(self, number: int, total: Total) -> Table:
        names, lines = self._words[number]
        score = total.without_site(self._pages[number].site)
        return lexical_features.with_words(self._pages[number].page, names, lines, score, self._kinds[number])


@dataclass(frozen=True)
class _DrawnLines:
    """Lines drawn for a forest from pages that lie side by side in the training."""

    forest: str
    begin: int
    """Number of the first page."""
    edge: NDArray[np.int64]
    """Row of each page's first line, and behind its last."""
    drawn: NDArray[np.intp]
    weight: NDArray[np.float64]

    def lines_of_page(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Give the drawn lines of a page, and their weights."""
        page = number - self.begin
        if not 0 <= page < len(self.edge) - 1:
            return _NO_ROWS, self.weight[:0]
        start, stop = np.searchsorted(self.drawn, self.edge[page : page + 2])
        return self.drawn[start:stop] - self.edge[page], self.weight[start:stop]


_NO_ROWS: Final = np.zeros(0, dtype=np.int64)


def _teaches(forest: str, kind: str | None) -> bool:
    """Tell whether a forest learns from pages of a kind."""
    if forest == "threads":
        return kind == FORUM
    return forest == "general" or kind not in (None, ARTICLE, FORUM)


def _drawn(pages: Sequence[Example], begin: int, weight: float, rows: Mapping[str, int]) -> list[_DrawnLines]:
    """Draw so many lines for each forest; from all pages for one whose kinds of page there are not."""
    lines = learning(pages)
    lines_by_forest = []
    for forest, count in rows.items():
        teaches = np.array([_teaches(forest, each.kind) for each in pages])
        among = np.repeat(teaches | ~teaches.any(), np.diff(lines.edge))
        drawn, weights = draw(lines, among, count)
        lines_by_forest.append(_DrawnLines(forest, begin, lines.edge, drawn, weight * weights))
    return lines_by_forest


@dataclass(frozen=True)
class _TrainingLines:
    """Lines of a page for a forest to learn from."""

    names: tuple[str, ...]
    values: NDArray[np.float32]
    """(N, F)"""
    content: NDArray[np.bool_]
    weight: NDArray[np.float64]
