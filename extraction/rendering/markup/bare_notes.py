"""Notes at the end of a text whose signs in the text are no links: ``<sup>1</sup>``.

A number above the line is such a sign if a note with that number stands behind it: a block that begins with the number,
above the line as well, or an item with that number in a box named after notes.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from extraction.page import tags
from extraction.page.names import Names
from extraction.page.places import item_places
from extraction.rendering.markup.rendered_page import RenderedPage

_SIGN: Final = re.compile(r"[\[(]?\s*(\d{1,3}|\*{1,3}|[†‡])\s*[\])]?")
_NUMBERED: Final = re.compile(r"[\[(]?(\d{1,3}|\*{1,3}|[†‡])(?:[\]).:]\s*|\s+)(?=\S)")
"""How a note begins."""
_POWER: Final = re.compile(r"(?:^|\W)(?:\d{1,3}|[^\W\d])$|\d\s?[^\W\d]{1,3}$")
"""The text before a power: a number, a single letter or a unit. A year has no power."""
_LONGEST_BASE: Final = 6
_ITEM: Final = tags.CODE["li"]


def bare_signs(rendered: RenderedPage, raised: Sequence[int]) -> Iterator[tuple[int, int, str]]:
    """Give the elements (E) above the line that are signs, with the block of the note and its number."""
    page, signs, notes = rendered.page, list[tuple[int, int, str]](), dict[str, int]()
    for element in raised:
        numbers, (first, last) = rendered.chosen_in(element), page.text_range(element)
        sign = _SIGN.fullmatch(page.texts.between(first, last).strip())
        if sign is None or page.in_link[first:last].any():
            continue
        block = int(rendered.block[numbers.start])
        begins = numbers.start == 0 or int(rendered.block[numbers.start - 1]) != block
        if begins:
            goes_on = numbers.stop < len(rendered.rows) and int(rendered.block[numbers.stop]) == block
            notes |= {sign[1]: block} if goes_on else {}
        elif _POWER.search(page.texts[int(rendered.rows[numbers.start - 1])].rstrip()[-_LONGEST_BASE:]) is None:
            signs.append((element, block, sign[1]))
    if not signs:  # as on most pages
        return
    notes = dict(_named_notes(rendered)) | notes
    for element, block, number in signs:
        if notes.get(number, -1) > block:
            yield element, notes[number], number


def _named_notes(rendered: RenderedPage) -> Iterator[tuple[str, int]]:
    """Give the numbers and blocks of the notes in boxes that are named after notes."""
    page = rendered.page
    named = page.signatures.named(Names.NOTES)
    for row in () if named is None else (named[page.signature] & tags.BLOCK[page.tag]).nonzero()[0].tolist():
        for block, numbers in rendered.by_block(rendered.chosen_in(row)):
            match = _NUMBERED.match(rendered.texts[block])
            item = int(rendered.element[block])
            while item > row and page.tag[item] != _ITEM:
                item = int(page.parent[item])
            if match is not None:
                yield match[1], block
                continue
            if item > row and page.first[item] == rendered.rows[numbers.start]:
                yield str(item_places(page)[item]), block
