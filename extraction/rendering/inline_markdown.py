"""The text of one block as Markdown: what Markdown would read as its own is escaped, spans get its marks.

Emphasis is only read beside white space, marks and the ends of words (CommonMark 0.31, 6.2): elsewhere, as in scripts
without spaces, it is written as HTML, and so are letters above and below the line, for which Markdown has no mark.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from extraction.rendering.markup.marks import Image, Mark, Span

# What Markdown may read inside a line: code, emphasis, links, HTML, references, strikethrough and its own escapes.
_SPECIAL: Final = re.compile(r"[\\`*\[\]<]|~(?=~)|(?<=~)~|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|!(?=\[)")
_MARKS: Final = {Mark.STRONG: "**", Mark.EMPHASIS: "*", Mark.DELETED: "~~"}
_ELEMENTS: Final = {
    Mark.STRONG: "strong",
    Mark.EMPHASIS: "em",
    Mark.DELETED: "del",
    Mark.SUBSCRIPT: "sub",
    Mark.SUPERSCRIPT: "sup",
}


def inline(text: str, spans: Sequence[Span] = ()) -> str:
    """Write a text with its spans; line breaks and tabs, which are in no span, stay."""
    return _Line(text, spans).markdown if spans else escaped(text)


def escaped(text: str) -> str:
    """Escape what Markdown would read as its own within a line."""
    return _SPECIAL.sub(r"\\\g<0>", text)


def image(source: str, label: str, title: str = "") -> str:
    """Write an image; its title is what stands below it."""
    quoted = '"' + escaped(title).replace('"', '\\"') + '"'
    return f"![{escaped(label)}]({_address(source)}{f' {quoted}' if title else ''})"


def image_of(picture: Image) -> str:
    """Write a picture between paragraphs."""
    return image(picture.source, picture.label, picture.caption)


def _address(address: str) -> str:
    plain = re.sub(r"[\s<>]", lambda match: f"%{ord(match[0]):02X}", address)
    return f"<{plain}>" if re.search(r"[()\\]", plain) else plain


class _Line:
    """A text as it is written."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self._text, self._spans = text, spans
        self._next = 0
        self._out: list[str] = []
        self._last = ""
        self._to(0, len(text))
        self.markdown = "".join(self._out)

    def _put(self, piece: str) -> None:
        if piece:
            self._out.append(piece)
            self._last = piece[-1]

    def _to(self, start: int, end: int) -> None:
        """Write the text from one character to another, with the spans in it."""
        while self._next < len(self._spans) and self._spans[self._next].start <= end:
            span = self._spans[self._next]
            if span.end > end or (span.start == end and span.end == end != len(self._text)):
                break
            self._next += 1
            before = escaped(self._text[start : span.start])
            if before.endswith("!") and span.kind in (Mark.LINK, Mark.FOOTNOTE):
                before = f"{before[:-1]}\\!"
            self._put(before)
            self._span(span)
            start = span.end
        self._put(escaped(self._text[start:end]))

    def _span(self, span: Span) -> None:
        text = self._text[span.start : span.end]
        match span.kind:
            case Mark.LINK:
                self._put("[")
                self._to(span.start, span.end)
                self._put(f"]({_address(span.target)})")
            case Mark.IMAGE:
                self._put(
                    image(span.target, span.label) + " " * (not self._text[span.start : span.start + 1].isspace())
                )
            case Mark.CODE:
                # Between two of them backticks of both would be read as one run.
                self._put(f"<code>{escaped(text)}</code>" if self._last == "`" else _code(text))
            case Mark.FORMULA:
                self._put(f"${span.target}$")
            case Mark.DISPLAYED_FORMULA:
                self._put(f"$${span.target}$$")
            case Mark.FOOTNOTE:
                self._put(f"[^{span.target}]")
            case _:
                self._emphasis(span)
        if span.kind in (Mark.CODE, Mark.FORMULA, Mark.DISPLAYED_FORMULA, Mark.FOOTNOTE):
            while self._next < len(self._spans) and self._spans[self._next].end <= span.end:
                self._next += 1

    def _emphasis(self, span: Span) -> None:
        out, last = self._out, self._last
        self._out = []
        self._to(span.start, span.end)
        inner, self._out = "".join(self._out), out
        mark, after = _MARKS.get(span.kind, ""), self._text[span.end : span.end + 1]
        reads = mark and last not in ("*", "~") and _flanks(last, inner[:1]) and _flanks(after, inner[-1:])
        name = _ELEMENTS[span.kind]
        self._put(f"{mark}{inner}{mark}" if reads else f"<{name}>{inner}</{name}>")


def _flanks(outside: str, inside: str) -> bool:
    """Tell whether a mark between two characters is read as emphasis of what is inside."""
    return not _is_mark(inside) or not outside or outside.isspace() or _is_mark(outside)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS" if character else False


def _code(text: str) -> str:
    """Write code between more backticks than it holds in a row."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence, space = "`" * (longest + 1), " " * text.startswith("`") or " " * text.endswith("`")
    return f"{fence}{space}{text}{space}{fence}"
