"""``text-density``: the densest subtrees of the page.

Sun, Song and Liao, *DOM Based Content Extraction via Text Density* (CETD), SIGIR 2011, with composite text density
(eq. 3) and DensitySum (eq. 4). Characters are counted without white space, tags without hidden ones.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.methods.method import Method, MethodContext
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable

Values = NDArray[np.float64]


def select(page: NodeTable, _: MethodContext) -> Mask:
    """Mark the subtrees with the greatest density sum wherever the density reaches the threshold.

    The threshold is the least density between body and the element of the greatest density sum in the whole page; in
    every element that reaches it, the descendant with the greatest density sum is content (section 4.2).
    """
    density = composite_density(page)
    density_sum: Values = np.bincount(page.parent[1:], weights=density[1:], minlength=len(page.tag)).astype(np.float64)
    greatest = _greatest_below(page, density_sum)
    body = int(np.argmax(page.tag == tags.CODE["body"]))
    threshold, row = np.inf, int(greatest[body])
    while row > 0:
        threshold, row = min(threshold, density[row]), int(page.parent[row]) if row != body else 0
    return page.texts_in(greatest[(density >= threshold) & (density > 0)])


def composite_density(page: NodeTable) -> Values:
    """Give each element's composite text density (eq. 3); where a count is 0, 1 stands for it."""
    visible = ~page.silent
    chars = page.in_subtree(page.chars).astype(np.float64)
    link_chars = page.in_subtree(page.chars * page.in_link).astype(np.float64)
    tag_count = np.maximum(page.below(visible) - 1.0, 1)
    link_tags = np.maximum(page.below(visible & (page.tag == tags.CODE["a"])) - (page.tag == tags.CODE["a"]), 1.0)
    other_chars = np.maximum(chars - link_chars, 1)
    body = int(np.argmax(page.tag == tags.CODE["body"]))
    ratio = link_chars[body] / max(chars[body], 1)
    base = np.log(np.maximum(chars / other_chars * link_chars + ratio * chars + np.e, np.e))
    grade = np.maximum(chars, 1) * tag_count / (np.maximum(link_chars, 1) * link_tags)
    density: Values = chars / tag_count * np.log(np.maximum(grade, 1)) / np.log(np.maximum(base, 1 + 1e-9))
    return density


def _greatest_below(page: NodeTable, values: Values) -> NDArray[np.int64]:
    """For each element, the row of the greatest value in its subtree, of equals the first."""
    best = list(range(len(values)))
    value = values.tolist()
    parent = page.parent.tolist()
    for row in range(len(best) - 1, 0, -1):
        if value[best[row]] >= value[best[parent[row]]] and value[best[row]] > value[parent[row]]:
            best[parent[row]] = best[row]
    return np.array(best, dtype=np.int64)


TEXT_DENSITY: Final = Method(
    "text-density", "2", "DOM Based Content Extraction via Text Density (CETD, DensitySum), SIGIR 2011", select
)
