"""HTML in what a page states, of which the text is wanted."""

import html
import re
from typing import Final

BLOCK: Final = re.compile(r"</?(?:p|br|div|h[1-6]|ul|ol|li|blockquote|table)\b[^<>]*>", re.IGNORECASE)
"""A tag of HTML that ends a line."""
_TAG: Final = re.compile(r"<[^<>]*>")


def text_of(markup: str) -> str:
    """Give markup without its tags and references, lines where blocks begin and end."""
    return html.unescape(_TAG.sub("", BLOCK.sub("\n", markup)))
