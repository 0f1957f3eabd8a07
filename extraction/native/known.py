"""Words that can be found."""

import ctypes
from collections.abc import Sequence
from typing import Final

import numpy as np

from extraction.native import library


class _Known(ctypes.Structure):
    """``Known`` in ``known.h``, field by field."""

    _fields_ = (
        ("words", ctypes.c_char_p),
        ("edge", ctypes.c_void_p),
        ("number", ctypes.c_int32),
        ("slot", ctypes.c_void_p),
        ("slots", ctypes.c_int32),
    )


_KNOW: Final = library.load().mezmun_know_words
_KNOW.argtypes = (ctypes.POINTER(_Known),)
_KNOW.restype = None


_NUMBER_BITS: Final = 24
"""As in ``known.h``."""


class Known:
    """Words that can be found; the number of each is its place."""

    def __init__(self, words: Sequence[str]) -> None:
        if len(words) >= 1 << _NUMBER_BITS:
            raise ValueError(f"{len(words):,} words are more than can be known.")
        encoded = [word.encode("utf-8", "replace") for word in words]
        # `_table` holds places of these two.
        self._edge = np.cumsum([0, *map(len, encoded)], dtype=np.int32)
        self._slot = np.zeros(1 << (2 * len(words) + 1).bit_length(), dtype=np.uint64)
        self._table = _Known(
            words=b"".join(encoded),
            edge=library.address(self._edge),
            number=len(words),
            slot=library.address(self._slot),
            slots=len(self._slot),
        )
        _KNOW(self._table)
        self.place: Final = ctypes.addressof(self._table)
        """Where the library finds them."""

    def __len__(self) -> int:
        number: int = self._table.number
        return number
