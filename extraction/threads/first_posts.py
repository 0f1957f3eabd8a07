"""The first post of a thread, which stands above the others in a box of its own, and the number of each text's post."""

from collections import Counter
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.headline import letters
from extraction.page.lines import lines_of
from extraction.page.names import Names
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.statements.head import head_of
from extraction.page.texts import Texts
from extraction.threads.records import Records
from extraction.threads.stated_threads import first_post_box


def first_body(page: NodeTable, content: Mask, records: Records) -> Mask | None:
    """Mark the first post (S) that stands above the records in a box named after one, or named like their bodies; None
    when none is known.

    A method marks nothing of a post that is no more than a link, and the box of such a post may be no record: Vanilla
    has it above the list of the other posts. But its body, and the box around the body, are named like those of others.
    """
    start = int(records.rows[0])
    if page.signatures.named(Names.FIRST_POST) is not None:  # on few pages
        box = first_post_box(page)
        if box is not None and page.end[box] <= start:
            return page.texts_in([box])
    stated = _stated_body(page, records)
    if stated is not None:
        return stated
    kind = _kind_of_bodies(page, content, records)
    if kind is None:
        return None
    alike, parents_alike = kind
    titles = in_title(page).nonzero()[0]
    top = int(page.owner[titles[0]]) if len(titles) else 0
    numbers = records.groups.alike[page.signature]
    rows = top + (numbers[top:] == alike).nonzero()[0]
    rows = rows[numbers[page.parent[rows]] == parents_alike]
    boxes = rows[page.end[rows] <= start]
    if len(boxes) != 1 or len(rows) > len(records.rows) + _MOST_OTHER_BODIES:
        return None
    marked = np.zeros(len(content), dtype=np.bool_)
    begin, end = page.text_range(boxes[0])
    marked[begin:end] = True
    return marked if any(map(str.isalnum, page.texts.between(begin, end))) else None


def numbered(page: NodeTable, content: Mask, records: Records) -> tuple[Column, int]:
    """Give the post of each segment (S) of a thread, from 1, 0 outside its posts; and how many there are.

    Content above the records is the first post, in a box unlike the others: a question above its answers; or what of it
    is in a box named like theirs.
    """
    body = first_body(page, content, records)
    first = in_first_box(page, content, records) if body is None else content & body
    if first is not None and page.texts_in_marked(_TITLE[page.tag])[first].all():
        first = None  # boards write what a thread is about into a link of its title: "[Question]"
    number = np.where(content & (records.record_of >= 0), records.record_of + 1 + (first is not None), 0)
    if first is not None:
        number[first] = 1
    return number, len(records.rows) + (first is not None)


def in_title(page: NodeTable) -> Mask:
    """Mark the segments (S) of titles."""
    marked: Mask = _TITLE[page.tag][page.owner]
    return marked


def in_first_box(page: NodeTable, content: Mask, records: Records) -> Mask | None:
    """Mark the content (S) above the records that is no heading; None when it is no post.

    It is no post when it is too short, or stands above the title of the page.
    """
    start = int(page.first[records.rows[0]])
    above = content & ~in_title(page) & (records.record_of < 0) & (np.arange(len(content)) < start)
    lines = lines_of(page)
    rows = np.unique(lines.line_of[above])
    if int(lines.weights[rows].sum()) < _MIN_FIRST_POST_WEIGHT:
        return None
    titles = [letters(title) for title in head_of(page).titles]
    if _have_title(page, titles, int(above.nonzero()[0][-1]) + 1, start):
        return None
    # The title may stand above the text of the first record, unless it stands above each.
    first, second = (_head(page, content, records, record) for record in range(2))
    return None if _have_title(page, titles, *first) and not _have_title(page, titles, *second) else above


def _have_title(page: NodeTable, titles: list[str], first: int, last: int) -> bool:
    """Tell whether the texts (S) from one to before another have a title (letters) of the page, or a part of one.

    A line may be a short part of the title. Where the name of the site stands in one line with the title, a single text
    must be half of it.
    """
    lines = lines_of(page)
    line_rows = range(int(lines.line_of[first]), int(lines.line_of[min(last, len(page.texts) - 1)]))[-_MOST_BETWEEN:]
    text_rows = range(max(first, last - _MOST_BETWEEN), last)
    return _is_any_in_titles(lines.texts, line_rows, titles, 0) or _is_any_in_titles(page.texts, text_rows, titles, 0.5)


