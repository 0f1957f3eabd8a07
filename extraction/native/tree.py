"""Changes to the parser's tree that selectolax has no function for: it puts copies in place, lexbor the nodes."""

import ctypes
from collections.abc import Callable
from typing import Any

from selectolax import lexbor
from selectolax.lexbor import LexborNode


def _of_parser(name: str, arguments: int) -> Callable[..., Any] | None:
    try:
        function = ctypes.CDLL(lexbor.__file__)[name]
    except (AttributeError, OSError):
        return None
    function.argtypes = (ctypes.c_void_p,) * arguments
    function.restype = None
    return function


_REMOVE = _of_parser("lxb_dom_node_remove_wo_events", 1)
_INSERT_BEFORE = _of_parser("lxb_dom_node_insert_before_wo_events", 2)


def move(node: LexborNode, place: LexborNode) -> None:
    """Move a node before another one, which is not in it; where a build of the parser hides its functions, nowhere."""
    if _REMOVE is not None and _INSERT_BEFORE is not None:
        _REMOVE(node.mem_id)
        _INSERT_BEFORE(place.mem_id, node.mem_id)
