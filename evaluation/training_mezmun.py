"""Training of the model of the method ``mezmun`` from labelled pages.

What words say to a page while it is learned from leaves out the page's own site, so that the forest learns how far to
trust words on sites it has not seen. Every figure is of pages whose site was not learned from.
"""

import json
import tempfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation import page_kinds
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
from extraction.mezmun import Forests, Model, apart, beside_template, known_share, line_values
from extraction.node_table import NodeTable, parse
from extraction.page_kind import ARTICLE, FORUM, PageKinds
from extraction.template import N2, Template
from extraction.template import learned as learned_template
from extraction.vocabulary import Vocabulary
from normalization import decode, repair

FOLDS: Final = 5
ROWS: Final = 90_000
"""Lines the forest for all pages learns from: more made training longer and the model no better."""
ROWS_OF_THREADS: Final = 60_000
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
    known: Values | None = None
    """(L) share of each line that the template of its site holds, where the set has pages enough to learn one."""

    @cached_property
    def gold_words(self) -> int:
        """The words of the gold text."""
        return len(words(fold(self.gold)))

    @property
    def content(self) -> NDArray[np.bool_]:
        """(L) the lines that are content."""
        return self.share >= 0.5

    @property
    def kind(self) -> str | None:
        """The kind of page, where its set tells it."""
        return page_kinds.kind_of(self.group[1])

    @property
    def apart(self) -> NDArray[np.bool_]:
        """(L) comments that the gold text of an article holds: to us they are apart from it, so they teach nothing."""
        return self.content & (self.page.features["in-comments"] > 0) & (self.kind in (ARTICLE, None))

    @property
    def teaches(self) -> bool:
        """Whether the gold text is in the page."""
        found = float((self.share * self.words).sum())
        return found >= _WORST_TRUTH * max(self.gold_words, 1)


def examples(pages: Sequence[LabelledPage], advance: Advance) -> list[Example]:
    """Parse, measure and label pages; those without text or beyond the limits are left out."""
    templates = _templates(pages)
    found = []
    for page in pages:
        example = _example(page, templates.get((page.set, page.site)))
        if example is not None:
            found.append(example)
        advance(1)
    return found


def _templates(pages: Sequence[LabelledPage]) -> dict[tuple[str, str | None], Template]:
    """Learn the template of each site of which a set has pages enough."""
    of_site: dict[tuple[str, str | None], list[LabelledPage]] = defaultdict(list)
    for page in pages:
        if page.site and page.site not in _NO_SITES:
            of_site[page.set, page.site].append(page)
    return {
        site: learned_template(table for page in found if (table := _parsed(page)) is not None)
        for site, found in of_site.items()
        if len(found) >= N2
    }


def _parsed(page: LabelledPage) -> NodeTable | None:
    try:
        table = parse(repair(decode(page.body()).text or "").text)
    except PageTooLargeError:
        return None
    return table if table.text else None


def _example(page: LabelledPage, template: Template | None) -> Example | None:
    table = _parsed(page)
    if table is None:
        return None
    measured = features.measure(table)
    gold = page.gold()
    share, counted = label(measured.lines.text, gold)
    group = page.set, page.kind or ""
    known = None if template is None else known_share(table, template, measured.lines.of)
    return Example(site_of(page), group, page.lang or "und", measured, share, counted, gold, known)


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
        weights.append(weight * rare * example.teaches * ~example.apart)
    edge = np.cumsum([0, *(len(weight) for weight in weights)])
    fold = np.repeat([fold_of(example.site) for example in learned], np.diff(edge))
    content = np.concatenate([example.content for example in learned])
    return Learning(edge, content, np.concatenate(weights), np.concatenate(chances), fold)


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
    return Trained(Model(vocabulary, kinds, forests), course.held_out, worth)


_NONE: Final = -1
_PARTS: Final = (*range(FOLDS), _NONE)
"""The folds that are left out, one after the other; last none is, and that gives the model."""


