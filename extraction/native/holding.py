"""Which texts hold a known word."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.native.known import Known
from extraction.page.texts import Texts

_HOLDING: Final = library.load().mezmun_holding
_HOLDING.argtypes = (*(ctypes.c_void_p,) * 2, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_HOLDING.restype = None


def holding(texts: Texts, known: Known) -> NDArray[np.bool_]:
    """Mark those of N texts that hold, in small letters, one of the words as a whole word.

    A word is a run of letters, digits, marks and "_", with single apostrophes between them.
    """
    plain = texts.plain
    holds = np.zeros(len(texts), dtype=np.bool_)
    places = library.address(plain.edge), len(texts), library.address(holds)
    _HOLDING(characters.PLACE, known.place, plain.utf8, *places)
    return holds
