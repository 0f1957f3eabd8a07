"""The boxes that the lines of a page stand in."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.page import tags

if TYPE_CHECKING:
    from extraction.model.features import Measured


class _Boxes(ctypes.Structure):
    """``Boxes`` in ``boxes.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("page", "is_cell")),
        ("around", ctypes.c_int32),
        ("box", ctypes.c_void_p),
    )


_FIND: Final = library.load().mezmun_boxes
_FIND.argtypes = (ctypes.POINTER(_Boxes),)
_FIND.restype = ctypes.c_int32
_CELL: Final = tags.tag_set("td th")
_PLACE_OF_CELL: Final = library.address(_CELL)


def boxes(page: "Measured", around: int) -> NDArray[np.int64]:
    """Give the box of each of the L lines of a page, told by the names of so many elements ``around``, or more."""
    box = np.empty(page.around.table.lines.number, dtype=np.int64)
    asked = _Boxes(ctypes.addressof(page.around.table), _PLACE_OF_CELL, around, library.address(box))
    library.check_memory(_FIND(asked))
    return box
