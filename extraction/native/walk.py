"""The walk over a page's source that fills the columns of its node table."""

import ctypes
from typing import Any, Final, TypedDict

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import characters, library
from extraction.native.known import Known


class Columns(TypedDict):
    """The columns of a ``node_table.NodeTable`` that the walk fills."""

    tag: NDArray[np.int16]
    parent: NDArray[np.int32]
    depth: NDArray[np.int32]
    end: NDArray[np.int32]
    silent: NDArray[np.bool_]
    first: NDArray[np.int32]
    last: NDArray[np.int32]
    names: NDArray[np.int32]
    body: NDArray[np.int32]
    stop: NDArray[np.int32]
    text: tuple[str, ...]
    owner: NDArray[np.int32]
    position: NDArray[np.int32]
    chars: NDArray[np.int32]
    in_link: NDArray[np.bool_]
    spaced: NDArray[np.bool_]


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
_OF_TEXTS: Final = ("owner", "position", "chars", "from", "to", "blanks")


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
        ("state", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in _OF_ELEMENTS),
        ("elements", ctypes.c_int32),
        ("of_text", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in _OF_TEXTS),
        ("spaced", ctypes.c_void_p),
        ("texts", ctypes.c_int32),
        ("text", ctypes.c_void_p),
        ("written", ctypes.c_int64),
    )


def _functions() -> ctypes.CDLL:
    found = library.load()
    found.mezmun_node_table.argtypes = (ctypes.POINTER(_Walk),)
    found.mezmun_node_table.restype = ctypes.c_int32
    return found


_LIBRARY: Final = _functions()


def walk(source: bytes, *, most_concealed: float, most_unscripted: float) -> Columns:
    """Make the columns of a serialised HTML tree (UTF-8).

    ``most_concealed`` and ``most_unscripted`` are the shares of the page's characters up to which hidden elements, and
    ``noscript``, hold no text.
    """
    room = source.count(b"<") + 1
    numbers = np.empty((len(_OF_ELEMENTS) + len(_OF_TEXTS), room), dtype=np.int32)
    marks = np.empty((3, room), dtype=np.uint8)
    tag = np.empty(room, dtype=np.int16)
    text = np.empty(len(source), dtype=np.uint8)
    columns = _Walk(
        source=source,
        length=len(source),
        characters=characters.PLACE,
        tags=_TAGS.place,
        kind=library.address(_KINDS),
        room=room,
        most_concealed=most_concealed,
        most_unscripted=most_unscripted,
        tag=library.address(tag),
        text=library.address(text),
    )
    at: dict[str, Any] = {}
    for names, block in (((*_OF_ELEMENTS, *_OF_TEXTS), numbers), (("state", "of_text", "spaced"), marks)):
        place, step = library.address(block), block.strides[0]
        for row, name in enumerate(names):
            setattr(columns, name, place + row * step)
            at[name] = block[row]
    if _LIBRARY.mezmun_node_table(columns):  # cannot be: there is room for an element and a text at each "<"
        raise RuntimeError("The columns of a page have too little room: please report it.")
    elements, texts = columns.elements, columns.texts
    whole = str(text.data[: columns.written], "utf-8", "replace")
    cuts = zip(at["from"][:texts].tolist(), at["to"][:texts].tolist(), strict=True)
    return Columns(
        tag=tag[:elements],
        parent=at["parent"][:elements],
        depth=at["depth"][:elements],
        end=at["end"][:elements],
        silent=(at["state"][:elements] & _SILENT) > 0,
        first=at["first"][:elements],
        last=at["last"][:elements],
        names=at["names"][:elements],
        body=at["body"][:elements],
        stop=at["stop"][:elements],
        text=tuple([whole[a:b] for a, b in cuts]),
        owner=at["owner"][:texts],
        position=at["position"][:texts],
        chars=at["chars"][:texts],
        in_link=(at["of_text"][:texts] & _LINK) > 0,
        spaced=at["spaced"][:texts] > 0,
    )
