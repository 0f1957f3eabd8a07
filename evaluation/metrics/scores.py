"""How near a method's text comes to the gold text: the metrics of the three papers.

Every one is precision = matched / what the method chose, recall = matched / what the gold has, F = 2PR / (P + R);
they differ in what is counted (both sides are folded and cut by ``evaluation.metrics.tokenisation``):

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
from evaluation.metrics.tokenisation import characters, fold, words

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
    """For every leaf of a page in document order: whether it is in the gold text, and in the method's text."""

    gold: tuple[bool, ...]
    in_text: tuple[bool, ...]


def fit(matched: int, chosen: int, wanted: int) -> Fit:
    """Give precision and recall when ``matched`` of ``chosen`` things are among the ``wanted`` ones."""
    if not chosen and not wanted:
        return Fit(1.0, 1.0)
    return Fit(matched / chosen if chosen else 0.0, matched / wanted if wanted else 0.0)


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
    both = sum(wanted and in_text for wanted, in_text in zip(marks.gold, marks.in_text, strict=True))
    matched = LCSseq.similarity(truth.gold_characters, text_characters)
    scores = Scores(
        lcs=fit(LCSseq.similarity(gold_words, text_words), len(text_words), len(gold_words)),
        char=fit(matched, len(text_characters), len(truth.gold_characters)),
        leaf=fit(both, sum(marks.in_text), sum(marks.gold)),
    )
    return scores, marks


def leaves_in_gold(html: str, gold: str) -> list[bool]:
    """Mark the leaves of the page ``html`` that are in the gold text."""
    _, marks = score(reference(html, gold), "")
    return list(marks.gold)


def leaf_matches(page_leaves: list[str], gold: str, text: str) -> LeafMarks:
    """Mark the leaves that are in the gold text and in the method's text; all arguments are encoded words.

    A leaf is in a text when its words are there in one piece. When the same leaf is n times on the page and m times
    (without overlap) in the text, the first min(n, m) leaves are marked, so that one "Reply" in a post does not make
    thirty buttons content. A leaf without a word is in no text.
    """
    return LeafMarks(_contained(page_leaves, gold), _contained(page_leaves, text))


def _contained(page_leaves: list[str], side: str) -> tuple[bool, ...]:
    left = {leaf: side.count(leaf) if leaf else 0 for leaf in Counter(page_leaves)}
    contained = []
    for leaf in page_leaves:
        contained.append(left[leaf] > 0)
        left[leaf] -= 1
    return tuple(contained)


def encode(words_of_text: list[str], alphabet: dict[str, str]) -> str:
    """Write every word as one code point: comparisons run on strings, in C, and a match never starts inside a word."""
    for word in words_of_text:
        if word not in alphabet:
            alphabet[word] = chr(min(len(alphabet), _CODE_POINTS - 1))
    return "".join(alphabet[word] for word in words_of_text)
