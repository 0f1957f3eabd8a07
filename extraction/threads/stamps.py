"""Posts found by a text that software writes above or below each, on pages where no boxes repeat.

Old boards write each post as one or two rows of a plain table, or as paragraphs between rules, without names. But
software writes the time of each post, in the same place and in the same kind of element: the largest element around a
time that holds no other time is the post, or its head. Where there are no times, or only days, buttons to reply or
"member since" labels serve instead (``post_labels``); buttons also on pages that do not say that they are threads, if
nearly all of the text is in such boxes.
"""

import re
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.threads.cells import unmarked_posts
from extraction.threads.first_posts import in_title
from extraction.threads.records import Records, SiblingGroups

_MOST_AROUND: Final = 2
"""At most so many buttons stand above all posts or below them and belong to the page."""
_ANYTHING: Final = re.compile("")
_LONGEST_STAMP: Final = 80
"""What says when a post was written has at most so many characters."""
_FEWEST_POSTS: Final = 2
"""A thread has at least so many posts."""
_MOST_OTHERS: Final = 0.2
"""The share of the posts that may have no text, or a title. Where more have no text, the page is a list of threads;
where more have a title, it is a list of articles."""
_MIN_SHARE_INSIDE: Final = 0.9
"""At least this share of the content is in posts that only buttons tell, since comments under an article have buttons,
too."""
_LONGEST_NAME: Final = 40
"""A name beside a time has at most so many characters; a longer text is a title."""
_LEAST_TEXT: Final = 40
"""A post above the first stamp, or in a box, has at least so many characters; less is a heading or a label."""
_LONGEST_HEAD: Final = 160
"""The head of a post, around a time or before it, has at most so many characters: who wrote it, and when."""


class Stamp(NamedTuple):
    """What software writes beside a post: its element, and the range of its texts (S), which may be empty."""

    element: int
    first: int
    last: int

    @classmethod
    def of(cls, page: NodeTable, text: int) -> "Stamp":
        """Give that which is a text (S)."""
        return cls(int(page.owner[text]), text, text + 1)


def stamped_records(page: NodeTable, content: Mask, stamps: list[Stamp], *, is_stated: bool) -> Records | None:
    """Find the posts that hold the marked (S) content of a thread by their ``stamps``; None when there are none.

    ``stamps`` are the times of the posts, or their buttons, in document order. Where nothing else states that the page
    is a thread (``is_stated``), the posts must hold nearly all of the content, and have no headings, as teasers have.
    """
    if len(stamps) < _FEWEST_POSTS:
        return None
    unmarked = unmarked_posts(page, content, [stamp[1:] for stamp in stamps]) if is_stated else None
    content = content if unmarked is None else content | unmarked
    stamped = np.zeros(len(content), dtype=np.bool_)
    for stamp in stamps:
        stamped[stamp.first : stamp.last] = True
    rows = _boxes(page, [stamp.element for stamp in stamps])
    first, last = page.first[rows], page.last[rows]
    chosen = prefix_sums(page.chars * (content & ~stamped))
    inside = chosen[last] - chosen[first]
    (full,) = inside.nonzero()
    buttons_of_page = len(rows) - (full[-1] + 1 - full[0]) if 2 * len(full) > len(rows) else 0
    if 0 < buttons_of_page <= _MOST_AROUND:  # they stand above all posts or below them
        return stamped_records(page, content, stamps[full[0] : full[-1] + 1], is_stated=is_stated)
    post_of = _post_of_texts(page, rows, chosen)
    heads = _heads(page, rows, stamps, ~_has_text(page, post_of, page.chars * (content & ~stamped), rows, inside))
    is_title = (page.chars > _LONGEST_NAME) | tags.HEADING.take(page.tag.take(page.owner))
    text, titles = (_per_post(post_of, marked, len(rows)) for marked in (content & ~heads, heads & ~stamped & is_title))
    if max(np.count_nonzero(text == 0), np.count_nonzero(titles)) > _MOST_OTHERS * len(rows):
        return None
    heads |= lines_of_days(page, post_of, len(rows))
    if not is_stated and not _are_all_posts(page, content, post_of, len(rows)):
        return None
    around = _element_around_all(page, rows)
    return Records(rows, post_of, False, SiblingGroups(page, range(around, int(page.end[around]))), heads, unmarked)


def _post_of_texts(page: NodeTable, rows: Column, chosen: NDArray[np.int64]) -> Column:
    """Give the post of each text (S), from 0, by the boxes (rows) around the stamps; -1 outside of all posts.

    A stamp stands at the end of its post where text stands before each box and no text behind the last one; elsewhere
    it stands at the beginning. ``chosen`` are the sums (S + 1) of the characters that were marked.
    """
    first, last = page.first[rows], page.last[rows]
    inside = chosen[last] - chosen[first]
    before, behind = chosen[first[0]], chosen[-1] - chosen[last[-1]]
    are_parted = np.count_nonzero(chosen[first[1:]] > chosen[last[:-1]]) >= (1 - _MOST_OTHERS) * (len(rows) - 1)
    if are_parted and before >= _LEAST_TEXT > behind and inside[0] < _LEAST_TEXT:
        starts, stops = np.append(0, last[:-1]), last
    else:
        # The last post ends with its box if boxes hold the text of posts, else with the element around that box.
        hold_text = 2 * inside[:-1].sum() > chosen[first[-1]] - chosen[first[0]] and inside[-1] >= _LEAST_TEXT
        end = page.last[rows[-1] if hold_text else page.parent[rows[-1]]]
        starts, stops = first, np.append(first[1:], end)
    post_of = np.full(len(page.texts), -1, dtype=np.int32)
    for number, (start, stop) in enumerate(zip(starts.tolist(), stops.tolist(), strict=True)):
        post_of[start:stop] = number
    return post_of


