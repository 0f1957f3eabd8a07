"""Hundreds of words that are looked for in a text at once, in C: a pattern of them tries each first letter."""

from collections.abc import Iterable
from typing import Final

import numpy as np

from native.library import array, lib, struct

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

    def places_in(self, text: str) -> list[int]:
        """Give the places in a text at which any of the words begins, in order."""
        utf8 = text.encode("utf-8", "surrogatepass")
        places = np.empty(len(utf8), np.int32)
        pointer = array(places, len(utf8), writable=True)
        number = lib.mezmun_find_words(self._words, array(utf8, len(utf8)), len(utf8), pointer)
        beginnings: list[int] = places[:number].tolist()
        return beginnings
