"""``correlativity``: content is where much text stands beside few links.

*Content Extraction of Uighur Web Based on Content Correlativity*.
"""

import numpy as np
from numpy.typing import NDArray

from extraction import tags
from extraction.method import Knowledge, Method
from extraction.node_table import Mask, NodeTable

C = 29.0
"""Threshold of CC (the paper's value)."""
D = 63.0
"""Threshold of TD for smoothing (the paper's value)."""
S = 0.57
"""Threshold of CS for smoothing (the paper's value)."""


def select(page: NodeTable, _: Knowledge) -> Mask:
    """Mark the text outside links of the elements whose CC is above the threshold."""
    cc = content_correlativity(page)
    content: Mask = (cc > C)[page.owner] & ~page.in_link
    return content


def content_correlativity(page: NodeTable) -> NDArray[np.float64]:
    """CC = TA / LA (eq. 1)."""
    ta = page.in_subtree(page.chars * ~page.in_link)
    la = page.below(page.tag == tags.CODE["a"])
    cc: NDArray[np.float64] = ta / np.maximum(la, 1)
    return cc


CORRELATIVITY = Method("correlativity", "1", "Content Extraction of Uighur Web Based on Content Correlativity", select)
