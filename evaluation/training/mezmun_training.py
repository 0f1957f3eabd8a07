"""Training of the model of the method ``mezmun`` from labelled pages.

What words say to a page while it is learned from leaves out the page's own site, so that the forest learns how far to
trust words on sites it has not seen. Every figure is of pages whose site was not learned from.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.errors import EvaluationError
from evaluation.training import page_kind_training
from evaluation.training.examples import Advance, Example
from evaluation.training.fitting import draw, grow, learning
from evaluation.training.folds import Division
from evaluation.training.word_counts import Total, WordCounts
from extraction.model import containers as boxes
from extraction.model import features
from extraction.model.line_values import Table, Values
from extraction.model.mezmun import Model
from extraction.model.page_kind import FORUM, PageKinds
from extraction.model.prediction import Forests
from extraction.model.vocabulary import Vocabulary

ROWS: Final = 120_000
"""Lines the forest for all pages learns from: more made training longer and the model no better."""
ROWS_OF_THREADS: Final = 60_000
TREES: Final = 520
HARDER_ROWS: Final = 80_000
HARDER: Final = 0.4
"""Weight of a page made harder against the page itself."""


@dataclass(frozen=True)
class Trained:
    """What training gives."""

    model: Model
    held_out: list[Values]
    """For each example, the (L) probabilities that a model without its site gives its lines, 0 for those apart."""
    harder: list[Values]
    """Likewise for the harder pages of all examples, one after the other."""
    worth: dict[str, dict[str, float]]
    """What each feature is worth to each forest, in percent."""


def steps(division: Division) -> int:
    """Steps of ``train``."""
    return 2 * (division.parts + 1) + 1


def train(learned: Sequence[Example], division: Division, advance: Advance, trees: int = TREES) -> Trained:
    """Grow the model on all examples, and one without each part of them for the held-out probabilities.

    ``advance`` is called with 1 after each of ``steps(division)`` steps.
    """
    course = _Course(learned, division, trees)
    advance(1)
    parts = (*range(division.parts), _NONE)
    for part in parts:
        kinds = course.tell_kinds(part)
        advance(1)
    for part in parts:
        vocabulary, forests, worth = course.grow(part)
        advance(1)
    found = course.held_out
    return Trained(Model(vocabulary, kinds, forests), found[: len(learned)], found[len(learned) :], worth)


_NONE: Final = -1
"""The parts are left out one after the other; last none is, and that gives the model."""


class _Course:
    """The lessons of one training."""

    def __init__(self, learned: Sequence[Example], division: Division, trees: int) -> None:
        harder = [(number, each) for number, example in enumerate(learned) for each in example.harder]
        self._pages, self._trees = [*learned, *(each for _, each in harder)], trees
        self._of = np.array([*range(len(learned)), *(number for number, _ in harder)], dtype=np.intp)
        self._part = np.array(division.part)[self._of]
        self._left_out = {part: division.sites(part, learned) for part in (*range(division.parts), _NONE)}
        self._whole = np.array([each.gold is learned[of].gold for each, of in zip(self._pages, self._of, strict=True)])
        self._counted = WordCounts([(each.site, each.page, each.share, each.words * ~each.apart) for each in learned])
        others = [self._counted.of_other(each.page, wordless=each.wordless) for _, each in harder]
        self._words = [*zip(self._counted.names, self._counted.lines, strict=True), *others]
        known = self._counted.total().known
        number = np.full(len(self._counted.words), -1, dtype=np.int32)
        number[known] = np.arange(len(known))
        found = [np.unique(number[np.concatenate([names.word, lines.word])]) for names, lines in self._words]
        self._found = [numbers[numbers >= 0] for numbers in found]
        self._known = len(known)
        self._every_kind = sorted({each.kind for each in learned if each.kind is not None})
        self._kinds: list[dict[str, float]] = [{}] * len(self._pages)
        self._lessons = _lessons(learned, 0, 1.0, (ROWS_OF_THREADS, ROWS))
        if harder:
            self._lessons += _lessons([each for _, each in harder], len(learned), HARDER, (HARDER_ROWS, HARDER_ROWS))
        self.held_out: list[Values] = [np.zeros(0, dtype=np.float32)] * len(self._pages)

    def tell_kinds(self, part: int) -> PageKinds:
        """Learn the kinds of pages without a part, and guess those of that part."""
        taught = [number for number in self._taught(part) if self._whole[number]]
        kinds = page_kind_training.learn(
            [self._found[number] for number in taught],
            [self._pages[number].kind for number in taught],
            [self._pages[number].site for number in taught],
            self._known,
        )
        for number in np.flatnonzero(self._part == part).tolist():
            # A kind that the other parts have no page of is none here.
            self._kinds[number] = dict.fromkeys(self._every_kind, 0.0) | kinds.probability(self._found[number])
        return kinds

    def grow(self, part: int) -> tuple[Vocabulary, Forests, dict[str, dict[str, float]]]:
        """Count words and grow the forests without a part, and let them judge that part."""
        total = self._counted.total(lambda site: site not in self._left_out[part])
        tables: dict[str, list[_Lines]] = defaultdict(list)
        for number in self._taught(part):
            found = None
            for lesson in self._lessons:
                rows, weight = lesson.of(number)
                if len(rows):
                    found = found or self._values(number, total)
                    table, content = found.rows[:, rows].T, self._pages[number].content[rows]
                    tables[lesson.forest].append(_Lines(found.names, table, content, weight))
        if not tables:
            raise EvaluationError("When a site, or a set, is left out, no page is left to learn from: give more.")
        tables.setdefault("threads", tables["general"])  # all threads are in the part
        grown, worth = {}, {}
        for name, parts in tables.items():
            values, content, weight = (
                np.concatenate(columns)
                for columns in zip(*((each.values, each.content, each.weight) for each in parts), strict=True)
            )
            grown[name], worth[name] = grow(values, parts[0].names, content, weight, self._trees)
        forests = Forests(**grown)
        for number in np.flatnonzero(self._part == part).tolist():
            # Its site is among those left out, so these are what the whole vocabulary of the part says.
            box = boxes.of_lines(self._pages[number].page)
            probability, apart = forests.predict(self._values(number, total), box, self._kinds[number])
            self.held_out[number] = probability if apart is None else probability * ~apart
        return total.vocabulary(), forests, worth

    def _taught(self, part: int) -> list[int]:
        """Give the pages of sites that have no page in a part."""
        left_out = self._left_out[part]
        return [number for number, page in enumerate(self._pages) if page.site not in left_out]

    def _values(self, number: int, total: Total) -> Table:
        names, lines = self._words[number]
        leaning = total.without_own_site(int(self._of[number]))
        return features.with_words(self._pages[number].page, names, lines, leaning, self._kinds[number])


@dataclass(frozen=True)
class _Lesson:
    """Lines drawn for a forest from pages that lie side by side in the course."""

    forest: str
    begin: int
    """Number of the first page."""
    edge: NDArray[np.int64]
    """Row of each page's first line, and behind its last."""
    drawn: NDArray[np.intp]
    weight: NDArray[np.float64]

    def of(self, number: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Give the drawn lines of a page, and their weights."""
        page = number - self.begin
        if not 0 <= page < len(self.edge) - 1:
            return _NO_ROWS, self.weight[:0]
        start, stop = np.searchsorted(self.drawn, self.edge[page : page + 2])
        return self.drawn[start:stop] - self.edge[page], self.weight[start:stop]


_NO_ROWS: Final = np.zeros(0, dtype=np.int64)


def _lessons(pages: Sequence[Example], begin: int, weight: float, rows: tuple[int, int]) -> list[_Lesson]:
    """Draw lines for the threads' forest and for the general one."""
    lines = learning(pages)
    threads = np.array([each.kind == FORUM for each in pages])
    every = np.ones(lines.edge[-1], dtype=np.bool_)
    of_threads = np.repeat(threads, np.diff(lines.edge)) if threads.any() else every
    found = []
    for forest, among, count in (("threads", of_threads, rows[0]), ("general", every, rows[1])):
        drawn, weights = draw(lines, among, count)
        found.append(_Lesson(forest, begin, lines.edge, drawn, weight * weights))
    return found


@dataclass(frozen=True)
class _Lines:
    """Lines of a page for a forest to learn from."""

    names: tuple[str, ...]
    values: NDArray[np.float32]
    """(N, F)"""
    content: NDArray[np.bool_]
    weight: NDArray[np.float64]
