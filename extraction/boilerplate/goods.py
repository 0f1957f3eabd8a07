"""What shops put beside the goods that a page sells: reviews of customers, other goods, delivery and payment.

Its boxes are named by the shop's software, or by that which gathers reviews. Elsewhere such a box may be the text: the
review of a film, the services of a firm. So the page must state that it sells something.
"""

import re
from typing import Final

import numpy as np

from extraction.page.attribute_signatures import Match, Names, words_of
from extraction.page.head import head_of, json_ld_of
from extraction.page.node_table import Mask, NodeTable, covered

_OFFER: Final = b' itemprop="offers"'
"""In microdata, what goods cost and where."""
_GOODS: Final = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?Product(?:Group)?"')
_WORDS: Final = words_of(Names.BESIDE_GOODS, Match.ANYWHERE)
_PREVIEW: Final = "preview"
"""A name with it ends as that of reviews does."""
_MOST_TIMES: Final = 3
"""Boxes of one signature, for screens of several sizes: those of each item of a list are more."""
_MOST_OF_TEXT: Final = 0.9
"""Share of the content that may be so: of a list of goods all may stand in such boxes."""


def beside_goods(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the texts (S) in boxes named after what stands beside goods; None for none, or when the page sells none."""
    named = page.signatures.named(Names.BESIDE_GOODS)
    if named is None or not _sells(page):
        return None
    times = np.bincount(page.signature, minlength=len(named))
    for row in named.nonzero()[0].tolist():
        names = " ".join(page.signatures.all[row][1:3]).lower().replace(_PREVIEW, "")
        named[row] = times[row] <= _MOST_TIMES and any(word in names for word in _WORDS)
    marked = covered(named.take(page.signature), page.end).take(page.owner) & content
    of_boxes, every = (np.sum(page.chars * texts) for texts in (marked, content))
    return marked if 0 < of_boxes <= _MOST_OF_TEXT * every else None


def _sells(page: NodeTable) -> bool:
    """Tell whether a page states, in Open Graph, microdata or JSON-LD, that it sells goods."""
    head = head_of(page)
    kind = head.stated.get("og:type", "").lower().removeprefix("og:")
    is_of_goods = kind.startswith("product") or _OFFER in page.source
    return is_of_goods or (not head.is_article and any(map(_GOODS.search, json_ld_of(page))))
