"""The elements around each line of a page, and the structure that repeats."""

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import library

if TYPE_CHECKING:
    from extraction.node_table import NodeTable

Numbers = NDArray[np.int32]


class Around(NamedTuple):
    """Columns of E elements, and of L lines."""

    first: Numbers
    """(E) first line of the element's subtree ..."""
    last: Numbers
    """(E) ... and the one behind its last."""
    wider: Numbers
    """(E) row of the nearest ancestor that holds more, of the root where none does."""
    levels: Numbers
    """(levels, L) rows of the elements around each line, each the outermost that holds no more."""
    built: Numbers
    """(E) number of the combination of namings of the element, its parent and that one's parent."""
    siblings: Numbers
    """(E) number of the combination of naming and parent."""


_OF_PAGE: Final = ("parent", "first", "last", "naming")
_OF_ELEMENTS: Final = ("built", "siblings", "named")


class _Elements(ctypes.Structure):
    """``Elements`` in ``elements.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in _OF_PAGE),
        ("elements", ctypes.c_int32),
        ("of", ctypes.c_void_p),
        ("texts", ctypes.c_int32),
        ("block", ctypes.c_void_p),
        ("lines", ctypes.c_int32),
        ("levels", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("first_line", "last_line", "top", "wider", "level", *_OF_ELEMENTS)),
        ("key", ctypes.c_void_p),
        ("slot", ctypes.c_void_p),
        ("slots", ctypes.c_int32),
    )


def _library() -> ctypes.CDLL:
    found, place, number = library.load(), ctypes.c_void_p, ctypes.c_int32
    found.mezmun_elements.argtypes, found.mezmun_elements.restype = (ctypes.POINTER(_Elements),), None
    found.mezmun_group_sums.argtypes = (place, number, place, number, place, place)
    found.mezmun_group_sums.restype = None
    return found


_LIBRARY: Final = _library()


def around(page: "NodeTable", of: Numbers, block: Numbers, levels: int) -> Around:
    """Find the elements around each line: ``of`` (S) is the line of each text, ``block`` (L) the block of each line."""
    elements, lines = len(page.tag), len(block)
    slots = 1 << (2 * elements + 1).bit_length()
    asked = _Elements(elements=elements, texts=len(of), lines=lines, levels=levels, slots=slots)
    for name in _OF_PAGE:
        setattr(asked, name, getattr(page, name).ctypes.data)
    asked.of, asked.block = of.ctypes.data, block.ctypes.data
    sizes = dict.fromkeys(("first_line", "last_line", "top", "wider", *_OF_ELEMENTS), elements)
    made = library.room(asked, np.int32, **sizes, level=levels * lines, slot=slots)
    kept = library.room(asked, np.uint64, key=elements)
    _LIBRARY.mezmun_elements(asked)
    del kept
    level = made["level"].reshape(levels, lines)
    first, last, wider = (made[name] for name in ("first_line", "last_line", "wider"))
    return Around(first, last, wider, level, made["built"], made["siblings"])


def of_group(group: Numbers, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each of E elements the sums over all elements of its group: (columns, E) of values (columns, E).

    ``group`` (E) is ``built`` or ``siblings``: numbers below E.
    """
    values = np.ascontiguousarray(values, dtype=np.float64)
    columns, elements = values.shape
    sums, found = np.empty(elements), np.empty_like(values)
    places = values.ctypes.data, columns, sums.ctypes.data, found.ctypes.data
    _LIBRARY.mezmun_group_sums(group.ctypes.data, elements, *places)
    return found
