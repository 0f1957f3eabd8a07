"""Blocks as a tree of elements: clean HTML, or the text of a TEI document.

Both have the same shape and differ in what the elements are called, which ``HTML`` and ``TEI`` list.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element, SubElement

from extraction import Block, BlockKind, Image, Mark, Span


class Word(NamedTuple):
    """An element with an address."""

    name: str
    """As in ``Vocabulary``."""
    target: str = ""
    """The attribute that has the address; empty for none."""


@dataclass(frozen=True, slots=True)
class ElementNames:
    """What each element is in a format: its name, then its attributes (``list rend=numbered``)."""

    post: str
    paragraph: str
    heading: str
    """Where the level goes there is ``{level}``."""
    ordered: str
    """Where the number of the first item goes there is ``{start}``."""
    unordered: str
    item: str
    number: str
    """The attribute of an item that says its number at ``{number}``, where that is not the one behind the last."""
    quote: str
    preformatted: str
    table: str
    row: str
    cell: str
    head_cell: str
    line_break: str
    marks: Mapping[Mark, Word]
    """What a span of a text is."""
    formula: Mapping[Mark, str]
    """How the source of a formula is written, at ``{tex}``."""
    note: str
    """The attribute that names the block of a footnote."""
    language: str
    """The attribute that says the language of code, its value at ``{language}``."""
    figure: str
    image: Word
    image_label: str
    """What an image shows: an attribute of it, or where it begins with "<" an element of the figure."""
    caption: str
    """Of a figure that is written; behind it stands ..."""
    caption_block: str
    """... a caption that is a block."""
    callout: str
    """Of what kind it is there is ``{kind}``."""
    tasks: Mapping[str, str]
    """What tells of an item whether its task is done: an attribute of it, or where it begins with "<" an element at the
    beginning of its text."""


HTML: Final = ElementNames(
    post="section",
    paragraph="p",
    heading="h{level}",
    ordered="ol start={start}",
    unordered="ul",
    item="li",
    number="value={number}",
    quote="blockquote",
    preformatted="pre",
    table="table",
    row="tr",
    cell="td",
    head_cell="th",
    line_break="br",
    marks={
        Mark.LINK: Word("a", "href"),
        Mark.STRONG: Word("strong"),
        Mark.EMPHASIS: Word("em"),
        Mark.CODE: Word("code"),
        Mark.DELETED: Word("del"),
        Mark.SUBSCRIPT: Word("sub"),
        Mark.SUPERSCRIPT: Word("sup"),
        Mark.FORMULA: Word("span class=math"),
        Mark.DISPLAYED_FORMULA: Word("span class=math"),
        Mark.FOOTNOTE: Word("a role=doc-noteref", "href"),
    },
    formula={Mark.FORMULA: "\\({tex}\\)", Mark.DISPLAYED_FORMULA: "\\[{tex}\\]"},
    note="id",
    language="class=language-{language}",
    figure="figure",
    image=Word("img", "src"),
    image_label="alt",
    caption="figcaption",
    caption_block="p class=caption",
    callout="aside class={kind}",
    tasks={
        "done": "<input type=checkbox disabled=disabled checked=checked",
        "open": "<input type=checkbox disabled=disabled",
    },
)
TEI: Final = ElementNames(
    post="div",
    paragraph="p",
    heading="ab type=heading n={level}",  # a `head` stands only at the beginning of a `div`
    ordered="list rend=numbered n={start}",
    unordered="list rend=bulleted",
    item="item",
    number="n={number}",
    quote="quote",
    preformatted="ab type=code xml:space=preserve",
    table="table",
    row="row",
    cell="cell",
    head_cell="cell role=label",
    line_break="lb",
    marks={
        Mark.LINK: Word("ref", "target"),
        Mark.STRONG: Word("hi rend=bold"),
        Mark.EMPHASIS: Word("hi rend=italic"),
        Mark.CODE: Word("code"),
        Mark.DELETED: Word("del"),
        Mark.SUBSCRIPT: Word("hi rend=subscript"),
        Mark.SUPERSCRIPT: Word("hi rend=superscript"),
        Mark.FORMULA: Word("formula notation=TeX"),
        Mark.DISPLAYED_FORMULA: Word("formula notation=TeX rend=display"),
        Mark.FOOTNOTE: Word("ref type=noteAnchor", "target"),
    },
    formula={Mark.FORMULA: "{tex}", Mark.DISPLAYED_FORMULA: "{tex}"},
    note="xml:id",
    language="subtype={language}",
    figure="figure",
    image=Word("graphic", "url"),
    image_label="<figDesc",
    caption="head",
    caption_block="ab type=caption",
    callout="note type={kind}",
    tasks={"done": "rend=done", "open": "rend=open"},
)


def fill(parent: Element, blocks: Sequence[Block], words: ElementNames) -> None:
    """Put blocks into an element; those of each post or comment stand in an element of their own."""
    for post, group in groupby(blocks, key=lambda block: block.post):
        builder = _Builder(_child(parent, words.post) if post else parent, words)
        for block in group:
            builder.add(block)


def _child(parent: Element, word: str) -> Element:
    tag, *attributes = word.split()
    return SubElement(parent, tag, dict(each.split("=", 1) for each in attributes))


def _set(element: Element, attribute: str) -> None:
    name, _, value = attribute.partition("=")
    element.set(name, value)


class _Builder:
    """What is open, innermost last: quotes, callouts, lists with an item of each, a table. By their names."""

    def __init__(self, parent: Element, words: ElementNames) -> None:
        self.words = words
        self.open = [("", parent)]
        self.callout = ""
        """The kind of the callout that is open."""
        self.numbers: dict[int, int] = {}
        """The number of the last item of an ordered list, by how many items are open around it."""

    def add(self, block: Block) -> None:
        words = self.words
        if self.callout and self.begins_callout(block):
            while self.count(words.callout):
                self.open.pop()
        is_item = block.kind is BlockKind.LIST_ITEM
        is_row = block.kind in (BlockKind.TABLE_HEAD, BlockKind.TABLE_ROW)
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
        if block.callout and not self.count(words.callout):
            self.begin(words.callout, kind=block.callout)
        self.callout = block.callout
        if is_item:
            self.add_item(block, list_word)
        elif is_row:
            self.add_row(block)
        elif block.kind is BlockKind.PREFORMATTED:
            self.add_code(block)
        elif block.image is not None:
            self.add_image(block.image)
        else:
            word = {BlockKind.HEADING: words.heading, BlockKind.CAPTION: words.caption_block}.get(
                block.kind, words.paragraph
            )
            self.write(self.child(word, level=block.level), block)

    @property
    def innermost(self) -> str:
        return self.open[-1][0]

    def count(self, word: str) -> int:
        return sum(each == word for each, _ in self.open)

    def begins_callout(self, block: Block) -> bool:
        """Tell whether a block begins a callout or stands in none; a list or a table in one ``opens``, too."""
        begins = block.opens and block.kind not in (BlockKind.LIST_ITEM, BlockKind.TABLE_HEAD, BlockKind.TABLE_ROW)
        return block.callout != self.callout or begins

    def child(self, word: str, **values: object) -> Element:
        return _child(self.open[-1][1], word.format(**values))

    def begin(self, word: str, **values: object) -> Element:
        element = self.child(word, **values)
        self.open.append((word, element))
        return element

    def add_item(self, block: Block, list_word: str) -> None:
        words, around = self.words, self.count(self.words.item)
        begins = self.innermost != list_word
        if begins:
            self.begin(list_word, start=block.number)
        item, task = self.begin(words.item), words.tasks.get(block.task, "")
        if block.number is not None:
            if not begins and block.number != self.numbers[around] + 1:
                _set(item, words.number.format(number=block.number))
            self.numbers[around] = block.number
        paragraph = self.child(words.paragraph)
        if task.startswith("<"):
            _child(paragraph, task[1:]).tail = " "
        elif task:
            _set(item, task)
        self.write(paragraph, block)

    def add_row(self, block: Block) -> None:
        if self.innermost != self.words.table:
            self.begin(self.words.table)
        row = self.child(self.words.row)
        word = self.words.head_cell if block.kind is BlockKind.TABLE_HEAD else self.words.cell
        writer, start = _TextWriter(block, self.words), 0
        for text in block.text.split("\t"):
            writer.write(_child(row, word), start, start + len(text))
            start += len(text) + 1

    def add_code(self, block: Block) -> None:
        code = self.child(self.words.preformatted)
        code.text = block.text
        if block.language:
            _set(code, self.words.language.format(language=block.language))

    def add_image(self, image: Image) -> None:
        words, figure = self.words, self.child(self.words.figure)
        element = _child(figure, words.image.name)
        element.set(words.image.target, image.source)
        for name, pixels in (("width", image.width), ("height", image.height)):
            if pixels:
                element.set(name, str(pixels) if words.image_label == "alt" else f"{pixels}px")
        if words.image_label.startswith("<"):
            if image.label:
                _child(figure, words.image_label[1:]).text = image.label
        else:
            element.set(words.image_label, image.label)
        if image.caption:
            _child(figure, words.caption).text = image.caption

    def write(self, element: Element, block: Block) -> None:
        """Write a block's text."""
        if block.footnote:
            element.set(self.words.note, f"note-{block.footnote}")
        _TextWriter(block, self.words).write(element, 0, len(block.text))


