"""Texts that may hold a date."""

import ctypes
from typing import Final

import numpy as np

from extraction.native import characters, library
from extraction.page.texts import Texts

_LIBRARY: Final = library.load()
_LIBRARY.mezmun_dated.argtypes = (
    *(ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p),
    *(ctypes.c_int32, ctypes.c_int32, ctypes.c_int32, ctypes.c_void_p),
)
_LIBRARY.mezmun_dated.restype = ctypes.c_int32


def dated(texts: Texts, rows: range, longest: int) -> list[int]:
    """Give those of some texts (rows, one by one) that may have a date in their first ``longest`` characters (to 256).

    That is: those in which ``extraction.lexicon.dates.LIKELY`` finds something.
    """
    if not rows:
        return []
    if rows.step != 1 or not 0 <= rows.start < rows.stop <= len(texts):
        raise ValueError(f"There are {len(texts)} texts, and not {rows}.")
    found = np.empty(len(rows), dtype=np.int32)
    where = texts.utf8, library.address(texts.edge), rows.start, rows.stop
    number = _LIBRARY.mezmun_dated(characters.PLACE, *where, longest, library.address(found))
    told: list[int] = found[:number].tolist()
    return told
