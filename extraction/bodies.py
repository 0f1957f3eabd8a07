"""The bodies of a thread's posts: in each record the box that its software writes the post's text in.

A method judges texts one by one, and of posts of two words it misses some, while it takes a nickname or a rank beside
others for text. The records of a thread are alike, so the element that holds most of what was marked in most of them
holds the text in all: what was marked beside it is dropped, and a post of which nothing was marked is marked whole.
Links outside of the posts are the way around the site.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.node_table import Column, Mask, NodeTable, covered, prefix_sums
from extraction.records import Records

_FEWEST: Final = 3
"""Records, below which nothing says what is alike."""
_IN_MOST: Final = 0.8
"""Share of the records that have the box, once."""
_HOLDS: Final = 0.5
"""Share of the records' marked text that lies in the boxes."""
_PURE: Final = 0.8
"""Share of the text in the boxes that is marked: a box around the whole post holds its writer's card as well."""
_NEARLY: Final = 0.9
"""Of the boxes that hold nearly as much of it as any other, the tightest is the body: not its first paragraph."""
_TITLE: Final = tags.tag_set("h1 h2")


def completed(page: NodeTable, content: Mask, found: Records) -> Mask:
    """Give the marked (S) content of a thread as its posts' bodies have it; as it was when no box stands out."""
    if len(found.rows) < _FEWEST:
        return content
    is_record = np.zeros(len(page.tag), dtype=np.bool_)
    is_record[found.rows] = True
    record = np.append(np.cumsum(is_record) - 1, -1)[page.nearest(is_record)]
    boxes = _boxes(page, content, record, is_record, found.families.alike[page.naming])
    if boxes is None:
        return content
    is_box = np.zeros(len(page.tag), dtype=np.bool_)
    is_box[boxes] = True
    inside = covered(is_box, page.end)[page.owner]
    boxed = np.zeros(len(found.rows) + 1, dtype=np.bool_)  # the last is -1, outside of all records
    boxed[record[boxes]] = True
    marked = np.zeros(len(found.rows) + 1, dtype=np.bool_)
    marked[found.of[content & inside]] = True
    outside = ~boxed[found.of] & ~(page.in_link & (found.of < 0))
    whole: Mask = content & (inside | outside | _TITLE[page.tag][page.owner])
    return whole | (inside & boxed[found.of] & ~marked[found.of])


def _boxes(
    page: NodeTable, content: Mask, record: NDArray[np.intp], is_record: Mask, name: Column
) -> NDArray[np.intp] | None:
    """Give the rows of the boxes, at most one in a record; ``name`` (E) is the same for elements of the same name."""
    names = int(name.max()) + 1
    kind = name.astype(np.int64) * (names + 1) + np.where(page.parent < 0, names, name[page.parent])
    rows = np.flatnonzero((record >= 0) & ~is_record & (page.last > page.first))
    records = int(is_record.sum())
    pair, first, count = np.unique(kind[rows] * records + record[rows], return_index=True, return_counts=True)
    once = count == 1
    kinds, rows = pair[once] // records, rows[first[once]]
    chars, marked = (prefix_sums(each) for each in (page.chars, page.chars * content))
    in_records = (record[page.owner] >= 0) & content
    _, group = np.unique(kinds, return_inverse=True)
    number = np.bincount(group)
    all_chars = np.bincount(group, weights=chars[page.last[rows]] - chars[page.first[rows]])
    marked_chars = np.bincount(group, weights=marked[page.last[rows]] - marked[page.first[rows]])
    fit = np.flatnonzero(
        (number >= _IN_MOST * records)
        & (marked_chars >= _HOLDS * page.chars[in_records].sum())
        & (marked_chars >= _PURE * all_chars)
    )
    if not len(fit):
        return None
    fit = fit[marked_chars[fit] >= _NEARLY * marked_chars[fit].max()]
    tightest: NDArray[np.intp] = rows[group == fit[np.argmin(all_chars[fit])]]
    return tightest
