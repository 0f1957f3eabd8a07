"""Scores of the text that a model chooses on pages it has not learned from."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation.data.phrases import PhraseCounts, phrase_rates
from evaluation.metrics.scores import encode, fit
from evaluation.metrics.tokenisation import fold, words
from evaluation.training.examples import Advance, Example
from evaluation.training.mezmun_training import TrainedModel
from extraction.methods import site_containers
from extraction.methods.site_containers import SiteContainers
from extraction.model import containers
from extraction.model.forest import Values
from extraction.model.mezmun import beside_template
from extraction.model.prediction import choose


@dataclass(frozen=True)
class _PageScore:
    """The LCS F1 of one page's text, chosen in three ways."""

    lcs_f1: float
    """By the page alone."""
    of_known_site: float
    """With the template and the containers of its site, where these are known."""
    best: float
    """By the labels themselves."""


def held_out_scores(
    examples: Sequence[Example], trained: TrainedModel, advance: Advance
) -> dict[str, dict[str, float]]:
    """Score the text that the held-out probabilities choose, by data set, kind and language.

    ``lcs_f1`` is of the page alone, ``of_known_site`` with the template of its site where there is one and the
    containers of the site's other pages, ``best`` of the labelled lines themselves. The harder pages are two more
    groups; pages without a gold text are in none. ``advance`` is called with 1 after each example.
    """
    groups: dict[str, list[_PageScore]] = defaultdict(list)
    others = _containers_of_others(examples, trained.held_out)
    for number, (example, probability) in enumerate(zip(examples, trained.held_out, strict=True)):
        advance(1)
        if example.labelled is not None:
            continue
        known = example.known
        beside = probability if known is None else _with_site(probability, known, *others[number])
        score = _PageScore(
            _chosen_f1(example, probability), _chosen_f1(example, beside), _lcs_f1(example, example.content)
        )
        groups[" ".join((*example.group, example.language))].append(score)
    augmented = [(each.gold is example.gold, each) for example in examples for each in example.augmented]
    for (whole, example), probability in zip(augmented, trained.augmented, strict=True):
        alone = _chosen_f1(example, probability)
        score = _PageScore(alone, alone, _lcs_f1(example, example.content))
        groups["made harder: " + ("names or words hidden" if whole else "short articles")].append(score)
    return {group: _means(scores) for group, scores in sorted(groups.items())}


def held_out_phrases(examples: Sequence[Example], held_out: Sequence[Values]) -> dict[str, dict[str, float]]:
    """Measure the phrases of the text that the held-out probabilities choose, of all pages that have some.

    ``all`` has ``pages, precision, recall, f1`` of all of them, ``without gold text`` of those that were learned from
    by their phrases alone. The rules that follow the choice of lines have no part in it.
    """
    groups: dict[str, list[PhraseCounts]] = {"all": [], "without gold text": []}
    for example, probability in zip(examples, held_out, strict=True):
        if example.phrases is not None:
            counts = example.phrases.count(_text(example, choose(probability, example.page.chars)[0]))
            groups["all"].append(counts)
            if example.labelled is not None:
                groups["without gold text"].append(counts)
    columns = ("precision", "recall", "f1")
    return {
        name: {"pages": len(counts)} | dict(zip(columns, phrase_rates(counts), strict=True))
        for name, counts in groups.items()
        if counts
    }


def _means(scores: Sequence[_PageScore]) -> dict[str, float]:
    columns = ("lcs_f1", "of_known_site", "best")
    means = {name: sum(getattr(score, name) for score in scores) / len(scores) for name in columns}
    return {"pages": len(scores)} | means


def _with_site(probability: Values, known: Values, of_others: SiteContainers, container: NDArray[np.int64]) -> Values:
    """Give the probabilities of a page's lines beside its site's template and containers."""
    # 0 stands for comments apart from the text, and stays.
    moved = np.where(probability > 0, of_others.beside(container, probability), 0).astype(np.float32)
    return beside_template(moved, known)


def _containers_of_others(
    examples: Sequence[Example], held_out: Sequence[Values]
) -> dict[int, tuple[SiteContainers, NDArray[np.int64]]]:
    """Give, for each example of a known site, the containers of the site's other pages, and those of its own lines."""
    of_site: dict[tuple[str, str], list[int]] = defaultdict(list)
    container, sums_of_page = {}, {}
    for number, example in enumerate(examples):
        if example.known is not None:
            container[number] = containers.of_lines(example.page)
            sums_of_page[number] = containers.of_page(container[number], held_out[number], example.page.chars)
            of_site[example.group[0], example.site].append(number)
    others = {}
    for pages in of_site.values():
        for number in pages:
            none: site_containers.Sums = {}
            sums = reduce(site_containers.together, (sums_of_page[other] for other in pages if other != number), none)
            others[number] = SiteContainers().learned(sums, 1, 1), container[number]
    return others


def _chosen_f1(example: Example, probability: Values) -> float:
    return _lcs_f1(example, choose(probability, example.page.chars)[0])


def _lcs_f1(example: Example, chosen: NDArray[np.bool_]) -> float:
    text = _text(example, chosen)
    alphabet: dict[str, str] = {}
    gold, chosen_words = (encode(words(fold(side)), alphabet) for side in (example.gold, text))
    return fit(LCSseq.similarity(gold, chosen_words), len(chosen_words), len(gold)).f1


def _text(example: Example, chosen: NDArray[np.bool_]) -> str:
    return "\n".join(text for text, marked in zip(example.page.lines.text, chosen, strict=True) if marked)
