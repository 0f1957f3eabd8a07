"""How good the text is that a model chooses on pages it has not learned from."""

from collections import defaultdict
from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

from evaluation.metrics.scores import encode, fit
from evaluation.metrics.words import fold, words
from evaluation.training.examples import Advance, Example
from evaluation.training.mezmun_training import Trained
from extraction.methods import site_containers
from extraction.methods.site_containers import Boxes
from extraction.model import containers as boxes
from extraction.model.line_values import Values
from extraction.model.mezmun import beside_template
from extraction.model.prediction import choose


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
            none: site_containers.Sums = {}
            sums = reduce(site_containers.together, (taught[other] for other in pages if other != number), none)
            found[number] = Boxes().learned(sums, 1, 1), box[number]
    return found


def _lcs_f1(example: Example, chosen: NDArray[np.bool_]) -> float:
    text = "\n".join(text for text, marked in zip(example.page.lines.text, chosen, strict=True) if marked)
    alphabet: dict[str, str] = {}
    gold, given = (encode(words(fold(side)), alphabet) for side in (example.gold, text))
    return fit(LCSseq.similarity(gold, given), len(given), len(gold)).f1
