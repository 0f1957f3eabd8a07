"""The columns of a page, as the library reads them."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np

from extraction.native import library

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable

_COLUMNS: Final = {
    "tag": np.dtype(np.int16),
    **dict.fromkeys(("parent", "depth", "end", "first", "last", "names", "body", "stop"), np.dtype(np.int32)),
    **dict.fromkeys(("owner", "position", "chars"), np.dtype(np.int32)),
    **dict.fromkeys(("in_link", "spaced"), np.dtype(np.bool_)),
}


class Page(ctypes.Structure):
    """``Page`` in ``page.h``, field by field: good as long as the table it was made of."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in _COLUMNS),
        ("elements", ctypes.c_int32),
        ("texts", ctypes.c_int32),
    )


def columns(table: "NodeTable") -> Page:
    """Say where the columns of a page are."""
    places = []
    for name, kind in _COLUMNS.items():
        column = getattr(table, name)
        if column.dtype != kind or not column.flags.c_contiguous:
            raise TypeError(f"The page's column {name!r} is none of {kind}, one after the other.")
        places.append(library.address(column))
    return Page(*places, len(table.tag), len(table.owner))
