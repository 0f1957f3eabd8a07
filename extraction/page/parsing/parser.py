"""The parser, lexbor through selectolax, and what is asked of it directly.

selectolax gives a page as a string, which takes as long to make and to encode again as the parser takes to write it
out; and it puts copies in a place, not nodes. The parser can be asked directly, as selectolax's extension exports its
functions. That is no promise of selectolax: a version that was not tested is refused when this module is imported.

What React streams behind a page is put in its place here. A server that streams (``renderToPipeableStream``, since
React 18) sends a page with a ``template`` wherever something is not ready, and that later, hidden, at the end of the
body; a script in the page then moves it. The content ``S:1f`` belongs before the template ``B:1f`` of a suspended
boundary or ``P:1f`` of a part of one. Whole articles come so, and without the script they would stand below the footer,
in the order in which they were ready.

Formulas that KaTeX or MathJax has drawn are left as MathML or as their source.

Notes that stand within a paragraph, to be shown in the margin or when somebody points at their sign, become paragraphs
behind it: they would be glued to its words. So write Tufte CSS and what has learned from it (Pandoc's sidenotes, Hugo
and Jekyll themes), Distill, LaTeXML, and the Modern Footnotes of WordPress.
"""

import re
from typing import Final, NamedTuple

import numpy as np
import selectolax
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser, LexborNode

from extraction.page.names import Names, words_of
from extraction.page.texts import WordTable
from native.library import Pointer, array, ffi, keep, lib, struct

TESTED: Final = ("1.0.",)
"""How the versions of selectolax begin whose functions are as ``native/page/page.h`` declares them."""

ATTRIBUTES: Final = (
    *("class", "id", "role", "itemprop", "hidden", "open", "style", "start", "reversed", "lang", "datetime", "content"),
    *("property", "name", "http-equiv", "rel", "type", "colspan", "rowspan", "shadowrootmode"),
    *("aria-controls", "aria-expanded"),
)
"""Attributes that are read of any element; of ``link`` all may be, and of ``li`` also its ``value``. Others are not
written: they are half of a page."""

DATED_ATTRIBUTES: Final = ("title", "data-original-title", "data-bs-original-title", "data-tippy-content")
"""Attributes that are read where they begin with a year and its mark, or have a year and a time of day and are short:
what readers see is often "3 hours ago". Scripts for tooltips (Bootstrap, Tippy) move the ``title`` into one of their
own. Those called ``data-date`` and ``data-time`` are of events that are counted down to."""

MARKUP_ATTRIBUTES: Final = (
    *("href", "src", "srcset", "alt", "width", "height", "data", "data-lang", "data-language", "checked"),
    *("data-enlighter-language", "data-code-block-lang", "data-syntaxhighlighter-params", "language", "syntax"),
    *("data-src", "data-lazy-src", "data-original", "data-srcset", "zoomfile", "file"),
    *("data-callout-type", "data-callout", "data-admonition-type", "data-latex"),
)
"""Attributes that links, images, code, callouts and formulas are read from, where somebody asked for these."""

_FUNCTIONS: Final = {
    "first_child": "lxb_dom_node_first_child_noi",
    "next": "lxb_dom_node_next_noi",
    "parent": "lxb_dom_node_parent_noi",
    "first_attribute": "lxb_dom_element_first_attribute_noi",
    "next_attribute": "lxb_dom_element_next_attribute_noi",
    "name": "lxb_dom_element_qualified_name",
    "attribute_name": "lxb_dom_attr_qualified_name",
    "attribute_value": "lxb_dom_attr_value_noi",
    "type": "lxb_dom_node_type_noi",
    "tag": "lxb_dom_node_tag_id_noi",
    "is_void": "lxb_html_node_is_void_noi",
    "write_node": "lxb_html_serialize_cb",
    "write_tree": "lxb_html_serialize_tree_cb",
    "show_node": "lxb_html_serialize_pretty_cb",
}
"""The functions of the parser by the fields of ``Parser`` in ``native/page/page.h``."""


def check_version(installed: str) -> None:
    """Raise ImportError for a version of selectolax that was not tested."""
    if not installed.startswith(TESTED):
        raise ImportError(
            f"Mezmun reads the parser of selectolax {' and '.join(f'{each}x' for each in TESTED)}, and {installed} is "
            "installed: install one of those, or test this one and add it to `TESTED` in "
            "extraction/page/parsing/parser.py."
        )


def load(path: str) -> tuple[Pointer, Pointer]:
    """Open selectolax's extension; gives its functions as a library, and as the struct ``Parser``.

    Raises:
        ImportError: it has not all functions that are called.
    """
    try:
        functions = ffi.dlopen(path)
        parser = struct("Parser", **{field: ffi.addressof(functions, name) for field, name in _FUNCTIONS.items()})
        keep(parser, functions)
        for name in ("remove", "insert_before", "insert_after", "insert_child"):
            ffi.addressof(functions, f"lxb_dom_node_{name}_wo_events")
    except (ffi.error, AttributeError, OSError) as error:
        raise ImportError(
            f"The parser in {path} hides functions that Mezmun calls ({error}): install selectolax from its wheel."
        ) from error
    return functions, parser


