"""Training of the model of the method ``mezmun`` from labelled pages.

What words say to a page while it is learned from leaves out the page's own site, so that the forest learns how far to
trust words on sites it has not seen. Every figure is of pages whose site was not learned from.
"""

import json
import tempfile
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation import page_kinds
from evaluation.examples import FOLDS, Advance, Example, fold_of
from evaluation.metrics import encode, fit
from evaluation.word_counts import Total, WordCounts
from evaluation.words import fold, words
from extraction import boxes, features
from extraction.boxes import Boxes
from extraction.choice import choose
from extraction.forest import Forest
from extraction.mezmun import Forests, Model, beside_template
from extraction.page_kind import FORUM, PageKinds
from extraction.table import Table, Values
from extraction.vocabulary import Vocabulary

ROWS: Final = 120_000
"""Lines the forest for all pages learns from: more made training longer and the model no better."""
ROWS_OF_THREADS: Final = 60_000
TREES: Final = 520
DEPTH: Final = 6
HARDER_ROWS: Final = 80_000
HARDER: Final = 0.4
"""Weight of a page made harder against the page itself."""


@dataclass(frozen=True)
class Learning:
    """What a forest is grown from: weights and labels of all lines of all examples, one after the other."""

    edge: NDArray[np.int64]
    """Row of each example's first line, and behind its last."""
    content: NDArray[np.bool_]
    weight: NDArray[np.float64]
    chance: NDArray[np.float64]
    """With which a line is drawn."""


def learning(learned: Sequence[Example]) -> Learning:
    """Weigh the lines of each page by their words against the gold text, and the pages by set and site."""
    of_group = Counter(example.group for example in learned)
    of_site = Counter((example.group, example.site) for example in learned)
    weights, chances = [], []
    for example in learned:
        weight = np.maximum(example.words, 0.3) / max(example.gold_words, 30)
        noise = float(weight[~example.content].sum())
        if noise > _MOST_NOISE:
            weight = np.where(example.content, weight, weight * (_MOST_NOISE / noise) ** 0.6)
        rare = (of_group[example.group] * of_site[example.group, example.site]) ** -0.5
        chances.append(np.minimum(weight, 0.5) + 1e-5)
        weights.append(weight * rare * example.teaches * ~example.apart)
    edge = np.cumsum([0, *(len(weight) for weight in weights)])
    content = np.concatenate([example.content for example in learned])
    return Learning(edge, content, np.concatenate(weights), np.concatenate(chances))


_MOST_NOISE: Final = 2.0
"""Weight of a page's noise against its content, from which more noise weighs less than in proportion."""


