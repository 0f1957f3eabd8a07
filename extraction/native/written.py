"""A parsed page as its parser writes it, straight into bytes.

selectolax gives a string, which takes as long to make and to encode again as the parser takes to write it out. The
parser it is made of, lexbor, can be asked directly, as its functions can be seen in the extension; where a build hides
them, the string has to do.
"""

import ctypes
from typing import Any, Final

import numpy as np
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser

from extraction.native import library


class _Written(ctypes.Structure):
    """``Written`` in ``written.c``, field by field."""

    _fields_ = (("out", ctypes.c_void_p), ("room", ctypes.c_size_t), ("length", ctypes.c_size_t))


def _serializer() -> Any:
    try:
        serialize = ctypes.CDLL(lexbor.__file__).lxb_html_serialize_tree_cb
    except (AttributeError, OSError):
        return None
    serialize.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(_Written))
    serialize.restype = ctypes.c_uint
    return serialize


_SERIALIZE: Final = _serializer()
_TAKE: Final = ctypes.cast(library.load().mezmun_take_piece, ctypes.c_void_p)


def written(parser: LexborHTMLParser, likely: int) -> bytes:
    """Give the root element of a page as the parser writes it (UTF-8); ``likely`` is a guess at its bytes."""
    root = parser.root
    if root is None:
        return b""
    if _SERIALIZE is None:
        return (root.html or "").encode()
    room, found = likely, _Written()
    while True:
        out = np.empty(room, dtype=np.uint8)
        found.out, found.room, found.length = library.address(out), room, 0
        if _SERIALIZE(root.mem_id, _TAKE, found):
            raise MemoryError("The parser has no memory to write a page out.")
        if found.length <= room:
            return out.data[: found.length].tobytes()
        room = found.length
