"""Blocks as a tree of elements: clean HTML, or the text of a TEI document.

Both have the same shape and differ in what the elements are called, which ``HTML`` and ``TEI`` list.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from extraction import Block, Kind


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What each element is in a format: its name, then its attributes (``list rend=numbered``)."""

    post: str
    paragraph: str
    heading: str
    """Where the level goes there is ``{level}``."""
    ordered: str
    """Where the number of the first item goes there is ``{start}``."""
    unordered: str
    item: str
    quote: str
    preformatted: str
    table: str
    row: str
    cell: str
    head_cell: str
    line_break: str


HTML: Final = Vocabulary(
    post="section",
    paragraph="p",
    heading="h{level}",
    ordered="ol start={start}",
    unordered="ul",
    item="li",
    quote="blockquote",
    preformatted="pre",
    table="table",
    row="tr",
    cell="td",
    head_cell="th",
    line_break="br",
)
TEI: Final = Vocabulary(
    post="div",
    paragraph="p",
    heading="ab type=heading n={level}",  # a `head` stands only at the beginning of a `div`
    ordered="list rend=numbered n={start}",
    unordered="list rend=bulleted",
    item="item",
    quote="quote",
    preformatted="ab type=code xml:space=preserve",
    table="table",
    row="row",
    cell="cell",
    head_cell="cell role=label",
    line_break="lb",
)


def fill(parent: Element, blocks: Sequence[Block], words: Vocabulary) -> None:
    """Put blocks into an element; those of each post or comment stand in an element of their own."""
    for post, group in groupby(blocks, key=lambda block: block.post):
        builder = _Builder(_child(parent, words.post) if post else parent, words)
        for block in group:
            builder.add(block)


def _child(parent: Element, word: str) -> Element:
    tag, *attributes = word.split()
    return SubElement(parent, tag, dict(each.split("=", 1) for each in attributes))


class _Builder:
    """What is open, innermost last: quotes, lists with an item of each, a table. By the words of the vocabulary."""

    def __init__(self, parent: Element, words: Vocabulary) -> None:
        self.words = words
        self.open = [("", parent)]

    def add(self, block: Block) -> None:
        words = self.words
        is_item = block.kind is Kind.LIST_ITEM
        is_row = block.kind in (Kind.TABLE_HEAD, Kind.TABLE_ROW)
        list_word = words.unordered if block.number is None else words.ordered
        while self.count(words.quote) > block.quote or self.count(words.item) > block.nesting - is_item:
            self.open.pop()
        goes_on = not block.opens and self.count(words.quote) == block.quote
        if self.innermost == words.table and not (is_row and goes_on):
            self.open.pop()
        if self.innermost in (words.ordered, words.unordered) and not (
            goes_on and is_item and self.innermost == list_word
        ):
            self.open.pop()
        while self.count(words.quote) < block.quote:
            self.begin(words.quote)
        if is_item:
            self.add_item(block, list_word)
        elif is_row:
            self.add_row(block)
        elif block.kind is Kind.PREFORMATTED:
            self.child(words.preformatted).text = block.text
        else:
            word = words.heading if block.kind is Kind.HEADING else words.paragraph
            self.write(self.child(word, level=block.level), block.text)

    @property
    def innermost(self) -> str:
        return self.open[-1][0]

    def count(self, word: str) -> int:
        return sum(each == word for each, _ in self.open)

    def child(self, word: str, **numbers: int | None) -> Element:
        return _child(self.open[-1][1], word.format(**numbers))

    def begin(self, word: str, **numbers: int | None) -> Element:
        element = self.child(word, **numbers)
        self.open.append((word, element))
        return element

    def add_item(self, block: Block, list_word: str) -> None:
        if self.innermost != list_word:
            self.begin(list_word, start=block.number)
        self.begin(self.words.item)
        self.write(self.child(self.words.paragraph), block.text)

    def add_row(self, block: Block) -> None:
        if self.innermost != self.words.table:
            self.begin(self.words.table)
        row = self.child(self.words.row)
        word = self.words.head_cell if block.kind is Kind.TABLE_HEAD else self.words.cell
        for text in block.text.split("\t"):
            self.write(_child(row, word), text)

    def write(self, element: Element, text: str) -> None:
        """Write a text; its line breaks are elements."""
        element.text, *rest = text.split("\n")
        for line in rest:
            _child(element, self.words.line_break).tail = line
