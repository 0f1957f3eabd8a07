"""The texts of a page to its lines."""

import ctypes
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import characters, library

Numbers = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """The L lines of S texts."""

    of: Numbers
    """(S) line of each text."""
    start: Numbers
    """(L) first text."""
    block: Numbers
    """(L) nearest block element around the line."""
    written: bytes
    """All lines, in UTF-8."""
    edge: Numbers
    """(L + 1) byte where each begins, and the end of the last."""
    length: Numbers
    """(L) characters."""
    linked: Numbers
    """(L) characters in links, white space left out."""
    copies: Numbers
    """(L) lines that are the same but for numbers, the line among them."""
    counts: Numbers
    """(7, L) see ``lines.Lines``."""
    ends_sentence: NDArray[np.uint8]
    """(L) the last character ends a sentence."""
    odd: NDArray[np.uint8]
    """(L) the line has a character that is ``characters.Class.ODD``."""


_OF_LINES: Final = ("start", "block", "length_of", "linked", "copies")
_NUMBERS: Final = ("block_of", "endings", "of", *_OF_LINES[:2], "edge", *_OF_LINES[2:], "counts")


class _Lines(ctypes.Structure):
    """``Lines`` in ``lines.c``, field by field."""

    _fields_ = (
        ("characters", ctypes.c_void_p),
        ("kind", ctypes.c_void_p),
        ("longest", ctypes.c_int32),
        ("tag", ctypes.c_void_p),
        ("parent", ctypes.c_void_p),
        ("elements", ctypes.c_int32),
        ("text", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("text_edge", "owner", "position", "chars", "in_link", "spaced")),
        ("texts", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in (*_NUMBERS, "ends_sentence", "odd")),
        ("lines", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("written", "hash", "first_copy", "slot")),
        ("slots", ctypes.c_int32),
    )


_BLOCK, _ENDING = 1, 2
_UNKNOWN: Final = np.arange(len(tags.NAMES)) == 0
_KIND: Final = ((tags.BLOCK | _UNKNOWN) * (_BLOCK | _ENDING) + tags.tag_set("br") * _ENDING).astype(np.uint8)
_LINES: Final = library.load().mezmun_lines
_LINES.argtypes = (ctypes.POINTER(_Lines),)
_LINES.restype = None


def lines(page: Any, longest: int) -> Cut:
    """Cut a ``node_table.NodeTable`` into lines; numbers in lines up to ``longest`` make no difference."""
    elements, texts = len(page.tag), len(page.texts)
    slots = 1 << (2 * texts + 1).bit_length()
    asked = _Lines(
        characters=characters.PLACE,
        kind=library.address(_KIND),
        longest=longest,
        elements=elements,
        text=page.texts.utf8,
        text_edge=library.address(page.texts.edge),
        texts=texts,
        slots=slots,
    )
    for name in ("tag", "parent", "owner", "position", "chars", "in_link", "spaced"):
        setattr(asked, name, library.address(getattr(page, name)))
    made = library.room(
        asked,
        np.int32,
        block_of=elements,
        endings=elements + 1,
        of=texts,
        edge=texts + 1,
        counts=7 * texts,
        first_copy=texts,
        slot=slots,
        **dict.fromkeys(_OF_LINES, texts),
    )
    made |= library.room(asked, np.uint8, ends_sentence=texts, odd=texts, written=len(page.texts.utf8) + texts)
    kept = library.room(asked, np.uint64, hash=texts)
    _LINES(asked)
    del kept
    found = asked.lines
    edge = made["edge"][: found + 1]
    return Cut(
        of=made["of"],
        written=made["written"].data[: int(edge[-1])].tobytes(),
        edge=edge,
        length=made["length_of"][:found],
        counts=made["counts"].reshape(7, texts)[:, :found],
        **{name: made[name][:found] for name in ("start", "block", "linked", "copies", "ends_sentence", "odd")},
    )
