"""Words that can be looked up, each by its number."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np

from extraction.native.library import array, lib, struct


class WordTable:
    """Words that can be looked up; the number of each is its place."""

    def __init__(self, words: Sequence[str]) -> None:
        if len(words) >= 1 << lib.WORD_NUMBER_BITS:
            raise ValueError(f"{len(words):,} words are more than a table has numbers for.")
        encoded = [word.encode("utf-8", "replace") for word in words]
        utf8 = b"".join(encoded)
        edge = np.fromiter(accumulate(map(len, encoded), initial=0), dtype=np.int32, count=len(words) + 1)
        slot = np.zeros(1 << (2 * len(words) + 1).bit_length(), dtype=np.uint64)
        self.struct: Final = struct(
            "WordTable",
            words=array(utf8, len(utf8)),
            edge=array(edge, len(words) + 1),
            number=len(words),
            slot=array(slot, len(slot), writable=True),
            slots=len(slot),
        )
        """The table, for the library."""
        lib.mezmun_fill_word_table(self.struct)

    def __len__(self) -> int:
        number: int = self.struct.number
        return number
