"""``mezmun``, our own method: every line is judged by all the papers' measures together, learned from labelled pages.

A forest of decision trees gives each line a probability from what ``features`` measures. Those lines are chosen whose
text is expected to have the highest F1: on a page the model is sure of, the likely ones, and on a doubtful page more.
Nothing tells it what kind of page it looks at.

A second forest that sees the first one's answers for the lines around was tried: on sites it had not seen it added
0.001 to the mean F1, for twice the time, and was left out.
"""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction import features, forest
from extraction.choice import choose
from extraction.features import Values
from extraction.forest import Forest
from extraction.method import Knowledge, Method
from extraction.node_table import Mask, NodeTable
from extraction.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What the model thinks of a page."""

    line: NDArray[np.intp]
    """(S) line of each segment."""
    probability: Values
    """(L) that the line is content."""
    chosen: NDArray[np.bool_]
    """(L)"""
    confidence: float
    """The F1 that the chosen text is expected to have, 0 to 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What was learned."""

    vocabulary: Vocabulary
    forest: Forest

    def judge(self, page: NodeTable) -> Judged:
        """Judge the lines of a page that has at least one segment."""
        measured = features.measure(page)
        probability = self.forest.probability({**measured.features, **features.leanings(measured, self.vocabulary)})
        chosen, confidence = choose(probability, measured.chars)
        return Judged(measured.lines.of, probability, chosen, confidence)

    def save(self, path: Path) -> None:
        """Write the model as one file of arrays, without pickled objects."""
        words = sorted(self.vocabulary.leaning)
        arrays: dict[str, Any] = {
            "words": np.frombuffer("\n".join(words).encode(), dtype=np.uint8),
            "leanings": np.array([round(100 * self.vocabulary.leaning[word]) for word in words], dtype=np.int8),
        }
        np.savez_compressed(path, allow_pickle=False, **arrays, **self.forest.arrays())


def load(path: Path) -> Model:
    """Read a model that ``Model.save`` wrote."""
    with np.load(path, allow_pickle=False) as arrays:
        words = arrays["words"].tobytes().decode().split("\n")
        leaning = dict(zip(words, (arrays["leanings"] / 100).tolist(), strict=True))
        trees = forest.from_arrays({key: arrays[key] for key in forest.KEYS})
    return Model(Vocabulary(leaning), trees)


SHIPPED: Final = Path(str(files("extraction") / "data" / "mezmun.npz"))
"""The model the package carries; ``mezmun train extractor`` makes it anew."""


@lru_cache(maxsize=1)
def shipped() -> Model:
    """Give the model the package carries."""
    return load(SHIPPED)


def judge(page: NodeTable, _: Knowledge) -> tuple[Mask, float]:
    """Mark the text of the chosen lines, and say how sure that is (see ``Judged``): 0 for a page without text."""
    if not page.text:
        return np.zeros(0, dtype=np.bool_), 0.0
    judged = shipped().judge(page)
    return judged.chosen[judged.line], judged.confidence


def select(page: NodeTable, knowledge: Knowledge) -> Mask:
    """Mark the text of the chosen lines."""
    return judge(page, knowledge)[0]


MEZMUN = Method("mezmun", "1", "Mezmun's own: learned from labelled pages over the papers' measures", select, judge)
