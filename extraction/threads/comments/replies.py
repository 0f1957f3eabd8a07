"""Replies: what readers wrote beneath a post, such as comments on questions and answers, or floors within a floor.

Software writes them into the element of the post, below its text, in boxes named after the bodies of comments
(``comment_bodies.body_boxes``). Where the method marked most of their text, they are part of the post. Elsewhere they
are comments: texts of their own beside the posts.
"""

from typing import Final, NamedTuple

import numpy as np

from extraction.lexicon import dates
from extraction.page.lines import PartOfLine
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.signs import COLONS
from extraction.threads.comments.comment_bodies import body_boxes, numbered_by_box
from extraction.threads.post_labels import is_reply
from extraction.threads.records import Records


class Replies(NamedTuple):
    """R replies, in document order."""

    boxes: Column
    """(R) rows of what they say."""
    above: Column
    """(R) the post that each is beneath."""
    begins: Column
    """(R) the text with which that post begins."""


def replies(page: NodeTable, content: Mask, post: Column, posts: int, records: Records) -> Replies | None:
    """Give what was written beneath the posts of a thread; None when nothing was.

    ``post`` (S) is which of the ``posts`` each segment of the marked (S) content is part of, from 1, 0 outside. A box
    in which most of a post stands is the post's own.
    """
    boxes = body_boxes(page, content, 1)
    if boxes is None:
        return None
    chars = page.chars * content
    own = np.bincount(post, chars * (numbered_by_box(page, boxes) == 0), minlength=posts + 1)
    begins = np.full(posts + 1, len(content), dtype=np.int32)
    texts = (content & (post > 0)).nonzero()[0]
    np.minimum.at(begins, post[texts], texts)
    sums, first, last = prefix_sums(chars), page.first[boxes], page.last[boxes]
    before_records = posts - len(records.rows)  # 1 if the first post stands in no record, else 0
    is_of_first = first < page.first[records.rows[0]]
    of_record = records.record_of[first]
    above = np.where(of_record >= 0, of_record + 1 + before_records, is_of_first * before_records)
    around = page.parent[page.parent[boxes]]
    heads = records.rows.searchsorted(around, side="right")  # where posts begin beside it, it is a heading of theirs
    is_below = records.rows.searchsorted(page.end[around]) == heads
    is_below &= (above > 0) & (begins[above] < first) & (sums[last] - sums[first] <= _MOST_SAID * own[above])
    return Replies(boxes[is_below], above[is_below], begins[above[is_below]]) if is_below.any() else None


def are_mostly_marked(page: NodeTable, content: Mask, boxes: Column) -> bool:
    """Tell whether the method marked (S) most of what replies (rows) say."""
    marked, chars = prefix_sums(page.chars * content), prefix_sums(page.chars)
    first, last = page.first[boxes], page.last[boxes]
    return bool(2 * (marked[last] - marked[first]).sum() > (chars[last] - chars[first]).sum())


def around_replies(page: NodeTable, below: Replies, records: Records) -> Mask:
    """Mark the texts (S) around replies: who wrote a reply, when, and the buttons below it.

    They stand in the largest element around a reply that holds no other reply, nothing of the post, and little else.
    """
    boxes = below.boxes
    is_box = np.zeros(len(page.tag), dtype=np.bool_)
    is_box[boxes] = is_box[records.rows] = True
    within, chars = prefix_sums(is_box), page.char_sums
    marked = np.zeros(len(page.texts), dtype=np.bool_)
    for box, begins in zip(boxes.tolist(), below.begins.tolist(), strict=True):
        row = box
        for _ in range(_MOST_LEVELS):
            around = int(page.parent[row])
            first, last = page.text_range(around)
            own = chars[page.last[box]] - chars[page.first[box]]
            is_alone = around > 0 and not is_box[around] and within[page.end[around]] - within[around] == 1
            if not is_alone or first <= begins or chars[last] - chars[first] - own > _MOST_BESIDE:
                break
            row = around
        marked[page.first[row] : page.last[row]] = True
    left: Mask = marked & (numbered_by_box(page, boxes) == 0)
    return left


def edges_of_replies(page: NodeTable, boxes: Column) -> PartOfLine:
    """Give the texts at the edges of replies (rows) that are no part of what was written.

    They say whom a reply answers, by a link behind the word for it ("Reply to X:"), or when it was written.
    """
    parts = PartOfLine([], set())
    for box in boxes.tolist():
        first, last = page.text_range(box)
        to_somebody = first + 1 < last and page.in_link[first + 1] and is_reply(page.texts[first])
        if to_somebody:
            parts.texts.extend((first, first + 1))
            behind = page.texts[first + 2] if first + 2 < last else ""
            rest = behind.lstrip().lstrip("".join(COLONS)).lstrip()
            if rest and len(rest) < len(behind):
                start = int(page.texts.edge[first + 2])
                parts.cuts.add((start, start + len(behind.encode()) - len(rest.encode())))
        if last - 1 > first and page.owner[last - 1] != box and _is_day_with_time(page.texts[last - 1].strip()):
            parts.texts.append(last - 1)
    return parts


def _is_day_with_time(text: str) -> bool:
    return len(text) <= _LONGEST_STAMP and dates.CLOCK.search(text) is not None and dates.has_date(text)


_MOST_LEVELS: Final = 3
"""Elements around the box of a reply."""
_MOST_BESIDE: Final = 160
"""The writer, the day and the buttons beside a reply have at most so many characters."""
_MOST_SAID: Final = 2
"""Characters that the method marked in a reply to those of the post it answers."""
_LONGEST_STAMP: Final = 60
"""What says when a reply was written has at most so many characters."""
