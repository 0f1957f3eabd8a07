"""Chosen segments into blocks; every method's text is made here and nowhere else.

A line ends where a browser ends it: at the start and end of a block element, at ``br`` and ``hr``. One ``br`` is a
line break inside the block, two or more begin a new block, since old pages write their paragraphs so. Runs of white
space become one space, except in ``pre``, which is one block with the lines that a browser shows. The cells of a table
row are one block, parted by tabs, when there are several of one line each (a row of data), and blocks of their own
otherwise (a layout table); boxes around a whole cell, and breaks in a short one, part no lines when two cells are
chosen, one of them short. A cell that takes several columns or rows leaves the other places empty. A list that holds
headings is layout, too: its items are sections, and none of their paragraphs is a list item. Segments that a method
left out end the block they lie in only if a block element or ``br`` is among them.

Which line a text is part of, and what it stands in, is decided for all of a page at once, in
``native/rendering/places.c``; the columns of cells in ``native/rendering/columns.c``; what the blocks are, and their
texts, in ``native/rendering/blocks.c``.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from itertools import repeat
from typing import Any, Final, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from extraction.page import characters, tags
from extraction.page.characters import CLASSES, Class
from extraction.page.names import Names
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import Span
from extraction.rendering.block import Block, BlockKind
from extraction.rendering.item_numbers import item_numbers
from extraction.rendering.markup.images import captioned
from extraction.rendering.markup.marked_blocks import marked_blocks
from extraction.rendering.markup.marks import Markup
from extraction.rendering.markup.rendered_page import RenderedPage
from extraction.rendering.paths import paths
from native.library import array, check_memory, ffi, lib, struct


@dataclass(frozen=True, slots=True, eq=False)
class Parts:
    """The division of a page: its quotes, and the posts or comments that it consists of."""

    quotes: Collection[int] | None = None
    """Rows of the elements that quote; None stands for every ``blockquote``."""
    post: NDArray[np.int32] | None = None
    """(S) post of each text: where it changes, a new block begins. None when the page has no posts."""
    records: Collection[int] = frozenset()
    """Rows of the elements of the posts. A list or quote in which all posts lie is no part of any of them."""
    cuts: Collection[Span] = ()
    """Bytes of texts that are left out."""


class Columns(NamedTuple):
    """What is known of B blocks, in document order, besides their texts."""

    start: list[int]
    """(B) row (S) of the first text of the block."""
    kind: list[int]
    level: list[int]
    """(B) level of a heading, 1 to 6; 0 of other blocks."""
    nesting: list[int]
    """(B) how many lists stand around the block."""
    number: list[int]
    """(B) place of an item in its ordered list, from 1; 0 of other blocks."""
    quote: list[int]
    """(B) how many quotes stand around the block."""
    opens: list[int]
    """(B) 1 for the first item or row of a list or table."""
    block: list[int]
    """(B) row of the element the block begins in."""
    item: list[int]
    """(B) row of the item that the block stands in, -1 for none."""


_WHOLE: Final = Parts()
_CAPTION: Final = tags.CODE["figcaption"]


def render(
    page: NodeTable,
    content: Mask,
    parts: Parts = _WHOLE,
    *,
    with_paths: bool = False,
    markup: Markup = Markup.NONE,
    url: str | None = None,
) -> tuple[Block, ...]:
    """Make blocks, in document order, of the marked (S) segments.

    Args:
        page: parsed with ``with_markup`` where links or images are asked for.
        content: (S)
        parts: how the page is divided.
        with_paths: whether blocks say where in the page they begin.
        markup: what of it the blocks have.
        url: where the page was: what the addresses of links and images are relative to.
    """
    texts, columns = blocks(page, content, parts)
    kinds = [_KINDS[kind] for kind in columns.kind]
    may_have_captions = page.has(_CAPTION) or page.signatures.named(Names.CAPTION) is not None
    for caption in captioned(page, columns.block) if may_have_captions else ():
        kinds[caption] = BlockKind.CAPTION if kinds[caption] is BlockKind.PARAGRAPH else kinds[caption]
    number = item_numbers(page, columns.number, columns.item) if any(columns.number) else repeat(None)
    post = repeat(0) if parts.post is None else parts.post[columns.start].tolist()
    where = paths(page, columns.block) if with_paths else repeat("")
    opens = map(bool, columns.opens) if any(columns.opens) else repeat(False)
    fields = zip(
        kinds,
        texts,
        columns.level,
        columns.nesting,
        number,
        columns.quote,
        opens,
        post,
        where,
        *_NO_MARKUP,
        strict=False,
    )
    rendered = tuple(map(_block, fields))
    if not markup:
        return rendered
    source = RenderedPage(page, content, texts, columns.start, columns.kind, columns.block, parts.cuts)
    return marked_blocks(source, rendered, markup, url)


def text(page: NodeTable, content: Mask, parts: Parts = _WHOLE, between: str = "\n") -> str:
    """Give the text of the blocks that ``render`` makes, see ``text_of``, without making each of them."""
    return _rendered(page, content, parts, None)[0].replace("\0", between)


_block: Final = cast("Callable[[tuple[Any, ...]], Block]", partial(tuple.__new__, Block))
"""Makes a block of its fields, as ``Block._make`` does, but faster."""
_NO_MARKUP: Final = tuple(map(repeat, ((), None, "", "", "", "")))


_KINDS: Final = {
    lib.BLOCK_PARAGRAPH: BlockKind.PARAGRAPH,
    lib.BLOCK_HEADING: BlockKind.HEADING,
    lib.BLOCK_LIST_ITEM: BlockKind.LIST_ITEM,
    lib.BLOCK_TABLE_HEAD: BlockKind.TABLE_HEAD,
    lib.BLOCK_TABLE_ROW: BlockKind.TABLE_ROW,
    lib.BLOCK_QUOTE: BlockKind.QUOTE,
    lib.BLOCK_PREFORMATTED: BlockKind.PREFORMATTED,
}


_ELEMENT_KINDS: Final = array(
    tags.bits(
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
            lib.LIST_ELEMENT: tags.tag_set("ul ol"),
        },
        np.uint16,
    ),
    len(tags.NAMES),
)
_BLANK_BYTES: Final = frozenset(chr(code).encode()[0] for code in (CLASSES & Class.SPACE).nonzero()[0].tolist())
_BLANK: Final = array(bytes(byte in _BLANK_BYTES for byte in range(256)), 256)
_FIELDS: Final = tuple(name for name, _ in ffi.typeof("Block").fields)


def blocks(page: NodeTable, chosen: Mask, parts: Parts) -> tuple[list[str], Columns]:
    """Give the texts (B) of the blocks that chosen (S) texts make, with all tabs, and what else there is to say."""
    columns = np.empty((len(page.owner), len(_FIELDS)), dtype=np.int32)
    every, number = _rendered(page, chosen, parts, columns)
    return every.split("\0") if number else [], Columns(**dict(zip(_FIELDS, columns[:number].T.tolist(), strict=True)))


def _rendered(page: NodeTable, chosen: Mask, parts: Parts, columns: NDArray[np.int32] | None) -> tuple[str, int]:
    """Give the texts of all blocks in one, parted by U+0000, and how many there are; without ``columns`` plain texts.

    The parser leaves that character in no text.
    """
    texts, elements = len(page.texts), len(page.tag)
    part = None
    for rows, bit in ((parts.quotes, lib.PART_QUOTES), (parts.records, lib.PART_RECORD)):
        if rows:
            part = np.zeros(elements, dtype=np.uint8) if part is None else part
            part[list(rows)] |= bit
    post = None if parts.post is None else np.ascontiguousarray(parts.post, dtype=np.int32)
    utf8 = page.texts.without(parts.cuts)
    rendering = struct(
        "BlockRendering",
        characters=characters.TABLE,
        page=page.columns,
        blank=_BLANK,
        text=array(utf8, len(utf8)),
        edge=page.texts.pointers[1],
        source=array(page.source, len(page.source)),
        kind=_ELEMENT_KINDS,
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
