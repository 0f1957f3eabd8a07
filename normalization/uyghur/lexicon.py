"""Uyghur words and letters: how likely a word is, known or not, and the likeliest of many spellings."""

import lzma
from collections.abc import Sequence
from functools import cache, cached_property
from importlib.resources import files
from math import log
from typing import Any

import numpy as np

from normalization.uyghur.alphabet import LETTERS

_SYMBOLS = len(LETTERS) + 1
_NUMBER = {letter: number for number, letter in enumerate(LETTERS, 1)}
_CONTEXTS = _SYMBOLS**3
# Of the words of other pages, this share is not among the known ones (measured 7 %): the price of an unknown word.
_UNKNOWN_WORD_NATS = -log(0.07)
_STEPS_PER_NAT = 16
"""Costs are kept as whole sixteenths of a nat, in one byte each: 15.9 nats is as good as impossible."""

# Letters that writers, alphabets and keyboards mistake for each other, directly or by way of a stray letter.
_ALIKE = ("ىېئپغگيصئعضیێ", "ۇۈوۆۋاذأإؤۉۅ", "ەھخچةهحہۀۂ", "ڭثڬݣ", "كکڪ", "فڧ")
_FOLD = {ord(letter): group[0] for group in _ALIKE for letter in group} | {ord("ظ"): "ى", ord("ء"): "ى", ord("ٴ"): "ى"}


_Path = tuple[str, Any] | None
"""A reading, and the path before it."""


class Lexicon:
    """Known words with their counts, and a model of letters, four at a time, made of the same words.

    Every cost is a negative natural logarithm of a probability. Get the shipped one from ``lexicon()``.
    """

    def __init__(self, counts: dict[str, int]) -> None:
        self.counts = counts
        self._total = log(sum(counts.values()) or 1)
        self._costs = _letter_costs(counts)

    def __contains__(self, word: str) -> bool:
        return word in self.counts

    @cached_property
    def _alike(self) -> dict[str, str]:
        """The known words by how they are folded; only pages with stray letters ask for it."""
        alike: dict[str, str] = {}
        for word, folded in zip(self.counts, "\n".join(self.counts).translate(_FOLD).split("\n"), strict=True):
            alike[folded] = f"{alike[folded]} {word}" if folded in alike else word
        return alike

    def known_cost(self, word: str) -> float:
        """Give the cost of a known word; raises KeyError for an unknown one."""
        return self._total - log(self.counts[word])

    def cost(self, word: str) -> float:
        """Give the cost of a word of Uyghur letters, known or not."""
        return self.known_cost(word) if word in self.counts else self.likeliest([{letter: 0.0} for letter in word])[1]

    def alike(self, word: str) -> list[str]:
        """Give the known words that a word, stray letters and all, could be if every doubtful letter were open."""
        return self._alike.get(word.translate(_FOLD), "").split()

    def likeliest(self, places: Sequence[dict[str, float]]) -> tuple[tuple[str, ...], float]:
        """Choose one reading at each place so that the unknown word is likeliest; give the readings and their cost.

        ``places`` has, for each place, the possible readings and the cost of each. Viterbi's algorithm
        over the last three letters.
        """
        costs, number = self._costs, _NUMBER
        states: dict[int, tuple[float, _Path]] = {0: (0.0, None)}
        for place in places:
            reached: dict[int, tuple[float, _Path]] = {}
            for reading, price in place.items():
                for context, (cost, before) in states.items():
                    total = cost + price
                    for letter in reading:
                        index = context % _CONTEXTS * _SYMBOLS + number[letter]
                        total += costs[index] / _STEPS_PER_NAT
                        context = index  # noqa: PLW2901  # the context moves on with each letter
                    context %= _CONTEXTS  # noqa: PLW2901
                    if context not in reached or total < reached[context][0]:
                        reached[context] = (total, (reading, before))
            states = reached
        context = min(states, key=lambda context: states[context][0] + costs[context * _SYMBOLS] / _STEPS_PER_NAT)
        cost, path = states[context]
        readings = []
        while path:
            readings.append(path[0])
            path = path[1]
        return tuple(reversed(readings)), cost + costs[context * _SYMBOLS] / _STEPS_PER_NAT + _UNKNOWN_WORD_NATS


def _letter_costs(counts: dict[str, int]) -> bytes:
    """Make the table of costs (four letters, last varying fastest), smoothed by Witten and Bell's method."""
    numbers = np.zeros(0x10000, dtype=np.uint8)
    for letter, number in _NUMBER.items():
        numbers[ord(letter)] = number
    text = "\n\n\n" + "\n\n\n".join(counts) + "\n\n\n"
    units = numbers[np.frombuffer(text.encode("utf-16-le"), dtype="<u2")]
    # Half-way between types and tokens: unknown words look like rare words, not like the commonest.
    weights = np.repeat(np.sqrt(np.fromiter(counts.values(), np.float32)), [len(word) + 3 for word in counts])
    predicted = (units[3:] > 0) | (units[2:-1] > 0)  # letters, and the one boundary after a word
    weights = weights[predicted]
    lower = np.full((1, _SYMBOLS), 1 / _SYMBOLS, np.float32)
    key = np.zeros(weights.size, dtype=np.int32)
    for order in range(4):
        key += units[3 - order : units.size - order][predicted].astype(np.int32) * _SYMBOLS**order
        seen = np.bincount(key, weights, _SYMBOLS ** (order + 1)).astype(np.float32).reshape(-1, _SYMBOLS)
        total, kinds = seen.sum(1, keepdims=True), (seen > 0).sum(1, keepdims=True, dtype=np.float32)
        backed = np.tile(lower, (_SYMBOLS, 1)) if order else lower
        lower = np.where(total > 0, (seen + kinds * backed) / np.maximum(total + kinds, 1), backed)
    return np.clip(np.round(-np.log(lower) * _STEPS_PER_NAT), 0, 255).astype(np.uint8).tobytes()


@cache
def lexicon() -> Lexicon:
    """Load the shipped lexicon, once per process."""
    packed = (files("normalization") / "data" / "lexicon.txt.xz").open("rb")
    with packed:
        columns = lzma.decompress(packed.read()).decode().split()
    return Lexicon(dict(zip(columns[::2], map(int, columns[1::2]), strict=True)))
