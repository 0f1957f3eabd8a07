"""Where in the blocks' texts the markup of a page stands.

A block has the same characters as the texts of the page that it is made of, but for white space. So where a text
begins in its block is counted, and no text is rendered twice.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.native.library import array, lib
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.rendering.markup import formulas
from extraction.rendering.markup.link_targets import LinkTargets
from extraction.rendering.markup.marks import Mark, Markup, Span

_ELEMENTS: Final[Mapping[Mark, NDArray[np.bool_]]] = {
    Mark.STRONG: tags.tag_set("b strong"),
    Mark.EMPHASIS: tags.tag_set("i em cite dfn var"),
    Mark.CODE: tags.tag_set("code kbd samp tt"),
    Mark.DELETED: tags.tag_set("del s strike"),
    Mark.SUBSCRIPT: tags.tag_set("sub"),
    Mark.SUPERSCRIPT: tags.tag_set("sup"),
}
_LINK: Final = tags.tag_set("a")
_ALONE: Final = frozenset({Mark.FORMULA, Mark.DISPLAYED_FORMULA, Mark.FOOTNOTE})
"""What stands in these is a part of them, and no span of its own."""
_NOTE: Final = re.compile(r"[\[(]?\s*(\d{1,3}|[a-z]|\*{1,3})\s*[\])]?", re.IGNORECASE)
"""What a reference to a note looks like."""


@dataclass(frozen=True)
class RenderedPage:
    """A page with the blocks that were made of it."""

    page: NodeTable
    chosen: Mask
    """(S) the texts that the blocks are made of."""
    texts: Sequence[str]
    """(B)"""
    start: Sequence[int]
    """(B) row of the first text of each."""
    kind: Sequence[int]
    """(B) as the library numbers them."""
    element: Sequence[int]
    """(B) row of the element each begins in."""
    beginnings: Mapping[int, int]
    """Of texts (S) whose beginning is left out, how many bytes that is."""

    @cached_property
    def rows(self) -> NDArray[np.intp]:
        """Rows of the chosen texts (C)."""
        return np.flatnonzero(self.chosen)

    @cached_property
    def block(self) -> NDArray[np.intp]:
        """(C) the block that each is a part of."""
        return np.searchsorted(np.array(self.start), self.rows, side="right") - 1

    @cached_property
    def chosen_before(self) -> NDArray[np.int64]:
        """(S + 1) how many chosen texts are before each text."""
        return prefix_sums(self.chosen)

    @cached_property
    def _seen_before(self) -> NDArray[np.int64]:
        """(C + 1) characters but for white space in the chosen texts before each."""
        utf8, edge = self.page.texts.without_beginnings(self.beginnings), self.page.texts.edge
        seen = [
            sum(map(len, utf8[edge[row] : edge[row + 1]].decode("utf-8", "replace").split()))
            for row in self.rows.tolist()
        ]
        return prefix_sums(np.array(seen, dtype=np.int64))

    def chosen_in(self, element: int) -> range:
        """Give the numbers (C) of the chosen texts in an element."""
        first, last = self.chosen_before[[self.page.first[element], self.page.last[element]]].tolist()
        return range(first, last)

    def by_block(self, numbers: range) -> Iterator[tuple[int, range]]:
        """Divide numbers of chosen texts by the blocks that they are in."""
        if not numbers:
            return
        blocks = self.block[numbers.start : numbers.stop]
        edges = [0, *(np.flatnonzero(np.diff(blocks)) + 1).tolist(), len(blocks)]
        for start, stop in pairwise(edges):
            yield int(blocks[start]), range(numbers.start + start, numbers.start + stop)

    def seen(self, block: int) -> list[int]:
        """Give the places of a block's characters but for white space, and the end of its text.

        Empty when these are not the characters of the texts it is made of: then no place in it is known.
        """
        start, stop = np.searchsorted(self.block, [block, block + 1]).tolist()
        text = self.texts[block]
        places = [number for number, character in enumerate(text) if not character.isspace()]
        return [*places, len(text)] if len(places) == self._seen_before[stop] - self._seen_before[start] else []

    def span(self, block: int, seen: Sequence[int], numbers: range) -> tuple[int, int]:
        """Give where in a block's text some of its chosen texts stand; ``seen`` is of the block."""
        first = int(np.searchsorted(self.block, block))
        start, stop = (self._seen_before[[numbers.start, numbers.stop]] - self._seen_before[first]).tolist()
        return (seen[start], seen[stop - 1] + 1) if stop > start else (seen[start], seen[start])


def spans(rendered: RenderedPage, markup: Markup, targets: LinkTargets) -> tuple[dict[int, list[Span]], dict[int, str]]:
    """Give the spans of blocks, and the numbers of the notes that blocks are, by the blocks' numbers."""
    marked: defaultdict[int, list[tuple[range, Mark, str]]] = defaultdict(list)
    notes: dict[int, str] = {}
    for element, mark, target in _marked_elements(rendered, markup, targets, notes):
        for block, numbers in rendered.by_block(rendered.chosen_in(element)):
            if rendered.kind[block] != lib.BLOCK_PREFORMATTED:
                marked[block].append((numbers, mark, target))
    every = range(len(rendered.texts)) if markup & Markup.FORMATTING else sorted(marked)
    of_blocks = {block: _of_block(rendered, block, marked[block], markup) for block in every}
    return {block: here for block, here in of_blocks.items() if here}, notes


