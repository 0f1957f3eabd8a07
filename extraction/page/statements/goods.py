"""Whether a page sells goods, as its head, its structured data and its controls state."""

import re
from typing import Final

from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import NodeTable, once_per_page
from extraction.page.statements.head import head_of
from extraction.page.statements.json_ld import json_ld_of


@once_per_page
def sells_goods(page: NodeTable) -> bool:
    """Tell whether a page sells goods: it says so in Open Graph, microdata or JSON-LD, or has a button for the cart."""
    head = head_of(page)
    kind = head.stated.get("og:type", "").lower().removeprefix("og:")
    is_of_goods = kind.startswith("product") or _OFFER in page.source
    if is_of_goods or (not head.is_article and any(map(_GOODS.search, json_ld_of(page)))):
        return True
    return not head.is_article and _has_cart_button(page)


def _has_cart_button(page: NodeTable) -> bool:
    """Tell whether below a headline a few controls are named after what puts goods into a cart: a list has many."""
    named = page.signatures.named(Names.CART)
    if named is None:
        return False
    (rows,) = (named.take(page.signature) & _CONTROL[page.tag]).nonzero()
    return 0 < len(rows) <= _MOST_CART_BUTTONS and bool((page.tag[: rows[0]] == _H1).any())


_H1: Final = tags.CODE["h1"]
_CONTROL: Final = tags.tag_set("form button input a")
_MOST_CART_BUTTONS: Final = 4
"""The form, its button, and both again for small screens."""
_OFFER: Final = b' itemprop="offers"'
"""Microdata says here what goods cost and where."""
_GOODS: Final = re.compile(r'"@type"\s*:\s*\[?\s*"(?:https?://schema\.org/)?Product(?:Group)?"')