check_version(selectolax.__version__)
_LIBRARY, _PARSER = load(lexbor.__file__)
_ATTRIBUTES: Final = WordTable(ATTRIBUTES)
_DATED: Final = WordTable(DATED_ATTRIBUTES)
_OF_PROFILES: Final = (
    Names.USER_PATH,
    Names.PROFILE_FILE,
    Names.NUMBERED_PROFILE_FILE,
    Names.PROFILE_PARAMETER,
    Names.PROFILE_QUERY,
)
_PROFILES: Final = WordTable(sorted({word.rpartition("=")[2] for each in _OF_PROFILES for word in words_of(each)}))
_WITH_MARKUP: Final = WordTable((*ATTRIBUTES, *MARKUP_ATTRIBUTES))


class SerialisedPage(NamedTuple):
    """A page as the parser writes it."""

    html: memoryview
    """Its root element (UTF-8)."""
    dated: int
    """How many of ``DATED_ATTRIBUTES`` state a day."""
    profile_links: int
    """How many links have an address with a word that stands in those of profiles."""


def serialised(parser: LexborHTMLParser, likely: int, *, with_markup: bool = False) -> SerialisedPage:
    """Give a page as the parser writes it. ``likely`` is a guess at its bytes.

    It is in a buffer of its own, so that the tree can be let go before a copy of the right size is made.

    Attributes that are not in ``ATTRIBUTES``, nor ``with_markup`` in ``MARKUP_ATTRIBUTES``, nor state a day in one of
    ``DATED_ATTRIBUTES``, nor are the address of a profile, perhaps, may be left out, and what a ``script`` or ``style``
    holds; never JSON-LD.
    """
    root = parser.root
    if root is None:
        return SerialisedPage(memoryview(b""), 0, 0)
    capacity, read = likely, _WITH_MARKUP if with_markup else _ATTRIBUTES
    tables = (read.struct, _DATED.struct, _PROFILES.struct)
    while True:
        out = np.empty(capacity, dtype=np.uint8)
        html = struct("SerialisedHtml", out=array(out, capacity, writable=True), capacity=capacity)
        if lib.mezmun_serialise(_PARSER, ffi.cast("void *", root.mem_id), *tables, html):
            raise MemoryError("The parser has no memory to write a page out.")
        length: int = html.length
        if length <= capacity:
            return SerialisedPage(out.data[:length], html.dated, html.profile_links)
        capacity = length


def move(node: LexborNode, place: LexborNode) -> None:
    """Move a node before another one, which is not in it."""
    remove(node)
    _LIBRARY.lxb_dom_node_insert_before_wo_events(_pointer(place), _pointer(node))


def append(parent: LexborNode, node: LexborNode) -> None:
    """Put a node that is in no tree behind all that another one holds."""
    _LIBRARY.lxb_dom_node_insert_child_wo_events(_pointer(parent), _pointer(node))


def remove(node: LexborNode) -> None:
    """Take a node out of the tree."""
    _LIBRARY.lxb_dom_node_remove_wo_events(_pointer(node))


def _pointer(node: LexborNode) -> Pointer:
    return ffi.cast("void *", node.mem_id)


_SHADOW_ROOT: Final = b"<template shadowrootmode"
_TEMPLATE: Final = re.compile(rb"<(/?)template\b([^<>]*)>")
_PARAGRAPH: Final = re.compile(rb"<p\b[^<>]*>(?:[^<]|<(?!/?p\b))*")
_LEAST_IN_ROOTS: Final = 0.7
"""Share of the text of all paragraphs that shadow roots hold, where they are read: others hold a page's machinery."""


def with_open_shadow_roots(source: bytes) -> bytes:
    """Make elements of the declarative shadow roots of a page, as the parser writes it, that hold most of its text.

    Readers see them in place of what the element around them holds (HTML standard, 4.12.3).
    """
    if _SHADOW_ROOT not in source:
        return source
    pieces, inside, open_templates, last = list[bytes](), 0, list[bool](), 0
    for match in _TEMPLATE.finditer(source):
        text = source[last : match.start()]
        if open_templates and all(open_templates):
            inside += _paragraphs(text)
        pieces.append(text)
        last = match.end()
        if match[1] and open_templates:
            pieces.append(b"</shadow-root>" if open_templates.pop() else match[0])
        elif match[1]:
            pieces.append(match[0])
        else:
            open_templates.append(match[2].startswith(b" shadowrootmode"))
            pieces.append(b"<shadow-root>" if open_templates[-1] else match[0])
    opened = b"".join([*pieces, source[last:]])
    return opened if inside > _LEAST_IN_ROOTS * _paragraphs(opened) else source


