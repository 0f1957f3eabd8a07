"""How well the letters of a text fit each of some hundred languages: in groups of four, and in whole words.

The points are those of CLD2 (https://github.com/CLD2Owners/cld2, D. Sites), of which these groups and the steps from
one to the next are, too. A group speaks for the three languages at most that have it most often, with 1 to 12 points; a
point is a factor of about three. A hanzi is a group of its own, for Chinese and Japanese. What CLD2 does besides (parts
of a text, hints, close pairs) is left out: a text is one sum.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]
Units = NDArray[np.uint64]
Points = NDArray[np.float64]

WORD_LETTERS = 8
"""Letters that a word is looked up by; a longer one has the same first letters as others."""
SLOTS = 4
"""Slots in a row of the table; a group stands in one of two rows."""
INDEX_BITS = 18
"""Lower bits of a slot: what a group speaks for, 0: the slot is free. Those above are a part of the group's hash."""
LANGUAGES_OF_GROUP = 3
_GROUP_LETTERS = 4
_STEP = 2
"""Letters from one group to the next, and one more where that one is a vowel."""
_VOWELS = "aeiou"
_BEGINS, _ENDS, _IS_WORD = 1, 2, 4
_NUMBER_OF_UNITS = 0x10000
_MULTIPLIER = 0x9E3779B97F4A7C15
_INVERSE = pow(_MULTIPLIER, -1, 1 << 64)
_MIXER = np.uint64(0xC2B2AE3D27D4EB4F)
_MARK_FACTOR = np.uint64(0x165667B19E3779F9)
"""Odd numbers without a pattern."""
_MAX_BATCH_CHARACTERS = 20_000
"""Texts of about this size are looked up together."""


