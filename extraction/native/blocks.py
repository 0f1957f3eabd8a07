"""The blocks that chosen texts of a page make: the rules of ``rendering`` for many texts."""

import ctypes
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.characters import CLASSES, Class
from extraction.native import characters, library
from extraction.native.places import Place, Places

if TYPE_CHECKING:
    from extraction.node_table import NodeTable

PARAGRAPH, HEADING, LIST_ITEM, TABLE_HEAD, TABLE_ROW, QUOTE, PREFORMATTED = range(7)
"""What a block is."""


class Columns(NamedTuple):
    """What there is to say of B blocks, in document order, beside their texts."""

    start: list[int]
    """(B) the place of the first text of each among the chosen ones."""
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


class Blocks(NamedTuple):
    """B blocks, in document order."""

    written: str
    """Their texts, each ended by U+0000, which the parser leaves in none."""
    numbers: NDArray[np.int32]
    """(B, 9) the ``Columns``."""

    @property
    def text(self) -> list[str]:
        """(B)"""
        return self.written.split("\0")[:-1]

    @property
    def kind(self) -> list[int]:
        """(B)"""
        kind: list[int] = self.numbers[:, Columns._fields.index("kind")].tolist()
        return kind

    @property
    def columns(self) -> Columns:
        """All columns as lists, which take longer to make than the blocks do."""
        return Columns(*self.numbers.T.tolist())


class _Blocks(ctypes.Structure):
    """``Blocks`` in ``blocks.c``, field by field."""

    _fields_ = (
        *((name, ctypes.c_void_p) for name in ("characters", "blank", "page", "places")),
        ("utf8", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("edge", "post", "counts", "block")),
        ("blocks", ctypes.c_int32),
        ("out", ctypes.c_void_p),
        ("written", ctypes.c_int64),
        *((name, ctypes.c_void_p) for name in ("met", "number", "children")),  # of its own
        ("numbered", ctypes.c_int),
    )


_LIBRARY: Final = library.load()
_LIBRARY.mezmun_blocks.argtypes = (ctypes.POINTER(_Blocks),)
_LIBRARY.mezmun_blocks.restype = ctypes.c_int32
_COUNTS: Final = tags.tag_set("ol").astype(np.uint8) + 2 * tags.tag_set("li").astype(np.uint8)
_PLACE_OF_COUNTS: Final = library.address(_COUNTS)
_BLANK: Final = np.zeros(256, dtype=np.uint8)
_BLANK[[chr(code).encode()[0] for code in np.flatnonzero(CLASSES & Class.SPACE).tolist()]] = 1
_PLACE_OF_BLANK: Final = library.address(_BLANK)
_COLUMNS: Final = len(Columns._fields)


def blocks(page: "NodeTable", chosen: NDArray[np.intp], placed: Places, post: NDArray[np.int32] | None) -> Blocks:
    """Make blocks of chosen texts (their rows) and what ``placed`` says of them; each ``post`` (S) begins a new one."""
    if placed.table.texts != len(chosen) or (post is not None and len(post) != len(page.owner)):
        raise ValueError(f"Places or posts are not those of {len(chosen)} of the page's {len(page.owner)} texts.")
    texts = len(chosen)
    columns = np.empty((texts, _COLUMNS), dtype=np.int32)
    cells = placed.table.cells
    if post is not None:
        post = np.ascontiguousarray(post, dtype=np.int32)
        begins = chosen[1:][post[chosen[1:]] != post[chosen[:-1]]]
        cells += int(placed.of[page.owner[begins], Place._fields.index("column")].sum())
    out = np.empty(len(page.texts.utf8) + 2 * texts + cells, dtype=np.uint8)
    made = _Blocks(
        *(characters.PLACE, _PLACE_OF_BLANK, ctypes.addressof(page.columns), ctypes.addressof(placed.table)),
        *(page.texts.utf8, library.address(page.texts.edge)),
        *(None if post is None else library.address(post), _PLACE_OF_COUNTS),
        *(library.address(columns), 0, library.address(out)),
    )
    library.check_memory(_LIBRARY.mezmun_blocks(made))
    return Blocks(str(out.data[: made.written], "utf-8", "replace"), columns[: made.blocks])
