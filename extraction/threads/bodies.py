"""The bodies of a thread's posts: in each record the box that its software writes the post's text in.

A method judges texts one by one, and of posts of two words it misses some, while it takes a nickname or a rank beside
others for text. The records of a thread are alike, so the element that holds most of what was marked in most of them
holds the text in all: what was marked beside it is dropped, and a post of which nothing was marked is marked whole.
Links outside of the posts are the way around the site. Titles stay.

What stands at the end of several posts, word for word, does not tell where the bodies are: it may be a signature in a
box of its own. Where it lies in the bodies, people wrote it.

Boxes are alike that have the same name in parents of the same name. They are found in ``native/threads/bodies.c``.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Final

import numpy as np

from extraction.native.library import array, check_memory, lib, struct
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable
from extraction.threads.records import Records

_TITLE: Final = tags.tag_set("h1 h2")
_FEWEST: Final = 3
"""Records, below which nothing says what is alike."""
_SEVERAL: Final = 2
"""Records that end with the same line."""
_RULES: Final[Mapping[str, float]] = {
    # Share of the records that have the box, once.
    "in_most": 0.8,
    # Share of the records' marked text that lies in the boxes.
    "holds": 0.5,
    # Share of the text in the boxes that is marked: a box around the whole post holds its writer's card as well.
    "pure": 0.8,
    # Of the boxes that hold nearly as much of it as any other, the tightest is the body: not its first paragraph.
    "nearly": 0.9,
}
"""The fields of ``BodyRules`` in ``native/threads/threads.h``."""


def completed(page: NodeTable, content: Mask, in_boxes: Mask, records: Records) -> Mask:
    """Give the marked (S) content of a thread as its posts' bodies have it; as it was when no box stands out.

    What is ``in_boxes`` (S) is content as well where it lies in a box: what all posts say there is said by people.
    """
    if len(records.rows) < _FEWEST:
        return content
    telling = content & ~_ends_alike(page, content, records)
    boxed = in_bodies(page, telling, in_boxes, records)
    return content if boxed is None else boxed


def in_bodies(page: NodeTable, content: Mask, in_boxes: Mask, records: Records) -> Mask | None:
    """Give the marked (S) content as the bodies of records have it; None when no kind of elements stands out.

    What is ``in_boxes`` (S) is content as well if it lies in one.
    """
    texts, number = len(page.texts), len(records.rows)
    completed = np.empty(texts, dtype=np.bool_)
    bodies = struct(
        "PostBodies",
        page=page.columns,
        groups=records.groups.struct,
        rules=_RULES,
        is_title=array(_TITLE, len(tags.NAMES)),
        content=array(np.ascontiguousarray(content, dtype=np.bool_), texts),
        in_bodies=array(np.ascontiguousarray(in_boxes, dtype=np.bool_), texts),
        row=array(records.rows, number),
        records=number,
        of=array(records.of, texts),
        completed=array(completed, texts, writable=True),
    )
    return completed if check_memory(lib.mezmun_complete_bodies(bodies)) else None


def _ends_alike(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Mark the lines at the ends of records that end others, too; not all of a record."""
    lines = lines_of(page)
    inside = np.flatnonzero(content & (records.of >= 0))
    of = lines.of[inside]
    rows = of[np.flatnonzero(np.diff(of, prepend=-1))]
    text = dict(zip(rows.tolist(), lines.texts.of(rows), strict=True))
    lines_of_record: dict[int, dict[int, None]] = defaultdict(dict)
    for record, line in zip(records.of[inside].tolist(), of.tolist(), strict=True):
        lines_of_record[record][line] = None
    ends = [[text[line] for line in reversed(rows_of)] for rows_of in lines_of_record.values()]
    times = Counter((place, words) for end in ends for place, words in enumerate(end))
    alike = []
    for rows_of, end in zip(lines_of_record.values(), ends, strict=True):
        for place, line in enumerate([*rows_of][:0:-1]):
            if times[place, end[place]] < _SEVERAL:
                break
            alike.append(line)
    return content & lines.marking(alike)
