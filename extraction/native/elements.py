"""The elements around each line of a page, and the structure that repeats."""

import ctypes
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction import tags
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


class _Numbers(ctypes.Structure):
    """``Numbers`` in ``elements.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("first_line", "last_line", "wider", "built", "siblings")),
        *((name, ctypes.c_void_p) for name in ("parent", "end", "depth", "tag")),
        ("anchor", ctypes.c_int32),
        ("elements", ctypes.c_int32),
        ("before", ctypes.c_void_p),
        ("lines", ctypes.c_int32),
        ("column", ctypes.c_void_p),
        ("sum", ctypes.c_void_p),
    )


def _library() -> ctypes.CDLL:
    found, place, number = library.load(), ctypes.c_void_p, ctypes.c_int32
    found.mezmun_elements.argtypes, found.mezmun_elements.restype = (ctypes.POINTER(_Elements),), None
    found.mezmun_numbers.argtypes, found.mezmun_numbers.restype = (ctypes.POINTER(_Numbers),), None
    found.mezmun_at_levels.argtypes = (place, number, place, number, number, place, number, place)
    found.mezmun_at_levels.restype = number
    return found


_LIBRARY: Final = _library()


def around(page: "NodeTable", of: Numbers, block: Numbers, levels: int) -> Around:
    """Find the elements around each line: ``of`` (S) is the line of each text, ``block`` (L) the block of each line."""
    elements, lines = len(page.tag), len(block)
    slots = 1 << (2 * elements + 1).bit_length()
    asked = _Elements(elements=elements, texts=len(of), lines=lines, levels=levels, slots=slots)
    for name in _OF_PAGE:
        setattr(asked, name, library.address(getattr(page, name)))
    asked.of, asked.block = library.address(of), library.address(block)
    sizes = dict.fromkeys(("first_line", "last_line", "top", "wider", *_OF_ELEMENTS), elements)
    made = library.room(asked, np.int32, **sizes, level=levels * lines, slot=slots)
    kept = library.room(asked, np.uint64, key=elements)
    _LIBRARY.mezmun_elements(asked)
    del kept
    level = made["level"].reshape(levels, lines)
    first, last, wider = (made[name] for name in ("first_line", "last_line", "wider"))
    return Around(first, last, wider, level, made["built"], made["siblings"])


SUMS: Final = ("chars", "linked", "said", "digits", "marks", "sentences")
"""Columns that are sums over the lines of an element: characters, those in links, in sentences, digits; marks of
punctuation, and sentences."""
COLUMNS: Final = (
    *("one", "page", *SUMS),
    *("begins", "ends"),  # characters of the page before the element, and to its end
    *("lines", "size", "unlinked", "anchors", "depth"),  # size and anchors count elements
    *("wider-chars", "wider-said"),
    *("alike", "alike-chars", "alike-linked", "alike-said"),  # of all elements built alike that hold anything
    *("siblings", "sibling-chars"),
)
"""The numbers of an element that can be divided by each other."""


def taken(parts: Iterable[tuple[str, str, int]]) -> Numbers:
    """Give M measures, each a column, the one it is divided by, and the level, as ``at_levels`` takes them."""
    rows = [(COLUMNS.index(part), COLUMNS.index(whole), level) for part, whole, level in parts]
    return np.array(rows, dtype=np.int32).reshape(-1, 3)


def at_levels(
    page: "NodeTable", around: Around, before: NDArray[np.float64], measures: Numbers
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Measure the elements around each line; a whole below 1 counts as 1.

    ``before`` (6, L + 1) are the ``SUMS`` over the lines before each. Gives the measures (M, L), and (COLUMNS, E).
    """
    elements, lines, levels = len(page.tag), before.shape[1] - 1, around.levels
    column, sums = np.empty((len(COLUMNS), elements)), np.empty(elements)
    found = np.empty((len(measures), lines), dtype=np.float32)
    of_page = {name: library.address(getattr(page, name)) for name in ("parent", "end", "depth", "tag")}
    of_around = {name: library.address(getattr(around, name)) for name in ("wider", "built", "siblings")}
    numbers = _Numbers(
        first_line=library.address(around.first),
        last_line=library.address(around.last),
        **of_page,
        **of_around,
        anchor=tags.CODE["a"],
        elements=elements,
        before=library.address(before),
        lines=lines,
        column=library.address(column),
        sum=library.address(sums),
    )
    _LIBRARY.mezmun_numbers(numbers)
    places = library.address(column), elements, library.address(levels), len(levels), lines
    if _LIBRARY.mezmun_at_levels(*places, library.address(measures), len(measures), library.address(found)):
        raise ValueError("A measure is taken at a level that there is not.")
    return found, column
