"""Texts that stand in nearly every record of a page."""

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.native.families import Families

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable


class _Repeated(ctypes.Structure):
    """``Repeated`` in ``repeated.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "page", "families")),
        ("text", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("edge", "of")),
        ("least", ctypes.c_double),
        ("repeated", ctypes.c_void_p),
    )


_REPEATED: Final = library.load().mezmun_repeated
_REPEATED.argtypes = (ctypes.POINTER(_Repeated),)
_REPEATED.restype = ctypes.c_int32


def repeated(page: "NodeTable", among: Families, of: NDArray[np.int32], least: float) -> NDArray[np.bool_]:
    """Mark the texts (S) that stand in so many records at ``least``, whatever their numbers and white space.

    ``of`` (S) is the record that each text lies in, -1 for none. All records are ``among`` the families, whose names
    tell where in a record a text stands: those in elements of other names, or around which others stand, are others.
    """
    texts = page.texts
    if len(of) != len(texts):
        raise ValueError(f"{len(of)} places do not fit {len(texts)} texts.")
    found = np.empty(len(texts), dtype=np.bool_)
    asked = _Repeated(
        *(characters.PLACE, ctypes.addressof(page.columns), ctypes.addressof(among.table)),
        *(texts.utf8, library.address(texts.edge), library.address(of), least, library.address(found)),
    )
    library.check_memory(_REPEATED(asked))
    return found
