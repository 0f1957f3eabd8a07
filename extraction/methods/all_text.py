"""``all-text``: every visible word. The floor of precision and the ceiling of recall."""

import numpy as np

from extraction.methods.method import Knowledge, Method
from extraction.page.node_table import Mask, NodeTable


def select(page: NodeTable, _: Knowledge) -> Mask:
    """Mark every segment."""
    return np.ones(len(page.texts), dtype=np.bool_)


ALL_TEXT = Method("all-text", "2", "every visible word, as a baseline", select)
