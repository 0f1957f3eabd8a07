"""Where in the blocks' texts the markup of a page stands."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from extraction.rendering.markup import formulas
from extraction.rendering.markup.bare_notes import bare_signs
from extraction.rendering.markup.link_targets import LinkTargets
from extraction.rendering.markup.marks import Mark, Markup, Span
from extraction.rendering.markup.rendered_page import RenderedPage
from native.library import array, lib

_ELEMENTS: Final[Mapping[Mark, NDArray[np.bool_]]] = {
    Mark.STRONG: tags.tag_set("b strong"),
    Mark.EMPHASIS: tags.tag_set("i em cite dfn var"),
    Mark.CODE: tags.tag_set("code kbd samp tt"),
    Mark.DELETED: tags.tag_set("del s strike"),
    Mark.SUBSCRIPT: tags.tag_set("sub"),
    Mark.SUPERSCRIPT: tags.tag_set("sup"),
}
_CITE: Final = tags.CODE["cite"]
_PART_OF_CITED: Final = tags.tag_set("a i em")
_LINK: Final = tags.tag_set("a")
_ALONE: Final = frozenset({Mark.FORMULA, Mark.DISPLAYED_FORMULA, Mark.FOOTNOTE})
"""Marks whose content has no spans of its own."""
_NOTE: Final = re.compile(r"[\[(]?\s*(\d{1,3}|[a-z]|\*{1,3})\s*[\])]?", re.IGNORECASE)
"""What a reference to a note looks like."""
_MOST_OF_SIGN: Final = 3
"""Texts of such a reference: a bracket, the number, a bracket."""


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
    page, elements, signs = rendered.page, [], list[tuple[int, int, str]]()
    if markup & Markup.FORMATTING:
        for mark, of_mark in _ELEMENTS.items():
            marked = of_mark[page.tag] & ~_cited(page) if mark is Mark.EMPHASIS else of_mark[page.tag]
            elements += [(element, mark, "") for element in _outermost(rendered, marked)]
        for element, tex, displayed in formulas.of_page(page):
            elements.append((element, Mark.DISPLAYED_FORMULA if displayed else Mark.FORMULA, tex))
    if markup & (Markup.LINKS | Markup.FORMATTING):
        ids: dict[str, int] = {}
        for element in _outermost(rendered, _LINK[page.tag]):
            attributes = page.attributes(element)
            if attributes.get("href", "").startswith("#"):
                ids = ids or _ids(page)
                if markup & Markup.FORMATTING and (note := _note(rendered, element, ids.get(attributes["href"][1:]))):
                    signs.append((_whole_sign(page, element), *note))
            elif markup & Markup.LINKS and (target := targets.address(attributes)):
                elements.append((element, Mark.LINK, target))
    if markup & Markup.FORMATTING:
        signs += bare_signs(rendered, [element for element, mark, _ in elements if mark is Mark.SUPERSCRIPT])
        labels = _labels((block, number) for _, block, number in signs)
        for element, block, number in signs:
            elements.append((element, Mark.FOOTNOTE, labels[block, number]))
            notes.setdefault(block, labels[block, number])
    yield from sorted(elements, key=lambda each: each[0])


def _labels(notes: Iterable[tuple[int, str]]) -> dict[tuple[int, str], str]:
    """Give the labels of notes, by block and number: the number, for a further note of a number with which one it is.

    The posts of a thread have such notes, and papers whose sources have numbers as their footnotes have.
    """
    labels, seen = dict[tuple[int, str], str](), Counter[str]()
    for block, number in notes:
        if (block, number) not in labels:
            seen[number] += 1
            labels[block, number] = f"{number}-{seen[number]}" if seen[number] > 1 else number
    return labels


def _whole_sign(page: NodeTable, link: int) -> int:
    """Give the outermost element within a line that is nothing but the sign of a note: its brackets may be no link."""
    around = int(page.parent[link])
    while around > 0 and not tags.BLOCK[page.tag[around]] and page.last[around] - page.first[around] <= _MOST_OF_SIGN:
        if _NOTE.fullmatch(page.texts.between(*page.text_range(around)).strip()) is None:
            break
        link, around = around, int(page.parent[around])
    return link


def _cited(page: NodeTable) -> Mask:
    """Mark the elements that cite a whole source, with its title or a link in it, as those of wikis do."""
    cites: Mask = page.tag == _CITE
    return cites & (page.below(_PART_OF_CITED[page.tag]) > 0) if cites.any() else cites


def _outermost(rendered: RenderedPage, marked: Mask) -> list[int]:
    """Give those of some elements (E) that hold chosen texts and do not lie in one another."""
    page, counts = rendered.page, rendered.chosen_before
    holds = counts[page.last] > counts[page.first]
    outer = np.append(-1, page.nearest(marked))[page.parent + 1] < 0
    return (marked & holds & outer).nonzero()[0].tolist()


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
    text = page.texts.between(*page.text_range(link)).strip()
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
