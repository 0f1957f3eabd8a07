"""Which lines hold a known word."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.native.known import Known

_HOLDING: Final = library.load().mezmun_holding
_HOLDING.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int64, ctypes.c_void_p)
_HOLDING.restype = None


def holding(lines: str, count: int, known: Known) -> NDArray[np.bool_]:
    """Mark those of ``count`` lines, parted by NUL, that hold one of the words as a whole word.

    A word is a run of letters, digits, marks and "_", with single apostrophes between them.
    """
    holds = np.zeros(count, dtype=np.bool_)
    text = lines.encode("utf-8", "replace") + b"\0"
    if text.count(b"\0") != count:
        raise ValueError(f"The text has {text.count(0)} lines, not {count}.")
    _HOLDING(characters.PLACE, known.place, text, len(text), library.address(holds))
    return holds
