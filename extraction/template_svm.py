"""``template-svm`` and ``svm``: the site's common noise by its template, the rest by a support vector machine.

*A Web Page Cleaning Method Based on Template and SVM* (Yan and Wang, 2020, doi:10.12677/CSA.2020.101007). ``svm`` is
the second half alone, as the paper compares it. Each has its own machine, learned from what it is to judge: the blocks
of whole pages, or of pages without what their site's template knows.
"""

from typing import Final

import numpy as np

from extraction import svm
from extraction.blocks import blocks
from extraction.method import Knowledge, Method
from extraction.node_table import Mask, NodeTable

_PAPER: Final = "A Web Page Cleaning Method Based on Template and SVM, 2020"


def select(page: NodeTable, knowledge: Knowledge) -> Mask:
    """Mark the text of the blocks that the machine holds to be content, without what the template knows."""
    noise = (
        np.zeros(len(page.texts), dtype=np.bool_) if knowledge.template is None else knowledge.template.matches(page)
    )
    return content_blocks(page, noise, "template-svm")


def select_by_svm(page: NodeTable, _: Knowledge) -> Mask:
    """Mark the text of the blocks that the machine holds to be content."""
    return content_blocks(page, np.zeros(len(page.texts), dtype=np.bool_), "svm")


def content_blocks(page: NodeTable, noise: Mask, machine: str) -> Mask:
    """Classify the blocks and mark the segments of those that are content."""
    cut = blocks(page, noise)
    content = np.append(svm.packaged(machine).decide(cut.features) > 0, False)  # the last is the block -1, of the noise
    marked: Mask = content[cut.of]
    return marked


TEMPLATE_SVM: Final = Method("template-svm", "4", _PAPER, select, learns_site=True)
SVM: Final = Method("svm", "3", f"{_PAPER}: the machine without templates", select_by_svm)