def _are_all_posts(page: NodeTable, content: Mask, post_of: Column, posts: int) -> bool:
    in_heading = page.texts_in_marked(tags.HEADING.take(page.tag))
    headings = in_heading & (post_of > 0)  # the first may have that of the page
    if np.count_nonzero(_per_post(post_of, headings, posts)) > _MOST_OTHERS * posts:
        return False
    inside = page.chars[content & (post_of >= 0)].sum()
    return bool(inside >= _MIN_SHARE_INSIDE * page.chars[content & ~in_title(page)].sum())


def _per_post(post_of: Column, marked: Mask, posts: int) -> NDArray[np.intp]:
    """Count the marked texts (S) of each post."""
    return np.bincount(post_of[(post_of >= 0) & marked], minlength=posts)


def post_times(page: NodeTable) -> list[Stamp]:
    """Give the texts that say when the posts were written: most of those with a date and a time that stand alike.

    A date alone may be the day on which somebody joined, or that of an article in a list.
    """
    return [Stamp.of(page, text) for text in _dated_alike(page, dates.CLOCK)]


def _dated_alike(page: NodeTable, beside: re.Pattern[str], among: Mask | None = None) -> list[int]:
    """Give the texts (S) at the place that has most of them: short ones, with a date and with what a pattern finds.

    They are ``among`` the marked ones.
    """
    places: dict[tuple[int, int, int], list[int]] = {}
    for text in dates.texts_with_date(page.texts, range(len(page.texts)), _LONGEST_STAMP):
        if among is not None and not among[text]:
            continue
        words = page.texts[text]
        if len(words.strip()) > _LONGEST_STAMP or beside.search(words) is None or not dates.has_date(words):
            continue
        places.setdefault(place_of(page, int(page.owner[text])), []).append(text)
    return max(places.values(), key=len, default=[])


def place_of(page: NodeTable, row: int) -> tuple[int, int, int]:
    """Give the tag, the parent's tag and the depth of an element (row): equal for what software writes alike."""
    return int(page.tag[row]), int(page.tag[page.parent[row]]), int(page.depth[row])


def lines_of_days(page: NodeTable, post_of: Column, posts: int) -> Mask:
    """Mark the short lines (S) that say the day of each post, and perhaps who wrote: one in nearly every post.

    ``post_of`` (S) is the post of each text that is asked about, and -1 of all others.
    """
    lines, days = lines_of(page), np.array(_dated_alike(page, _ANYTHING, post_of >= 0), dtype=np.intp)
    days = days[lines.texts.length[lines.line_of[days]] <= _LONGEST_STAMP]
    in_posts = len(np.unique(post_of[days]))
    is_one_each = len(days) == in_posts >= (1 - _MOST_OTHERS) * posts
    return lines.marking(lines.line_of[days].tolist() if is_one_each else [])


def _boxes(page: NodeTable, stamps: list[int]) -> Column:
    """Give the largest element around each of some elements that holds no other of them."""
    rows, before = [], prefix_sums(np.bincount(stamps, minlength=len(page.tag)))
    for stamp in stamps:
        row = above = stamp
        while above > 0 and before[page.end[above]] - before[above] == 1:
            row, above = above, int(page.parent[above])
        rows.append(row)
    return np.array(rows, dtype=np.int32)


def _has_text(page: NodeTable, post_of: Column, chars: Column, rows: Column, inside: NDArray[np.int64]) -> Mask:
    """Tell of each element (rows) around a time whether it, and those at the same place, have most of their posts' text
    in them: a post may be shorter than the name of who wrote it."""
    whole = np.bincount(post_of[post_of >= 0], chars[post_of >= 0], minlength=len(rows))
    _, place = np.unique([place_of(page, row) for row in rows.tolist()], axis=0, return_inverse=True)
    surplus = np.bincount(place, 2 * inside - whole)
    has: Mask = surplus[place] > 0
    return has


def _heads(page: NodeTable, rows: Column, stamps: list[Stamp], bare: Mask) -> Mask:
    """Mark the heads of posts (S): an element without text (``bare``), else the side of its time that is the shorter in
    all together: a post may be a word."""
    heads, chars = np.zeros(len(page.texts), dtype=np.bool_), page.char_sums
    edges = np.array([stamp[1:] for stamp in stamps])[~bare]
    above, below = (
        chars[edges[:, 0]] - chars[page.first[rows[~bare]]],
        chars[page.last[rows[~bare]]] - chars[edges[:, 1]],
    )
    is_above = above.sum() <= below.sum()
    for row, stamp, is_bare in zip(rows.tolist(), stamps, bare.tolist(), strict=True):
        first, last = page.text_range(row)
        if not is_bare:
            first, last = (first, stamp.last) if is_above else (stamp.first, last)
        if chars[last] - chars[first] > _LONGEST_HEAD:
            _, first, last = stamp
        heads[first:last] = True
    return heads


def _element_around_all(page: NodeTable, rows: Column) -> int:
    """Give the smallest element that holds all of some elements (rows, in document order)."""
    around = int(page.parent[rows[0]])
    while page.end[around] <= rows[-1]:
        around = int(page.parent[around])
    return around
