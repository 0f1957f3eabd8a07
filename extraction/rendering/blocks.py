"""The blocks that chosen texts of a page make, as columns: the rules of ``render`` in ``native/rendering``."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.native.library import array, check_memory, ffi, lib, struct
from extraction.page import characters, tags
from extraction.page.characters import CLASSES, Class
from extraction.page.node_table import Mask, NodeTable


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


_KINDS: Final = tags.bits(
    {
        lib.BLOCK_ELEMENT: tags.BLOCK,
        lib.BREAK_ELEMENT: tags.tag_set("br"),
        lib.TABLE_ELEMENT: tags.tag_set("table"),
        lib.ROW_ELEMENT: tags.tag_set("tr"),
        lib.CELL_ELEMENT: tags.tag_set("td th"),
        lib.HEAD_CELL_ELEMENT: tags.tag_set("th"),
        lib.PREFORMATTED_ELEMENT: tags.tag_set("pre plaintext xmp"),
        lib.ITEM_ELEMENT: tags.tag_set("li dt dd"),
        lib.COUNTED_LIST: tags.tag_set("ol"),
        lib.COUNTED_ITEM: tags.tag_set("li"),
        **{level * lib.HEADING_LEVEL: tags.tag_set(f"h{level}") for level in range(1, 7)},
        lib.BLOCKQUOTE_ELEMENT: tags.tag_set("blockquote"),
    },
    np.uint16,
)
_BLANK: Final = np.zeros(256, dtype=np.uint8)
_BLANK[[chr(code).encode()[0] for code in np.flatnonzero(CLASSES & Class.SPACE).tolist()]] = 1
_FIELDS: Final = tuple(name for name, _ in ffi.typeof("Block").fields)


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


def text(page: NodeTable, chosen: Mask, parts: Parts) -> str:
    """Give the texts of the blocks that chosen (S) texts make, one a line, without tabs before a row's first cell."""
    return _rendered(page, chosen, parts, None)[0]


def blocks(page: NodeTable, chosen: Mask, parts: Parts) -> tuple[list[str], Columns]:
    """Give the texts (B) of the blocks that chosen (S) texts make, with all tabs, and what else there is to say."""
    columns = np.empty((len(page.owner), len(_FIELDS)), dtype=np.int32)
    every, number = _rendered(page, chosen, parts, columns)
    # The parser leaves U+0000 in no text.
    return every.split("\0") if number else [], Columns(**dict(zip(_FIELDS, columns[:number].T.tolist(), strict=True)))


def _rendered(page: NodeTable, chosen: Mask, parts: Parts, columns: NDArray[np.int32] | None) -> tuple[str, int]:
    """Give the texts of all blocks in one, and how many there are."""
    texts, elements = len(page.texts), len(page.tag)
    part = None
    for rows, bit in ((parts.quotes, lib.PART_QUOTES), (parts.records, lib.PART_RECORD)):
        if rows:
            part = np.zeros(elements, dtype=np.uint8) if part is None else part
            part[list(rows)] |= bit
    post = None if parts.post is None else np.ascontiguousarray(parts.post, dtype=np.int32)
    utf8 = page.texts.without_beginnings(parts.beginnings)
    rendering = struct(
        "BlockRendering",
        characters=characters.TABLE,
        page=page.columns,
        blank=array(_BLANK, 256),
        text=array(utf8, len(utf8)),
        edge=array(page.texts.edge, texts + 1),
        kind=array(_KINDS, len(tags.NAMES)),
        part=ffi.NULL if part is None else array(part, elements),
        post=ffi.NULL if post is None else array(post, texts),
        chosen=array(np.ascontiguousarray(chosen, dtype=np.bool_), texts),
        quoting=lib.BLOCKQUOTE_ELEMENT if parts.quotes is None else 0,
        block=ffi.NULL if columns is None else array(columns, texts * len(_FIELDS), writable=True),
    )
    needed = len(page.texts.utf8) + 2 * texts + elements  # few rows have more empty cells than the page has elements
    while needed > rendering.capacity:
        out = np.empty(needed, dtype=np.uint8)
        buffer = array(out, needed, writable=True)
        rendering.capacity, rendering.out = needed, buffer
        check_memory(lib.mezmun_render_blocks(rendering))
        needed = rendering.length
    return str(out.data[:needed], "utf-8", "replace"), rendering.blocks
