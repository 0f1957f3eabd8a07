"""Parts that HTML itself declares to be no text of the page: footer, navigation, dialogs, forms.

Elements count, and ARIA roles in their place. The footer of a quote belongs to the quote.
"""

from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable, covered, prefix_sums

BESIDE: Final = tags.tag_set("footer nav dialog form")
ROLES: Final = (b"contentinfo", b"navigation", b"dialog", b"alertdialog")
_QUOTE: Final = tags.CODE["blockquote"]
_MOST_OF_TEXT: Final = 0.3
"""The share of the content that such a part may have: some pages are one form, and some show all text in a dialog."""


def landmarks(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the content (S) in footers, navigations, dialogs and forms; None for none."""
    marked = BESIDE.take(page.tag)
    if (of_roles := _of_roles(page)) is not None:
        marked |= of_roles.take(page.signature)
    rows, chosen = marked.nonzero()[0], prefix_sums(page.chars * content)
    inside = chosen.take(page.last.take(rows)) - chosen.take(page.first.take(rows))
    rows = rows[(inside > 0) & (inside <= _MOST_OF_TEXT * chosen[-1])]
    if not len(rows):  # as on most pages
        return None
    quoted = covered(page.tag == _QUOTE, page.end)
    return page.texts_in(rows[~quoted.take(rows)]) & content


def _of_roles(page: NodeTable) -> Mask | None:
    """Mark the signatures with such a role; None when there are none."""
    rows = page.signatures.of_role(*ROLES)
    if not rows:
        return None
    marked = np.zeros(len(page.signatures), dtype=np.bool_)
    marked[rows] = True
    return marked
