"""How likely a text of Arabic script is in each language: three letters at a time, word by word."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from normalization.load_once import load_once

Counts = NDArray[np.int64]
Costs = NDArray[np.float32]

UYGHUR = "ug"
"""Models of Uyghur begin with this code: clean, and written in each substitution alphabet."""

_MAX_BATCH_CHARACTERS = 20_000
"""Texts of about this size are looked up together."""
_FIRST, _LAST = 0x0620, 0x077F
_MARKS = [*range(0x0610, 0x061B), *range(0x064B, 0x0660), 0x0670, *range(0x06D6, 0x06EE)]
_SIGNS = [
    0x0640,
    *range(0x0660, 0x066E),
    0x06D4,
    0x06DD,
    0x06DE,
    0x06E9,
    *range(0x06F0, 0x06FA),
    *range(0x0700, 0x0750),
]


class Numbering:
    """Numbers for letters and for trigrams.

    ``letters`` have a number of their own each; the other letters of the script share one, marks share another, and
    everything else is 0, a boundary.
    """

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self.size = len(letters) + 3
        self._numbers = np.zeros(0x10000, dtype=np.int64)
        self._numbers[_FIRST : _LAST + 1] = len(letters) + 1
        self._numbers[_MARKS] = len(letters) + 2
        self._numbers[_SIGNS] = 0
        for number, letter in enumerate(letters, 1):
            self._numbers[ord(letter)] = number

    def keys(self, text: str) -> Counts:
        """Number a text's trigrams, one a UTF-16 unit and one for the end, each after the two before it in its word."""
        units = np.frombuffer(f"\n{text}\n".encode("utf-16-le", "replace"), dtype="<u2")
        numbers = self._numbers.take(units)
        before = np.where(numbers[:-1] > 0, np.append(0, numbers[:-2]), 0)
        keys: Counts = (before * self.size + numbers[:-1]) * self.size + numbers[1:]
        return keys


class Trigrams:
    """Costs (negative natural logarithms) of letters after two others, for several models of languages at once.

    ``counts`` has, for each of ``models``, the trigram keys seen and how often.
    """

    def __init__(self, models: list[str], numbering: Numbering, counts: list[tuple[Counts, Counts]]) -> None:
        self.models = models
        self.numbering = numbering
        self.codes = list(dict.fromkeys(model.partition("-")[0] for model in models))
        """The languages, in the order of their models; those of one language stand together."""
        self._firsts = [models.index(code) for code in self.codes]
        self.foreign = [place for place, model in enumerate(models) if not model.startswith(UYGHUR)]
        self.quoted = [self.foreign.index(models.index(model)) for model in ("ar", "fa") if model in models]
        self._costs = _table(counts, numbering.size)

    def language_costs(self, texts: Sequence[str]) -> Costs:
        """Give each text's cost in each of ``codes``, by the model of the language it is likeliest in."""
        costs: Costs = np.minimum.reduceat(self.costs(texts), self._firsts, axis=1)
        return costs

    def costs(self, texts: Sequence[str]) -> Costs:
        """Give each whole text's cost in each model; shape (texts, models)."""
        batches: list[list[str]] = [[]]
        firsts: list[int] = []
        size = pieces = 0
        for text in texts:
            firsts.append(pieces)
            # A long text is cut anywhere: one word of so many tells nothing, and all at once take 140 bytes a letter.
            for start in range(0, max(len(text), 1), _MAX_BATCH_CHARACTERS):
                piece = text[start : start + _MAX_BATCH_CHARACTERS]
                if size + len(piece) > _MAX_BATCH_CHARACTERS and batches[-1]:
                    batches.append([])
                    size = 0
                batches[-1].append(piece)
                size += len(piece)
                pieces += 1
        costs: Costs = np.concatenate([self._summed(batch) for batch in batches])
        return costs if pieces == len(texts) else np.add.reduceat(costs, firsts, axis=0)

    def _summed(self, texts: list[str]) -> Costs:
        if not texts:
            return np.zeros((0, len(self.models)), np.float32)
        keys = self.numbering.keys("\n".join(texts))
        sizes = [len(text.encode("utf-16-le", "replace")) // 2 + 1 for text in texts]
        starts = np.cumsum([0, *sizes[:-1]])
        costs: Costs = np.add.reduceat(self._costs.take(keys, axis=0), starts, axis=0, dtype=np.float32)
        return costs

    def word_costs(self, words: list[str]) -> Costs:
        """Give each word's cost in each model; shape (words, models)."""
        keys = self.numbering.keys("\n".join(words))
        starts = np.cumsum([0, *(len(word) + 1 for word in words[:-1])])
        costs: Costs = np.add.reduceat(self._costs.take(keys, axis=0).astype(np.float32), starts, axis=0)
        return costs


def _table(counts: list[tuple[Counts, Counts]], size: int) -> NDArray[np.float16]:
    """Make the costs of all trigrams in each model; shape (size ** 3, models)."""
    smoothed = [_smoothed(keys, seen, size) for keys, seen in counts]
    costs = np.empty((size, size, size, len(counts)), np.float16)
    costs[:] = np.stack([pairs for pairs, _, _ in smoothed], axis=-1)
    of_pairs = costs.reshape(-1, size, len(counts))
    for model, (_, before, letters) in enumerate(smoothed):
        of_pairs[before, :, model] = letters
    costs[0, 0, 0] = 0.0  # between words there is nothing to tell
    return costs.reshape(-1, len(counts))


def _smoothed(keys: Counts, seen: Counts, size: int) -> tuple[NDArray[np.float16], Counts, NDArray[np.float16]]:
    """Interpolate trigrams with bigrams with letters (Witten and Bell).

    Gives the costs of a letter after one, shape (size, size): all that is known behind two letters that were never seen
    together. Then the pairs that were seen, shape (n,), and the costs of a letter after each, shape (n, size).
    """
    pairs = np.bincount(keys % size**2, seen, size**2).astype(np.float32).reshape(size, size)
    first = pairs.sum(0)
    by_letter = (first + 1) / (first.sum() + size)
    kinds = (pairs > 0).sum(1, keepdims=True) + 1
    by_pair = (pairs + kinds * by_letter) / (pairs.sum(1, keepdims=True) + kinds)
    before, row = np.unique(keys // size, return_inverse=True)
    behind = np.bincount(row * size + keys % size, seen, len(before) * size).astype(np.float32).reshape(-1, size)
    kinds = (behind > 0).sum(1, keepdims=True) + 1
    by_three = (behind + kinds * by_pair.take(before % size, axis=0)) / (behind.sum(1, keepdims=True) + kinds)
    return (-np.log(by_pair)).astype(np.float16), before, (-np.log(by_three)).astype(np.float16)


def unpack(packed: bytes) -> Trigrams:
    """Build the models from their shipped form."""
    with np.load(io.BytesIO(packed), allow_pickle=False) as data:
        models = data["models"].tolist()
        ends = np.cumsum(data["sizes"])[:-1]
        keys, seen = (np.split(data[name].astype(np.int64), ends) for name in ("keys", "counts"))
        return Trigrams(models, Numbering(str(data["letters"])), list(zip(map(np.cumsum, keys), seen, strict=True)))


@load_once
def trigrams() -> Trigrams:
    """Load the shipped models, once per process."""
    return unpack((Path(__file__).parent.parent / "data" / "trigrams.npz").read_bytes())
