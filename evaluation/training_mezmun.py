"""Training of the model of the method ``mezmun`` from labelled pages.

What words say to a page while it is learned from leaves out the page's own site, so that the forest learns how far to
trust words on sites it has not seen. Every figure is of pages whose site was not learned from.
"""

import json
import tempfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation.datasets import LabelledPage
from evaluation.labelling import label
from evaluation.metrics import encode, fit
from evaluation.word_counts import Total, WordCounts
from evaluation.words import fold, words
from extraction import features
from extraction.choice import choose
from extraction.errors import PageTooLargeError
from extraction.features import Measured, Values
from extraction.forest import Forest
from extraction.mezmun import Model
from extraction.node_table import parse
from normalization import decode, repair

FOLDS: Final = 5
ROWS: Final = 90_000
"""Lines one forest learns from: more made training longer and the model no better."""
TREES: Final = 260
DEPTH: Final = 6
_WORST_TRUTH: Final = 0.5
"""Pages whose best lines come no nearer to the gold text teach nothing: the text is not in the page."""

Advance = Callable[[int], None]


@dataclass(frozen=True)
class Example:
    """One labelled page."""

    site: str
    group: tuple[str, str]
    """Its data set and kind: weighed so that the large ones do not drown the small."""
    language: str
    page: Measured
    share: NDArray[np.float32]
    """(L) share of each line's words that the gold text holds."""
    words: NDArray[np.int64]
    """(L)"""
    gold: str

    @cached_property
    def gold_words(self) -> int:
        """The words of the gold text."""
        return len(words(fold(self.gold)))

    @property
    def content(self) -> NDArray[np.bool_]:
        """(L) the lines that are content."""
        return self.share >= 0.5

    @property
    def teaches(self) -> bool:
        """Whether the gold text is in the page."""
        found = float((self.share * self.words).sum())
        return found >= _WORST_TRUTH * max(self.gold_words, 1)


def examples(pages: Sequence[LabelledPage], advance: Advance) -> list[Example]:
    """Parse, measure and label pages; those without text or beyond the limits are left out."""
    found = []
    for page in pages:
        example = _example(page)
        if example is not None:
            found.append(example)
        advance(1)
    return found


def _example(page: LabelledPage) -> Example | None:
    try:
        text = decode(page.body()).text
        table = parse(repair(text or "").text)
    except PageTooLargeError:
        return None
    if not table.text:
        return None
    measured = features.measure(table)
    gold = page.gold()
    share, counted = label(measured.lines.text, gold)
    group = page.set, page.kind or ""
    return Example(site_of(page), group, page.lang or "und", measured, share, counted, gold)


def site_of(page: LabelledPage) -> str:
    """Give the registered domain, so that ``news.bbc.co.uk`` and ``bbc.co.uk`` are never on both sides."""
    parts = (page.site or page.id).split(".")
    if parts[-1].isdigit() or page.site in _NO_SITES:
        return f"{page.set}/{page.id}" if page.site in _NO_SITES else ".".join(parts)
    short = len(parts) > 2 and len(parts[-1]) == 2 and parts[-2] in _SECOND_LEVEL
    return ".".join(parts[-3:] if short else parts[-2:])


_NO_SITES: Final = frozenset({"fakehost"})  # mozilla's pages of many sites are all served from there
_SECOND_LEVEL: Final = frozenset({"ac", "co", "com", "edu", "gen", "go", "gov", "ne", "net", "or", "org"})


def fold_of(site: str) -> int:
    """Give the fold of a site, the same in every run."""
    return zlib.crc32(site.encode()) % FOLDS


@dataclass(frozen=True)
class Learning:
    """What a forest is grown from: weights and labels of all lines of all examples, one after the other."""

    edge: NDArray[np.int64]
    """Row of each example's first line, and behind its last."""
    content: NDArray[np.bool_]
    weight: NDArray[np.float64]
    chance: NDArray[np.float64]
    """With which a line is drawn."""
    fold: NDArray[np.int64]


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
        weights.append(weight * rare * example.teaches)
    edge = np.cumsum([0, *(len(weight) for weight in weights)])
    fold = np.repeat([fold_of(example.site) for example in learned], np.diff(edge))
    content = np.concatenate([example.content for example in learned])
    return Learning(edge, content, np.concatenate(weights), np.concatenate(chances), fold)


_MOST_NOISE: Final = 2.0
"""Weight of a page's noise against its content, from which more noise weighs less than in proportion."""


