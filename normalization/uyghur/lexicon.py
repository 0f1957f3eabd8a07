"""Uyghur words and letters: how likely a word is, known or not, and the likeliest of many spellings."""

import io
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from math import log
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from normalization.cached_property import cached_property
from normalization.load_once import load_once
from normalization.uyghur.alphabet import LETTERS

SYMBOLS = len(LETTERS) + 1
"""The letters, and what is before and behind a word, whose number is 0."""
LETTER_NUMBER = {letter: number for number, letter in enumerate(LETTERS, 1)}
_CONTEXTS = SYMBOLS**3
FILE = "lexicon.npz"
"""The file name of the shipped lexicon."""
# Costs after alike letters lie near each other there, within the 32 KB that the compression looks back.
_PACKED = (1, 2, 0, 3)
_UNPACKED = (2, 0, 1, 3)
# Of the words of other pages, this share is not among the known ones (measured 7 %): the price of an unknown word.
_UNKNOWN_WORD_NATS = -log(0.07)
STEPS_PER_NAT = 16
"""Costs are kept as whole sixteenths of a nat, in one byte each: 15.9 nats is as good as impossible."""

# Letters that writers, alphabets and keyboards mistake for each other, directly or by way of a stray letter.
_ALIKE = ("ىېئپغگيصئعضیێ", "ۇۈوۆۋاذأإؤۉۅ", "ەھخچةهحہۀۂ", "ڭثڬݣ", "كکڪ", "فڧ")
_FOLD = {ord(letter): group[0] for group in _ALIKE for letter in group} | {ord("ظ"): "ى", ord("ء"): "ى", ord("ٴ"): "ى"}


_Path = tuple[str, Any] | None
"""A reading, and the path before it."""


class Lexicon:
    """Known words with their counts, and a model of letters, four at a time, made of the same words.

    Every cost is a negative natural logarithm of a probability. Get the shipped one from ``lexicon()``.

    Args:
        counts: how often each word was seen.
        letter_costs: (``SYMBOLS`` ** 4) the cost of a letter, which varies fastest, after three others.
    """

    def __init__(self, counts: dict[str, int], letter_costs: bytes) -> None:
        self.counts = counts
        self._total = log(sum(counts.values()) or 1)
        self.letter_costs = letter_costs

    def __contains__(self, word: str) -> bool:
        return self.count(word) > 0

    def count(self, word: str) -> int:
        """Give how often a word was seen; 0 for an unknown one."""
        return self.counts.get(word, 0)

    def make_table(self) -> int:
        """Have the table of all words made now, so that processes forked from this one share it; give their number."""
        return len(self.counts)

    def by_fold(self, fold: Mapping[int, str | None]) -> dict[str, str]:
        """Give the known words, with spaces between, by what they are when a table of ``str.translate`` folds them."""
        by_fold: dict[str, str] = {}
        for word, folded in zip(self.counts, "\n".join(self.counts).translate(fold).split("\n"), strict=True):
            by_fold[folded] = f"{by_fold[folded]} {word}" if folded in by_fold else word
        return by_fold

    @cached_property
    def _words_by_fold(self) -> dict[str, str]:
        """The known words by how they are folded; only pages with stray letters ask for it."""
        return self.by_fold(_FOLD)

    def known_cost(self, word: str) -> float:
        """Give the cost of a known word; raises KeyError for an unknown one."""
        if not (count := self.count(word)):
            raise KeyError(word)
        return self._total - log(count)

    def cost(self, word: str) -> float:
        """Give the cost of a word of Uyghur letters, known or not."""
        count = self.count(word)
        return self._total - log(count) if count else self._cost_of_unknown(word)

    def _cost_of_unknown(self, word: str) -> float:
        """Give what ``likeliest`` would give for the one reading of a word; most words of another language are such."""
        costs, context, steps = self.letter_costs, 0, 0
        for letter in word:
            place = context * SYMBOLS + LETTER_NUMBER[letter]
            steps += costs[place]
            context = place % _CONTEXTS
        return (steps + costs[context * SYMBOLS]) / STEPS_PER_NAT + _UNKNOWN_WORD_NATS

    def candidates(self, word: str) -> list[str]:
        """Give the known words that a word, stray letters and all, could be if every doubtful letter were open."""
        return self._words_by_fold.get(word.translate(_FOLD), "").split()

    def likeliest(self, places: Sequence[dict[str, float]]) -> tuple[tuple[str, ...], float]:
        """Choose one reading at each place so that the unknown word is likeliest; give the readings and their cost.

        ``places`` has, for each place, the possible readings and the cost of each. Viterbi's algorithm
        over the last three letters.
        """
        costs, number = self.letter_costs, LETTER_NUMBER
        states: dict[int, tuple[float, _Path]] = {0: (0.0, None)}
        for place in places:
            reached: dict[int, tuple[float, _Path]] = {}
            for reading, price in place.items():
                for context, (cost, before) in states.items():
                    total = cost + price
                    for letter in reading:
                        index = context % _CONTEXTS * SYMBOLS + number[letter]
                        total += costs[index] / STEPS_PER_NAT
                        context = index  # noqa: PLW2901  # the context moves on with each letter
                    context %= _CONTEXTS  # noqa: PLW2901
                    if context not in reached or total < reached[context][0]:
                        reached[context] = (total, (reading, before))
            states = reached
        context = min(states, key=lambda context: states[context][0] + costs[context * SYMBOLS] / STEPS_PER_NAT)
        cost, path = states[context]
        readings = []
        while path:
            readings.append(path[0])
            path = path[1]
        return tuple(reversed(readings)), cost + costs[context * SYMBOLS] / STEPS_PER_NAT + _UNKNOWN_WORD_NATS


