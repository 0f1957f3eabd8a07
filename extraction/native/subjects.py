"""Which subjects the names of elements speak of."""

import ctypes
from collections.abc import Mapping, Sequence
from itertools import accumulate
from string import ascii_lowercase
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.page.subjects import Subject


class _Subjects(ctypes.Structure):
    """``Subjects`` in ``subjects.h``, field by field."""

    _fields_ = (
        ("characters", ctypes.c_void_p),
        ("words", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("edge", "whole", "subject")),
        ("first", ctypes.c_int32 * 27),
        ("second", ctypes.c_uint32 * 26),
        ("most", ctypes.c_int32),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_subjects.argtypes = (
    *(ctypes.POINTER(_Subjects), ctypes.c_char_p, ctypes.c_void_p),
    *(ctypes.c_int32, ctypes.c_void_p),
)
_LIBRARY.mezmun_subjects.restype = ctypes.c_int32
_NAMES_LOOKED_AT: Final = 12
"""Style sheets of utility classes name an element by dozens of words that say nothing."""


class Subjects:
    """Subjects that can be found, each a bit, by the words of each: small letters of ASCII."""

    def __init__(self, beginnings: Mapping[Subject, Sequence[str]], whole: Mapping[Subject, Sequence[str]]) -> None:
        every = [(word, 0, bit) for bit, words in beginnings.items() for word in words]
        every = sorted([*every, *((word, 1, bit) for bit, words in whole.items() for word in words)])
        words = [word for word, _, _ in every]
        self._edge = np.array([0, *accumulate(map(len, words))], dtype=np.int32)
        self._whole = np.array([mark for _, mark, _ in every], dtype=np.uint8)
        self._subject = np.array([bit for _, _, bit in every], dtype=np.uint8)
        firsts = [sum(word < letter for word in words) for letter in (*ascii_lowercase, "{")]
        arrays = (library.address(each) for each in (self._edge, self._whole, self._subject))
        first, second = (ctypes.c_int32 * 27)(*firsts), (ctypes.c_uint32 * 26)()
        for word in words:
            second[ord(word[0]) - ord("a")] |= 1 << ord(word[1]) - ord("a")
        self._table = _Subjects(
            characters.PLACE, "".join(words).encode("ascii"), *arrays, first, second, _NAMES_LOOKED_AT
        )
        self.place: Final = ctypes.addressof(self._table)
        """Where the library finds them."""

    def of_names(self, values: bytes, edge: NDArray[np.int32]) -> tuple[NDArray[np.uint8], int]:
        """Give the subjects of N elements, as bits, and those of any of them.

        ``edge`` (3 N + 1) tells where class, id and role of each begin in ``values``, as the parser writes them.
        """
        found = np.empty(len(edge) // 3, dtype=np.uint8)
        places = library.address(edge), len(found), library.address(found)
        return found, _LIBRARY.mezmun_subjects(self._table, values, *places)
