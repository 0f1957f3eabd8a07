"""What the head of a page states by name."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np

from extraction.native import library
from extraction.native.known import Known
from extraction.page import tags

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable


class _Head(ctypes.Structure):
    """``Head`` in ``head.c``, field by field."""

    _fields_ = (
        ("page", ctypes.c_void_p),
        ("source", ctypes.c_char_p),
        ("known", ctypes.c_void_p),
        *((name, ctypes.c_int32) for name in ("head", "title", "meta", "link")),
        ("found", ctypes.c_void_p),
    )


_HEAD: Final = library.load().mezmun_head
_HEAD.argtypes = (ctypes.POINTER(_Head),)
_HEAD.restype = ctypes.c_int32
_TAGS: Final = tuple(tags.CODE[name] for name in ("head", "title", "meta", "link"))
_MOST: Final = 5
"""Names of an element."""


def stated(page: "NodeTable", known: Known) -> list[list[int]]:
    """Find the titles in the head of a page, and what it states by names that are known.

    Gives, in document order, the number of the name, -1 for a title, and the bytes of the source where what is said
    begins and ends; a name may come several times. Names are ASCII, in small letters.
    """
    rows = int(page.end[1]) if len(page.end) > 1 and page.end[1] > 2 else len(page.end)
    found = np.empty((_MOST * rows, 3), dtype=np.int32)
    asked = _Head(ctypes.addressof(page.columns), page.source, known.place, *_TAGS, library.address(found))
    read: list[list[int]] = found[: _HEAD(asked)].tolist()
    return read
