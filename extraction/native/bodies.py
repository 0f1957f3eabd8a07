"""The bodies of a thread's posts: the rules of ``extraction.threads.bodies`` for many elements."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import library
from extraction.native.families import Families
from extraction.page import tags

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable


class Rules(ctypes.Structure):
    """``Rules`` in ``bodies.c``, field by field."""

    _fields_ = tuple((name, ctypes.c_double) for name in ("in_most", "holds", "pure", "nearly"))


class _Bodies(ctypes.Structure):
    """``Bodies`` in ``bodies.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("page", "families")),
        ("rules", Rules),
        *((name, ctypes.c_void_p) for name in ("is_title", "content", "in_boxes", "row")),
        ("records", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("of", "completed")),
        *((name, ctypes.c_void_p) for name in ("chars", "marked", "record", "count", "order", "kin")),  # of its own
        *((name, ctypes.c_void_p) for name in ("times", "kind", "boxed", "inside")),  # likewise
    )


_BODIES: Final = library.load().mezmun_bodies
_BODIES.argtypes = (ctypes.POINTER(_Bodies),)
_BODIES.restype = ctypes.c_int32
_TITLE: Final = tags.tag_set("h1 h2")
_PLACE_OF_TITLE: Final = library.address(_TITLE)


def completed(
    page: "NodeTable",
    among: Families,
    content: NDArray[np.bool_],
    in_boxes: NDArray[np.bool_],
    row: NDArray[np.int32],
    of: NDArray[np.int32],
    rules: Rules,
) -> NDArray[np.bool_] | None:
    """Give the marked (S) content as the boxes of records have it; None when no box stands out.

    What is ``in_boxes`` (S) is content as well if it lies in one.
    ``row`` (R) are the records found among the families, ``of`` (S) says which of them each text lies in.
    """
    if not len(content) == len(in_boxes) == len(of) == len(page.owner):
        raise ValueError(f"{len(content)} marks and {len(of)} places do not fit {len(page.owner)} texts.")
    found = np.empty(len(content), dtype=np.bool_)
    asked = _Bodies(
        *(ctypes.addressof(page.columns), ctypes.addressof(among.table), rules, _PLACE_OF_TITLE),
        *(library.address(content), library.address(in_boxes), library.address(row), len(row)),
        *(library.address(of), library.address(found)),
    )
    return found if library.check_memory(_BODIES(asked)) else None
