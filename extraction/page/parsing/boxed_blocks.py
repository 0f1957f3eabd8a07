"""Lists and code that an editor writes as boxes of boxes, without one element that says so: they become lists and code.

Notion does: an item is a ``div`` beside the next one, with the items below it inside, and a style sheet draws the
bullets. Such pages are known by the names of their root or body.
"""

from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from extraction.page.names import Names, words_of
from extraction.page.parsing.parser import append, move, remove

_PAGES: Final = frozenset(words_of(Names.BOXED_PAGE))
_ITEMS: Final = dict.fromkeys(words_of(Names.ITEM_BOX), "ul") | dict.fromkeys(words_of(Names.COUNTED_BOX), "ol")
_ITEM_BOXES: Final = ", ".join(f".{name}" for name in _ITEMS)
_CODE: Final = ", ".join(f".{name}" for name in words_of(Names.BOXED_CODE))
_MOST_BOXES: Final = 5000
"""Of a page: it bounds what is done for one, ..."""
_MOST_CODE: Final = 200
"""... and for boxes that lie in one another."""


def are_blocks_boxes(parser: LexborHTMLParser) -> bool:
    """Tell whether a page is of an editor that writes lists and code as boxes."""
    around = (parser.root, parser.body)
    return any(node is not None and not _PAGES.isdisjoint(_names(node)) for node in around)


def make_blocks(parser: LexborHTMLParser) -> None:
    """Make lists of the boxes that are items, side by side, and code of those that hold code."""
    done = set[int]()
    for box in parser.css(_ITEM_BOXES)[:_MOST_BOXES]:
        kind = _kind(box)
        if box.mem_id in done or not kind:
            continue
        items = list(_beside(box, kind))
        done |= {item.mem_id for item in items}
        every = parser.create_node(kind)
        move(every, box)
        for item in items:
            _fill(parser, every, "li", item)
            remove(item)
    for box in parser.css(_CODE)[:_MOST_CODE]:
        if all(each.mem_id == box.mem_id for each in box.css(f"{_CODE}, pre")):
            _fill(parser, box, "pre", box)


def _names(node: LexborNode) -> list[str]:
    return (node.attributes.get("class") or "").split()


def _kind(box: LexborNode) -> str:
    """Give the list that a box is an item of; empty of none."""
    return next((_ITEMS[name] for name in _names(box) if name in _ITEMS), "")


def _beside(box: LexborNode, kind: str) -> Iterator[LexborNode]:
    """Give an item, and those of the same list behind it."""
    item: LexborNode | None = box
    while item is not None and _kind(item) == kind:
        yield item
        item = item.next
        while item is not None and item.is_text_node and not item.text().strip():
            item = item.next


def _fill(parser: LexborHTMLParser, parent: LexborNode, tag: str, box: LexborNode) -> None:
    """Put what a box holds into a new element, which becomes the last one of another."""
    element = parser.create_node(tag)
    for child in list(box.iter(include_text=True)):
        remove(child)
        append(element, child)
    append(parent, element)
