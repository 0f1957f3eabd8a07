"""Blocks as Markdown: CommonMark with the tables of GitHub Flavored Markdown.

Whatever Markdown would read as its own is escaped, so that a reader of the Markdown sees the text of the blocks. Posts
and comments are parted by thematic breaks. Emphasis is only read beside white space, marks and the ends of words
(CommonMark 0.31, 6.2): elsewhere, as in scripts without spaces, it is written as HTML, and so are letters above and
below the line, for which Markdown has no mark.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from extraction.rendering.block import Block, BlockKind
from extraction.rendering.markup.boxes import FACTS, is_label
from extraction.rendering.markup.marks import Image, Mark, Span

_PROSE: Final = (BlockKind.PARAGRAPH, BlockKind.QUOTE)
_ROWS: Final = (BlockKind.TABLE_HEAD, BlockKind.TABLE_ROW)


def markdown(blocks: Sequence[Block]) -> str:
    """Write blocks as Markdown, without a line end behind the last line."""
    writer = _Writer()
    at = 0
    while at < len(blocks):
        block, stop = blocks[at], at + 1
        if block.callout == FACTS:  # GitHub knows no such kind
            block = block._replace(callout="", opens=block.opens and block.kind not in _PROSE)
        if block.kind in _ROWS:
            while stop < len(blocks) and _is_row_of(block, blocks[stop]):
                stop += 1
        content = _content(blocks[at:stop])
        if block.footnote:
            content = _note(block.footnote, content)
            if content.endswith(":") and stop < len(blocks) and not blocks[stop].footnote:  # its number alone
                content, stop = f"{content} {_content(blocks[stop : stop + 1])}", stop + 1
            block = block._replace(kind=BlockKind.PARAGRAPH, nesting=0, opens=False)
        if block.callout and _begins_callout(writer.before, block):
            mark = f"[!{block.callout.upper()}]"
            behind = blocks[stop] if stop < len(blocks) else block
            if not is_label(block.callout, block.text):
                content = f"{mark}\n{content}"
            elif behind.callout == block.callout and behind.kind in _PROSE and not behind.opens:
                block, content, stop = behind, f"{mark}\n{_content([behind])}", stop + 1
            else:
                content = mark
            writer.close_quotes(block)
        elif writer.before is not None and writer.before.callout != block.callout:
            writer.close_quotes(writer.before)
        writer.write(block, content)
        at = stop
    return "".join(writer.pieces)


def _begins_callout(before: Block | None, block: Block) -> bool:
    if before is None or before.callout != block.callout:
        return True
    return block.opens and block.kind in _PROSE


def _is_row_of(table: Block, row: Block) -> bool:
    """Tell whether a block is a further row of the table that another block begins."""
    around = (row.post, row.quote, row.nesting) == (table.post, table.quote, table.nesting)
    return around and row.kind in _ROWS and not row.opens


def _content(blocks: Sequence[Block]) -> str:
    """Write a block, or the rows of a table, as if nothing stood around it."""
    block = blocks[0]
    if block.kind in _ROWS:
        return _table(blocks)
    if block.kind is BlockKind.HEADING:
        text = _CLOSING.sub(r"\\\g<0>", " ".join(inline(block.text, block.spans).split()))
        return f"{'#' * block.level} {text}"
    if block.image is not None:
        return image_of(block.image)
    return _fenced(block) if block.kind is BlockKind.PREFORMATTED else _paragraph(block)


class _Writer:
    """What is written so far, and the quotes and items that are open: ``> ``, or as many spaces as an item indents."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.open: list[str] = []
        self.before: Block | None = None
        self.marks: dict[int, tuple[int | None, int]] = {}
        """By the nesting of items: the number of the last one (None if it has none), and which of two marks it has."""

    def write(self, block: Block, content: str) -> None:
        """Write a block in its quotes and items."""
        is_item = block.kind is BlockKind.LIST_ITEM
        before, around = self.before, block.quote + bool(block.callout)
        if before is not None and before.post != block.post:
            self.pieces.append("\n\n---")
            self.open.clear()
        while self.open and (self.quotes() > around or self.items() > block.nesting - is_item):
            self.open.pop()
        if before is not None:
            tight = is_item and before.post == block.post and self.joins(before, block)
            self.pieces.append("\n" if tight else f"\n{''.join(self.open).rstrip()}\n")
        if not block.nesting:
            self.marks.clear()
        self.open += ["> "] * (around - self.quotes())
        indented = "".join(self.open)
        mark = self.mark(block) if is_item else ""
        if is_item:
            self.open.append(" " * len(mark))
        content = {"done": "[x] ", "open": "[ ] "}.get(block.task, "") + content
        lines = [indented + mark, *[indented + " " * len(mark)] * content.count("\n")]
        self.pieces.append(
            "\n".join(a + b if b else a.rstrip() for a, b in zip(lines, content.split("\n"), strict=True))
        )
        self.before = block

    def close_quotes(self, block: Block) -> None:
        """End the quotes that are open for a callout to which a block does not belong."""
        while self.open and self.quotes() > block.quote:
            self.open.pop()

    def quotes(self) -> int:
        return self.open.count("> ")

    def items(self) -> int:
        return len(self.open) - self.quotes()

    @staticmethod
    def joins(before: Block, item: Block) -> bool:
        """Tell whether an item follows what is before it in its list, or begins a list in that item, with no space."""
        if before.quote != item.quote or before.kind is not BlockKind.LIST_ITEM:
            return False
        if not item.opens:
            return True
        return item.nesting > before.nesting and item.number in (
            None,
            1,
        )  # another number begins no list in a paragraph

    def mark(self, item: Block) -> str:
        """Give an item's mark: another than the one before, where Markdown would make one list of two, or count on."""
        number = item.number
        last, which = self.marks.get(item.nesting, (None if number is not None else 0, 0))
        if item.opens:
            which = 1 - which if (last is None) == (number is None) else 0
            self.marks = {nesting: mark for nesting, mark in self.marks.items() if nesting < item.nesting}
        elif number is not None and last is not None and number != last + 1:
            which = 1 - which
        self.marks[item.nesting] = number, which
        return f"{max(number, 0)}{'.)'[which]} " if number is not None else f"{'-*'[which]} "


