"""The different combinations of names that the elements of a page have."""

import ctypes
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.page import Page
from extraction.native.subjects import Subjects


class _Namings(ctypes.Structure):
    """``Namings`` in ``namings.c``, field by field."""

    _fields_ = (
        ("source", ctypes.c_char_p),
        ("length", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("tag", "names")),
        ("elements", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("subjects", "naming", "tag_of", "edge", "spoken", "values")),
        *((name, ctypes.c_int32) for name in ("namings", "every")),
        ("slot", ctypes.c_void_p),  # of its own
        ("slots", ctypes.c_int32),
    )


_NAMINGS: Final = library.load().mezmun_namings
_NAMINGS.argtypes = (ctypes.POINTER(_Namings),)
_NAMINGS.restype = ctypes.c_int32


class Table(ctypes.Structure):
    """``PageNamings`` in ``page_namings.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("tag", "edge")),
        ("values", ctypes.c_char_p),
        ("subjects", ctypes.c_void_p),
        ("number", ctypes.c_int32),
    )


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
    every: int
    """What any of them speaks of."""


def namings(source: bytes, page: Page, subjects: Subjects) -> Found:
    """Find the namings of E elements, whose columns and source are given."""
    elements = page.elements
    of, edge = np.empty(elements, dtype=np.int32), np.empty(3 * elements + 1, dtype=np.int32)
    tags, subjects_of = np.empty(elements, dtype=np.int16), np.empty(elements, dtype=np.uint8)
    values = np.empty(len(source), dtype=np.uint8)
    asked = _Namings(
        *(source, len(source), page.tag, page.names, elements, subjects.place),
        *map(library.address, (of, tags, edge, subjects_of, values)),
    )
    if library.check_memory(_NAMINGS(asked)):  # cannot be: values lie beside each other in the source
        raise RuntimeError("The names of a page have too little room: please report it.")
    found = asked.namings
    edge = edge[: 3 * found + 1]
    return Found(of, tags[:found], values.data[: edge[-1]].tobytes(), edge, subjects_of[:found], asked.every)
