"""A page as columns: one parse, then arrays in document order that every method reads.

Two tables lie side by side. An *element* has a tag, a parent, a depth and the end of its subtree; a *segment* is one
run of visible text with the element that owns it. Both are in document order, so the elements of a subtree are the rows
``e : end[e]`` and its segments the rows ``first[e] : last[e]``, and every sum over a subtree is the difference of two
prefix sums. Nothing recurses: pages nest thousands deep.

The parser is lexbor through selectolax, which builds the tree of the HTML standard. What is read of the tree is
written out again, and one walk over that source, in C (``native/page/node_table.c``), fills the columns. On 180
labelled pages of 115 kB to write takes a quarter of the time of the parse, scan and walk more than a third. A walk over
the parser's nodes in Python took longer than the parse, and the source read with arrays, tag by tag, no less. Texts
stay bytes:
strings are made of those asked for.

What holds no text, and so no segments:

- comments; ``script``, ``style``, ``title`` and the rest of ``head``; ``template``, ``iframe``, ``svg``, ``object`` and
  media, whose text is a fallback no reader sees;
- values of form controls (``option``, ``textarea``, ``button`` ...): labels of the page's machinery, never its text,
  but for a button that a heading begins with, which has the heading's words and folds what is below, and for one among
  the words of a paragraph;
- hidden elements: ``hidden``; ``display:none``, ``visibility:hidden`` and ``font-size:0`` in the element's own
  ``style``; a closed ``dialog``. Style sheets are not read. What is hidden only until a reader unfolds it (the answers
  of a list of questions, tabs), or until a script puts it in its place (``parser``), is text;
- ``noscript``.

The last two hold text after all when it is nearly all of the page's, or for ``noscript`` more than half: some pages
hide what they have until a script shows it, and forum software such as Discourse serves readers without scripts in
``noscript``, and only there.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, SelectolaxError

from extraction.page import attribute_signatures as signatures
from extraction.page import tags
from extraction.page.attribute_signatures import Signatures
from extraction.page.names import SignatureSubject
from extraction.page.parsing import limits
from extraction.page.parsing.boxed_blocks import are_blocks_boxes, make_blocks
from extraction.page.parsing.limits import PageTooLargeError
from extraction.page.parsing.lined_code import make_preformatted
from extraction.page.parsing.parser import serialised, set_notes_apart, settle, show_formulas, with_open_shadow_roots
from extraction.page.parsing.shown_source import as_shown, utf8, with_end_tags
from extraction.page.parsing.source_walk import PAGE_COLUMNS, page_of, walk
from extraction.page.texts import Texts, unescaped
from native.library import Pointer, array, lib
from normalization.cached_property import cached_property

Column: TypeAlias = NDArray[np.int32]
Mask: TypeAlias = NDArray[np.bool_]
Result = TypeVar("Result")


@dataclass(frozen=True, eq=False)
class NodeTable:
    """The columns of one page: E elements and S segments, both in document order."""

    tag: NDArray[np.int16]
    """(E) code of the element's name, see ``tags``."""
    parent: Column
    """(E) row of the parent; -1 for the root, which is row 0."""
    depth: Column
    """(E) number of ancestors."""
    end: Column
    """(E) row behind the element's last descendant."""
    silent: Mask
    """(E) the element or an ancestor holds no visible text."""
    first: Column
    """(E) row of the first segment in the element's subtree."""
    last: Column
    """(E) row behind the last segment in the element's subtree."""

    texts: Texts
    """(S) the text as the page has it, white space included; it holds a character other than that."""
    owner: Column
    """(S) row of the element whose child the text is."""
    position: Column
    """(S) number of elements that begin before the text."""
    chars: Column
    """(S) characters without white space."""
    in_link: Mask
    """(S) the text has an ``a`` ancestor."""
    spaced: Mask
    """(S) white space stands between this text and the one before it, in a text of its own. In ``pre`` it is a part of
    the one before it, or behind a number of the next one, and so is a line break for each ``br`` and block."""

    source: bytes
    """The page as its parser writes it (UTF-8): every element closed, values in double quotes.

    What nobody reads is not there: most scripts and styles, and attributes that are not in ``parser.ATTRIBUTES``.
    """
    names: Column
    """(E) byte of the source where the element's attributes begin; they end before the ">" that is before ``body``."""
    body: Column
    """(E) byte of the source where what the element holds begins, ..."""
    stop: Column
    """(E) ... and the one behind it."""
    dated: int = 0
    """How many attributes that state a day (``parser.DATED_ATTRIBUTES``) the source has."""
    profile_links: int = 0
    """How many links of the source may lead to the profile of somebody; the addresses of others are not in it."""

    @cached_property
    def text(self) -> tuple[str, ...]:
        """(S) all of ``texts`` as strings: ask for those that are needed instead where they are few."""
        return tuple(self.texts.text)

    @cached_property
    def columns(self) -> Pointer:
        """The columns as a ``Page``, for the library: good as long as the table."""
        return page_of({name: getattr(self, name) for name in PAGE_COLUMNS})

    @cached_property
    def signature(self) -> Column:
        """(E) row in ``signatures``."""
        return self._signed[0]

    @cached_property
    def signatures(self) -> Signatures:
        """The different attribute signatures of the page's elements."""
        return self._signed[1]

    def has(self, tag: int) -> bool:
        """Tell whether the page has an element of a tag (its code)."""
        return self._times_of_tag[tag] > 0

    def number_of(self, tag: int) -> int:
        """Count the elements of a tag (its code)."""
        return self._times_of_tag[tag]

    def of_name(self, name: bytes) -> NDArray[np.intp]:
        """Give the elements (E) of a name that HTML does not know, as ``b"amp-img"``."""
        start = b"<" + name
        if start not in self.source:  # as in most pages
            return np.empty(0, dtype=np.intp)
        unknown: NDArray[np.intp] = (self.tag == _UNKNOWN).nonzero()[0]
        return unknown[[self.source.endswith(start, 0, int(self.names[row])) for row in unknown.tolist()]]

    @cached_property
    def _times_of_tag(self) -> list[int]:
        times: list[int] = np.bincount(self.tag, minlength=len(tags.NAMES)).tolist()
        return times

    def speaking(self, subject: SignatureSubject) -> Mask:
        """Mark the elements (E) whose names speak of a subject."""
        of_subject: Mask = self._subjects & subject.value > 0
        return of_subject

    def speaks_of(self, subject: SignatureSubject) -> bool:
        """Tell whether the names of any element do."""
        return self.signatures.speaks_of(subject)

    @cached_property
    def _subjects(self) -> NDArray[np.uint8]:
        signature, every = self._signed
        return every.subjects.take(signature)

    @cached_property
    def _signed(self) -> tuple[Column, Signatures]:
        # Not with the walk: not every method asks for them.
        return signatures.in_source(self.source, self.columns)

    def attributes(self, element: int) -> dict[str, str]:
        """Give the attributes of an element (E): those of ``parser.ATTRIBUTES``."""
        html = self.html_between(int(self.names[element]), int(self.body[element]) - 1)
        return {name: unescaped(value) for name, value in _ATTRIBUTE.findall(html)}

    def with_attribute(self, name: str, tag: int | None = None) -> NDArray[np.int32]:
        """Give the elements (E, ascending), all or those of a tag (its code), that have an attribute."""
        rows = np.empty(len(self.tag), dtype=np.int32)
        number = lib.mezmun_elements_with(
            self.columns,
            array(self.source, len(self.source)),
            -1 if tag is None else tag,
            f' {name}="'.encode(),
            array(rows, len(rows), writable=True),
        )
        return rows[:number]

    def start_tag(self, element: int) -> bytes:
        """Give the attributes of an element (E), each behind a space, as the parser writes them."""
        return self.source[self.names[element] : self.body[element]]

    def inner_html(self, element: int) -> str:
        """Give what an element (E) holds, as the parser writes it."""
        return self.html_between(int(self.body[element]), int(self.stop[element]))

    def inner_text(self, element: int, most: int | None = None) -> str:
        """Give all text in an element (E), seen or not, with the white space it has; of so many bytes at ``most``.

        Most of what scripts hold is not there.
        """
        start, stop = int(self.body[element]), int(self.stop[element])
        return self.text_between(start, stop if most is None else min(stop, start + most))

    def text_between(self, start: int, stop: int) -> str:
        """Give all text from one byte of the source to another, seen or not, with the white space it has."""
        return unescaped(_TAG.sub("", self.html_between(start, stop)))

    def html_between(self, start: int, stop: int) -> str:
        """Give what stands from one byte of the source to another."""
        return self.source[start:stop].decode("utf-8", "replace")

    @cached_property
    def char_sums(self) -> NDArray[np.int64]:
        """(S + 1) characters of the texts before each."""
        return prefix_sums(self.chars)

    @cached_property
    def linked_char_sums(self) -> NDArray[np.int64]:
        """(S + 1) those of them that are in links."""
        return prefix_sums(self.chars * self.in_link)

    def in_subtree(self, values: NDArray[Any]) -> NDArray[np.int64]:
        """Sum (S) values of segments over the subtree of each element: (E)."""
        sums = prefix_sums(values)
        return sums.take(self.last) - sums.take(self.first)

    def text_range(self, element: int) -> tuple[int, int]:
        """Give the rows of the first text (S) in the subtree of an element (E), and of the one behind the last."""
        return int(self.first[element]), int(self.last[element])

    def texts_in(self, rows: NDArray[np.intp] | list[int]) -> Mask:
        """Mark the texts (S) in some elements, given by their rows."""
        elements = np.zeros(len(self.tag), dtype=np.bool_)
        elements[rows] = True
        return self.texts_in_marked(elements)

    def texts_in_marked(self, elements: Mask) -> Mask:
        """Mark the texts (S) in the marked elements (E)."""
        return covered(elements, self.end).take(self.owner)

    def below(self, elements: Mask) -> NDArray[np.int64]:
        """Count the marked (E) elements in the subtree of each element, itself included: (E)."""
        sums = prefix_sums(elements)
        return sums.take(self.end) - sums[:-1]

    def nearest(self, elements: Mask) -> Column:
        """Give the row of the nearest marked (E) element at or above each element, -1 where there is none: (E)."""
        number = len(self.parent)
        nearest = np.empty(number, dtype=np.int32)
        marked = np.ascontiguousarray(elements, dtype=np.bool_)
        lib.mezmun_nearest(
            array(self.parent, number), array(marked, number), number, array(nearest, number, writable=True)
        )
        return nearest


