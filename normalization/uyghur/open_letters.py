"""Uyghur words whose Latin or Cyrillic spelling leaves letters open, read by the dictionary.

Few people write ULY in full: they leave out apostrophes (``Qazangha, Quran``), the accent of é, the dots of ö and ü, or
write h, q and x as UYY has them. How a text leaves letters open is a habit of its writer, so that the words of the
whole text decide which letters are open in it; then each word is the likeliest that its letters can stand for.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import islice
from typing import Final

from normalization.load_once import load_once
from normalization.uyghur.alphabet import UYGHUR_WORD, VOWELS
from normalization.uyghur.lexicon import lexicon

Readings = dict[str, dict[str, float]]
"""What else a letter can stand for, and the price of that in nats."""

_NO_READING: Final[dict[str, float]] = {}
# Whatever the habit: without apostrophe ng is two sounds, j is the French one, x and h are mixed up, and who writes é,
# ö and ü leaves them out now and then. Only a known word is read so, in place of an unknown one.
_SLIPS: Final[Readings] = {
    "ڭ": {"نگ": 3.0},
    "ج": {"ژ": 3.0},
    "خ": {"ھ": 3.0},
    "ھ": {"خ": 3.0},
    "ە": {"ې": 3.0},
    "و": {"ۆ": 3.0},
    "ۇ": {"ۈ": 3.0},
}
_HAMZA_NATS: Final = 3.0
"""The price of a hamza that is added before a vowel, or left out."""
_E: Final[Readings] = {"ە": {"ې": 0.0}}
_DOTS: Final[Readings] = {"و": {"ۆ": 0.0}, "ۇ": {"ۈ": 0.0}}
_CHAT: Final[Readings] = {
    "ھ": {"خ": 1.0},
    "خ": {"ش": 1.0},
    "ق": {"چ": 1.0},
    "ك": {"ق": 1.0},
    "گ": {"غ": 1.0},
    "ا": {"ە": 3.0},
    "ى": {"ې": 3.0},
}
_HABITS: Final[tuple[tuple[Readings, float, float], ...]] = (
    ({}, 0.0, 0.0),
    (_E, 1.0, 0.1),
    (_DOTS, 1.0, 0.1),
    (_E | _DOTS, 2.0, 0.1),
    (_E | _DOTS | _CHAT, 5.0, 0.4),
)
"""The letters that a habit leaves open, and by how many nats, and nats a word, it must be likelier than the first."""
_FEW_WORDS_NATS: Final = 3.0
"""By so much more, divided by the number of words: one word says little of its writer's habit."""
_HIATUS: Final = re.compile(f"[{VOWELS}]ئ[{VOWELS}]")
_MAX_SAMPLE_WORDS: Final = 60
_MAX_WORD_LETTERS: Final = 40

_FOLD: Final[Mapping[int, str | None]] = str.maketrans(
    {"ئ": None, "ڭ": "نگ", "ژ": "ج", "ا": "ە", "ې": "ە", "ى": "ە", "ۆ": "و", "ۈ": "ۇ", "خ": "ھ", "ش": "ھ"}
    | {"چ": "ك", "ق": "ك", "غ": "گ"}
)
"""Letters of which one may stand for another, each written as the same letter."""


def habit_of(words: Iterable[str]) -> int:
    """Choose the habit that words, each read letter by letter in Arabic script, fit best; 0: all are written."""
    sample = [word for word in islice(dict.fromkeys(words), _MAX_SAMPLE_WORDS) if UYGHUR_WORD.fullmatch(word)]
    letters = frozenset().union(*sample)
    best, least = 0, sum(_choice(word, 0)[1] for word in sample)
    for habit, (readings, price, price_of_word) in enumerate(_HABITS):
        # Who writes é, ö or ü anywhere leaves none of them open.
        if habit and not any(letters.intersection(readings.get(letter, ())) for letter in "ەوۇ"):
            cost = price + price_of_word * len(sample) + _FEW_WORDS_NATS / max(len(sample), 1)
            cost += sum(_choice(word, habit)[1] for word in sample)
            if cost < least:
                best, least = habit, cost
    return best


def restore(word: str, habit: int = 0) -> str:
    """Give the likeliest word that one, read letter by letter in Arabic script, can stand for."""
    return _choice(word, habit)[0]


def prices(words: int) -> list[float]:
    """Give the price of each habit for a text of so many words, in nats."""
    return [price + price_of_word * words for _, price, price_of_word in _HABITS]


@lru_cache(maxsize=20_000)
def costs(word: str) -> tuple[float, ...]:
    """Give the cost of a word, read letter by letter in Arabic script, in each habit: of known words, or as it is."""
    spelt = lexicon().cost(word)
    return tuple(min((cost for cost, _ in _fitting(word, readings)), default=spelt) for readings, _, _ in _HABITS)


@lru_cache(maxsize=20_000)
def _choice(word: str, habit: int) -> tuple[str, float]:
    """Give the likeliest word, and its cost in nats."""
    words = lexicon()
    if not UYGHUR_WORD.fullmatch(word) or len(word) > _MAX_WORD_LETTERS:
        return word, 0.0
    if not habit and word in words:
        return word, words.known_cost(word)
    readings = _HABITS[habit][0]
    if fitting := _fitting(word, readings):
        cost, known = min(fitting)
        return known, cost
    if not habit:
        return word, words.cost(word)
    if word not in words:
        word = _with_gh(word)
    letters, cost = words.likeliest([{letter: 0.0} | readings.get(letter, {}) for letter in word])
    return "".join(letters), cost


def _fitting(word: str, readings: Readings) -> list[tuple[float, str]]:
    """Give the known words that one can stand for, each behind its cost."""
    words = lexicon()
    if word not in words:
        word = _with_gh(word)
        readings = _with_slips(readings)
    return [
        (words.known_cost(known) + price, known)
        for known in _words_by_fold().get(word.translate(_FOLD), "").split()
        if (price := _price(word, known, readings)) is not None
    ]


def _with_slips(readings: Readings) -> Readings:
    """Give the readings of a habit with those that an unknown word has in any habit."""
    return readings | {letter: slips | readings.get(letter, {}) for letter, slips in _SLIPS.items()}


def _with_gh(word: str) -> str:
    """Read ngh, written without an apostrophe, as n and gh."""
    return word.replace("ڭھ", "نغ")


def _price(word: str, known: str, readings: Readings) -> float | None:
    """Give the price of reading a word as a known one; None when it does not fit."""
    reached = {0: 0.0}
    for number, letter in enumerate(word):
        options = {letter: 0.0} | readings.get(letter, _NO_READING)
        if _HIATUS.match(word, number - 1):  # between vowels it may be nobody's; elsewhere it was written
            options[""] = _HAMZA_NATS
        following: dict[int, float] = {}
        for place, price in reached.items():
            starts = [(place, price)]
            if known.startswith("ئ", place):
                starts.append((place + 1, price + _HAMZA_NATS))
            for start, cost in starts:
                for reading, more in options.items():
                    if known.startswith(reading, start):
                        end = start + len(reading)
                        following[end] = min(following.get(end, cost + more), cost + more)
        reached = following
    return reached.get(len(known))


@load_once
def _words_by_fold() -> dict[str, str]:
    """Give the known words by how they are folded."""
    return lexicon().by_fold(_FOLD)
