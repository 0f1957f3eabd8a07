"""From the marked content of a page to its parts: posts of a thread, an article and its comments, quotes.

First the shape of the page is decided (``threads.shape``); then the steps of that shape follow one another, as declared
in ``STEPS``. Each step drops lines or marks parts, and notes what it dropped and why. Nothing is dropped later.
"""

from typing import Final

import numpy as np

from extraction.attribution import labelled_lines
from extraction.division.article_steps import OF_ARTICLES, OF_COMMENTS
from extraction.division.structure import Structure
from extraction.division.thread_steps import OF_ONE_POST, OF_THREADS
from extraction.page.node_table import Mask, NodeTable
from extraction.threads.shape import NO_CONTENT, Evidence, Shape, decide


def divide(page: NodeTable, content: Mask, url: str | None, thread: float | None = None) -> Structure:
    """Divide the marked (S) content of a page into posts, or set its comments apart, without lines of attribution.

    ``thread`` is how likely it was held to be a thread, 0 to 1; None when that was not told.
    """
    content = content.copy()
    nothing = np.zeros(len(content), dtype=np.int32)
    evidence = Evidence(page, content, url, thread)
    parts = Structure(page, content, evidence, NO_CONTENT, nothing, nothing)
    if not np.count_nonzero(content):
        return parts
    parts.drop_attribution(labelled_lines.askers(parts.short_lines, content))
    parts.decided_by = decide(evidence)
    parts.quotes = evidence.quotes
    for step in STEPS[parts.shape]:
        step.on(parts)
    parts.post = parts.post * content
    parts.comment = parts.comment * content
    return parts


STEPS: Final = {
    Shape.THREAD: OF_THREADS,
    Shape.POST: OF_ONE_POST,
    Shape.ARTICLE: OF_ARTICLES,
    Shape.ARTICLE_WITH_COMMENTS: (*OF_ARTICLES, *OF_COMMENTS),
}
"""The steps of each shape, in their order."""