def _marked_elements(
    rendered: RenderedPage, markup: Markup, targets: LinkTargets, notes: dict[int, str]
) -> Iterator[tuple[int, Mark, str]]:
    """Give the elements that mark something, each before those in it; fill the blocks that are notes."""
    page, elements = rendered.page, []
    if markup & Markup.FORMATTING:
        for mark, of_mark in _ELEMENTS.items():
            elements += [(element, mark, "") for element in _outermost(rendered, of_mark)]
        for element, tex, displayed in (*formulas.elements(page), *formulas.in_renderers(page)):
            elements.append((element, Mark.DISPLAYED_FORMULA if displayed else Mark.FORMULA, tex))
    if markup & (Markup.LINKS | Markup.FORMATTING):
        ids: dict[str, int] = {}
        for element in _outermost(rendered, _LINK):
            attributes = page.attributes(element)
            if attributes.get("href", "").startswith("#"):
                ids = ids or _ids(page)
                if markup & Markup.FORMATTING and (note := _note(rendered, element, ids.get(attributes["href"][1:]))):
                    elements.append((element, Mark.FOOTNOTE, note[1]))
                    notes.setdefault(note[0], note[1])
            elif markup & Markup.LINKS and (target := targets.of(attributes)):
                elements.append((element, Mark.LINK, target))
    yield from sorted(elements, key=lambda each: each[0])


def _outermost(rendered: RenderedPage, of_mark: NDArray[np.bool_]) -> list[int]:
    """Give the elements of some tags that hold chosen texts and do not lie in one another."""
    page = rendered.page
    marked = of_mark[page.tag]
    counts = rendered.chosen_before
    holds = counts[page.last] > counts[page.first]
    outer = np.append(-1, page.nearest(marked))[page.parent + 1] < 0
    return np.flatnonzero(marked & holds & outer).tolist()


def _ids(page: NodeTable) -> dict[str, int]:
    """Give the elements by their ids, and by the names of anchors."""
    ids: dict[str, int] = {}
    for row in range(len(page.tag)):
        if page.body[row] - page.names[row] > len(' id=""'):
            attributes = page.attributes(row)
            for name in ("id", "name"):
                if name in attributes:
                    ids.setdefault(attributes[name], row)
    return ids


def _note(rendered: RenderedPage, link: int, target: int | None) -> tuple[int, str] | None:
    """Give the block that a link points to as a note, and its number; None when it is no note of the text."""
    if target is None:
        return None
    page = rendered.page
    text = page.texts.between(int(page.first[link]), int(page.last[link])).strip()
    sign = _NOTE.fullmatch(text)
    if sign is None or page.first[target] <= page.first[link]:  # a link back to the text
        return None
    numbers = rendered.chosen_in(target)
    behind = int(rendered.chosen_before[page.first[target]])
    number = numbers.start if numbers else behind  # an anchor may be empty, before its note
    if number >= len(rendered.rows):
        return None
    block = int(rendered.block[number])
    return (block, sign[1]) if block != int(rendered.block[rendered.chosen_in(link).start]) else None


def _of_block(
    rendered: RenderedPage, block: int, marked: Sequence[tuple[range, Mark, str]], markup: Markup
) -> list[Span]:
    kind, text = rendered.kind[block], rendered.texts[block]
    if kind == lib.BLOCK_PREFORMATTED:
        return []
    here = []
    if marked and (seen := rendered.seen(block)):
        for numbers, mark, target in marked:
            start, end = rendered.span(block, seen, numbers)
            here += [Span(*piece, mark, target) for piece in _pieces(text, start, end)]
    if markup & Markup.FORMATTING:
        for start, end, tex, displayed in formulas.in_text(text):
            here.append(Span(start, end, Mark.DISPLAYED_FORMULA if displayed else Mark.FORMULA, tex))
    if kind in (lib.BLOCK_HEADING, lib.BLOCK_TABLE_HEAD):
        here = [each for each in here if each.kind not in (Mark.STRONG, Mark.EMPHASIS)]
    return nested(here)


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Divide a span at line breaks and between cells."""
    for piece in re.finditer(r"[^\n\t]+", text[start:end]):
        words = piece[0].strip()
        if words:
            first = start + piece.start() + piece[0].index(words)
            yield first, first + len(words)


def nested(spans: Iterable[Span]) -> list[Span]:
    """Order spans so that each is before those in it; leave out those that cross another, and parts of formulas."""
    nesting: list[Span] = []
    open_spans: list[Span] = []
    for span in sorted(
        spans, key=lambda each: (each.start, -each.end, each.kind not in _ALONE, each.kind != Mark.LINK)
    ):
        while open_spans and open_spans[-1].end <= span.start:
            open_spans.pop()
        around = open_spans[-1] if open_spans else None
        if around is not None and (span.end > around.end or around.kind in _ALONE):
            continue
        if any(each.kind is span.kind for each in open_spans):
            continue
        nesting.append(span)
        if span.end > span.start:
            open_spans.append(span)
    return nesting


def moved(spans: Iterable[Span], before: str, after: str) -> tuple[Span, ...]:
    """Give the spans of a text where they stand in it after it was changed; those of which nothing is left are gone."""
    low, high = np.empty((2, len(before) + 1), np.int32)
    old, new = (np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<i4") for text in (before, after))
    lib.mezmun_align(
        *(array(old, len(before)), len(before), array(new, len(after)), len(after)),
        *(array(places, len(before) + 1, writable=True) for places in (low, high)),
    )
    # What was put in beside a character that was changed belongs to it.
    same = (high[:-1] < low[1:]) & (old == np.append(new, -1)[high[:-1]])
    start = np.append(np.where(same, high[:-1], low[:-1]), high[-1])
    end = np.append(0, np.where(same, low[1:], high[1:]))
    spans_after = []
    for span in spans:
        if span.kind is Mark.IMAGE:
            place = int(start[span.start])
            spans_after.append(span._replace(start=place, end=place))
        elif (first := int(start[span.start])) < (last := int(end[span.end])):
            spans_after.append(span._replace(start=first, end=last))
    return tuple(nested(spans_after))