class _Shipped(Lexicon):
    """The shipped lexicon, of which only as much is made ready as is asked for.

    Of a page in another language a few dozen words are asked, and to make a table of a hundred thousand words takes
    longer than the whole page. So the first words are looked for by halving the text of all, which is in order.
    """

    def __init__(self, words: NDArray[np.uint8], numbers: NDArray[np.int32], letter_costs: bytes) -> None:
        self.letter_costs = letter_costs
        self._words, self._numbers = words.tobytes(), numbers
        self._stops = np.append(np.flatnonzero(words == ord("\n")), len(words))
        self._total = log(int(numbers.sum()) or 1)
        self._searches = 0

    @cached_property
    def counts(self) -> dict[str, int]:
        """How often each word was seen."""
        return dict(zip(self._words.decode().split("\n"), self._numbers.tolist(), strict=True))

    def count(self, word: str) -> int:
        """Give how often a word was seen; 0 for an unknown one."""
        if self._searches >= _MAX_SEARCHES:
            return self.counts.get(word, 0)
        self._searches += 1
        sought = word.encode()
        place = bisect_left(range(len(self._stops)), sought, key=self._word)
        is_known = place < len(self._stops) and self._word(place) == sought
        return int(self._numbers[place]) if is_known else 0

    def _word(self, place: int) -> bytes:
        return self._words[self._stops[place - 1] + 1 if place else 0 : self._stops[place]]


_MAX_SEARCHES: Final = 5000
"""One takes five microseconds, and the table of all words as long as six thousand of them."""


@load_once
def lexicon() -> Lexicon:
    """Load the shipped lexicon, once per process."""
    with np.load(Path(__file__).parent.parent / "data" / FILE, allow_pickle=False) as data:
        # The costs are shipped, for making them takes longer than reading a page.
        costs = data["letter_costs"].transpose(_UNPACKED).tobytes()
        return _Shipped(data["words"], data["counts"], costs)


def pack(counts: dict[str, int], letter_costs: bytes) -> bytes:
    """Give what ``lexicon`` loads, of what ``Lexicon`` takes."""
    costs = np.frombuffer(letter_costs, dtype=np.uint8).reshape((SYMBOLS,) * 4).transpose(_PACKED)
    words = np.frombuffer("\n".join(sorted(counts)).encode(), dtype=np.uint8)
    numbers = np.array([counts[word] for word in sorted(counts)], dtype=np.int32)
    file = io.BytesIO()
    np.savez_compressed(file, words=words, counts=numbers, letter_costs=np.ascontiguousarray(costs))
    return file.getvalue()
