"""The texts of a page to its lines."""

import ctypes
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.native import characters, library
from extraction.native.page import Page

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


# Rows of the counts.
SEEN, DIGIT, STOP, COMMA, SYMBOL, UNSPACED, WORD = range(7)

_OF_LINES: Final = ("start", "block", "length_of", "linked", "copies")
_COUNTS: Final = 7
_NUMBERS: Final = ("block_of", "endings", "of", *_OF_LINES[:2], "edge", *_OF_LINES[2:], "counts")


class _Lines(ctypes.Structure):
    """``Lines`` in ``lines.c``, field by field."""

    _fields_ = (
        ("characters", ctypes.c_void_p),
        ("kind", ctypes.c_void_p),
        ("longest", ctypes.c_int32),
        ("page", Page),
        ("text", ctypes.c_char_p),
        ("text_edge", ctypes.c_void_p),
        *((name, ctypes.c_void_p) for name in (*_NUMBERS, "ends_sentence", "odd")),
        ("lines", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("written", "hash", "first_copy", "slot")),
        ("slots", ctypes.c_int32),
    )


_BLOCK, _ENDING = 1, 2
_UNKNOWN: Final = np.arange(len(tags.NAMES)) == 0
_KIND: Final = ((tags.BLOCK | _UNKNOWN) * (_BLOCK | _ENDING) + tags.tag_set("br") * _ENDING).astype(np.uint8)
_PLACE_OF_KIND: Final = library.address(_KIND)
_LINES: Final = library.load().mezmun_lines
_LINES.argtypes = (ctypes.POINTER(_Lines),)
_LINES.restype = None


def lines(page: Any, longest: int) -> Cut:
    """Cut a ``node_table.NodeTable`` into lines; numbers in lines up to ``longest`` make no difference."""
    elements, texts = len(page.tag), len(page.texts)
    slots = 1 << (2 * texts + 1).bit_length()
    sizes = texts, texts + 1, len(_OF_LINES) * texts + _COUNTS * texts
    numbers, (of, edge, table) = library.block(np.int32, *sizes)
    marks, (ends_sentence, odd) = library.block(np.uint8, texts, texts)
    written = np.empty(len(page.texts.utf8) + texts, dtype=np.uint8)
    between = library.block(np.int32, elements, elements + 1, texts, slots), library.block(np.uint64, texts)
    (block_of, endings, first_copy, slot), (hash_,) = (places for _, places in between)
    start, block, length_of, linked, copies, counts = (table + 4 * texts * row for row in range(len(_OF_LINES) + 1))
    asked = _Lines(
        *(characters.PLACE, _PLACE_OF_KIND, longest, page.columns, page.texts.utf8, library.address(page.texts.edge)),
        *(block_of, endings, of, start, block, edge, length_of, linked, copies, counts, ends_sentence, odd),
        *(0, library.address(written), hash_, first_copy, slot, slots),
    )
    _LINES(asked)
    del between
    found = asked.lines
    line_of, edges, of_lines = library.parts(numbers, *sizes)
    edges, columns = edges[: found + 1], of_lines.reshape(-1, texts)[:, :found]
    starts, blocks, lengths, links, same = columns[: len(_OF_LINES)]
    return Cut(
        of=line_of,
        start=starts,
        block=blocks,
        written=written[: edges[-1]].tobytes(),
        edge=edges,
        length=lengths,
        linked=links,
        copies=same,
        counts=columns[len(_OF_LINES) :],
        ends_sentence=marks[:found],
        odd=marks[texts : texts + found],
    )
