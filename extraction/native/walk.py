"""The walk over a page's source that fills the columns of its node table."""

import ctypes
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import characters, library
from extraction.native.known import Known
from extraction.texts import Texts

_SILENT, _LINK, _NOSCRIPT, _VOID, _RAW, _TEMPLATE, _DIALOG = 1, 2, 4, 16, 32, 64, 128


def _kinds() -> NDArray[np.uint8]:
    kinds = np.zeros(len(tags.NAMES), dtype=np.uint8)
    for bit, marked in (
        (_SILENT, tags.SILENT),
        (_LINK, tags.tag_set("a")),
        (_NOSCRIPT, tags.tag_set("noscript")),
        (_VOID, tags.VOID),
        (_RAW, tags.RAW),
        (_TEMPLATE, tags.tag_set("template")),
        (_DIALOG, tags.tag_set("dialog")),
    ):
        kinds[marked] |= bit
    return kinds


_KINDS: Final = _kinds()
_TAGS: Final = Known(tags.NAMES)
_OF_ELEMENTS: Final = ("parent", "depth", "end", "first", "last", "names", "body", "stop")
_OF_TEXTS: Final = ("owner", "position", "chars", "edge", "length_of", "blanks")
_MARKS: Final = ("state", "silent", "of_text", "in_link", "spaced", "odd")


class _Walk(ctypes.Structure):
    """``Columns`` in ``walk.c``, field by field."""

    _fields_ = (
        ("source", ctypes.c_char_p),
        ("length", ctypes.c_int64),
        ("characters", ctypes.c_void_p),
        ("tags", ctypes.c_void_p),
        ("kind", ctypes.c_void_p),
        ("room", ctypes.c_int32),
        ("most_concealed", ctypes.c_double),
        ("most_unscripted", ctypes.c_double),
        ("tag", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in (*_MARKS[:2], *_OF_ELEMENTS)),
        ("elements", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in (_MARKS[2], *_OF_TEXTS, *_MARKS[3:])),
        ("texts", ctypes.c_int32),
        ("text", ctypes.c_void_p),
    )


_WALK: Final = library.load().mezmun_node_table
_WALK.argtypes = (ctypes.POINTER(_Walk),)
_WALK.restype = ctypes.c_int32


def walk(source: bytes, *, most_concealed: float, most_unscripted: float) -> dict[str, Any]:
    """Make the columns of a ``node_table.NodeTable``, by name, of a serialised HTML tree (UTF-8).

    ``most_concealed`` and ``most_unscripted`` are the shares of the page's characters up to which hidden elements, and
    ``noscript``, hold no text.
    """
    room = source.count(b"<") + 1
    columns = _Walk(
        source=source,
        length=len(source),
        characters=characters.PLACE,
        tags=_TAGS.place,
        kind=library.address(_KINDS),
        room=room,
        most_concealed=most_concealed,
        most_unscripted=most_unscripted,
    )
    numbers = dict.fromkeys((*_OF_ELEMENTS, *_OF_TEXTS), room)
    made = library.room(columns, np.int32, **numbers | {"edge": room + 1})
    made |= library.room(columns, np.int16, tag=room)
    made |= library.room(columns, np.uint8, **dict.fromkeys(_MARKS, room), text=len(source))
    if _WALK(columns):  # cannot be: there is room for an element and a text at each "<"
        raise RuntimeError("The columns of a page have too little room: please report it.")
    elements, texts = columns.elements, columns.texts
    edge = made["edge"][: texts + 1]
    found: dict[str, Any] = {name: made[name][:elements] for name in ("tag", *_OF_ELEMENTS)}
    found |= {name: made[name][:texts] for name in ("owner", "position", "chars")}
    found["silent"] = made["silent"][:elements].view(np.bool_)
    found |= {name: made[name][:texts].view(np.bool_) for name in ("in_link", "spaced")}
    utf8 = made["text"].data[: int(edge[-1])].tobytes()
    found["texts"] = Texts(utf8, edge, made["length_of"][:texts], made["odd"][:texts])
    return found
