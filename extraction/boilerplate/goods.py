"""What shops put beside the goods that a page sells: reviews of customers, other goods, delivery and payment.

Its boxes are named by the shop's software, or by that which gathers reviews. Elsewhere such a box may be the text: the
review of a film, the services of a firm. So the page must state that it sells something.
"""

import re
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.attribute_signatures import Names
from extraction.page.head import head_of, json_ld_of
from extraction.page.node_table import Mask, NodeTable, prefix_sums

_OFFER: Final = b' itemprop="offers"'
"""In microdata, what goods cost and where."""
_GOODS: Final = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?Product(?:Group)?"')
_TITLE: Final = tags.CODE["h1"]
_MOST_TIMES: Final = 3
"""Boxes of one signature, for screens of several sizes: those of each item of a list are more."""
_MOST_OF_TEXT: Final = 0.7
"""Share of the content that a box may have: a page, too, may be called after what stands in it."""


def beside_goods(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the texts (S) in boxes named after what stands beside goods; None for none, or when the page sells none."""
    named = page.signatures.named(Names.BESIDE_GOODS)
    if named is None or not _sells(page):
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


def _sells(page: NodeTable) -> bool:
    """Tell whether a page states, in Open Graph, microdata or JSON-LD, that it sells goods."""
    head = head_of(page)
    kind = head.stated.get("og:type", "").lower().removeprefix("og:")
    is_of_goods = kind.startswith("product") or _OFFER in page.source
    return is_of_goods or (not head.is_article and any(map(_GOODS.search, json_ld_of(page))))
