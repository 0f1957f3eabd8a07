"""Comments under an article, in boxes of whatever name.

Where nothing is named after comments, they are boxes under the text that are alike, side by side. Each has a day, no
heading, as teasers have, and something that says it was written by somebody: a button to reply to it, in one of some
thirty languages, or a box named after users. Behind them next to no text follows.
"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.page import tags
from extraction.page.names import SignatureSubject
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.threads.post_labels import is_reply


def comment_section(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the comments among the marked (S) content of an article; None when there are none."""
    chars_before = prefix_sums(page.chars * content)
    start, stop = (int(chars_before.searchsorted(each)) for each in (_LEAST_ABOVE, chars_before[-1]))
    length = page.texts.length
    days = [
        row
        for row in dates.texts_with_date(page.texts, range(start, stop), _LONGEST_LABEL)
        if length[row] <= _LONGEST_LABEL
    ]
    if len(days) < _FEWEST_COMMENTS or chars_before[days[0]] == chars_before[days[-1]]:  # as in most articles
        return None
    for boxes in _boxes_alike(page, _dated_elements(page, chars_before, days, start), chars_before):
        if _are_comments(page, boxes, days) and not _are_teasers(page, content, boxes):
            texts = _texts_of_section(page, chars_before, boxes)
            comments = np.zeros_like(content)
            comments[texts] = content[texts]
            return comments
    return None


def _dated_elements(page: NodeTable, chars_before: NDArray[np.int64], days: list[int], start: int) -> NDArray[np.intp]:
    """Give the elements (rows) below a text (``start``) that hold content and one of the texts that may have a day."""
    below = page.first.searchsorted(start)  # elements are in the order of their text
    first, last = page.first[below:], page.last[below:]
    has_day = np.zeros(len(page.texts), dtype=np.bool_)
    has_day[days] = True
    days_before = prefix_sums(has_day)
    holds_day = days_before.take(last) > days_before.take(first)
    holds_content = chars_before.take(last) > chars_before.take(first)
    return below + (holds_content & holds_day).nonzero()[0]


def _boxes_alike(
    page: NodeTable, rows: NDArray[np.intp], chars_before: NDArray[np.int64]
) -> Iterator[NDArray[np.intp]]:
    """Give the groups of elements of one signature side by side that may be comments by their place, in their order.

    Next to no content stands below a group, and some content stands outside of it.
    """
    if len(rows) < _FEWEST_COMMENTS:
        return
    kind = page.parent[rows].astype(np.int64) * len(page.signatures) + page.signature[rows]
    _, begin, group, count = np.unique(kind, return_index=True, return_inverse=True, return_counts=True)
    end = np.zeros_like(begin)
    end[group] = np.arange(len(rows))
    before, through = chars_before[page.first[rows[begin]]], chars_before[page.last[rows[end]]]
    may_be = (count >= _FEWEST_COMMENTS) & (chars_before[-1] - through <= _MOST_BELOW * chars_before[-1])
    may_be &= through - before <= _MOST_IN_COMMENTS * chars_before[-1]
    for number in sorted(may_be.nonzero()[0].tolist(), key=lambda number: int(begin[number])):
        yield rows[group == number]


def _are_comments(page: NodeTable, members: NDArray[np.intp], days: list[int]) -> bool:
    """Tell whether nearly all of some boxes (rows) are comments, and none of them has a heading."""
    people = prefix_sums(page.speaking(SignatureSubject.PEOPLE))
    looked_at = members[:_MOST_READ]
    named = people[page.end[looked_at]] > people[looked_at]
    others = int((1 - _NEARLY_ALL) * len(looked_at))
    for row, by_somebody in zip(looked_at.tolist(), named.tolist(), strict=True):
        if not _is_comment(page, row, days, by_somebody=by_somebody):
            others -= 1
            if others < 0:  # as with most boxes: the first ones tell
                return False
    return not any(tags.HEADING[page.tag[row : page.end[row]]].any() for row in members.tolist())


def _is_comment(page: NodeTable, row: int, days: list[int], *, by_somebody: bool) -> bool:
    """Tell whether a box has a day, in one of the texts that may have one, and what says that somebody wrote it."""
    first, last = page.text_range(row)
    if int(page.chars[first:last].sum()) < _LEAST_SAID:
        return False
    if not any(
        dates.has_date(page.texts[each].strip()) for each in days[bisect_left(days, first) : bisect_left(days, last)]
    ):
        return False
    return by_somebody or any(
        len(text) <= _LONGEST_LABEL and is_reply(text) for text in page.texts.strings(np.arange(first, last))
    )


def _are_teasers(page: NodeTable, content: Mask, members: NDArray[np.intp]) -> bool:
    """Tell whether many boxes begin with a link: the writer of a comment is seldom marked, a title is."""
    marked = content.nonzero()[0]
    begins = marked[marked.searchsorted(page.first[members])]
    return bool(np.count_nonzero(page.in_link[begins]) > _MOST_BEGINNINGS * len(begins))


def _texts_of_section(page: NodeTable, chars_before: NDArray[np.int64], members: NDArray[np.intp]) -> slice:
    """Give the texts of the outermost box around the comments that holds next to nothing but their heading beside."""
    first, last, row = int(page.first[members[0]]), int(page.last[members[-1]]), int(page.parent[members[0]])
    inside = chars_before[last] - chars_before[first]
    while row > 0 and chars_before[page.last[row]] - chars_before[page.first[row]] - inside <= _LONGEST_HEADING:
        (first, last), row = page.text_range(row), int(page.parent[row])
    return slice(first, last)


_FEWEST_COMMENTS: Final = 2
"""A section has at least so many comments."""
_LEAST_SAID: Final = 20
"""A comment has at least so many characters, with its day and its writer."""
_LEAST_ABOVE: Final = 100
"""At least so many characters of the text that comments are about stand above them."""
_MOST_BELOW: Final = 0.1
"""At most this share of the text may follow the comments."""
_MOST_IN_COMMENTS: Final = 0.9
"""Share of the text in them, beyond which they are what the page is about."""
_MOST_BEGINNINGS: Final = 0.3  # share of the boxes, as ``shape._MAX_LINK_BEGINNINGS`` has it of records
_NEARLY_ALL: Final = 0.8  # of the boxes: one may have lost its day or its button
_MOST_READ: Final = 50  # boxes: the first ones tell what the others are
_LONGEST_LABEL: Final = 60  # characters of a day or a button; neither 30 nor 120 changes any of 827 labelled pages
_LONGEST_HEADING: Final = 60
"""The heading above comments has at most so many characters."""
