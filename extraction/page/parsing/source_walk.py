"""The walk over a page's source that fills the columns of its node table: ``native/page/node_table.c``."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import characters, tags
from extraction.page.names import Match, Names, words_of
from extraction.page.parsing.limits import ended
from extraction.page.texts import Texts, WordTable
from native.library import Pointer, array, keep, lib, struct

_KINDS: Final = array(
    tags.bits(
        {
            lib.TAG_SILENT: tags.SILENT,
            lib.TAG_LINK: tags.tag_set("a"),
            lib.TAG_NOSCRIPT: tags.tag_set("noscript"),
            lib.TAG_VOID: tags.VOID,
            lib.TAG_RAW: tags.RAW,
            lib.TAG_TEMPLATE: tags.tag_set("template"),
            lib.TAG_DIALOG: tags.tag_set("dialog"),
            lib.TAG_BUTTON: tags.tag_set("button"),
            lib.TAG_LABEL: tags.HEADING | tags.tag_set("dt"),
            lib.TAG_PRE: tags.tag_set("pre"),
            lib.TAG_BLOCK: tags.BLOCK,
            lib.TAG_BREAK: tags.tag_set("br"),
            lib.TAG_BOX: tags.tag_set("div li section article header footer figure address"),
            lib.TAG_PIECE: tags.tag_set("span time"),
            lib.TAG_PARAGRAPH: tags.PHRASE | tags.tag_set("p li dd td"),
        },
        np.uint16,
    ),
    len(tags.NAMES),
)
_TAGS: Final = WordTable(tags.NAMES)
_UNFOLDING: Final = ended(words_of(Names.UNFOLDING_BUTTON, Match.ANYWHERE))
_UNFOLDING_LINKS: Final = ended(words_of(Names.UNFOLDING_LINK, Match.ANYWHERE))
_OF_ELEMENTS: Final = ("parent", "depth", "end", "first", "last", "names", "body", "stop")
_OF_TEXTS: Final = ("owner", "position", "chars")
_COLUMNS: Final = lib.ELEMENT_COLUMNS + lib.TEXT_COLUMNS


def walk(source: bytes, *, max_concealed: float, max_unscripted: float) -> tuple[dict[str, Any], Pointer]:
    """Make the columns of a ``node_table.NodeTable``, by name, of a serialised HTML tree (UTF-8); and the same as a
    ``Page`` for the library.

    ``max_concealed`` and ``max_unscripted`` are the shares of the page's characters up to which hidden elements, and
    ``noscript``, hold no text.
    """
    size = len(source)
    utf8 = array(source, size)
    capacity = lib.mezmun_count_bytes(utf8, size, ord("<")) + 2  # an eighth of the time that Python takes
    tag, text = np.empty(capacity, dtype=np.int16), np.empty(size, dtype=np.uint8)
    numbers = np.empty((_COLUMNS, capacity), dtype=np.int32)
    marks = np.empty((lib.MARK_COLUMNS, capacity), dtype=np.bool_)
    page = struct("Page")
    request = struct(
        "SourceWalk",
        source=utf8,
        length=size,
        characters=characters.TABLE,
        tags=_TAGS.struct,
        kind=_KINDS,
        unfolding=_UNFOLDING,
        unfolding_links=_UNFOLDING_LINKS,
        max_concealed=max_concealed,
        max_unscripted=max_unscripted,
        capacity=capacity,
        tag=array(tag, capacity, writable=True),
        numbers=array(numbers, _COLUMNS * capacity, writable=True),
        marks=array(marks, lib.MARK_COLUMNS * capacity, writable=True),
        text=array(text, size, writable=True),
        page=page,
    )
    if lib.mezmun_fill_node_table(request):  # cannot be: there is room for an element and a text at each "<"
        raise RuntimeError("The columns of a page have too little room: please report it.")
    keep(page, tag, numbers, marks)
    elements, texts = page.elements, page.texts
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
    return columns, page


def page_of(columns: dict[str, NDArray[Any]]) -> Pointer:
    """Make a ``Page`` for the library of the columns of a node table, by name.

    Raises:
        TypeError: a column is of another type.
        ValueError: a column is not contiguous, or longer or shorter than the others.
    """
    elements, texts = len(columns["tag"]), len(columns["owner"])
    of_texts = (*_OF_TEXTS, "in_link", "spaced")
    return struct(
        "Page",
        **{name: array(columns[name], elements) for name in ("tag", *_OF_ELEMENTS)},
        **{name: array(columns[name], texts) for name in of_texts},
        elements=elements,
        texts=texts,
    )


PAGE_COLUMNS: Final = ("tag", *_OF_ELEMENTS, *_OF_TEXTS, "in_link", "spaced")
"""The columns that ``page_of`` takes."""
