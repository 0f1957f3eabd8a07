"""Boxes in posts that repeat other posts: signatures without a name, and the post that an answer shows above itself.

Some software shows the answered post above the answer and does not mark it as a quote. Nobody writes the same text
again and again in a separate box beside the post.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import takewhile
from typing import Final

from extraction.page import tags
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Column, Mask, NodeTable


def copied_boxes(page: NodeTable, content: Mask, post: Column, quotes: Collection[int]) -> Mask | None:
    """Mark the content (S) of posts in boxes at whose beginning or end others have the same; None for none.

    A box at the beginning has lines of earlier posts and no others, one at the end those that stand in such a box of
    another post as well. Quotes (E), which may say anything, are left out.
    """
    lines = lines_of(page)
    if not ((lines.copies > 1) & (lines.words >= _FEWEST_WORDS)).any():  # as on most pages
        return None
    of_posts = post * (content & ~page.texts_in(list(quotes)))
    number = of_posts.take(lines.start)
    (rows,) = number.nonzero()
    first, rows_of = dict[str, int](), dict[int, list[int]]()
    for row, text, each in zip(rows.tolist(), lines.texts.strings(rows), number.take(rows).tolist(), strict=True):
        first.setdefault(text, each)
        rows_of.setdefault(each, []).append(row)
    boxes = [*_answered(page, lines, rows_of, first), *_signatures(page, lines, rows_of)]
    return page.texts_in(boxes) & (of_posts > 0) if boxes else None


def _answered(page: NodeTable, lines: Lines, rows_of: dict[int, list[int]], first: dict[str, int]) -> Iterator[int]:
    """Give the boxes (E) at the beginning of posts all of whose lines an earlier one has, the largest of a post."""
    for number, rows in rows_of.items():
        own = next((row for row in rows if first[lines.texts[row]] == number), rows[0])
        is_copied = page.last <= lines.start[own]
        boxes = [*takewhile(is_copied.__getitem__, _elements_around(page, lines, rows[0]))]
        inside = [row for row in rows if boxes and lines.start[row] < page.last[boxes[-1]]]
        if inside and _is_box(page, lines, boxes[-1], inside, own):
            yield boxes[-1]


def _signatures(page: NodeTable, lines: Lines, rows_of: dict[int, list[int]]) -> Iterator[int]:
    """Give the boxes (E) at the end of posts whose lines stand in those of others as well, the largest of a post."""
    ends: dict[int, dict[tuple[str, ...], int]] = {}
    for number, rows in rows_of.items():
        for box in _elements_around(page, lines, rows[-1]):
            inside = [row for row in rows if lines.start[row] >= page.first[box]]
            if not inside or len(inside) == len(rows) or lines.copies[inside[0]] < _FEWEST_POSTS:  # as in most posts
                break
            is_short = lines.weights[inside].sum() <= _LONGEST_SIGNATURE
            if is_short and _is_box(page, lines, box, inside, rows[-1 - len(inside)]):
                ends.setdefault(number, {})[tuple(lines.texts[row] for row in inside)] = box
    times = Counter(texts for boxes in ends.values() for texts in boxes)
    for boxes in ends.values():
        yield from [box for texts, box in boxes.items() if times[texts] >= _FEWEST_POSTS][-1:]


def _elements_around(page: NodeTable, lines: Lines, row: int) -> Iterator[int]:
    """Give the elements (E) around a line, the smallest first."""
    box = int(lines.block[row])
    while box > 0:
        yield box
        box = int(page.parent[box])


def _is_box(page: NodeTable, lines: Lines, box: int, inside: list[int], own: int) -> bool:
    """Tell whether an element with some lines is a box beside that of one of the post's own lines.

    What stands among the paragraphs of a post its writer has put there.
    """
    beside = next((each for each in _elements_around(page, lines, own) if page.parent[each] == page.parent[box]), 0)
    are_boxes = beside > 0 and not (_IN_POSTS[page.tag[box]] or _IN_POSTS[page.tag[beside]])
    return are_boxes and bool(lines.words[inside].sum() >= _FEWEST_WORDS)


_IN_POSTS: Final = tags.HEADING | tags.tag_set("p li ul ol pre blockquote table tbody tr td")
_FEWEST_WORDS: Final = 4
"""A box has at least so many words: several people say thanks."""
_LONGEST_SIGNATURE: Final = 300
"""Characters: what is longer may be an answer that the page shows twice."""
_FEWEST_POSTS: Final = 2
"""At least so many posts have the same signature."""
