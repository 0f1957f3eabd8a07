"""Blocks as the database has them: a block's text that stands in the document's text is not written a second time.

The text is the blocks, a blank line between two. So a stored block has, in the place of its text, the number of its
characters, and ``tabs`` when tabs (the empty first cells of a row) stand before it that the text has not. A block whose
text is not the next in the document's stays whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

_BETWEEN: Final = len("\n\n")


def without_texts(blocks: Iterable[Mapping[str, Any]], text: str) -> list[dict[str, Any]]:
    """Give blocks as they are stored beside this text."""
    stored, begin = [], 0
    for block in blocks:
        plain = block["text"]
        if not text.startswith(plain, begin):
            plain = plain.lstrip("\t")
        if text.startswith(plain, begin):
            begin += len(plain) + _BETWEEN
            tabs = len(block["text"]) - len(plain)
            stored.append({**block, "text": len(plain), **({"tabs": tabs} if tabs else {})})
        else:
            stored.append(dict(block))
    return stored


def with_texts(stored: Sequence[Mapping[str, Any]], text: str) -> list[dict[str, Any]]:
    """Give the blocks back that were stored beside this text."""
    blocks, begin = [], 0
    for block in stored:
        fields = dict(block)
        if isinstance(length := fields["text"], int):
            fields["text"] = "\t" * fields.pop("tabs", 0) + text[begin : begin + length]
            begin += length + _BETWEEN
        blocks.append(fields)
    return blocks
