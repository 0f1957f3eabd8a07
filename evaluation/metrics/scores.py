"""How near a method's text comes to the gold text: the metrics of the three papers.

Every one is precision = matched / what the method gave, recall = matched / what the gold holds, F = 2PR / (P + R);
they differ in what is counted (sides folded and cut as ``evaluation.metrics.words`` says):

- ``lcs``: words of the longest common subsequence of words (CEVC).
- ``char``: characters without white space, of their longest common subsequence, the matching characters of *Content
  Extraction of Uighur Web Based on Content Correlativity*.
- ``leaf``: leaves of the page (*template and SVM*), see ``leaf_matches``.

An empty side: both empty is 1, one empty is 0. A page a method fails on counts 0 everywhere.
"""

from collections import Counter
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from evaluation.metrics.text_nodes import leaves
from evaluation.metrics.words import characters, fold, words

METRICS_VERSION = "1"
"""Changes when a page's scores can change; results kept for resuming are bound to it."""

# One code point per distinct word; a page with more of them would need over 10 MB of words that never repeat.
_CODE_POINTS = 0x110000


@dataclass(frozen=True)
class Fit:
    """Precision and recall, both in 0..1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


NO_FIT = Fit(0.0, 0.0)


@dataclass(frozen=True)
class Scores:
    """One text against one gold text."""

    lcs: Fit
    char: Fit
    leaf: Fit


NO_SCORES = Scores(NO_FIT, NO_FIT, NO_FIT)


@dataclass(frozen=True)
class LeafMarks:
    """For every leaf of a page in document order: whether the gold, and whether the method, holds it."""

    gold: tuple[bool, ...]
    kept: tuple[bool, ...]


def fit(matched: int, given: int, wanted: int) -> Fit:
    """The precision and recall of ``matched`` things out of ``given``, where ``wanted`` are right."""
    if not given and not wanted:
        return Fit(1.0, 1.0)
    return Fit(matched / given if given else 0.0, matched / wanted if wanted else 0.0)


@dataclass(frozen=True)
class Reference:
    """What texts of one page are compared with, folded once for all of them; words are parted by spaces."""

    gold_words: str
    gold_characters: str
    leaf_words: tuple[str, ...]


def reference(html: str, gold: str) -> Reference:
    """Prepare the page ``html`` and its ``gold`` text; neither need be folded."""
    folded = fold(gold)
    page_leaves = (" ".join(words(fold(leaf))) for leaf in leaves(html))
    return Reference(" ".join(words(folded)), characters(folded), tuple(page_leaves))


def score(truth: Reference, text: str) -> tuple[Scores, LeafMarks]:
    """Compare a method's ``text`` with the truth of its page."""
    folded = fold(text)
    alphabet: dict[str, str] = {}
    gold_words = encode(truth.gold_words.split(), alphabet)
    text_words = encode(words(folded), alphabet)
    text_characters = characters(folded)
    page_leaves = [encode(leaf.split(), alphabet) for leaf in truth.leaf_words]
    marks = leaf_matches(page_leaves, gold_words, text_words)
    both = sum(wanted and kept for wanted, kept in zip(marks.gold, marks.kept, strict=True))
    matched = LCSseq.similarity(truth.gold_characters, text_characters)
    scores = Scores(
        lcs=fit(LCSseq.similarity(gold_words, text_words), len(text_words), len(gold_words)),
        char=fit(matched, len(text_characters), len(truth.gold_characters)),
        leaf=fit(both, sum(marks.kept), sum(marks.gold)),
    )
    return scores, marks


def held_by_gold(html: str, gold: str) -> list[bool]:
    """Whether the gold holds each leaf of the page ``html``."""
    _, marks = score(reference(html, gold), "")
    return list(marks.gold)


def leaf_matches(page_leaves: list[str], gold: str, text: str) -> LeafMarks:
    """Mark the leaves a side holds; leaves, gold and text are encoded words.

    A side holds a leaf when the leaf's words stand in it in one piece. What stands on the page n times and in the side
    m times (not overlapping) is held by the first min(n, m) of those leaves, so that a "Reply" a post once wrote does
    not make thirty buttons content. A leaf without a word is held by nobody.
    """
    return LeafMarks(_held(page_leaves, gold), _held(page_leaves, text))


def _held(page_leaves: list[str], side: str) -> tuple[bool, ...]:
    left = {leaf: side.count(leaf) if leaf else 0 for leaf in Counter(page_leaves)}
    held = []
    for leaf in page_leaves:
        held.append(left[leaf] > 0)
        left[leaf] -= 1
    return tuple(held)


def encode(found: list[str], alphabet: dict[str, str]) -> str:
    """Write every word as one code point: comparisons run on strings, in C, and a match never starts inside a word."""
    for word in found:
        if word not in alphabet:
            alphabet[word] = chr(min(len(alphabet), _CODE_POINTS - 1))
    return "".join(alphabet[word] for word in found)
