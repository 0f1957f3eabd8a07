"""The numbers of the lines of code, which software writes beside the code, or before each of its lines.

Some elements are named after line numbers. Where the names are too short to tell ("ln"), or there are none, the numbers
themselves do: each is one more than the number before, and there are as many as lines.
"""

import re
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import Mask, NodeTable

_PRE, _ROW = tags.CODE["pre"], tags.CODE["tr"]
_FEWEST_NUMBERS: Final = 2
_MOST_APART: Final = 1
"""Lines more or less than numbers: the last may be empty."""
_LABEL: Final = re.compile(r"\bl(?:n|nt|nr|no|num)\b|line|gutter|user-select", re.IGNORECASE)
"""These words stand in the class or the style of the elements of numbers in code: elements of other numbers have
colours alone."""


def line_numbers(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the numbers (S) of the lines of code in the marked (S) content of a page with ``pre``; None for none."""
    numbers = [*_of_named_elements(page), *_beside_code(page), *_before_lines(page)]
    if not numbers:  # as on most pages
        return None
    marked = np.zeros(len(content), dtype=np.bool_)
    for first, last in numbers:
        marked[first:last] = True
    return marked & content


def _of_named_elements(page: NodeTable) -> list[tuple[int, int]]:
    """Give the texts of elements that are called so and hold nothing but numbers."""
    named = page.signatures.named(Names.LINE_NUMBERS)
    if named is None:
        return []
    ranges, behind = list[tuple[int, int]](), 0
    for row in (named[page.signature] & (page.first < page.last) & (page.tag != _PRE)).nonzero()[0].tolist():
        first, last = page.text_range(row)
        if first >= behind and _are_numbers(page.texts.between(first, last)):
            ranges.append((first, last))
            behind = last
    return ranges


def _are_numbers(text: str) -> bool:
    return all(map(str.isdecimal, text.split()))


def _numbers_in(page: NodeTable, first: int, last: int) -> list[int]:
    """Give the numbers that texts are, when each is one more than the one before; none when they are anything else."""
    words = page.texts.between(first, last).split()
    if not words or not all(word.isdecimal() for word in words):
        return []
    numbers = list(map(int, words))
    return numbers if numbers == list(range(numbers[0], numbers[0] + len(numbers))) else []


def _lines_in(page: NodeTable, row: int) -> int:
    return page.texts.between(*page.text_range(row)).strip("\n").count("\n") + 1


def _beside_code(page: NodeTable) -> list[tuple[int, int]]:
    """Give the texts of preformatted columns of numbers before preformatted text of as many lines."""
    rows = ((page.tag == _PRE) & (page.first < page.last) & (page.last < len(page.texts))).nonzero()[0]
    if len(rows) < _FEWEST_NUMBERS:
        return []
    code, ranges = page.nearest(page.tag == _PRE)[page.owner], list[tuple[int, int]]()
    for row in rows.tolist():
        first, last = page.text_range(row)
        numbers, behind = _numbers_in(page, first, last), int(code[last])
        if not numbers or behind < 0 or behind == row or abs(_lines_in(page, behind) - len(numbers)) > _MOST_APART:
            continue
        if len(numbers) >= _FEWEST_NUMBERS or _are_in_one_row(page, row, behind):
            ranges.append((first, last))
    return ranges


def _are_in_one_row(page: NodeTable, row: int, other: int) -> bool:
    around = row
    while around > 0 and page.tag[around] != _ROW:
        around = int(page.parent[around])
    return bool(around < other < page.end[around] and page.tag[around] == _ROW)


def _before_lines(page: NodeTable) -> list[tuple[int, int]]:
    """Give the numbers in elements of their own with which all lines of a preformatted text begin."""
    ranges = list[tuple[int, int]]()
    for row in ((page.tag == _PRE) & (page.last - page.first > _FEWEST_NUMBERS)).nonzero()[0].tolist():
        first, last = page.text_range(row)
        if not page.texts[first].strip().isdecimal():  # as of most code
            continue
        texts = page.texts.strings(np.arange(first, last))
        at = [
            first + place
            for place, text in enumerate(texts)
            if text.strip().isdecimal() and (not place or _ends_line(texts[place - 1], text))
        ]
        numbers = [int(texts[text - first]) for text in at]
        counts_on = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        fits = _FEWEST_NUMBERS <= len(at) < len(texts) and abs(_lines_in(page, row) - len(at)) <= _MOST_APART
        if counts_on and fits and all(_is_labelled(page, text) for text in at):
            ranges += [(text, text + 1) for text in at]
    return ranges


def _ends_line(before: str, text: str) -> bool:
    between = before + text[: len(text) - len(text.lstrip())]
    return between.rstrip(" ").endswith("\n")


def _is_labelled(page: NodeTable, text: int) -> bool:
    owner = int(page.owner[text])
    if page.last[owner] - page.first[owner] != 1:
        return False
    attributes = page.attributes(owner)
    return _LABEL.search(attributes.get("class", "") + " " + attributes.get("style", "")) is not None