def draw(all_lines: Learning, among: NDArray[np.bool_], rows: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Draw about so many of the marked lines, heavy ones surely and light ones by lot, weighed to make up for it."""
    chances = all_lines.chance * among
    low, high = 0.0, 1e9
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if np.minimum(1, middle * chances).sum() > rows else (middle, high)
    chance = np.minimum(1, low * chances)
    drawn = np.flatnonzero((np.random.default_rng(5).random(len(chance)) < chance) & (all_lines.weight > 0))
    return drawn, all_lines.weight[drawn] / chance[drawn]


def grow(
    table: NDArray[np.float32],
    names: Sequence[str],
    content: NDArray[np.bool_],
    weight: NDArray[np.float64],
    trees: int = TREES,
) -> tuple[Forest, dict[str, float]]:
    """Grow a forest from (N, F) features; gives it and what each feature is worth, in percent."""
    from catboost import CatBoostClassifier

    machine = CatBoostClassifier(
        iterations=trees,
        depth=DEPTH,
        learning_rate=0.1,
        border_count=48,
        rsm=0.25,
        l2_leaf_reg=5,
        bootstrap_type="Bernoulli",
        subsample=0.7,
        boosting_type="Plain",
        random_seed=5,
        thread_count=2,
        allow_writing_files=False,
        verbose=0,
    )
    machine.fit(table, content, sample_weight=weight)
    worth = dict(zip(names, machine.get_feature_importance(), strict=True))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        machine.save_model(str(path), format="json")
        grown = json.loads(path.read_text(encoding="utf-8"))
    return _forest(grown, names), worth


_SCORES: Final = 1024
"""Whole scores to one unit of log odds: rounding moves a probability by less than a thousandth."""
_REACH: Final = 8
"""Log odds beyond which a probability is as good as sure."""


def _forest(grown: dict[str, Any], names: Sequence[str]) -> Forest:
    trees = grown["oblivious_trees"]
    used = sorted({split["float_feature_index"] for tree in trees for split in tree["splits"]})
    column = np.zeros((DEPTH, len(trees)), dtype=np.int16)
    threshold = np.full((DEPTH, len(trees)), np.inf, dtype=np.float32)
    value = np.zeros((len(trees), 1 << DEPTH), dtype=np.int16)
    position = {feature: number for number, feature in enumerate(used)}
    for number, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"]):
            column[level, number] = position[split["float_feature_index"]]
            threshold[level, number] = split["border"]
        value[number, : len(tree["leaf_values"])] = np.round(np.array(tree["leaf_values"]) * _SCORES)
    (_, bias) = grown["scale_and_bias"]
    odds = np.arange(-_REACH, _REACH, 1 / 64) + 1 / 128
    curve = 1 / (1 + np.exp(-odds))
    low = round((-_REACH - float(bias[0] if isinstance(bias, list) else bias)) * _SCORES)
    return Forest(
        tuple(names[feature] for feature in used),
        column,
        threshold,
        value,
        curve.astype(np.float32),
        low,
        _SCORES // 64,
    )


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


STEPS: Final = 2 * (FOLDS + 1) + 1
"""Steps of ``train``."""


def train(learned: Sequence[Example], advance: Advance, trees: int = TREES) -> Trained:
    """Grow the model on all examples, and one without each fold for the held-out probabilities.

    ``advance`` is called with 1 after each of ``STEPS`` steps.
    """
    course = _Course(learned, trees)
    advance(1)
    for part in _PARTS:
        kinds = course.tell_kinds(part)
        advance(1)
    for part in _PARTS:
        vocabulary, forests, worth = course.grow(part)
        advance(1)
    found = course.held_out
    return Trained(Model(vocabulary, kinds, forests), found[: len(learned)], found[len(learned) :], worth)


_NONE: Final = -1
_PARTS: Final = (*range(FOLDS), _NONE)
"""The folds that are left out, one after the other; last none is, and that gives the model."""


class _Course:
    """The lessons of one training."""

    def __init__(self, learned: Sequence[Example], trees: int) -> None:
        harder = [(number, each) for number, example in enumerate(learned) for each in example.harder]
        self._pages, self._trees = [*learned, *(each for _, each in harder)], trees
        self._of = np.array([*range(len(learned)), *(number for number, _ in harder)], dtype=np.intp)
        self._fold = np.array([fold_of(each.site) for each in self._pages])
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
        """Learn the kinds of pages without a fold, and guess those of that fold."""
        taught = np.flatnonzero((self._fold != part) & self._whole).tolist()
        kinds = page_kinds.learn(
            [self._found[number] for number in taught],
            [self._pages[number].kind for number in taught],
            [self._pages[number].site for number in taught],
            self._known,
        )
        for number in np.flatnonzero(self._fold == part).tolist():
            # A kind that the other folds have no page of is none here.
            self._kinds[number] = dict.fromkeys(self._every_kind, 0.0) | kinds.probability(self._found[number])
        return kinds

    def grow(self, part: int) -> tuple[Vocabulary, Forests, dict[str, dict[str, float]]]:
        """Count words and grow the forests without a fold, and let them judge that fold."""
        total = self._counted.total(lambda site: fold_of(site) != part)
        tables: dict[str, list[_Lines]] = defaultdict(list)
        for number in np.flatnonzero(self._fold != part).tolist():
            found = None
            for lesson in self._lessons:
                rows, weight = lesson.of(number)
                if len(rows):
                    found = found or self._values(number, total)
                    table, content = found.rows[:, rows].T, self._pages[number].content[rows]
                    tables[lesson.forest].append(_Lines(found.names, table, content, weight))
        grown, worth = {}, {}
        for name, parts in tables.items():
            values, content, weight = (
                np.concatenate(columns)
                for columns in zip(*((each.values, each.content, each.weight) for each in parts), strict=True)
            )
            grown[name], worth[name] = grow(values, parts[0].names, content, weight, self._trees)
        forests = Forests(**grown)
        for number in np.flatnonzero(self._fold == part).tolist():
            # Its site is among those left out, so these are what the whole vocabulary of the part says.
            box = boxes.of_lines(self._pages[number].page)
            probability, apart = forests.judge(self._values(number, total), box, self._kinds[number])
            self.held_out[number] = probability if apart is None else probability * ~apart
        return total.vocabulary(), forests, worth

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


def held_out_scores(learned: Sequence[Example], trained: Trained, advance: Advance) -> dict[str, dict[str, float]]:
    """Score the text that the held-out probabilities choose, by data set, kind and language.

    ``lcs_f1`` is of the page alone, ``of_known_site`` with the template of its site where there is one and the boxes of
    the site's other pages, ``best`` of the labelled lines themselves. The pages made harder are two more groups.
    """
    scores: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    others = _boxes_of_others(learned, trained.held_out)
    for number, (example, probability) in enumerate(zip(learned, trained.held_out, strict=True)):
        beside = probability
        if example.known is not None:
            of_others, box = others[number]
            # 0 stands for comments apart from the text, and stays.
            moved = np.where(probability > 0, of_others.beside(box, probability), 0).astype(np.float32)
            beside = beside_template(moved, example.known)
        chosen = (choose(each, example.page.chars)[0] for each in (probability, beside))
        alone, known, best = (_lcs_f1(example, marked) for marked in (*chosen, example.content))
        scores[" ".join((*example.group, example.language))].append((alone, known, best))
        advance(1)
    made = [(each.gold is example.gold, each) for example in learned for each in example.harder]
    for (whole, example), probability in zip(made, trained.harder, strict=True):
        alone, best = (
            _lcs_f1(example, marked) for marked in (choose(probability, example.page.chars)[0], example.content)
        )
        scores["made harder: " + ("names or words hidden" if whole else "short articles")].append((alone, alone, best))
    return {
        group: {"pages": len(found)}
        | {
            name: sum(column) / len(found)
            for name, column in zip(("lcs_f1", "of_known_site", "best"), zip(*found, strict=True), strict=True)
        }
        for group, found in sorted(scores.items())
    }


def _boxes_of_others(
    learned: Sequence[Example], held_out: Sequence[Values]
) -> dict[int, tuple[Boxes, NDArray[np.int64]]]:
    """Give, for each example whose site is known, the boxes of the site's other pages, and those of its own lines."""
    of_site: dict[tuple[str, str], list[int]] = defaultdict(list)
    box, taught = {}, {}
    for number, example in enumerate(learned):
        if example.known is not None:
            box[number] = boxes.of_lines(example.page)
            taught[number] = boxes.of_page(box[number], held_out[number], example.page.chars)
            of_site[example.group[0], example.site].append(number)
    found = {}
    for pages in of_site.values():
        for number in pages:
            none: boxes.Sums = {}
            sums = reduce(boxes.together, (taught[other] for other in pages if other != number), none)
            found[number] = Boxes().learned(sums, 1, 1), box[number]
    return found


def _lcs_f1(example: Example, chosen: NDArray[np.bool_]) -> float:
    text = "\n".join(text for text, marked in zip(example.page.lines.text, chosen, strict=True) if marked)
    alphabet: dict[str, str] = {}
    gold, given = (encode(words(fold(side)), alphabet) for side in (example.gold, text))
    return fit(LCSseq.similarity(gold, given), len(given), len(gold)).f1
