"""The walk over a page's source that fills the columns of its node table."""

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.native.known import Known
from extraction.native.page import Page
from extraction.page import tags
from extraction.page.texts import Texts

_SILENT, _LINK, _NOSCRIPT, _VOID, _RAW, _TEMPLATE, _DIALOG, _BUTTON, _LABEL, _PRE = (
    *(1, 2, 4, 16, 32, 64, 128, 256, 512, 1024),
)


def _kinds() -> NDArray[np.uint16]:
    kinds = np.zeros(len(tags.NAMES), dtype=np.uint16)
    for bit, marked in (
        (_SILENT, tags.SILENT),
        (_LINK, tags.tag_set("a")),
        (_NOSCRIPT, tags.tag_set("noscript")),
        (_VOID, tags.VOID),
        (_RAW, tags.RAW),
        (_TEMPLATE, tags.tag_set("template")),
        (_DIALOG, tags.tag_set("dialog")),
        (_BUTTON, tags.tag_set("button")),
        (_LABEL, tags.tag_set("h1 h2 h3 h4 h5 h6 dt")),
        (_PRE, tags.tag_set("pre")),
    ):
        kinds[marked] |= bit
    return kinds


_KINDS: Final = _kinds()
_PLACE_OF_KINDS: Final = library.address(_KINDS)
_TAGS: Final = Known(tags.NAMES)
_OF_ELEMENTS: Final = ("parent", "depth", "end", "first", "last", "names", "body", "stop")
_OF_TEXTS: Final = ("owner", "position", "chars")
_NUMBERS, _MARKS = 14, 6


class _Given(ctypes.Structure):
    """``Given`` in ``walk.c``, field by field."""

    _fields_ = (
        ("source", ctypes.c_char_p),
        ("length", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("characters", "tags", "kind")),
        *((name, ctypes.c_double) for name in ("most_concealed", "most_unscripted")),
        ("room", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("tag", "numbers", "marks", "text")),
        *((name, ctypes.c_int32) for name in ("elements", "texts")),
        ("page", Page),
    )


_WALK: Final = library.load().mezmun_node_table
_WALK.argtypes = (ctypes.POINTER(_Given),)
_WALK.restype = ctypes.c_int32
_COUNT: Final = library.load().mezmun_count  # an eighth of the time that Python takes
_COUNT.argtypes = (ctypes.c_char_p, ctypes.c_int64, ctypes.c_uint8)
_COUNT.restype = ctypes.c_int64


def walk(source: bytes, *, most_concealed: float, most_unscripted: float) -> tuple[dict[str, Any], Page]:
    """Make the columns of a ``node_table.NodeTable``, by name, of a serialised HTML tree (UTF-8); says where they are.

    ``most_concealed`` and ``most_unscripted`` are the shares of the page's characters up to which hidden elements, and
    ``noscript``, hold no text.
    """
    room = _COUNT(source, len(source), ord("<")) + 2
    tag, text = np.empty(room, dtype=np.int16), np.empty(len(source), dtype=np.uint8)
    numbers, marks = np.empty((_NUMBERS, room), dtype=np.int32), np.empty((_MARKS, room), dtype=np.bool_)
    given = _Given(
        *(source, len(source), characters.PLACE, _TAGS.place, _PLACE_OF_KINDS, most_concealed, most_unscripted, room),
        *map(library.address, (tag, numbers, marks, text)),
    )
    if _WALK(given):  # cannot be: there is room for an element and a text at each "<"
        raise RuntimeError("The columns of a page have too little room: please report it.")
    elements, texts = given.elements, given.texts
    behind = len(_OF_ELEMENTS) + len(_OF_TEXTS)
    edge, length = numbers[behind, : texts + 1], numbers[behind + 1, :texts]
    in_link, spaced, odd = marks[1:4, :texts]
    columns = {
        "tag": tag[:elements],
        **dict(zip(_OF_ELEMENTS, numbers[: len(_OF_ELEMENTS), :elements], strict=True)),
        "silent": marks[0, :elements],
        **dict(zip(_OF_TEXTS, numbers[len(_OF_ELEMENTS) : behind, :texts], strict=True)),
        "in_link": in_link,
        "spaced": spaced,
        "texts": Texts(text.data[: edge[texts]].tobytes(), edge, length, odd.view(np.uint8)),
    }
    return columns, given.page
