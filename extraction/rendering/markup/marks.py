"""What markup there is, and how a block says it."""

from enum import IntFlag, StrEnum
from functools import reduce
from operator import or_
from typing import Any, NamedTuple


class Markup(IntFlag):
    """What markup of a page is kept, as bits."""

    NONE = 0
    LINKS = 1
    IMAGES = 2
    FORMATTING = 4
    """Emphasis, code and its language, small letters above and below the line, formulas, footnotes."""
    CAPTIONS = 8
    """What stands below pictures, as blocks of the text."""

    @classmethod
    def of(
        cls, *, links: bool = False, images: bool = False, formatting: bool = False, captions: bool = False
    ) -> "Markup":
        """Give the bits of what a caller asks for."""
        asked = ((links, cls.LINKS), (images, cls.IMAGES), (formatting, cls.FORMATTING), (captions, cls.CAPTIONS))
        return reduce(or_, (bit for is_asked, bit in asked if is_asked), cls.NONE)


class Mark(StrEnum):
    """The kind of a span in the text of a block."""

    LINK = "link"
    STRONG = "strong"
    EMPHASIS = "emphasis"
    CODE = "code"
    DELETED = "deleted"
    SUBSCRIPT = "subscript"
    SUPERSCRIPT = "superscript"
    FORMULA = "formula"
    DISPLAYED_FORMULA = "displayed-formula"
    """A formula that stands on a line of its own."""
    FOOTNOTE = "footnote"
    """A sign that points to a note. The block of the note has the same number as its ``footnote``."""
    IMAGE = "image"


class Span(NamedTuple):
    """A part of the text of a block. Two spans of a block either lie in one another or do not overlap."""

    start: int
    """Number of the first character of the span."""
    end: int
    """Number of the character behind the last one. For an image, which has no text, it is ``start``."""
    kind: Mark
    target: str = ""
    """The address of a link or an image, the TeX source of a formula, the number of a footnote."""
    label: str = ""
    """What an image shows, in words (``alt``)."""

    def as_dict(self) -> dict[str, Any]:
        """Give the fields that are not empty, ready for JSON."""
        fields = {"start": self.start, "end": self.end, "kind": self.kind.value}
        return fields | {name: value for name in ("target", "label") if (value := getattr(self, name))}


class Image(NamedTuple):
    """A picture between paragraphs."""

    source: str
    """The address of the picture."""
    label: str = ""
    """What the picture shows, in words (``alt``)."""
    caption: str = ""
    """What stands below the picture, if the text does not have it; empty where captions are blocks."""
    width: int = 0
    """Width in pixels, as the page states it; 0 when it does not."""
    height: int = 0
    """Height in pixels, as the page states it; 0 when it does not."""

    def as_dict(self) -> dict[str, Any]:
        """Give the fields that are not empty, ready for JSON."""
        return {name: value for name, value in self._asdict().items() if value}