class Ngrams:
    """Points of groups of letters for languages.

    ``models`` are languages, or a language in one writing (``zh-Hant``); those of one language stand together. The
    first is none. ``letters`` are those that groups consist of; all else stands between words. A slot of ``table``,
    shape (rows, ``SLOTS``), gives the row of ``languages`` and of ``points``, shape (n, ``LANGUAGES_OF_GROUP``), of a
    group: numbers of ``models``, and points for each. Row 0 is none.
    """

    def __init__(
        self,
        models: list[str],
        letters: str,
        table: NDArray[np.uint32],
        languages: NDArray[np.uint8],
        points: NDArray[np.uint8],
    ) -> None:
        self.codes = list(dict.fromkeys(model.partition("-")[0] for model in models))
        """The languages, in the order of their models."""
        self._firsts = [models.index(code) for code in self.codes]
        self._models = len(models)
        self._table = table
        self._languages = languages
        self._points = points
        self._numbers = numbers_of(letters)
        self._vowel = np.zeros(_NUMBER_OF_UNITS, np.int64)
        self._vowel[[ord(vowel) for vowel in _VOWELS]] = 1

    def points(self, texts: Sequence[str]) -> Points:
        """Give each text's points for each of ``codes``; shape (texts, codes). No text has U+0000."""
        batches: list[list[str]] = [[]]
        size = 0
        for text in texts:
            if size + len(text) > _MAX_BATCH_CHARACTERS and batches[-1]:
                batches.append([])
                size = 0
            batches[-1].append(text)
            size += len(text)
        points: Points = np.concatenate([self._summed(batch) for batch in batches])
        return points

    def _summed(self, texts: list[str]) -> Points:
        units = np.frombuffer("\0".join(texts).lower().encode("utf-16-le", "surrogatepass"), dtype="<u2")
        text_of = np.cumsum(units == 0)
        hashes, starts = self._groups(units)
        slots = self._table.take(np.concatenate(rows_of(hashes, len(self._table))), axis=0)
        fits = (slots >> INDEX_BITS).reshape(2, -1, SLOTS) == checks_of(hashes)[:, None]
        (fitting,) = fits.ravel().nonzero()
        index = slots.ravel().take(fitting) & ((1 << INDEX_BITS) - 1)
        text = text_of.take(starts.take(fitting // SLOTS, mode="wrap"))  # a group has a place in both halves
        keys = text[:, None] * self._models + self._languages.take(index, axis=0)
        weights = self._points.take(index, axis=0)
        summed = np.bincount(keys.ravel(), weights.ravel(), len(texts) * self._models).reshape(-1, self._models)
        points: Points = np.maximum.reduceat(summed, self._firsts, axis=1)
        return points

    def _groups(self, units: NDArray[np.uint16]) -> tuple[Units, Places]:
        """Give the hash of each group of four letters and of each word, and where it starts."""
        numbers, size = self._numbers.take(units), len(units)
        inside = np.zeros(size + 1 + _GROUP_LETTERS + 1, dtype=np.bool_)  # of each unit the one before it, and beyond
        inside[1 : size + 1] = numbers > 0
        (edges,) = (inside[1:] != inside[:-1]).nonzero()
        firsts, ends = edges[0::2], edges[1::2]
        # Whether so many letters, one and more, stand from each unit on: in a word of more than four a group follows.
        one = inside[1:]
        two = one[:-1] & one[1:]
        four = two[:-2] & two[2:]
        goes_on = four[:-1] & one[_GROUP_LETTERS:]
        letters = one[:size].view(np.int8) + two[:size] + (two[:size] & one[2 : size + 2]) + four[:size]
        following = self._vowel.take(units[_STEP:])
        following += np.arange(_STEP, len(following) + _STEP)
        at, starts = firsts, [firsts]
        while len(at := at[goes_on.take(at)]):
            at = following.take(at)
            starts.append(at)
        at = np.concatenate(starts)
        marks = ~inside.take(at) * _BEGINS + ~goes_on.take(at) * _ENDS
        of_words = _BEGINS + (ends - firsts <= WORD_LETTERS) * _ENDS + _IS_WORD
        start = np.concatenate([at, firsts])
        stop = np.concatenate([at + letters.take(at), np.minimum(firsts + WORD_LETTERS, ends)])
        return hashed(numbers, start, stop, np.concatenate([marks, of_words]).astype(np.uint64)), start


def numbers_of(letters: str) -> Units:
    """Give a number of 64 bits without a pattern for each code unit, 0 for one that is no letter."""
    numbers = np.zeros(_NUMBER_OF_UNITS, np.uint64)
    places = np.array([ord(letter) for letter in letters])
    numbers[places] = _mixed(places.astype(np.uint64) * _MARK_FACTOR)
    return numbers


def hashed(numbers: Units, start: Places, stop: Places, marks: Units) -> Units:
    """Give a number of 64 bits for each group: the letters from ``start`` up to ``stop``, and its marks.

    A group's hash is a polynomial of its letters' numbers, modulo 2^64, as a difference of two sums from the beginning.
    """
    powers, inverses = _powers(1 << len(numbers).bit_length())
    sums = np.zeros(len(numbers) + 1, np.uint64)
    np.add.accumulate(numbers * powers[: len(numbers)], out=sums[1:])
    return _mixed((sums.take(stop) - sums.take(start)) * inverses.take(start) + marks * _MARK_FACTOR)


@cache
def _powers(count: int) -> tuple[Units, Units]:
    """Give the powers of the multiplier, and those of its inverse, from the 0th."""
    one = np.ones(1, np.uint64)
    first, second = (
        np.concatenate([one, np.full(count - 1, base, np.uint64)]).cumprod(dtype=np.uint64)
        for base in (_MULTIPLIER, _INVERSE)
    )
    return first, second


def _mixed(numbers: Units) -> Units:
    mixed = (numbers ^ (numbers >> np.uint64(29))) * _MIXER
    mixed ^= mixed >> np.uint64(32)
    return mixed


def rows_of(hashes: Units, rows: int) -> tuple[Places, Places]:
    """Give the two rows, of a table of ``rows``, in which a group may stand."""
    count = np.uint64(rows)
    first = (hashes >> np.uint64(40)) * count >> np.uint64(24)
    step = (hashes >> np.uint64(16) & np.uint64(0xFFFFFF)) * (count - np.uint64(1)) >> np.uint64(24)
    second = first + step + np.uint64(1)
    second -= (second >= count) * count
    return first.view(np.int64), second.view(np.int64)


def checks_of(hashes: Units) -> NDArray[np.uint32]:
    """Give the part of each hash that a slot keeps above the index: never 0, which a free slot has."""
    check = (hashes & np.uint64((1 << (32 - INDEX_BITS)) - 1)).astype(np.uint32)
    return np.maximum(check, np.uint32(1))


@cache
def ngrams() -> Ngrams:
    """Load the shipped table, once per process."""
    with np.load(Path(__file__).parent.parent / "data" / "ngrams.npz", allow_pickle=False) as data:
        parts = (data[name] for name in ("table", "languages", "points"))
        return Ngrams(data["models"].tolist(), str(data["letters"]), *parts)