class _TextWriter:
    """Writes a block's text, from its beginning on, with the spans in it."""

    def __init__(self, block: Block, words: ElementNames) -> None:
        self.text, self.spans, self.words = block.text, block.spans, words
        self.next = 0

    def write(self, element: Element, start: int, end: int) -> None:
        """Write the text from one character to another."""
        while self.next < len(self.spans) and self.spans[self.next].end <= end:
            span = self.spans[self.next]
            self.next += 1
            self.add(element, self.text[start : span.start])
            self.add_span(element, span)
            start = span.end
        self.add(element, self.text[start:end])

    def add_span(self, element: Element, span: Span) -> None:
        words = self.words
        word = words.image if span.kind is Mark.IMAGE else words.marks[span.kind]
        child = _child(element, word.name)
        if word.target:
            child.set(word.target, f"#note-{span.target}" if span.kind is Mark.FOOTNOTE else span.target)
        if span.kind in words.formula:
            child.text = words.formula[span.kind].replace("{tex}", span.target)
        elif span.kind is Mark.IMAGE:
            if not words.image_label.startswith("<"):
                child.set(words.image_label, span.label)
        else:
            self.write(child, span.start, span.end)

    def add(self, element: Element, text: str) -> None:
        """Add a text behind what is in an element; its line breaks are elements."""
        for number, line in enumerate(text.split("\n")):
            if number:
                _child(element, self.words.line_break)
            if len(element):
                element[-1].tail = (element[-1].tail or "") + line
            else:
                element.text = (element.text or "") + line
