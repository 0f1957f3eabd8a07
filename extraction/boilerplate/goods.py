"""What shops put beside the goods that a page sells: reviews of customers, other goods, delivery and payment.

The boxes are named by the shop's software, or by software that gathers reviews. On other pages a box with such a name
may be the text: the review of a film, the services of a firm. So the page must state that it sells something.
"""

from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.statements.goods import sells_goods

_TITLE: Final = tags.CODE["h1"]
_MOST_TIMES: Final = 3
"""The most boxes of one signature: one for each size of screen. Where there are more, each item of a list has one."""
_MOST_OF_TEXT: Final = 0.7
"""The share of the content that a box may have: an element around the whole page may have such a name, too."""


def beside_goods(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the texts (S) in boxes named after what stands beside goods; None for none, or when the page sells none."""
    named = page.signatures.named(Names.BESIDE_GOODS)
    if named is None or not sells_goods(page):
        return None
    named &= np.bincount(page.signature, minlength=len(named)) <= _MOST_TIMES
    if (of_goods := page.signatures.named(Names.OF_GOODS)) is not None:
        named &= ~of_goods
    rows, chosen = named.take(page.signature).nonzero()[0], prefix_sums(page.chars * content)
    inside = chosen.take(page.last.take(rows)) - chosen.take(page.first.take(rows))
    rows = rows[
        (inside > 0) & (inside <= _MOST_OF_TEXT * chosen[-1]) & (page.below(page.tag == _TITLE).take(rows) == 0)
    ]
    if not len(rows):
        return None
    return page.texts_in(rows) & content
