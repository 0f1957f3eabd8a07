"""The boxes of posts, found by their names: on threads of short or few posts, or where the method marked hardly any
text.

Usually the marked text shows which kind of box holds the posts (``posts.completed``), whatever its name. Where it does
not, the name may: forum software names the box of a post's text, and each post has one.
"""

from collections import defaultdict
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.names import Names, SignatureSubject
from extraction.page.node_table import Mask, NodeTable, covered, prefix_sums
from extraction.threads.first_posts import in_title
from extraction.threads.records import Records


def in_named_bodies(page: NodeTable, content: Mask, records: Records) -> Mask | None:
    """Give the marked (S) content as the named boxes of records have it; None when most records have not one of a kind.

    What stands outside of the records stays as it was.
    """
    bodies = _bodies(page, content, records, _HOLDS)
    if not bodies:
        return None
    boxed = content & (records.record_of < 0)
    for row in bodies:
        boxed[page.first[row] : page.last[row]] = True
    return boxed


def beside_named_bodies(page: NodeTable, content: Mask, records: Records) -> Mask:
    """Mark the content (S) of records that stands beside the named boxes that hold most of it, one in most records.

    The box that was taken for the body is then one around it, with the writer's line or who likes the post.
    """
    marked = np.zeros(len(content), dtype=np.bool_)
    for row in _bodies(page, content, records, _HOLDS_MOST):
        record = int(records.record_of[page.first[row]])
        top = int(records.rows[record])
        within = slice(*page.text_range(top))
        marked[within] |= records.record_of[within] == record
        marked[page.first[row] : page.last[row]] = False
    return marked & content & ~in_title(page)


def _bodies(page: NodeTable, content: Mask, records: Records, holds_at_least: float) -> list[int]:
    """Give the rows of the tightest kind of named boxes that hold such a share of the marked (S) content of records."""
    named = page.signatures.named(Names.POST_BODY)
    if named is None:
        return []
    rows = named.take(page.signature).nonzero()[0]
    record = records.rows.searchsorted(rows, side="right") - 1
    inside = (record >= 0) & (rows < page.end.take(records.rows.take(record))) & (page.first[rows] < page.last[rows])
    kinds: defaultdict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row, number in zip(rows[inside].tolist(), record[inside].tolist(), strict=True):
        kinds[int(records.groups.alike[page.signature[row]])][number].append(row)
    marked, all_marked = prefix_sums(page.chars * content), int(page.chars[content & (records.record_of >= 0)].sum())
    people = prefix_sums(page.speaking(SignatureSubject.PEOPLE) & ~covered(page.tag == _QUOTE, page.end))
    best: list[int] = []
    for of_record in kinds.values():
        bodies = [boxes[0] for boxes in of_record.values() if len(boxes) == 1]
        if len(bodies) < _IN_MOST * len(records.rows):
            continue
        holds = (marked.take(page.last.take(bodies)) - marked.take(page.first.take(bodies))).sum()
        with_people = np.count_nonzero(people.take(page.end.take(bodies)) > people.take(np.add(bodies, 1)))
        if holds >= holds_at_least * all_marked and with_people <= _MOST_WITH_PEOPLE * len(bodies):
            best = max(best, bodies)  # the tighter: it begins later
    return best


_IN_MOST: Final = 0.8
"""At least this share of the records has the box exactly once."""
_HOLDS: Final = 0.5
"""At least this share of the records' marked text lies in the boxes, where nothing else tells the bodies."""
_HOLDS_MOST: Final = 0.7
"""At least this share of it lies in the boxes, where other boxes tell the bodies."""
_MOST_WITH_PEOPLE: Final = 0.5
"""The share of the boxes that may hold a box named after people: the box of a whole post says whose post it is."""
_QUOTE: Final = tags.CODE["blockquote"]