def parse(html: str, *, with_markup: bool = False) -> NodeTable:
    """Parse a page once; ``with_markup`` keeps the attributes that links, images and code are read from.

    Raises:
        PageTooLargeError: the page is beyond ``limits``.
        MemoryError: there is not enough of it.
    """
    source = utf8(html)
    counts = limits.scan(source)
    unshown = counts.unshown
    if unshown and (shown := as_shown(html)) != html:
        html, source = shown, utf8(shown)
        counts = limits.scan(source)
    limits.check(html, source, counts)
    source = with_end_tags(source, counts)
    try:
        parser = LexborHTMLParser(source, options=LexborDocumentOptions.WO_EVENTS)
    except SelectolaxError as error:  # nothing is no HTML, so it is the memory that it lacked
        raise MemoryError from error
    if counts.templates:
        settle(parser, source)
    if counts.notes:
        set_notes_apart(parser)
    if unshown or counts.formulas:
        show_formulas(parser)
    if counts.lined_code:
        make_preformatted(parser)
    if are_blocks_boxes(parser):
        make_blocks(parser)
    # What was read is let go before it is written out, and the tree, which takes more memory than all else, before what
    # is written is copied. Of a large page that memory is given back, as the columns are too large to be put into it.
    size = len(source)
    parser.raw_html = source = b""
    out, dated, profile_links = serialised(parser, 2 * size, with_markup=with_markup)
    del parser
    source = out.tobytes()
    del out
    if counts.templates:
        source = with_open_shadow_roots(source)
    if size > _LARGE:
        lib.mezmun_trim_memory()  # where the allocator can be asked to (GNU): it takes a millisecond or more
    columns, page = walk(source, max_concealed=_MAX_CONCEALED, max_unscripted=_MAX_UNSCRIPTED)
    if len(columns["tag"]) + len(columns["texts"]) > limits.MAX_NODES:
        raise PageTooLargeError(f"The page has more than {limits.MAX_NODES:,} nodes.")
    table = NodeTable(source=source, dated=dated, profile_links=profile_links, **columns)
    vars(table)["columns"] = page  # where the property would keep them
    return table


