"""The parser, lexbor through selectolax, and what is asked of it directly.

selectolax gives a page as a string, which takes as long to make and to encode again as the parser takes to write it
out; and it puts copies in a place, not nodes. The parser can be asked directly, as selectolax's extension exports its
functions. That is no promise of selectolax: a version that was not tested is refused when this module is imported.
"""

from importlib.metadata import version
from typing import Final

import numpy as np
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser, LexborNode

from extraction.native.library import Pointer, array, ffi, keep, lib, struct
from extraction.page.word_table import WordTable

TESTED: Final = ("1.0.",)
"""How the versions of selectolax begin whose functions are as ``native/page/parser.h`` declares them."""

ATTRIBUTES: Final = (
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
"""The functions of the parser by the fields of ``Parser`` in ``native/page/parser.h``."""


def check_version(installed: str) -> None:
    """Raise ImportError for a version of selectolax that was not tested."""
    if not installed.startswith(TESTED):
        raise ImportError(
            f"Mezmun reads the parser of selectolax {' and '.join(f'{each}x' for each in TESTED)}, and {installed} is "
            f"installed: install one of those, or test this one and add it to `TESTED` in extraction/page/parser.py."
        )


def load(path: str) -> tuple[Pointer, Pointer]:
    """Open selectolax's extension; gives its functions as a library, and as the struct ``Parser``.

    Raises:
        ImportError: it has not all functions that are called.
    """
    try:
        functions = ffi.dlopen(path)
        parser = struct("Parser", **{field: ffi.addressof(functions, name) for field, name in _FUNCTIONS.items()})
        keep(parser, functions)
        for name in ("lxb_dom_node_remove_wo_events", "lxb_dom_node_insert_before_wo_events"):
            ffi.addressof(functions, name)
    except (ffi.error, AttributeError, OSError) as error:
        raise ImportError(
            f"The parser in {path} hides functions that Mezmun calls ({error}): install selectolax from its wheel."
        ) from error
    return functions, parser


check_version(version("selectolax"))
_LIBRARY, _PARSER = load(lexbor.__file__)
_ATTRIBUTES: Final = WordTable(ATTRIBUTES)


def serialised(parser: LexborHTMLParser, likely: int) -> memoryview:
    """Give the root element of a page as the parser writes it (UTF-8); ``likely`` is a guess at its bytes.

    It is in a buffer of its own, so that the tree can be let go before a copy of the right size is made.

    Attributes that are not in ``ATTRIBUTES`` may be left out, and what a ``script`` or ``style`` holds; never JSON-LD.
    """
    root = parser.root
    if root is None:
        return memoryview(b"")
    capacity = likely
    while True:
        out = np.empty(capacity, dtype=np.uint8)
        html = struct("SerialisedHtml", out=array(out, capacity, writable=True), capacity=capacity)
        if lib.mezmun_serialise(_PARSER, ffi.cast("void *", root.mem_id), _ATTRIBUTES.struct, html):
            raise MemoryError("The parser has no memory to write a page out.")
        length: int = html.length
        if length <= capacity:
            return out.data[:length]
        capacity = length


def move(node: LexborNode, place: LexborNode) -> None:
    """Move a node before another one, which is not in it."""
    _LIBRARY.lxb_dom_node_remove_wo_events(ffi.cast("void *", node.mem_id))
    _LIBRARY.lxb_dom_node_insert_before_wo_events(ffi.cast("void *", place.mem_id), ffi.cast("void *", node.mem_id))
