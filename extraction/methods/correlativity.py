"""``correlativity``: content is where much text stands beside few links.

*Content Extraction of Uighur Web Based on Content Correlativity*. TA of a node is its text characters outside links, LA
its link nodes, both with its descendants. The equations and the thresholds C, D and S are the paper's. What it leaves
open was settled by measuring on nine labelled sets, forums, news and blogs alike:

- *Text given once.* A text is judged by the node it stands in, so a parent and a child never both give it. Phrase
  elements (``b``, ``em``, ``a`` ...) are part of the sentence around them: their text is judged with it, links as well.
- *The structure where the content nodes lie* is the smallest element, paragraphs aside, that holds more than half of
  the content's characters, such as the cell with an article's paragraphs or the list of a thread's posts, with what
  lies between it and the headline. A content node outside of it, like a copyright line at the foot, goes to 0.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.methods.method import Method, MethodContext
from extraction.page import headline, tags
from extraction.page.node_table import Mask, NodeTable

C: Final = 29.0
"""Threshold of content correlativity."""
D: Final = 63.0
"""Threshold of text density, for smoothing."""
S: Final = 0.57
"""Threshold of content similarity, for smoothing."""

Values = NDArray[np.float64]


def select(page: NodeTable, _: MethodContext) -> Mask:
    """Mark the text of the content nodes."""
    if not len(page.texts):
        return np.zeros(0, dtype=np.bool_)
    text, links = text_and_links(page)
    cc = content_correlativity(text, links)
    content_node = (cc > C) | smoothed(page, text, links, cc)
    content: Mask = content_node[page.nearest(~tags.PHRASE[page.tag])[page.owner]]
    structure = smallest_majority(page, content)
    title = headline.before(page, int(page.first[structure]) + int(content[page.first[structure] :].argmax()))
    content[: title.start] = content[page.last[structure] :] = False
    content[title] = True
    return content


def text_and_links(page: NodeTable) -> tuple[Values, Values]:
    """Give TA and LA of every element; LA = 0 counts as 1."""
    text = page.in_subtree(page.chars * ~page.in_link)
    links = page.below((page.tag == tags.CODE["a"]) & ~page.silent)
    return text.astype(np.float64), np.maximum(links, 1).astype(np.float64)


def content_correlativity(text: Values, links: Values) -> Values:
    """CC = TA / LA (eq. 1)."""
    return text / links


def text_density(page: NodeTable, text: Values, links: Values) -> Values:
    """TD = TA(parent) / LA (eq. 2); TA(parent) = 0 counts as 1, and so does the missing parent of the root."""
    parents_text = np.where(page.parent < 0, 0, text[page.parent])
    return np.maximum(parents_text, 1) / links


def content_similarity(page: NodeTable, cc: Values) -> Values:
    """CS: of the siblings with the same tag, the node itself included, the share with CC >= C (eq. 3)."""
    kind = page.parent.astype(np.int64) * len(tags.NAMES) + page.tag
    _, group, size = np.unique(kind, return_inverse=True, return_counts=True)
    similarity: Values = (np.bincount(group, weights=cc >= C) / size)[group]
    return similarity


def smoothed(page: NodeTable, text: Values, links: Values, cc: Values) -> Mask:
    """Mark the nodes up to C that are content after all: so are their siblings (CS > S), in a dense parent (TD > D).

    The paper raises those below C, to C; CC > C would leave just these out again, and those at C from the beginning, so
    both are marked instead.
    """
    raised: Mask = (cc <= C) & (content_similarity(page, cc) > S) & (text_density(page, text, links) > D)
    return raised


def smallest_majority(page: NodeTable, content: Mask) -> int:
    """Give the row of the smallest element with more than half of the content's characters; 0 without content."""
    chars = page.in_subtree(page.chars * content)
    # Every one lies in the one before, since two apart cannot both hold more than half.
    majority = ((2 * chars > chars[0]) & ~tags.PARAGRAPH[page.tag]).nonzero()[0]
    return int(majority[-1]) if len(majority) else 0


CORRELATIVITY: Final = Method(
    "correlativity", "4", "Content Extraction of Uighur Web Based on Content Correlativity", select
)
