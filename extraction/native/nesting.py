"""How deep the elements of a page may nest."""

import ctypes
from typing import Final

import numpy as np

from extraction.native import library
from extraction.native.known import Known

_ARRAYS: Final = ("name", "size", "open", "deepest")


class _Nesting(ctypes.Structure):
    """``Nesting`` in ``nesting.c``, field by field."""

    _fields_ = (
        ("source", ctypes.c_char_p),
        ("length", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("never", *_ARRAYS, "slot")),
        ("slots", ctypes.c_int32),
    )


_NESTING: Final = library.load().mezmun_nesting
_NESTING.argtypes = (ctypes.POINTER(_Nesting),)
_NESTING.restype = ctypes.c_int64


def deepest(source: bytes, tags: int, never: Known) -> int:
    """Give the most elements that can be open at once in the source of a page (UTF-8), which has so many ``<``.

    Those of ``never`` never nest on their own. An end tag with nothing to close says nothing.
    """
    slots = 1 << (2 * tags + 1).bit_length()
    asked = _Nesting(source=source, length=len(source), never=never.place, slots=slots)
    kept = library.room(asked, np.int32, **dict.fromkeys(_ARRAYS, tags), slot=slots)
    found: int = _NESTING(asked)
    del kept
    return found
