"""The blocks that chosen texts of a page make: the rules of ``rendering`` for many texts."""

import ctypes
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native import characters, library
from extraction.page import tags
from extraction.page.characters import CLASSES, Class

if TYPE_CHECKING:
    from extraction.page.node_table import NodeTable

PARAGRAPH, HEADING, LIST_ITEM, TABLE_HEAD, TABLE_ROW, QUOTE, PREFORMATTED = range(7)
"""What a block is."""


class Columns(NamedTuple):
    """What there is to say of B blocks, in document order, beside their texts."""

    start: list[int]
    """(B) row of the first text of each."""
    kind: list[int]
    level: list[int]
    """(B) of headings, else 0."""
    nesting: list[int]
    """(B) lists around."""
    number: list[int]
    """(B) of an item of an ordered list: its place in it, from 1; else 0."""
    quote: list[int]
    """(B) quotes around."""
    opens: list[int]
    """(B) 1 for the first item or row of a list or table."""
    block: list[int]
    """(B) row of the element the block begins in."""
    item: list[int]
    """(B) row of the item it stands in, -1 for none."""


class _Places(ctypes.Structure):
    """``Places`` in ``places.h``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("page", "kind", "part", "chosen")),
        ("quoting", ctypes.c_int32),
        *((name, ctypes.c_void_p) for name in ("before", "data", "around", "place", "mark")),  # of its own
    )


class _Blocks(ctypes.Structure):
    """``Blocks`` in ``blocks.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "blank")),
        ("utf8", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("edge", "post", "block")),
        ("blocks", ctypes.c_int32),
        ("out", ctypes.c_void_p),
        *((name, ctypes.c_int64) for name in ("room", "written")),
        ("places", _Places),
        *((name, ctypes.c_void_p) for name in ("met", "number", "children")),  # of its own
        ("numbered", ctypes.c_int),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_blocks.argtypes = (ctypes.POINTER(_Blocks),)
_LIBRARY.mezmun_blocks.restype = ctypes.c_int32
_LEVEL, _BLOCKQUOTE = 1024, 8192


def _kinds() -> NDArray[np.uint16]:
    kinds = np.zeros(len(tags.NAMES), dtype=np.uint16)
    kinds[tags.BLOCK] = 1
    names = ("br", "table", "tr", "td th", "th", "pre plaintext xmp", "li dt dd", "ol", "li")
    for place, marked in enumerate(names, start=1):
        kinds[tags.tag_set(marked)] |= 1 << place
    for level in range(1, 7):
        kinds[tags.CODE[f"h{level}"]] |= level * _LEVEL
    kinds[tags.tag_set("blockquote")] |= _BLOCKQUOTE
    return kinds


_KINDS: Final = _kinds()
_PLACE_OF_KINDS: Final = library.address(_KINDS)
_BLANK: Final = np.zeros(256, dtype=np.uint8)
_BLANK[[chr(code).encode()[0] for code in np.flatnonzero(CLASSES & Class.SPACE).tolist()]] = 1
_PLACE_OF_BLANK: Final = library.address(_BLANK)
_COLUMNS: Final = len(Columns._fields)
_QUOTE, _RECORD = 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """How a page is divided: its quotes, and the posts or comments it consists of."""

    quotes: Collection[int] | None = None
    """Rows of the elements that quote; None stands for every ``blockquote``."""
    post: NDArray[np.int32] | None = None
    """(S) post of each text, another one begins a block; None when there are none."""
    records: Collection[int] = frozenset()
    """Rows of the posts' elements. The list or quote that all posts lie in is none of theirs."""
    beginnings: Mapping[int, int] = field(default_factory=dict)
    """Of texts (S) whose beginning is left out, how many bytes that is."""


def text(page: "NodeTable", chosen: NDArray[np.bool_], parts: Parts) -> str:
    """Give the texts of the blocks that chosen (S) texts make, one a line, without tabs before a row's first cell."""
    return _written(page, chosen, parts, None)[0]


def blocks(page: "NodeTable", chosen: NDArray[np.bool_], parts: Parts) -> tuple[list[str], Columns]:
    """Give the texts (B) of the blocks that chosen (S) texts make, with all tabs, and what else there is to say."""
    columns = np.empty((len(page.owner), _COLUMNS), dtype=np.int32)
    written, number = _written(page, chosen, parts, columns)
    # The parser leaves U+0000 in no text.
    return written.split("\0") if number else [], Columns(*columns[:number].T.tolist())


def _written(
    page: "NodeTable", chosen: NDArray[np.bool_], parts: Parts, columns: NDArray[np.int32] | None
) -> tuple[str, int]:
    texts, elements = len(page.owner), len(page.tag)
    chosen, post = np.ascontiguousarray(chosen, dtype=np.bool_), parts.post
    if len(chosen) != texts or (post is not None and len(post) != texts):
        raise ValueError(f"The marks or posts are not those of the page's {texts} texts.")
    if post is not None:
        post = np.ascontiguousarray(post, dtype=np.int32)
    marks = None
    for rows, bit in ((parts.quotes, _QUOTE), (parts.records, _RECORD)):
        if rows:
            marks = np.zeros(elements, dtype=np.uint8) if marks is None else marks
            marks[list(rows)] |= bit
    utf8 = page.texts.without_beginnings(parts.beginnings)
    asked = _Blocks(
        *(characters.PLACE, _PLACE_OF_BLANK, utf8, library.address(page.texts.edge)),
        *(None if array is None else library.address(array) for array in (post, columns)),
        places=_Places(
            *(ctypes.addressof(page.columns), _PLACE_OF_KINDS, None if marks is None else library.address(marks)),
            *(library.address(chosen), _BLOCKQUOTE if parts.quotes is None else 0),
        ),
    )
    needed = len(page.texts.utf8) + 2 * texts + elements  # few rows have more empty cells than the page has elements
    while needed > asked.room:
        out = np.empty(needed, dtype=np.uint8)
        asked.room, asked.out = needed, library.address(out)
        library.check_memory(_LIBRARY.mezmun_blocks(asked))
        needed = asked.written
    return str(out.data[:needed], "utf-8", "replace"), asked.blocks
