"""Texts that stand twice on a page: once for phones and once for larger screens, or once more for print.

Style sheets show only one of them, and both are the same to the letter. A refrain, a disclaimer below each part of a
text and the label of many boxes repeat as well, but they are shorter, or a small part of the text.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable


def copies(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the content (S) in lines that repeat what stands above, in its order and in another box; None for none."""
    lines = lines_of(page)
    rows = content.take(lines.start).nonzero()[0]
    weights = lines.weights.take(rows)
    is_long, least = weights >= LEAST_OF_LONG, _LEAST_SHARE * weights.sum()
    if weights[is_long & (lines.copies.take(rows) > 1)].sum() < least:
        return None
    texts, boxes, repeated = lines.texts.strings(rows), page.parent.take(lines.block.take(rows)), list[int]()
    for begin, end, source in _repeated(texts):
        long = {texts[at] for at in range(begin, end) if is_long[at]}
        if len(long) >= FEWEST_LONG and weights[begin:end].sum() >= least and boxes[begin] != boxes[source]:
            repeated += rows[begin:end].tolist()
    return lines.marking(repeated) & content if repeated else None


def _repeated(texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Give the first and the one behind the last of texts in the order of others above, and the first of these."""
    above = dict[str, int]()
    begin, source = 0, -1  # -1 while none are repeated
    for at, text in enumerate(texts):
        same = source + at - begin
        if source < 0 or same >= begin or texts[same] != text:
            if source >= 0:
                yield begin, at, source
            begin, source = at, above.get(text, -1)
        above.setdefault(text, at)
    if source >= 0:
        yield begin, len(texts), source


_LEAST_SHARE: Final = 0.2
"""A copy has at least this share of the text: a description of goods or a speech is quoted in part."""
LEAST_OF_LONG: Final = 60
"""A long line has at least so many characters, in scripts without spaces a third: lines of songs are shorter."""
FEWEST_LONG: Final = 2
"""Different ones: "Lorem ipsum" is one, and so is what stands below each picture."""