def draw(all_lines: Learning, rows: int) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Draw about so many lines, heavy ones surely and light ones by lot, with weights that make up for it."""
    low, high = 0.0, 1e9
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if np.minimum(1, middle * all_lines.chance).sum() > rows else (middle, high)
    chance = np.minimum(1, low * all_lines.chance)
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
    """For each example, the (L) probabilities that a model without its site gives its lines."""
    worth: dict[str, float]
    """What each feature is worth to the forest, in percent."""


STEPS: Final = 2 * (FOLDS + 1) + 1
"""Steps of ``train``."""


def train(learned: Sequence[Example], advance: Advance, trees: int = TREES) -> Trained:
    """Grow the model on all examples, and one without each fold for the held-out probabilities.

    ``advance`` is called with 1 after each of ``STEPS`` steps.
    """
    course = _Course(learned, trees)
    advance(1)
    for part in _PARTS:
        course.prepare(part)
        advance(1)
    for part in _PARTS:
        forest, worth = course.grow(part)
        advance(1)
    return Trained(Model(course.totals[_NONE].vocabulary(), forest), course.held_out, worth)


_NONE: Final = -1
_PARTS: Final = (*range(FOLDS), _NONE)
"""The folds that are left out, one after the other; last none is, and that gives the model."""


class _Course:
    """The lessons of one training."""

    def __init__(self, learned: Sequence[Example], trees: int) -> None:
        self._learned, self._trees = learned, trees
        self._lines = learning(learned)
        self._drawn, self._weight = draw(self._lines, ROWS)
        self._counted = WordCounts([(each.site, each.page, each.share, each.words) for each in learned])
        self._measured = self._gather(lambda number: learned[number].page.features)
        self._said: dict[int, _Table] = {}
        self.totals: dict[int, Total] = {}
        self.held_out: list[Values] = [np.zeros(0, dtype=np.float32)] * len(learned)

    def prepare(self, part: int) -> None:
        """Count words without a fold, and what they say of the drawn lines."""
        total = self.totals[part] = self._counted.total(lambda site: fold_of(site) != part)
        self._said[part] = self._gather(total.leanings_without_own_site)

    def grow(self, part: int) -> tuple[Forest, dict[str, float]]:
        """Grow the forest without a fold, and let it judge that fold."""
        table = self._measured.beside(self._said[part])
        rows = np.flatnonzero(self._lines.fold[self._drawn] != part)
        content = self._lines.content[self._drawn[rows]]
        forest, worth = grow(table.values[:, rows].T, table.names, content, self._weight[rows], self._trees)
        for number in self._of(part):
            # Its site is among those left out, so this is what the whole vocabulary of the part says.
            said = self.totals[part].leanings_without_own_site(number)
            self.held_out[number] = forest.probability({**self._learned[number].page.features, **said})
        return forest, worth

    def _of(self, part: int) -> Iterator[int]:
        return (number for number, example in enumerate(self._learned) if fold_of(example.site) == part)

    def _gather(self, of_example: Callable[[int], Mapping[str, Values]]) -> "_Table":
        """Take the drawn lines out of what ``of_example`` gives for each example."""
        ends = np.searchsorted(self._drawn, self._lines.edge)
        names: list[str] = []
        values = []
        for number in range(len(self._learned)):
            rows = self._drawn[ends[number] : ends[number + 1]] - self._lines.edge[number]
            if len(rows):
                found = of_example(number)
                names = names or list(found)
                values.append(np.stack([found[name][rows] for name in names]))
        return _Table(names, np.concatenate(values, axis=1))


@dataclass(frozen=True)
class _Table:
    """Features of the drawn lines."""

    names: list[str]
    values: NDArray[np.float32]
    """(F, N)"""

    def beside(self, other: "_Table") -> "_Table":
        return _Table(self.names + other.names, np.concatenate([self.values, other.values]))


def held_out_scores(learned: Sequence[Example], trained: Trained, advance: Advance) -> dict[str, dict[str, float]]:
    """Score the text that the held-out probabilities choose, and the labelled lines, by data set, kind and language."""
    scores: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for example, probability in zip(learned, trained.held_out, strict=True):
        chosen, _ = choose(probability, example.page.chars)
        both = _lcs_f1(example, chosen), _lcs_f1(example, example.content)
        scores[" ".join((*example.group, example.language))].append(both)
        advance(1)
    return {
        group: {
            "pages": len(found),
            "lcs_f1": sum(chosen for chosen, _ in found) / len(found),
            "best": sum(best for _, best in found) / len(found),
        }
        for group, found in sorted(scores.items())
    }


def _lcs_f1(example: Example, chosen: NDArray[np.bool_]) -> float:
    text = "\n".join(text for text, marked in zip(example.page.lines.text, chosen, strict=True) if marked)
    alphabet: dict[str, str] = {}
    gold, given = (encode(words(fold(side)), alphabet) for side in (example.gold, text))
    return fit(LCSseq.similarity(gold, given), len(given), len(gold)).f1
