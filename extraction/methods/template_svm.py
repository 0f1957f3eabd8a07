"""``template-svm`` and ``svm``: the site's common noise by its template, the rest by a support vector machine.

*A Web Page Cleaning Method Based on Template and SVM* (Yan and Wang, 2020, doi:10.12677/CSA.2020.101007). ``svm`` is
the second half alone, as the paper compares it. Each has its own machine, learned from what it is to judge: the blocks
of whole pages, or of pages without what their site's template knows.

A block is a ``body``, ``section`` or ``div`` without the blocks in it: each text and each element belongs to the
innermost one around it. What the paper's features measure, each with add-one smoothing:

- R1, text density: characters outside links to elements;
- R2, link density: characters in links to all characters;
- R3, link tags: links to elements;
- R4, punctuation: punctuation marks to characters outside links;
- R5, share: characters outside links to those of the whole page.

The machines have a radial basis function kernel and are data, a JSON file in the package: support vectors, their
weights and the scale of the features. Training lies in ``evaluation``.
"""

import json
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.methods.method import Method, MethodContext
from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable

Values = NDArray[np.float64]

_BLOCK: Final = tags.tag_set("body section div")
_LINK: Final = tags.CODE["a"]
_PAPER: Final = "A Web Page Cleaning Method Based on Template and SVM, 2020"


def select(page: NodeTable, context: MethodContext) -> Mask:
    """Mark the text of the blocks that the machine holds to be content, without what the template knows."""
    noise = np.zeros(len(page.texts), dtype=np.bool_) if context.template is None else context.template.matches(page)
    return content_blocks(page, noise, "template-svm")


def select_by_svm(page: NodeTable, _: MethodContext) -> Mask:
    """Mark the text of the blocks that the machine holds to be content."""
    return content_blocks(page, np.zeros(len(page.texts), dtype=np.bool_), "svm")


def content_blocks(page: NodeTable, noise: Mask, machine: str) -> Mask:
    """Classify the blocks and mark the segments of those that are content."""
    cut = blocks(page, noise)
    content = np.append(packaged(machine).decide(cut.features) > 0, False)  # the last is the block -1, of the noise
    marked: Mask = content[cut.block_of]
    return marked


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The B blocks of a page that hold text."""

    block_of: Column
    """(S) row of the block each segment belongs to; -1 for text left out as template noise."""
    features: NDArray[np.float64]
    """(B, 5) R1 to R5."""


def blocks(page: NodeTable, noise: Mask) -> Blocks:
    """Cut a page into blocks; segments marked as noise count nowhere."""
    element_block = page.nearest(_BLOCK[page.tag] | (page.depth == 0))
    content = ~noise
    rows, of_content = np.unique(element_block[page.owner[content]], return_inverse=True)
    block_of = np.full(len(page.texts), -1, dtype=np.int32)
    block_of[content] = of_content
    link_chars = np.bincount(of_content, weights=(page.chars * page.in_link)[content], minlength=len(rows))
    chars = np.bincount(of_content, weights=page.chars[content], minlength=len(rows)) - link_chars
    marks = np.bincount(of_content, weights=_punctuation(page, content & ~page.in_link)[content], minlength=len(rows))
    elements = np.bincount(element_block[~page.silent], minlength=len(page.tag))[rows]
    links = np.bincount(element_block[(page.tag == _LINK) & ~page.silent], minlength=len(page.tag))[rows]
    ratios = (
        (chars, elements),
        (link_chars, chars + link_chars),
        (links, elements),
        (marks, chars),
        (chars, np.full(len(rows), chars.sum())),
    )
    return Blocks(block_of, np.column_stack([(part + 1) / (whole + 1) for part, whole in ratios]))


def _punctuation(page: NodeTable, wanted: Mask) -> NDArray[np.int64]:
    counts = np.zeros(len(page.texts), dtype=np.int64)
    for row in wanted.nonzero()[0].tolist():
        text = page.text[row]
        counts[row] = sum(text.count(character) for character in set(text) if _is_mark(character))
    return counts


@lru_cache(maxsize=4096)
def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("P")


@dataclass(frozen=True, slots=True, eq=False)
class SupportVectorMachine:
    """V support vectors over F features."""

    mean: Values
    """(F) taken off the logarithm of each feature."""
    scale: Values
    """(F) by which the difference is divided."""
    vectors: Values
    """(V, F) in the scaled space."""
    weights: Values
    """(V) label times multiplier."""
    intercept: float
    gamma: float

    def decide(self, features: Values) -> Values:
        """Give (N) decision values of (N, F) positive features; above 0 is content."""
        scaled = (np.log(features) - self.mean) / self.scale
        # |x - v|^2 = |x|^2 + |v|^2 - 2 x.v needs no array of N * V * F.
        squares = (scaled**2).sum(axis=1)[:, None] + (self.vectors**2).sum(axis=1) - 2 * scaled @ self.vectors.T
        values: Values = np.exp(-self.gamma * np.maximum(squares, 0)) @ self.weights + self.intercept
        return values

    def to_json(self) -> dict[str, Any]:
        """Give the model as JSON-ready values, rounded to the digits that decide anything."""
        return {
            "mean": self.mean.round(6).tolist(),
            "scale": self.scale.round(6).tolist(),
            "vectors": self.vectors.round(4).tolist(),
            "weights": self.weights.round(4).tolist(),
            "intercept": round(self.intercept, 6),
            "gamma": self.gamma,
        }

    @classmethod
    def from_json(cls, model: dict[str, Any]) -> "SupportVectorMachine":
        """Read what :meth:`to_json` gave."""
        arrays = {name: np.array(model[name], dtype=np.float64) for name in ("mean", "scale", "vectors", "weights")}
        return cls(**arrays, intercept=float(model["intercept"]), gamma=float(model["gamma"]))


@lru_cache(maxsize=2)
def packaged(method: str) -> SupportVectorMachine:
    """Give the machine of a method of the package: ``svm`` learned from whole pages, ``template-svm`` from cleaned."""
    text = (Path(__file__).parent.parent / "data" / "svm.json").read_text(encoding="utf-8")
    return SupportVectorMachine.from_json(json.loads(text)[method])


TEMPLATE_SVM: Final = Method("template-svm", "4", _PAPER, select, learns_site=True)
SVM: Final = Method("svm", "3", f"{_PAPER}: the machine without templates", select_by_svm)
