"""``valid-characters``: the block that holds most of the page's sentences.

*Content Extraction via Valid Characters* (CEVC).
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import stop_words
from extraction.method import Knowledge, Method
from extraction.node_table import Mask, NodeTable

ALPHA: Final = 0.5
"""The paper's threshold of the maximum valid-character ratio (MVCR)."""


def select(page: NodeTable, knowledge: Knowledge) -> Mask:
    """Mark the text of the main block."""
    block = main_block(page, page.in_subtree(valid_characters(page, knowledge.language)))
    content = ~page.in_link
    content[: page.first[block]] = content[page.last[block] :] = False
    return content


def valid_characters(page: NodeTable, language: str) -> NDArray[np.int64]:
    """Count each segment's (S) characters when it lies outside links and holds a stop word."""
    rows = np.flatnonzero(~page.in_link)
    valid = np.zeros(len(page.text), dtype=np.int64)
    valid[rows] = page.chars[rows] * stop_words.holding([page.text[row] for row in rows.tolist()], language)
    return valid


def main_block(page: NodeTable, valid: NDArray[np.int64]) -> int:
    """Descend from the root to the child with the most valid characters while its MVCR is at least ALPHA.

    ``valid`` is (E), summed over subtrees. The ratio is the child's share of its siblings' sum, itself included.
    """
    best, total = _best_children(page, valid)
    block = 0
    while best[block] >= 0 and valid[best[block]] >= ALPHA * total[block] > 0:
        block = int(best[block])
    return block


def _best_children(page: NodeTable, valid: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each element, the first child with the most valid characters (-1: no child), and the children's sum."""
    elements = len(page.tag)
    best = np.full(elements, -1, dtype=np.int64)
    # Written in this order, each parent keeps the row with the most, of equals the first in the page.
    order = np.lexsort((-np.arange(1, elements), valid[1:])) + 1
    best[page.parent[order]] = order
    total = np.bincount(page.parent[1:], weights=valid[1:], minlength=elements)
    return best, total.astype(np.int64)


VALID_CHARACTERS = Method("valid-characters", "1", "Content Extraction via Valid Characters (CEVC)", select)
