"""The text of an article as data holds it, written as HTML: HTML, Markdown, plain text, or the blocks of an editor.

Editors write a text as a tree of objects, each with its type and with its text or children under a few names (Portable
Text, Contentful, Editor.js, ProseMirror, Slate, Lexical, Draft.js, Gutenberg, hast, React). What type is which element,
is in ``block_types.tsv``: ``-inline`` is part of a line, ``-`` no text of the article.
"""

import html
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from extraction.metadata.script_state.state_keys import KeyRole, keys_of
from extraction.metadata.script_state.states import loaded
from extraction.page.statements.markup import BLOCK
from normalization.load_once import load_once
from normalization.table_rows import mapping_of, rows_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_PART_KEYS: Final = frozenset(keys_of(KeyRole.PART))
_NOT_OF_KIND: Final = re.compile(r"^core/|[^a-z0-9]")
_INLINE: Final = "-inline"
_NO_TEXT: Final = "-"
_INLINE_HTML: Final = re.compile(
    r"</?(?:a|b|i|u|s|em|strong|span|code|mark|su[bp]|small|br)\b[^<>]*>|&#?\w{2,8};", re.I
)
_JSON_BEGINS: Final = ('{"', '[{"', '["', "[[")
_MARKED: Final = re.compile(r"^(?:#{1,6} |[*-] |>|```)|\]\(|\*\*", re.MULTILINE)
_CONTAINER_MARK: Final = re.compile(r"^:::.*$", re.MULTILINE)
"""A box begins or ends here, in the extensions of Markdown that have boxes: what is in it is text like the rest."""
REACT_ITEMS: Final = 4  # of an element: "$", its name, its key and its properties
_PARTS_OF_TREE: Final = 2  # a tree in lists is a name and what is in it


@load_once
def _elements() -> dict[str, str]:
    table = Path(__file__).with_name("block_types.tsv")
    rows = rows_of(table, "type", "element", "editor")
    return mapping_of(table, ((block_type, element) for block_type, element, _ in rows))


_MOST_MARKUP: Final = 4
"""All that is written has at most so many times the characters of the page."""


class _End(str):
    """A tag that stands for nothing but itself."""

    __slots__ = ()


class MarkupWriter:
    """Writes parts of one page's data as HTML, as long as they are not too many: any may be named again."""

    def __init__(self, page_chars: int) -> None:
        self._chars = _MOST_MARKUP * page_chars
        self._values = page_chars  # each takes characters of the page, if it is not named many times

    def markup_of(self, value: Any) -> str:
        """Write a body as paragraphs; empty where it has no text, or the page has had too much of it."""
        pieces: list[str] = []
        waiting: list[tuple[Any, bool]] = [(value, False)]  # with whether a paragraph is open
        while waiting:
            each, inline = waiting.pop()
            self._values -= 1
            if isinstance(each, str):
                self._chars -= len(each)
            if self._chars < 0 or self._values < 0:
                return ""
            if isinstance(each, _End):
                pieces.append(each)
            elif isinstance(each, str):
                nested = next(loaded(each), None) if each.startswith(_JSON_BEGINS) else None
                if nested is not None:
                    waiting.append((nested, inline))
                else:
                    pieces.append(_inline(each) if inline else _paragraphs(each))
            elif isinstance(each, list):
                waiting += reversed(_of_list(each, inline))
            elif isinstance(each, dict):
                waiting += reversed(_of_object(each, inline, root=each is value))
        return "".join(pieces)


def _of_list(each: list[Any], inline: bool) -> list[tuple[Any, bool]]:
    if len(each) >= REACT_ITEMS and each[0] == "$" and isinstance(each[3], dict):
        tag = each[1] if isinstance(each[1], str) else ""
        return _of_object({"tag": tag, "props": each[3]}, inline, root=False)
    if (
        len(each) >= _PARTS_OF_TREE
        and isinstance(each[0], str)
        and isinstance(each[1], dict)
        and each[0] in _elements()
    ):
        return _of_object({"tag": each[0], "children": each[2:]}, inline, root=False)
    if not inline and any(_kind(part) == _INLINE for part in each):
        return [(_End("<p>"), True), *((part, True) for part in each), (_End("</p>"), True)]
    return [(part, inline) for part in each]


