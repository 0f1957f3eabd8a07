"""Fitting a forest of ``extraction.model.forest`` to labelled lines."""

import json
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.training.examples import Example
from extraction.model.forest import Forest

DEPTH: Final = 6
"""Comparisons from the root of a tree to a leaf."""


@dataclass(frozen=True)
class Learning:
    """What a forest learns from: weights and labels of all lines of all examples, one after the other."""

    edge: NDArray[np.int64]
    """Row of each example's first line, and behind its last."""
    content: NDArray[np.bool_]
    weight: NDArray[np.float64]
    chance: NDArray[np.float64]
    """The chance that a line is drawn, relative to the other lines."""


def learning(learned: Sequence[Example]) -> Learning:
    """Weigh the lines of each page by their words against the gold text, and the pages by set and site."""
    of_group = Counter(example.group for example in learned)
    of_site = Counter((example.group, example.site) for example in learned)
    weights, chances = [], []
    for example in learned:
        weight = np.maximum(example.words, _MIN_LINE_WORDS) / max(example.gold_words, _MIN_GOLD_WORDS)
        if example.labelled is not None:
            weight *= example.labelled  # nothing is known of the other lines, so they are no noise either
        noise = float(weight[~example.content].sum())
        if noise > _FULL_NOISE:
            weight = np.where(example.content, weight, weight * (_FULL_NOISE / noise) ** _NOISE_EXPONENT)
        rare = (of_group[example.group] * of_site[example.group, example.site]) ** -0.5
        chances.append(np.minimum(weight, _MAX_DRAW_WEIGHT) + _MIN_DRAW_WEIGHT)
        weights.append(weight * rare * example.taught)
    edge = np.cumsum([0, *(len(weight) for weight in weights)])
    content = np.concatenate([example.content for example in learned])
    return Learning(edge, content, np.concatenate(weights), np.concatenate(chances))


_MIN_LINE_WORDS: Final = 0.3
"""A line without a word weighs as much as this many words: it is a decision as well."""
_MIN_GOLD_WORDS: Final = 30
"""A page with a shorter gold text is weighed as if it had this many words, so that a single line of it stays light."""
_FULL_NOISE: Final = 2.0
"""Weight of a page's noise relative to its content, up to which noise weighs in full."""
_NOISE_EXPONENT: Final = 0.6
"""More noise weighs less: its weight is reduced by this power of the excess."""
_MIN_DRAW_WEIGHT, _MAX_DRAW_WEIGHT = 1e-5, 0.5
"""Bounds of the weight by which a line is drawn: no line is without a chance, and no long one pushes out the others."""


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


def fit_forest(
    table: NDArray[np.float32],
    names: Sequence[str],
    content: NDArray[np.bool_],
    weight: NDArray[np.float64],
    trees: int,
) -> tuple[Forest, dict[str, float]]:
    """Fit a forest to (N, F) features; give it and the importance of each feature, in percent."""
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
    importance = dict(zip(names, machine.get_feature_importance(), strict=True))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        machine.save_model(str(path), format="json")
        fitted = json.loads(path.read_text(encoding="utf-8"))
    return _forest(fitted, names), importance


_SCORES_PER_UNIT: Final = 1024
"""Whole scores to one unit of log odds: rounding moves a probability by less than a thousandth."""
_MAX_LOG_ODDS: Final = 8
"""Log odds beyond which a probability is as good as sure."""


def _forest(fitted: dict[str, Any], names: Sequence[str]) -> Forest:
    trees = fitted["oblivious_trees"]
    used = sorted({split["float_feature_index"] for tree in trees for split in tree["splits"] or ()})
    column = np.zeros((DEPTH, len(trees)), dtype=np.int16)
    threshold = np.full((DEPTH, len(trees)), np.inf, dtype=np.float32)
    value = np.zeros((len(trees), 1 << DEPTH), dtype=np.int16)
    position = {feature: number for number, feature in enumerate(used)}
    for number, tree in enumerate(trees):
        for level, split in enumerate(tree["splits"] or ()):  # none where no question helped
            column[level, number] = position[split["float_feature_index"]]
            threshold[level, number] = split["border"]
        value[number, : len(tree["leaf_values"])] = np.round(np.array(tree["leaf_values"]) * _SCORES_PER_UNIT)
    (_, bias) = fitted["scale_and_bias"]
    odds = np.arange(-_MAX_LOG_ODDS, _MAX_LOG_ODDS, 1 / 64) + 1 / 128
    curve = 1 / (1 + np.exp(-odds))
    low = round((-_MAX_LOG_ODDS - float(bias[0] if isinstance(bias, list) else bias)) * _SCORES_PER_UNIT)
    return Forest(
        tuple(names[feature] for feature in used),
        column,
        threshold,
        value,
        curve.astype(np.float32),
        low,
        _SCORES_PER_UNIT // 64,
    )
