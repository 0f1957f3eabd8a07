"""The texts of a page to its lines."""

import ctypes
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.native.page import Page
from extraction.page import tags

Numbers = NDArray[np.int32]


class Table(ctypes.Structure):
    """``Lines`` in ``lines.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("of", "start", "block", "edge", "length_of", "linked", "copies")),
        ("counts", ctypes.c_void_p),
        ("counts_apart", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("ends_sentence", "odd")),
        ("number", ctypes.c_int32),
    )


class Cut(NamedTuple):
    """The L lines of S texts."""

    table: Table
    """Where these columns are, for the library: good as long as they."""
    of: Numbers
    """(S) line of each text."""
    edge: Numbers
    """(L + 1) byte where each begins, and the end of the last."""
    columns: Numbers
    """(12, L) of each line: the first text, the nearest block element around it, its characters, those in links, how
    many lines are the same, and the counts of ``lines.Lines``."""
    ends_sentence: NDArray[np.uint8]
    """(L) the last character ends a sentence."""
    odd: NDArray[np.uint8]
    """(L) the line has a character that is ``characters.Class.ODD``."""
    written: bytes
    """All lines, in UTF-8."""


_COLUMNS: Final = 12


class _Cutting(ctypes.Structure):
    """``Cutting`` in ``lines.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "kind")),
        ("longest", ctypes.c_int32),
        ("page", Page),
        ("text", ctypes.c_char_p),
        ("text_edge", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in ("numbers", "marks", "written")),
        ("found", Table),
        *((name, ctypes.c_void_p) for name in ("block_of", "endings", "hash", "first_copy", "slot")),  # of its own
        ("slots", ctypes.c_int32),
    )


_BLOCK, _ENDING = 1, 2
_UNKNOWN: Final = np.arange(len(tags.NAMES)) == 0
_KIND: Final = ((tags.BLOCK | _UNKNOWN) * (_BLOCK | _ENDING) + tags.tag_set("br") * _ENDING).astype(np.uint8)
_PLACE_OF_KIND: Final = library.address(_KIND)
_LINES: Final = library.load().mezmun_lines
_LINES.argtypes = (ctypes.POINTER(_Cutting),)
_LINES.restype = ctypes.c_int32


def lines(page: Any, longest: int) -> Cut:
    """Cut a ``node_table.NodeTable`` into lines; numbers in lines up to ``longest`` make no difference."""
    texts, given = len(page.owner), page.texts
    numbers, marks = np.empty(texts + texts + 1 + _COLUMNS * texts, dtype=np.int32), np.empty(2 * texts, dtype=np.uint8)
    written = np.empty(len(given.utf8) + texts, dtype=np.uint8)
    asked = _Cutting(
        *(characters.PLACE, _PLACE_OF_KIND, longest, page.columns, given.utf8, library.address(given.edge)),
        *(library.address(numbers), library.address(marks), library.address(written)),
    )
    library.check_memory(_LINES(asked))
    found = asked.found
    lines = found.number
    edge = numbers[texts : texts + lines + 1]
    return Cut(
        found,
        numbers[:texts],
        edge,
        numbers[2 * texts + 1 :].reshape(_COLUMNS, texts)[:, :lines],
        marks[:lines],
        marks[texts : texts + lines],
        written.data[: edge[lines]].tobytes(),
    )