def _of_object(each: dict[str, Any], inline: bool, *, root: bool) -> list[tuple[Any, bool]]:
    kind = _kind(each)
    if kind == _NO_TEXT or (not root and _is_card(each)):
        return []
    if kind == "br":
        return [(_End("<br>"), inline)]
    if kind == "h2":
        kind = _heading(each)
    of_line = kind == _INLINE or (not kind and inline)
    within = inline or kind not in ("", _INLINE, "div", "ul", "ol", "li", "blockquote")
    parts = [(part, within) for part in _parts(each)]
    if kind in ("ul", "ol"):
        parts = [item for part, _ in parts for item in _items(part)]
    elif kind in ("li", "blockquote") or (not kind and not inline and _is_run(each.get("children"))):
        within = within or not any(_has_blocks(part) for part, _ in parts)
        parts = [(part, within) for part, _ in parts]
    if of_line:
        return parts
    element = kind or "div"
    return [(_End(f"<{element}>"), True), *parts, (_End(f"</{element}>"), True)]


def _items(part: Any) -> list[tuple[Any, bool]]:
    if isinstance(part, dict) and isinstance(part.get("items"), list):
        part = part["items"]
    items = part if isinstance(part, list) else [part]
    return [
        ({"type": "li", "content": item} if isinstance(item, str) or not _kind(item) else item, False) for item in items
    ]


def _is_run(children: Any) -> bool:
    """Whether these are parts of one line, as leaves of Slate are: objects of a text, without a type."""
    return isinstance(children, list) and any(
        isinstance(child, dict) and isinstance(child.get("text"), str) and not _kind(child) for child in children
    )


def _has_blocks(part: Any) -> bool:
    return (isinstance(part, str) and BLOCK.search(part) is not None) or (
        isinstance(part, list) and any(_kind(item) not in ("", _INLINE) for item in part)
    )


def _kind(each: Any) -> str:
    """Give the element of a block, empty if it says none that is known."""
    if isinstance(each, list):
        each = {"tag": each[1]} if len(each) >= REACT_ITEMS and each[0] == "$" else {}
    if not isinstance(each, dict):
        return ""
    for key in keys_of(KeyRole.KIND):
        name = each.get(key)
        if isinstance(name, str) and len(name) < _LONGEST_KIND:
            name = "listitem" if key == "listItem" else _NOT_OF_KIND.sub("", name.lower())
            if name in _elements() and (key != "name" or each[key].startswith("core/")):
                return _elements()[name]
    return ""


_LONGEST_KIND: Final = 40  # bounds what is kept: the longest of the table is shorter


def _heading(each: dict[str, Any]) -> str:
    inner = next((each[key] for key in ("data", "attributes", "attrs") if isinstance(each.get(key), dict)), each)
    level = inner.get("level", each.get("depth", each.get("level", 2)))
    known = isinstance(level, int | float) and level in (1, 2, 3, 4, 5, 6)
    return f"h{int(level)}" if known else "h2"


def _is_card(each: dict[str, Any]) -> bool:
    """Whether an object tells of another page: it has a title and an address."""
    has_title = any(isinstance(each.get(key), str) for key in keys_of(KeyRole.TITLE))
    return has_title and any(isinstance(each.get(key), str) for key in keys_of(KeyRole.ADDRESS))


def _parts(each: dict[str, Any]) -> list[Any]:
    """Give the text of a block, and what it has of other blocks."""
    own = next(
        (each[key] for key in keys_of(KeyRole.STRING) if isinstance(each.get(key), str) and each[key].strip()), None
    )
    named = each.get("type")  # Notion: {"type": "paragraph", "paragraph": {...}}
    keys = [key for key in each if key in _PART_KEYS or key == named or (key == "rich_text" and own is None)]
    parts = [each[key] for key in keys if isinstance(each[key], dict | list)]
    return parts if own is None else [own, *parts]


def _inline(text: str) -> str:
    return text if _INLINE_HTML.search(text) else html.escape(text, quote=False)


def _paragraphs(text: str) -> str:
    if BLOCK.search(text):
        return text
    if _MARKED.search(text):
        return _of_markdown(text)
    lines = filter(None, map(str.strip, text.splitlines()))
    return "".join(f"<p>{_inline(line)}</p>" for line in lines)


def _of_markdown(text: str) -> str:
    """Write Markdown (CommonMark, with the tables and the strikethrough of GitHub) as HTML."""
    return str(_markdown().render(_CONTAINER_MARK.sub("", text)))


@load_once
def _markdown() -> "MarkdownIt":
    """Give the parser (markdown-it-py); it takes no more than a time proportional to the text, whatever that is."""
    from markdown_it import MarkdownIt  # here, for few pages need it

    return MarkdownIt("commonmark").enable(["table", "strikethrough"])
