"""How deep the elements of a page may nest."""

import ctypes
from typing import Final

from extraction.native import library
from extraction.native.known import Known


class _Nesting(ctypes.Structure):
    """``Nesting`` in ``nesting.c``, field by field."""

    _fields_ = (
        ("source", ctypes.c_char_p),
        *((name, ctypes.c_int64) for name in ("length", "tags")),
        *((name, ctypes.c_void_p) for name in ("never", "name", "size", "open", "deepest", "slot")),
        ("slots", ctypes.c_int32),
    )


_NESTING: Final = library.load().mezmun_nesting
_NESTING.argtypes = (ctypes.POINTER(_Nesting),)
_NESTING.restype = ctypes.c_int64


def deepest(source: bytes, tags: int, never: Known) -> int:
    """Give the most elements that can be open at once in the source of a page (UTF-8), which has so many ``<``.

    Those of ``never`` never nest on their own. An end tag with nothing to close says nothing.
    """
    found: int = _NESTING(_Nesting(source, len(source), tags, never.place))
    return library.check_memory(found)
