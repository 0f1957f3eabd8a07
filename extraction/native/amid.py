"""Lists and tables that may stand in the midst of the text."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.page import tags

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable

_AMID: Final = library.load().mezmun_amid
_AMID.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int32, ctypes.c_void_p)
_AMID.restype = ctypes.c_int32
_LISTS: Final = tags.tag_set("ul ol dl table")
_PLACE_OF_LISTS: Final = library.address(_LISTS)


def amid(page: "NodeTable", content: NDArray[np.bool_], fewest: int) -> NDArray[np.int32]:
    """Give the rows of lists and tables of ``fewest`` texts at least, the first unmarked, between two marked (S)."""
    content, found = np.ascontiguousarray(content, dtype=np.bool_), np.empty(len(page.tag), dtype=np.int32)
    if len(content) != len(page.owner):
        raise ValueError(f"There are {len(content)} marks for {len(page.owner)} texts.")
    given = ctypes.addressof(page.columns), _PLACE_OF_LISTS, library.address(content), fewest, library.address(found)
    return found[: _AMID(*given)]