class _Course:
    """The lessons of one training."""

    def __init__(self, learned: Sequence[Example], trees: int) -> None:
        self._learned, self._trees = learned, trees
        self._lines = learning(learned)
        self._counted = WordCounts([(each.site, each.page, each.share, each.words * ~each.apart) for each in learned])
        known = self._counted.total().known
        number = np.full(len(self._counted.words), -1, dtype=np.int32)
        number[known] = np.arange(len(known))
        found = [np.unique(number[self._counted.of_page(page)]) for page in range(len(learned))]
        self._words = [numbers[numbers >= 0] for numbers in found]
        self._known = len(known)
        self._every_kind = sorted({each.kind for each in learned if each.kind is not None})
        self._kinds: list[dict[str, float]] = [{}] * len(learned)
        threads = np.array([example.kind == FORUM for example in learned])
        every = np.ones(self._lines.edge[-1], dtype=np.bool_)
        of_threads = np.repeat(threads, np.diff(self._lines.edge)) if threads.any() else every
        self._lessons = {
            "threads": draw(self._lines, of_threads, ROWS_OF_THREADS),
            "general": draw(self._lines, every, ROWS),
        }
        self.held_out: list[Values] = [np.zeros(0, dtype=np.float32)] * len(learned)

    def tell_kinds(self, part: int) -> PageKinds:
        """Learn the kinds of pages without a fold, and guess those of that fold."""
        taught = [number for number, each in enumerate(self._learned) if fold_of(each.site) != part]
        kinds = page_kinds.learn(
            [self._words[number] for number in taught],
            [self._learned[number].kind for number in taught],
            [self._learned[number].site for number in taught],
            self._known,
        )
        for number in self._of(part):
            # A kind that the other folds have no page of is none here.
            self._kinds[number] = dict.fromkeys(self._every_kind, 0.0) | kinds.probability(self._words[number])
        return kinds

    def grow(self, part: int) -> tuple[Vocabulary, Forests, dict[str, dict[str, float]]]:
        """Count words and grow the forests without a fold, and let them judge that fold."""
        total = self._counted.total(lambda site: fold_of(site) != part)
        grown, worth = {}, {}
        for name, (drawn, weight) in self._lessons.items():
            table = self._gather(drawn, total)
            rows = np.flatnonzero(self._lines.fold[drawn] != part)
            content = self._lines.content[drawn[rows]]
            grown[name], worth[name] = grow(table.values[:, rows].T, table.names, content, weight[rows], self._trees)
        forests = Forests(**grown)
        for number in self._of(part):
            # Its site is among those left out, so these are what the whole vocabulary of the part says.
            values, kinds = self._values(number, total), self._kinds[number]
            self.held_out[number] = forests.probability(values, kinds) * ~apart(values, kinds)
        return total.vocabulary(), forests, worth

    def _of(self, part: int) -> Iterator[int]:
        return (number for number, example in enumerate(self._learned) if fold_of(example.site) == part)

    def _values(self, number: int, total: Total) -> dict[str, Values]:
        counted = self._counted
        names, lines = counted.names[number], counted.lines[number]
        leaning = total.without_own_site(number)
        return line_values(self._learned[number].page, names, lines, leaning, self._kinds[number])

    def _gather(self, drawn: NDArray[np.intp], total: Total) -> "_Table":
        """Take the values of the drawn lines out of those of each example."""
        ends = np.searchsorted(drawn, self._lines.edge)
        names: list[str] = []
        values = []
        for number in range(len(self._learned)):
            rows = drawn[ends[number] : ends[number + 1]] - self._lines.edge[number]
            if len(rows):
                found = self._values(number, total)
                names = names or list(found)
                values.append(np.stack([found[name][rows] for name in names]))
        return _Table(names, np.concatenate(values, axis=1))


@dataclass(frozen=True)
class _Table:
    """Features of the drawn lines."""

    names: list[str]
    values: NDArray[np.float32]
    """(F, N)"""


def held_out_scores(learned: Sequence[Example], trained: Trained, advance: Advance) -> dict[str, dict[str, float]]:
    """Score the text that the held-out probabilities choose, by data set, kind and language.

    ``lcs_f1`` is of the page alone, ``of_known_site`` with the template of its site where there is one, ``best`` of the
    labelled lines themselves.
    """
    scores: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for example, probability in zip(learned, trained.held_out, strict=True):
        beside = probability if example.known is None else beside_template(probability, example.known)
        chosen = (choose(each, example.page.chars)[0] for each in (probability, beside))
        alone, known, best = (_lcs_f1(example, marked) for marked in (*chosen, example.content))
        scores[" ".join((*example.group, example.language))].append((alone, known, best))
        advance(1)
    return {
        group: {"pages": len(found)}
        | {
            name: sum(column) / len(found)
            for name, column in zip(("lcs_f1", "of_known_site", "best"), zip(*found, strict=True), strict=True)
        }
        for group, found in sorted(scores.items())
    }


def _lcs_f1(example: Example, chosen: NDArray[np.bool_]) -> float:
    text = "\n".join(text for text, marked in zip(example.page.lines.text, chosen, strict=True) if marked)
    alphabet: dict[str, str] = {}
    gold, given = (encode(words(fold(side)), alphabet) for side in (example.gold, text))
    return fit(LCSseq.similarity(gold, given), len(given), len(gold)).f1
