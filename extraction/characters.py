"""Counting the characters of many texts at once."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

_BEYOND: Final = 0x3001
_BLANK: Final = np.zeros(_BEYOND + 1, dtype=np.bool_)
_BLANK[[code for code in range(_BEYOND) if chr(code).isspace() or not chr(code).isprintable()]] = True
_BATCH: Final = 1 << 20  # characters looked at in one go, so that a page of any size needs only a few MB more


def count(texts: Sequence[str]) -> NDArray[np.int32]:
    """Count the characters of each text that are neither white space nor control or format characters (all of Cc, Cf).

    The last character with that property below the CJK blocks is U+3000; the few beyond (U+FEFF) count as text.
    """
    counts = np.zeros(len(texts), dtype=np.int32)
    start = 0
    while start < len(texts):
        size, stop = 0, start
        while stop < len(texts) and (size == 0 or size + len(texts[stop]) <= _BATCH):
            size += len(texts[stop])
            stop += 1
        lengths = np.fromiter(map(len, texts[start:stop]), dtype=np.intp, count=stop - start)
        points = np.frombuffer("".join(texts[start:stop]).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        seen = np.concatenate(([0], np.cumsum(~_BLANK[np.minimum(points, _BEYOND)], dtype=np.int32)))
        ends = np.cumsum(lengths)
        counts[start:stop] = seen[ends] - seen[ends - lengths]
        start = stop
    return counts