_UNKNOWN: Final = 0
"""The code of all tags that are not in ``tags``."""
_LARGE: Final = 4_000_000
"""Bytes of a page. Below it the next page finds room that is there already, and to give that back takes a fifth of the
time: of 3 MB 0.14 seconds instead of 0.11, of 10 MB 0.53 instead of 0.51."""
_MAX_CONCEALED: Final = 0.9
_MAX_UNSCRIPTED: Final = 0.5
_ATTRIBUTE: Final = re.compile(r' (.[^=]*)="([^"]*)"', re.DOTALL)
_TAG: Final = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)


def once_per_page(compute: Callable[[NodeTable], Result]) -> Callable[[NodeTable], Result]:
    """Decorate a function of a page: the page remembers its result, under ``result_name``."""

    name = result_name(compute)

    @wraps(compute)
    def remembered(page: NodeTable) -> Result:
        results = vars(page)
        if name not in results:
            results[name] = compute(page)
        result: Result = results[name]
        return result

    return remembered


def result_name(compute: Callable[[NodeTable], Any]) -> str:
    """Give the name under which a page remembers what a function makes of it: with its module, for another function, or
    a column, may be called alike."""
    return f"{compute.__module__}.{compute.__qualname__}"


def covered(elements: Mask, end: Column) -> Mask:
    """Mark the subtrees of the marked elements."""
    (rows,) = elements.nonzero()
    if not len(rows):
        return np.zeros(len(end), dtype=np.bool_)
    open_elements = elements.astype(np.int64)
    open_elements -= np.bincount(end[rows], minlength=len(end) + 1)[:-1]
    return np.add.accumulate(open_elements, out=open_elements) > 0


def prefix_sums(values: NDArray[Any]) -> NDArray[np.int64]:
    """Give, for N values, the N + 1 sums of those before each row: a range's sum is ``sums[stop] - sums[start]``."""
    sums = np.zeros(len(values) + 1, dtype=np.int64)
    sums[1:] = values  # numpy takes longer to convert numbers while it adds them up
    return np.add.accumulate(sums, out=sums)


def inside(sums: NDArray[np.int64], first: int, last: int) -> int:
    """Give the sum of the values from ``first`` up to ``last``, of their ``prefix_sums``."""
    return int(sums[last] - sums[first])
