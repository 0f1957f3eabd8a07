"""Boxes that software writes its messages into, whatever their language: "this page does not exist", "log in first"."""

from typing import Final

from extraction.page.names import Names
from extraction.page.node_table import Mask, NodeTable, prefix_sums


def message_box(page: NodeTable, content: Mask) -> str | None:
    """Tell by its name what the box is about that holds most of the marked (S) content; None when none does.

    Where nothing was marked, a box with text is enough: such messages are dropped as notices.

    Returns:
        ``not-found``, or ``message`` where the name does not say what about.
    """
    for name in (Names.NOT_FOUND, Names.MESSAGE):
        named = page.signatures.named(name)
        if named is None:  # as on most pages
            continue
        rows = named.take(page.signature).nonzero()[0]
        marked = prefix_sums(page.chars * content)
        sums, least = (marked, _LEAST_SHARE * marked[-1]) if marked[-1] else (page.char_sums, 0)
        if (sums[page.last[rows]] - sums[page.first[rows]] > least).any():
            return name.value
    return None


_LEAST_SHARE: Final = 0.5
"""A box of a message holds more than this share of the marked characters."""