# What Markdown may read at the beginning of a line: headings, quotes, lists, rules, underlined headings and table rows.
_BEGINNING: Final = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|>|[+-](?=\s|$)|-{2,}|={1,}(?=\s*$)|~{3,})")
_NUMBERED: Final = re.compile(r"^(\s*\d{1,9})([.)])(?=\s|$)")


def _paragraph(block: Block) -> str:
    """Escape a paragraph; its line breaks stay line breaks."""
    stripped = (line.strip() for line in inline(block.text, block.spans).split("\n"))
    lines = [_NUMBERED.sub(r"\1\\\2", _BEGINNING.sub(r"\1\\\2", line)) for line in stripped]
    paragraph = "\\\n".join(line for line in lines if line)
    return _CALLOUT.sub("[!\\1]\n", paragraph) if block.quote and not block.callout else paragraph


_CALLOUT: Final = re.compile(r"^\\\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\\\](?:\\\n|\s+|$)")
"""GitHub reads this at the beginning of a quote; it counts where the page has not made a box of it."""


def _note(number: str, content: str) -> str:
    """Write a footnote, without the number and the arrow back to the text that it may have itself."""
    digits = re.escape(escaped(number.partition("-")[0]))  # a further note of a number has more behind a hyphen
    sign = rf"(?:\\?[\[(^])?{digits}(?:\\?[\])])?"
    plain = re.sub(rf"^(?:<sup>{sign}</sup>\s*|\\\[{digits}\\\]\s*|{sign}(?:\\?[.):])?(?:\s+|$))", "", content)
    return f"[^{number}]: {_BACK.sub('', plain)}".rstrip()


_BACK: Final = re.compile(r"[\s↩↑⏎^\ufe0e\ufe0f]+$")


def _fenced(block: Block) -> str:
    """Fence code with more backticks than it holds in a row."""
    longest = max((len(run) for run in re.findall(r"`+", block.text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{block.language}\n{block.text}\n{fence}"


def _table(rows: Sequence[Block]) -> str:
    escaped_rows = (inline(row.text, row.spans).replace("\n", " ").replace("|", "\\|") for row in rows)
    cells = [row.split("\t") for row in escaped_rows]
    width = max(len(row) for row in cells)
    head = cells.pop(0) if rows[0].kind is BlockKind.TABLE_HEAD else []
    # Shorter rows are filled up by who reads them; one row may have as many cells as there are rows.
    lines = [head + [""] * (width - len(head)), ["---"] * width, *cells]
    return "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |").replace("|  |", "| |") for row in lines)


# What Markdown may read inside a line: code, emphasis, links, HTML, references, strikethrough and its own escapes.
_SPECIAL: Final = re.compile(r"[\\`*\[\]<~]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|!(?=\[)")
_CLOSING: Final = re.compile(r"(?:(?<=\s)|^)#+$")
"""Signs at the end of a heading, which would be read as a mark of its end."""
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
    """A text that is being written as Markdown, piece by piece."""

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
