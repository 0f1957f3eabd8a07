"""What the text of a page consists of: blocks, and plain text from them."""

from collections.abc import Iterable
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final, NamedTuple

from extraction.rendering.markup.marks import Image, Span


class BlockKind(StrEnum):
    """What a block of text is in its page: a paragraph, a heading, an item, a row ..."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"
    LIST_ITEM = "list-item"
    """The first block of an item; what follows in it are paragraphs of the same ``nesting``."""
    TABLE_HEAD = "table-head"
    TABLE_ROW = "table-row"
    QUOTE = "quote"
    """A paragraph of quoted text; other kinds of blocks say with ``quote`` that they stand in one."""
    PREFORMATTED = "preformatted"
    CAPTION = "caption"
    """What stands below a picture. Most of them are no text, and come where they were asked for."""
    IMAGE = "image"
    """A picture between other blocks: it has no text."""


class Block(NamedTuple):
    """One paragraph, heading, item ... of the text."""

    kind: BlockKind
    text: str
    """Not empty but for an image's; line breaks only from ``br`` and in preformatted text, tabs only between a row's
    cells. A row whose first cells are empty begins with tabs."""
    level: int = 0
    """The level of a heading, 1 to 6; 0 for other blocks."""
    nesting: int = 0
    """How many lists stand around the block: 1 in an item of a list, 2 in an item of a list in that item; 0 outside."""
    number: int | None = None
    """The number that the page shows before an item of an ordered list; None for other blocks."""
    quote: int = 0
    """How many quotes stand around the block: 1 in quoted text, 2 in what that text quotes."""
    opens: bool = False
    """A list or a table begins with this item or row, or a callout with this block."""
    post: int = 0
    """The post of a thread, or the comment under an article, that the block belongs to, from 1; 0 is none."""
    path: str = ""
    """Where the block begins, as an XPath; empty when it was not asked for."""
    spans: tuple[Span, ...] = ()
    """The links, emphasis and other marks in the text. A span stands before those that lie in it.
    There are none when they were not asked for."""
    image: Image | None = None
    """The picture, when the block is one; None for other blocks."""
    language: str = ""
    """The name of the programming language of preformatted text, as the page has it; empty for other blocks."""
    footnote: str = ""
    """The number of the footnote that begins with this block."""
    callout: str = ""
    """The kind of the callout in which this block stands: note, tip, important, warning, caution, or a box of facts.
    It is empty outside of callouts. The first block of a callout ``opens`` it."""
    task: str = ""
    """Whether the task is done or open, in an item of a list of tasks; empty for other blocks."""

    def as_dict(self) -> dict[str, Any]:
        """Give the kind, the text, and every other field that is not empty, ready for JSON."""
        fields: dict[str, Any] = {"kind": self.kind.value, "text": self.text}
        if self[2:] == _NOTHING_ELSE:  # as most have
            return fields
        fields |= {name: value for name, value in zip(_OPTIONAL, _optional_of(self), strict=True) if value}
        if self.spans:
            fields["spans"] = [span.as_dict() for span in self.spans]
        return fields | ({"image": self.image.as_dict()} if self.image else {})

    @property
    def plain(self) -> str:
        """The text as a line or lines of plain text: a row without its first, empty cells."""
        return self.text if self.kind is BlockKind.PREFORMATTED else self.text.lstrip("\t")


def text_of(blocks: Iterable[Block], between: str = "\n") -> str:
    """Give the text of blocks, one a line (a block with line breaks of its own takes several)."""
    return between.join([block.plain for block in blocks if block.kind is not BlockKind.IMAGE])


_NOTHING_ELSE: Final = tuple(Block._field_defaults.values())
_OPTIONAL: Final = (
    *("level", "nesting", "number", "quote", "opens", "post", "path"),
    *("language", "footnote", "callout", "task"),
)
_optional_of: Final = attrgetter(*_OPTIONAL)
