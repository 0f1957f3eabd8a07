"""What the words of a page say of it and of its lines."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library, page_kinds
from extraction.native.known import Known
from extraction.native.page_kinds import Weights
from extraction.native.words import TAGS

if TYPE_CHECKING:
    from extraction.model.features import Measured


class _Learned(ctypes.Structure):
    """``Learned`` in ``said.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "known", "tags", "leaning")),
        ("kinds", page_kinds.Table),
        ("odds", ctypes.c_void_p),
        *((name, ctypes.c_int32) for name in ("longest", "levels")),
    )


class _Said(ctypes.Structure):
    """``Said`` in ``said.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("learned", "page")),
        ("text", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("text_edge", "thousandths", "value")),
    )


_SAID: Final = library.load().mezmun_said
_SAID.argtypes = (ctypes.POINTER(_Said),)
_SAID.restype = ctypes.c_int32


class Learned:
    """What was learned of W words: the known ones, the ``leaning`` (W) of each, and their weights for kinds of pages.

    ``odds`` (1001) are what is told of a kind, by its probability in thousandths; lines of more than ``longest``
    characters say nothing; so many ``levels`` of elements around a line have names that are looked at.
    """

    def __init__(
        self,
        known: Known,
        leaning: NDArray[np.float64],
        weights: Weights,
        odds: NDArray[np.float32],
        longest: int,
        levels: int,
    ) -> None:
        if not len(known) == len(leaning) == weights.table.known or len(odds) != _CERTAIN + 1:
            raise ValueError("What was learned of words does not fit together: train the model again.")
        leaning, odds = np.ascontiguousarray(leaning, np.float64), np.ascontiguousarray(odds, np.float32)
        self._kept, self._weights, self._levels = (known, leaning, odds), weights, levels
        self._table = _Learned(
            *(characters.PLACE, known.place, TAGS.place, library.address(leaning), weights.table),
            *(library.address(odds), longest, levels),
        )

    def said(self, page: "Measured", values: NDArray[np.float32]) -> list[int]:
        """Put what words say of each of a page's L lines into ``values`` (9 + 2 levels + K, L), as ``leanings`` does.

        Gives how likely (K) the page is of each kind, in thousandths.
        """
        plain, found = page.lines.texts.plain, self._weights.found()
        if values.shape != (9 + 2 * self._levels + len(found), len(page.chars)):
            raise ValueError("The room does not fit the page.")
        asked = _Said(
            *(ctypes.addressof(self._table), ctypes.addressof(page.around.table)),
            *(plain.utf8, library.address(plain.edge), ctypes.addressof(found), library.address(values)),
        )
        if library.check_memory(_SAID(asked)):  # cannot be: each word takes room of the text it is in
            raise RuntimeError("The words of a page have too little room: please report it.")
        return list(found)


_CERTAIN: Final = 1000
