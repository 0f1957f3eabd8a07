"""The different combinations of names that the elements of a page have."""

import ctypes
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.subjects import Subjects


class _Namings(ctypes.Structure):
    """``Namings`` in ``namings.c``, field by field."""

    _fields_ = (
        ("source", ctypes.c_char_p),
        ("length", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("tag", "names")),
        ("elements", ctypes.c_int32),
        ("subjects", ctypes.c_void_p),
        ("slots", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("slot", "naming", "tag_of", "edge", "spoken", "values")),
        ("namings", ctypes.c_int32),
    )


_NAMINGS: Final = library.load().mezmun_namings
_NAMINGS.argtypes = (ctypes.POINTER(_Namings),)
_NAMINGS.restype = ctypes.c_int32


class Found(NamedTuple):
    """The N different combinations of tag, ``class``, ``id`` and ``role`` (else ``itemprop``) of E elements."""

    of: NDArray[np.int32]
    """(E) the combination of each element."""
    tag: NDArray[np.int16]
    """(N)"""
    values: bytes
    """The three values of each, one after the other, as the parser writes them (UTF-8)."""
    edge: NDArray[np.int32]
    """(3 N + 1) where each value begins, and the end of the last."""
    subjects: NDArray[np.uint8]
    """(N) what each combination speaks of, as bits."""


def namings(source: bytes, tag: NDArray[np.int16], names: NDArray[np.int32], subjects: Subjects) -> Found:
    """Find the namings of E elements, whose attributes begin at the bytes ``names`` (E) of the source."""
    elements = len(tag)
    slots = 1 << (2 * elements + 1).bit_length()
    of, tags = np.empty(elements, dtype=np.int32), np.empty(elements, dtype=np.int16)
    numbers, (slot, edge) = library.block(np.int32, slots, 3 * elements + 1)
    written, (spoken, values) = library.block(np.uint8, elements, len(source))
    asked = _Namings(
        *(source, len(source), library.address(tag), library.address(names), elements, subjects.place),
        *(slots, slot, library.address(of), library.address(tags), edge, spoken, values),
    )
    if _NAMINGS(asked):  # cannot be: values lie beside each other in the source
        raise RuntimeError("The names of a page have too little room: please report it.")
    found = asked.namings
    edges = numbers[slots : slots + 3 * found + 1].copy()
    every = written[elements : elements + int(edges[-1])].tobytes()
    return Found(of, tags[:found].copy(), every, edges, written[:found].copy())
