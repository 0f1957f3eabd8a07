"""Counting the characters of many texts at once."""

import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

_BEYOND: Final = 0x3001
SEEN: Final = np.array(
    [not chr(code).isspace() and unicodedata.category(chr(code)) not in ("Cc", "Cf") for code in range(_BEYOND + 1)],
    dtype=np.int8,
)
_BATCH: Final = 1 << 20  # characters looked at in one go, so that a page of any size needs only a few MB more


def count(texts: Sequence[str]) -> NDArray[np.int32]:
    """Count the characters of each text that are neither white space nor control or format characters (Cc, Cf).

    The last character with that property below the CJK blocks is U+3000; the few beyond (U+FEFF) count as text.
    """
    lengths = np.fromiter(map(len, texts), dtype=np.int64, count=len(texts))
    batch = np.cumsum(lengths) // _BATCH  # a batch ends behind the text that fills it
    edges = [0, *(np.flatnonzero(np.diff(batch)) + 1).tolist(), len(texts)]
    counts = np.zeros(len(texts), dtype=np.int32)
    for start, stop in pairwise(edges):
        points = np.frombuffer("".join(texts[start:stop]).encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
        seen = np.zeros(len(points) + 1, dtype=np.int32)
        np.cumsum(SEEN[np.minimum(points, _BEYOND)], out=seen[1:])
        ends = np.cumsum(lengths[start:stop])
        counts[start:stop] = seen[ends] - seen[ends - lengths[start:stop]]
    return counts