def _is_any_in_titles(texts: Texts, rows: range, titles: list[str], least_share: float) -> bool:
    """Tell whether one of some texts (rows) stands in a title, and has at least a share of the title's letters."""
    names = [letters(texts[row]) for row in rows]
    return any(
        len(name) >= max(_MIN_TITLE_LETTERS, least_share * len(title)) and name in title
        for name in names
        for title in titles
    )


def _kind_of_bodies(page: NodeTable, content: Mask, records: Records) -> tuple[int, int] | None:
    """Give the kind of box that holds the marked (S) text of most records: its name, and its parent's.

    Names are numbers of ``SiblingGroups.alike``. None when no kind of box holds the text of most records.
    """
    inside = (content & (records.record_of >= 0)).nonzero()[0]
    if not len(inside):
        return None
    with_content, begins = np.unique(records.record_of[inside], return_index=True)
    last_text = inside[np.append(begins[1:], len(inside)) - 1]
    edge, rows, tops = page.signatures.edge[::3], page.owner[inside[begins]], records.rows[with_content]
    named = (edge[1:] > edge[:-1])[page.signature]
    # Of each record the smallest box with a name that all of its text lies in.
    while len(wider := ((rows > tops) & ((page.last[rows] <= last_text) | ~named[rows])).nonzero()[0]):
        rows[wider] = page.parent[rows[wider]]
    chars, marked_chars = page.char_sums, prefix_sums(page.chars * content)
    first, last = page.first[rows], page.last[rows]
    are_pure = marked_chars[last] - marked_chars[first] >= _LEAST_PURE * (chars[last] - chars[first])
    boxes = rows[(rows > tops) & are_pure]
    alike = records.groups.alike[page.signature]
    kinds = Counter(zip(alike[boxes].tolist(), alike[page.parent[boxes]].tolist(), strict=True))
    if not kinds:
        return None
    (kind, times), *_ = kinds.most_common(1)
    return kind if times >= _MOST_BODIES_ALIKE * len(with_content) else None


def _stated_body(page: NodeTable, records: Records) -> Mask | None:
    """Mark the text (S) that a page states to be that of the first post, as it does of the others (schema.org)."""
    kinds = page.signatures.of_role(_TEXT)
    if not kinds:
        return None
    rows = (np.isin(page.signature, kinds) & (page.first < page.last)).nonzero()[0]
    record = records.record_of[page.first[rows]]
    above = rows[(record < 0) & (page.end[rows] <= records.rows[0])]
    if len(above) != 1 or len(np.unique(record[record >= 0])) < _MOST_BODIES_ALIKE * len(records.rows):
        return None
    lines, texts = lines_of(page), slice(*page.text_range(above[0]))
    if (
        2 * np.count_nonzero(lines.copies[lines.line_of[texts]] > 1) > texts.stop - texts.start
    ):  # a post that stands out
        return None
    marked = np.zeros(len(page.texts), dtype=np.bool_)
    marked[texts] = True
    return marked


def _head(page: NodeTable, content: Mask, records: Records, record: int) -> tuple[int, int]:
    """Give the range of the texts (S) of a record above what was marked in it; an empty one when nothing was."""
    first = int(page.first[records.rows[record]])
    texts = (content & (records.record_of == record) & ~in_title(page)).nonzero()[0]
    return first, int(texts[0]) if len(texts) else first


_MOST_BODIES_ALIKE: Final = 0.8
"""At least this share of the records with content has its text in a box of one name."""
_MOST_OTHER_BODIES: Final = 2
"""Boxes of that name outside of the records: the first post's, and a preview. More are cells beside the posts."""
_LEAST_PURE: Final = 0.8
"""At least this share of the characters in such a box is content: the box of a whole post holds more."""
_MIN_FIRST_POST_WEIGHT: Final = 40
"""Characters of a first post in a box of its own, thrice those of scripts without spaces; less is a heading, a date or
a label."""
_MIN_TITLE_LETTERS: Final = 8  # fewer stand in a title by chance; half changes 2 of 827 labelled pages
_MOST_BETWEEN: Final = 100
"""So many lines between the first post and the others are searched for the title."""
_TEXT: Final = b"text"
"""The ``itemprop`` of what a post says."""
_TITLE: Final = tags.tag_set("h1 h2 title")
