"""Comments below an article of which the method marked none, in boxes whose names do not speak of them.

A site's own template may call a comment ``pl_nr``. But the section around all of them is named after comments, they are
alike, and each has a box named after users and a line with its day. The box with the rest is what somebody wrote.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page.names import SignatureSubject
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.threads.post_labels import is_reply
from extraction.threads.records import MIN_ALIKE, in_bodies, in_nearly_all, records
from extraction.threads.stamps import lines_of_days


def unnamed_body_boxes(page: NodeTable, content: Mask) -> Column | None:
    """Give the boxes (rows) of what the comments say; None where no section named after comments shows any.

    The section begins below the first marked text (S) and holds no other.
    """
    section = _section(page, content)
    repeated = None if section is None else records(page, section)
    if repeated is None or len(repeated.rows) < MIN_ALIKE:
        return None
    number = len(repeated.rows)
    days = lines_of_days(page, repeated.record_of, number)
    people = page.texts_in_marked(page.speaking(SignatureSubject.PEOPLE | SignatureSubject.WRITER))
    inside = repeated.record_of >= 0
    heads = [np.unique(repeated.record_of[inside & each]) for each in (days, people)]
    if min(map(len, heads)) < _NEARLY_ALL * number:
        return None
    others = days | people | page.in_link | in_nearly_all(page, repeated)
    own = inside & ~others
    own[[row for row in own.nonzero()[0].tolist() if is_reply(page.texts[row])]] = False
    bodies = in_bodies(page, own, own, np.zeros_like(own), repeated) if own.any() else None
    if bodies is None:
        return None
    comment_of = np.where(bodies & own, repeated.record_of, -1)
    boxes = [_box_around(page, (comment_of == comment).nonzero()[0]) for comment in np.unique(comment_of)[1:].tolist()]
    return np.array(boxes, dtype=np.int32) if len(boxes) >= _NEARLY_ALL * number else None


def _section(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the texts (S) of the largest section that is named after comments."""
    rows, marked = page.speaking(SignatureSubject.COMMENTS).nonzero()[0], prefix_sums(content)
    first, last = page.first[rows], page.last[rows]
    rows = rows[(first > content.argmax()) & (marked[last] == marked[first])]
    if not len(rows):
        return None
    largest = int(rows[(page.char_sums[page.last[rows]] - page.char_sums[page.first[rows]]).argmax()])
    texts = np.zeros(len(content), dtype=np.bool_)
    texts[page.first[largest] : page.last[largest]] = True
    return texts


def _box_around(page: NodeTable, texts: NDArray[np.intp]) -> int:
    """Give the smallest element that holds some texts (S)."""
    row = int(page.owner[texts[0]])
    while page.last[row] <= texts[-1]:
        row = int(page.parent[row])
    return row


_NEARLY_ALL: Final = 0.8
"""Share of the comments with a day, with a box named after users, and with a body."""
