"""Dozens of words that are looked for in a text at once, in C: one by one, or as a pattern, it takes far longer."""

import re
from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

import numpy as np

from native.library import Pointer, array, lib, struct

_PAIRS: Final = 1 << 16


class SoughtWords:
    """Words of two bytes or more in UTF-8, each with whether no small letter of ASCII may stand beside it."""

    def __init__(self, words: Iterable[tuple[str, bool]]) -> None:
        encoded = sorted((word.encode(), alone) for word, alone in words)
        number, utf8 = len(encoded), b"".join(word for word, _ in encoded)
        edge = np.cumsum([0, *(len(word) for word, _ in encoded)], dtype=np.int32)
        pairs = np.array([word[0] << 8 | word[1] for word, _ in encoded], np.int32)
        self._words = struct(
            "SoughtWords",
            utf8=array(utf8, len(utf8)),
            edge=array(edge, number + 1),
            alone=array(np.array([alone for _, alone in encoded], np.uint8), number),
            first=array(pairs.searchsorted(np.arange(_PAIRS + 1)).astype(np.int32), _PAIRS + 1),
        )

    def places_in(self, text: str) -> tuple[int, ...]:
        """Give the places in a text at which any of the words begins, in order."""
        return _places(self._words, text)

    def next_in(self, text: str, start: int, pattern: re.Pattern[str] | None = None) -> int:
        """Give the next place, from one on, where a word begins, and the pattern fits if there is one; -1 for none."""
        places = self.places_in(text)
        behind = (places[at] for at in range(bisect_left(places, start), len(places)))
        return next((place for place in behind if pattern is None or pattern.match(text, place)), -1)


@lru_cache(maxsize=8)  # a text is asked again behind each place
def _places(words: Pointer, text: str) -> tuple[int, ...]:
    utf8 = text.encode("utf-8", "surrogatepass")
    places = np.empty(len(utf8), np.int32)
    pointer = array(places, len(utf8), writable=True)
    number = lib.mezmun_find_words(words, array(utf8, len(utf8)), len(utf8), pointer)
    return tuple(places[:number].tolist())
