"""Signatures of texts, by which texts that are nearly the same find each other among millions.

Two texts overlap as their shingles do (A. Broder, "On the resemblance and containment of documents", 1997, section 2):
the Jaccard index of the sets of their runs of letters. MinHash estimates it, and bands of its numbers find those that
are worth an estimate (J. Leskovec et al., "Mining of Massive Datasets", section 3.4). Only letters and digits
count, in small letters: neither blanks nor signs make two texts differ.
"""

import hashlib
from array import array
from typing import Final

from rensa import RMinHash

from db.duplicates.clusters import Signature

SHINGLE: Final = 8
"""Letters of a shingle: about a word and a half, in any script."""

PERMUTATIONS: Final = 125
ROWS: Final = 5
"""Numbers of a band. Of texts that overlap by 0.8 one of the 25 bands agrees in 99.99 of a hundred cases; by 0.5 in 55,
by 0.2 in less than one."""

NEAR: Final = 0.72
"""Estimated overlap from which texts are duplicates: two standard deviations (0.036) below 0.8, so that of those that
overlap by 0.8 two in a hundred are missed."""

FEWEST_LETTERS: Final = 100
"""Letters of the shortest text of which near ones are looked for: of a shorter one a word is much."""

MOST_LETTERS: Final = 100_000
"""Letters that are looked at: the beginning of a book tells it."""

_SEED: Final = 42


def sign(text: str) -> Signature:
    """Give the signature of a text."""
    letters = "".join(filter(str.isalnum, text.casefold()))
    digest = hashlib.sha256(letters.encode()).hexdigest()
    if len(letters) < FEWEST_LETTERS:
        return Signature(digest, len(text))
    minhash = RMinHash(num_perm=PERMUTATIONS, seed=_SEED)
    minhash.update(_runs(letters))  # to which one more of the same changes nothing
    numbers = array("I", minhash.digest())
    bands = (
        hashlib.blake2b(numbers[begin : begin + ROWS].tobytes(), digest_size=8, salt=begin.to_bytes(2, "big")).digest()
        for begin in range(0, PERMUTATIONS, ROWS)
    )
    hashes = tuple(int.from_bytes(band, "big", signed=True) for band in bands)
    return Signature(digest, len(text), numbers.tobytes(), hashes)


def shingles(letters: str) -> set[str]:
    """Give all runs of ``SHINGLE`` letters."""
    return set(_runs(letters))


def _runs(letters: str) -> list[str]:
    shown = letters[:MOST_LETTERS]
    return [shown[begin : begin + SHINGLE] for begin in range(max(1, len(shown) - SHINGLE + 1))]


def overlap(one: bytes, other: bytes) -> float:
    """Estimate the overlap, from 0 to 1, of two texts by their MinHashes; 0 for one that is too short to have any."""
    numbers, others = array("I", one), array("I", other)
    if not numbers or not others:
        return 0.0
    return sum(map(int.__eq__, numbers, others)) / PERMUTATIONS


def are_near(one: bytes, other: bytes) -> bool:
    """Whether two texts are duplicates, by their MinHashes."""
    return overlap(one, other) >= NEAR
