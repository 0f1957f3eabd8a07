"""What kind of page words say it is."""

import ctypes
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library


class Table(ctypes.Structure):
    """``PageKinds`` in ``page_kinds.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("weight", "bias")),
        *((name, ctypes.c_int32) for name in ("known", "kinds")),
        ("scale", ctypes.c_double),
    )


_KINDS: Final = library.load().mezmun_page_kinds
_KINDS.argtypes = (ctypes.POINTER(Table), ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_KINDS.restype = ctypes.c_int32


class Weights:
    """The weights (W, K) of W words for K kinds, and ``bias`` (K) of the kinds, in steps of 1 / ``scale``."""

    def __init__(self, weight: NDArray[np.int16], bias: NDArray[np.int16], scale: float) -> None:
        self._kept = weight, bias = np.ascontiguousarray(weight, np.int16), np.ascontiguousarray(bias, np.int16)
        known, kinds = weight.shape
        if len(bias) != kinds:
            raise ValueError(f"There are weights for {kinds} kinds of pages, and {len(bias)} kinds.")
        self.table: Final = Table(library.address(weight), library.address(bias), known, kinds, scale)
        """Where they are, for the library: good as long as they."""
        self.found: Final = ctypes.c_int32 * kinds
        """Room for what is found of a page."""

    def thousandths(self, word: NDArray[np.int32]) -> list[int]:
        """Give how likely (K) the different words among those numbered say a page is of each kind."""
        word = np.ascontiguousarray(word, dtype=np.int32)
        found = self.found()
        if library.check_memory(_KINDS(self.table, library.address(word), len(word), found)):
            raise IndexError("A word is beyond the known ones.")
        return list(found)
