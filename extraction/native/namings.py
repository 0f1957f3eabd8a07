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
    of, tags = np.empty(elements, dtype=np.int32), np.empty(elements, dtype=np.int16)
    edge = np.empty(3 * elements + 1, dtype=np.int32)
    written, (spoken, values) = library.block(np.uint8, elements, len(source))
    asked = _Namings(
        *(source, len(source), page.tag, page.names, elements, subjects.place),
        *(library.address(of), library.address(tags), library.address(edge), spoken, values),
    )
    if library.check_memory(_NAMINGS(asked)):  # cannot be: values lie beside each other in the source
        raise RuntimeError("The names of a page have too little room: please report it.")
    found = asked.namings
    edges = edge[: 3 * found + 1].copy()
    every = written[elements : elements + int(edges[-1])].tobytes()
    return Found(of, tags[:found].copy(), every, edges, written[:found].copy(), asked.every)