def _paragraphs(source: bytes) -> int:
    """Count the bytes of the paragraphs in a source."""
    return sum(len(match[0]) for match in _PARAGRAPH.finditer(source))


_STREAMED: Final = b'id="S:'


def settle(parser: LexborHTMLParser, source: bytes) -> None:
    """Move what was streamed behind a page (its source in UTF-8) to where it belongs.

    What has no place stays, and so does what stands before it, which React never writes: thus nothing is ever moved
    into itself.
    """
    if _STREAMED not in source:
        return
    places: dict[str, LexborNode] = {}
    for node in parser.css("template[id], [hidden][id]"):
        kind, _, number = (node.attributes["id"] or "").partition(":")
        if node.tag == "template" and kind in ("B", "P"):
            places[number] = node
        elif kind == "S" and number in places:
            move(node, places.pop(number))


_DISTILL: Final = "d-footnote"
"""The element of a note on pages of Distill; others name theirs."""
_NOTES: Final = ", ".join((_DISTILL, *(f".{name}" for name in words_of(Names.NOTE_WITHIN))))
_BESIDE_NOTES: Final = ", ".join(f".{name}" for name in words_of(Names.BESIDE_NOTE))
_PARAGRAPHS: Final = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "dt"})
"""A note is put behind them, and to the end of ``_OTHERS``; one that stands in none of these is no part of a line."""
_OTHERS: Final = frozenset({"li", "dd", "td", "th", "figcaption"})
_AROUND: Final = frozenset({"div", "section", "article", "main", "aside", "blockquote", "body"})
_MOST_NOTES: Final = 1000
_MOST_AROUND_NOTE: Final = 20
"""Elements of a line: both bound what is done for a page."""


def _block_of(note: LexborNode) -> LexborNode | None:
    """Give the paragraph, item or cell in whose lines a note stands; None when there is none."""
    block = note.parent
    for _ in range(_MOST_AROUND_NOTE):
        if block is None or block.tag in _AROUND:
            return None
        if block.tag in _PARAGRAPHS or block.tag in _OTHERS:
            return block
        block = block.parent
    return None


def set_notes_apart(parser: LexborHTMLParser) -> None:
    """Make paragraphs of the notes that stand within others, in their order."""
    for node in parser.css(_BESIDE_NOTES):
        remove(node)
    last: dict[int, LexborNode] = {}
    for note in parser.css(_NOTES)[:_MOST_NOTES]:
        block = _block_of(note)
        if block is None:
            continue
        paragraph = parser.create_node("p")
        remove(note)
        append(paragraph, note)
        if block.tag in _PARAGRAPHS:
            _LIBRARY.lxb_dom_node_insert_after_wo_events(_pointer(last.get(block.mem_id, block)), _pointer(paragraph))
            last[block.mem_id] = paragraph
        else:
            append(block, paragraph)


DRAWN: Final = "drawn-formula"
"""The class of a formula's source that stands behind what MathJax has drawn of it."""
_DRAWINGS: Final = ("MathJax", "mjx-")
_SOURCES: Final = ", ".join(f'annotation[encoding="{kind}"]' for kind in ("application/x-tex", "TeX", "LaTeX"))
_FORMULAS: Final = frozenset(words_of(Names.FORMULA))
_MOST_AROUND_FORMULA: Final = 5
"""Elements around ``math``: KaTeX has three."""
_SEEN: Final = '[aria-hidden="true"]'
_MOST_SEEN: Final = 8
"""One formula is seen in at most so many elements: what it is drawn in is one."""


def show_formulas(parser: LexborHTMLParser) -> None:
    """Leave each formula once: its TeX source, where MathML has that; MathML without what is drawn of it; or the source
    behind a drawing.

    A drawing is a heap of letters: a fraction in it reads as its two numbers side by side.
    """
    for source in parser.css(f"math.{DRAWN}"):
        drawing = source.prev
        if drawing is None or not (drawing.attributes.get("class") or "").startswith(_DRAWINGS):
            continue
        remove(source if drawing.css_first("math") is not None else drawing)
    shown: set[int] = set()
    for formula in parser.css("math"):
        whole = _whole_of(formula)
        if whole is None or whole.mem_id in shown:
            continue
        shown.add(whole.mem_id)
        for drawing in whole.css(_SEEN)[:_MOST_SEEN]:
            if drawing.css_first("math") is None:
                remove(drawing)
    for source in parser.css(_SOURCES):
        around = source.parent
        if around is not None and around.tag == "semantics":
            for other in list(around.iter()):
                if other.mem_id != source.mem_id:
                    remove(other)


def _whole_of(formula: LexborNode) -> LexborNode | None:
    """Give the outermost element around MathML that is named after formulas; None where none is."""
    whole, around = None, formula.parent
    for _ in range(_MOST_AROUND_FORMULA):
        if around is None:
            break
        names = (around.attributes.get("class") or "").lower().split()
        whole = whole if _FORMULAS.isdisjoint([*names, around.tag]) else around
        around = around.parent
    return whole
