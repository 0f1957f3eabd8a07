"""Boxes of facts inside a text, without a name: "Length: 212 m", "Weight | 2.9 kg", one pair after another.

Editors write them as paragraphs with a bold beginning, as items of a list, or in boxes of boxes. Line by line they look
like what sites write around a text. They are text if they stand inside it, without a link or a field, and repeat: keys
that are all different and in elements of one kind, each before a value in elements of another kind.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final
from unicodedata import category

from extraction.completion.choice import OF_OTHERS, Choice, Ranges
from extraction.page import tags
from extraction.page.node_table import NodeTable, inside
from extraction.page.signs import COLONS
from native.library import lib

_FEWEST_PAIRS: Final = 2
_LONGEST_KEY: Final = 48
_LONGEST_VALUE: Final = 160
"""A key, and a value, have at most so many characters."""
_MOST_CHARS: Final = 1200
"""All pairs of a box have at most so many characters."""
_MOST_TITLE: Final = 2
"""Texts before the pairs: the title of the box."""
_MOST_AROUND: Final = 12
"""Elements between a text and the largest element that holds only such texts."""
_MOST_PARTS: Final = 12
_PURE: Final = 0.9
"""At least this share of the text in the box around the pairs is chosen; the pairs themselves do not count."""
_CONTROL: Final = tags.tag_set("form input button select textarea iframe label")
_ITEM: Final = tags.CODE["li"]
_CELLS: Final = tags.tag_set("td th")
_OF_TABLE: Final = tags.tag_set("thead tbody tr td th")


def pairs(choice: Choice) -> Ranges:
    """Give the boxes of keys and values amid the text."""
    page, rows = choice.page, choice.rows
    gaps = (rows[1:] - rows[:-1] > lib.MIN_PAIRED).nonzero()[0]
    if not len(gaps) or not len(choice.in_words):  # as on many pages
        return
    first, last = rows[gaps] + 1, rows[gaps + 1]
    chars = choice.chars[last] - choice.chars[first]
    likely = (chars <= _MOST_CHARS) & (choice.linked[last] == choice.linked[first]) & (first > choice.in_words[0])
    for begin, end in zip(first[likely].tolist(), last[likely].tolist(), strict=True):
        if _is_between_parts(choice, begin, end):
            yield from _pairs_in(page, begin, end)


def _is_between_parts(choice: Choice, first: int, last: int) -> bool:
    """Tell whether what stands in the smallest box around texts and the chosen ones beside them is chosen as well."""
    page = choice.page
    box = int(page.owner[first - 1])
    while page.last[box] <= last:
        box = int(page.parent[box])
    begin, end = choice.rows.searchsorted((page.first[box], page.last[box]))
    if begin == end:
        return False
    start, stop = int(choice.rows[begin]), int(choice.rows[end - 1]) + 1
    beside = inside(choice.chars, start, stop) - inside(choice.chars, first, last)
    return inside(choice.chosen_chars, start, stop) >= _PURE * beside


def _pairs_in(page: NodeTable, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Give the pairs among some texts: all of them, or those of each of the boxes they are in, or of their parts."""
    tops = _tops(page, first, last)
    if _are_pairs(page, first, last, tops):
        yield first, last
        return
    for top in tops:
        if int(page.last[top] - page.first[top]) < lib.MIN_PAIRED:
            continue
        for box in (top, *_parts_of(page, top)):
            part = page.text_range(box)
            if part != (first, last) and part[1] - part[0] >= lib.MIN_PAIRED and _are_pairs(page, *part, [box]):
                yield part
                break


def _parts_of(page: NodeTable, top: int) -> Iterator[int]:
    """Give the elements right in a box, which may hold a title and a button beside the pairs."""
    row = top + 1
    for _ in range(_MOST_PARTS):
        if row >= page.end[top]:
            break
        yield row
        row = int(page.end[row])


def _tops(page: NodeTable, first: int, last: int) -> list[int]:
    """Give the largest elements that hold nothing but some texts, in their order."""
    tops, text = list[int](), first
    while text < last:
        top = int(page.owner[text])
        for _ in range(_MOST_AROUND):
            above = int(page.parent[top])
            if page.first[above] < first or page.last[above] > last:
                break
            top = above
        tops.append(top)
        text = max(text + 1, int(page.last[top]))
    return tops


def _are_pairs(page: NodeTable, first: int, last: int, tops: list[int]) -> bool:
    """Tell whether texts are pairs of keys and values.

    A title may stand before them: a heading, or what is in one box or table with them.
    """
    begin, end = tops[0], int(page.end[tops[-1]])
    within = page.tag[begin:end]
    if _CONTROL[within].any() or page.speaking(OF_OTHERS)[begin:end].any():
        return False
    texts = [text for text in range(first, last) if _LEADER.fullmatch(page.texts[text]) is None]
    owners = page.owner[texts]
    kinds = page.signature[owners].tolist()
    headings = tags.HEADING[page.tag[owners]].tolist()
    for title in range(_MOST_TITLE + 1):
        keys, values = slice(title, None, 2), slice(title + 1, None, 2)
        if (len(texts) - title) // 2 < _FEWEST_PAIRS:
            return False
        is_even = len(kinds[keys]) == len(kinds[values])
        is_alike = is_even and len(set(kinds[keys])) == 1 == len(set(kinds[values]))
        key = page.tag[owners[title]] if is_alike else _ITEM  # items are alike, and none of them is a key
        of_one = len(tops) == 1 or _OF_TABLE[page.tag[tops[0]]] or all(headings[:title])
        if key == _ITEM or any(headings[title:]) or not of_one:
            continue
        each = list(zip(texts[keys], texts[values], [*texts[title + 2 :: 2], last], strict=True))
        is_told_apart = kinds[title] != kinds[title + 1] and not _CELLS[key]
        is_told_apart = is_told_apart or all(_are_in_box(page, *pair) for pair in each)
        if is_told_apart and _are_keys(page, [pair[:2] for pair in each]):
            return True
    return False


def says_more(value: str) -> bool:
    """Tell whether a value is more than a number: numbers alone count shares, comments and views."""
    return any(map(str.isalpha, value)) or any(category(sign) in ("Sc", "So", "Sm") for sign in value)


def _are_in_box(page: NodeTable, key: int, value: int, behind: int) -> bool:
    """Tell whether a key and its value stand in a box that holds nothing but them, up to the text behind."""
    box = int(page.parent[page.owner[key]])
    return bool(page.first[box] == key and value < page.last[box] <= behind)


def _are_keys(page: NodeTable, pairs: Sequence[tuple[int, int]]) -> bool:
    """Tell whether texts are all different and short, and what follows each is."""
    words = [page.texts[key].strip(" \t\r\n\xa0" + "".join(COLONS)).lower() for key, _ in pairs]
    values = [page.texts[value] for _, value in pairs]
    if not any(says_more(value) or _SHARE.fullmatch(value.strip()) for value in values):
        return False
    is_short = all(0 < len(key) <= _LONGEST_KEY and any(map(str.isalpha, key)) for key in words)
    return is_short and len(set(words)) == len(words) and all(page.chars[value] <= _LONGEST_VALUE for _, value in pairs)


_SHARE: Final = re.compile(r"\d+(?:[.,]\d+)?\s?(?:/\s?\d+|%)")
"""A score, such as "9/10", or a percentage."""
_LEADER: Final = re.compile(r"[\s.·…_–—-]+")
"""What leads from a key to its value, as in lists of prices."""
