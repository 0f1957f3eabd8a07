"""How well texts that are nearly the same find each other, on copies made for it, of which the overlap is known."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from workers.text_signatures import are_near, shingles, sign

BOUNDS = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1.01)
"""The pairs are counted by classes of overlap with these bounds."""

_LETTERS = "ئابپتجچخدرزژسشغفقكگڭلمنھوۇۆۈۋېىي"


@dataclass(frozen=True, slots=True)
class DuplicateFigures:
    """Pairs of texts that overlap by ``at_least`` to ``below``: how many, and which share are taken for duplicates."""

    at_least: float
    below: float
    pairs: int
    share_detected: float


def measure_duplicates(pairs: int, seed: int) -> list[DuplicateFigures]:
    """Make pairs of texts that overlap more and less, and count those that are taken for duplicates.

    A pair is taken for one as in the database: a band in common, and an estimate that is high enough.
    """
    counts = {bounds: [0, 0] for bounds in pairwise(BOUNDS)}
    draw = random.Random(seed)  # noqa: S311 - nothing is kept secret by it
    for one, other in _pairs(draw, pairs):
        letters, others = (set(shingles("".join(filter(str.isalnum, text)))) for text in (one, other))
        true_overlap = len(letters & others) / len(letters | others)
        bounds = next(each for each in counts if each[0] <= true_overlap < each[1])
        first, second = sign(one), sign(other)
        detected = bool(set(first.bands) & set(second.bands)) and are_near(first.minhash, second.minhash)
        counts[bounds][0] += 1
        counts[bounds][1] += detected
    return [
        DuplicateFigures(low, high, count, detected / count if count else 0.0)
        for (low, high), (count, detected) in counts.items()
    ]


def _pairs(source: random.Random, pairs: int) -> Iterator[tuple[str, str]]:
    """Make texts and copies: with words changed here and there, with sentences exchanged, and texts of other words."""
    words = ["".join(source.choices(_LETTERS, k=source.randint(2, 9))) for _ in range(5000)]
    for number in range(pairs):
        sentences = [_sentence(source, words) for _ in range(source.randint(8, 60))]
        if number % 3 == 0:  # words of the same vocabulary alone
            other = [_sentence(source, words) for _ in sentences]
        elif number % 3 == 1:
            share = source.random() * 0.3
            other = [sentence if source.random() > share else _sentence(source, words) for sentence in sentences]
        else:
            share = source.random() * 0.08
            changed = [
                word if source.random() > share else source.choice(words) for word in " ".join(sentences).split()
            ]
            other = [" ".join(changed)]
        yield " ".join(sentences), " ".join(other)


def _sentence(source: random.Random, words: Sequence[str]) -> str:
    return " ".join(source.choices(words, k=source.randint(4, 20))) + "."
