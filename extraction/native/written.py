"""A parsed page as its parser writes it, straight into bytes, and without most of what nobody reads.

selectolax gives a string, which takes as long to make and to encode again as the parser takes to write it out. The
parser it is made of, lexbor, can be asked directly, as its functions can be seen in the extension; where a build hides
them, or a version has others, the string has to do: in that nothing is left out.
"""

import ctypes
from typing import Final

import numpy as np
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser

from extraction.native import library
from extraction.native.known import Known

READ: Final = (
    *("class", "id", "role", "itemprop", "hidden", "open", "style", "start", "lang", "datetime", "content"),
    *("property", "name", "http-equiv", "rel", "type"),
)
"""Attributes that are read of any element; of ``link`` all may be. Others are not written: they are half of a page."""

_FUNCTIONS: Final = {
    "first_child": "lxb_dom_node_first_child_noi",
    "next": "lxb_dom_node_next_noi",
    "parent": "lxb_dom_node_parent_noi",
    "first_attribute": "lxb_dom_element_first_attribute_noi",
    "next_attribute": "lxb_dom_element_next_attribute_noi",
    "name": "lxb_dom_element_qualified_name",
    "attribute_name": "lxb_dom_attr_qualified_name",
    "attribute_value": "lxb_dom_attr_value_noi",
    "type": "lxb_dom_node_type_noi",
    "tag": "lxb_dom_node_tag_id_noi",
    "is_void": "lxb_html_node_is_void_noi",
    "write_node": "lxb_html_serialize_cb",
    "write_tree": "lxb_html_serialize_tree_cb",
    "show_node": "lxb_html_serialize_pretty_cb",
}
"""Those of the parser that are called, in the order of ``Parser`` in ``written.c``."""


class _Written(ctypes.Structure):
    """``Written`` in ``written.c``, field by field."""

    _fields_ = (("out", ctypes.c_void_p), ("room", ctypes.c_size_t), ("length", ctypes.c_size_t))


class _Parser(ctypes.Structure):
    """``Parser`` in ``written.c``, field by field."""

    _fields_ = tuple((name, ctypes.c_void_p) for name in _FUNCTIONS)


def _parser() -> _Parser | None:
    try:
        exported = ctypes.CDLL(lexbor.__file__)
        return _Parser(*(ctypes.cast(exported[name], ctypes.c_void_p) for name in _FUNCTIONS.values()))
    except (AttributeError, OSError):
        return None


_PARSER: Final = _parser()
_READ: Final = Known(READ)
_WRITE: Final = library.load().mezmun_write
_WRITE.argtypes = (ctypes.POINTER(_Parser), ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(_Written))
_WRITE.restype = ctypes.c_int32


def written(parser: LexborHTMLParser, likely: int) -> memoryview:
    """Give the root element of a page as the parser writes it (UTF-8); ``likely`` is a guess at its bytes.

    It is in a room of its own, so that the tree can be let go before a copy of the right size is made.

    Attributes that are not in ``READ`` may be left out, and what a ``script`` or ``style`` holds; never JSON-LD.
    """
    root = parser.root
    if root is None:
        return memoryview(b"")
    if _PARSER is None:
        return memoryview((root.html or "").encode())
    room, found = likely, _Written()
    while True:
        out = np.empty(room, dtype=np.uint8)
        found.out, found.room, found.length = library.address(out), room, 0
        if _WRITE(_PARSER, root.mem_id, _READ.place, found):
            raise MemoryError("The parser has no memory to write a page out.")
        if found.length <= room:
            return out.data[: found.length]
        room = found.length
