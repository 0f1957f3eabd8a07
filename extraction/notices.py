"""What a page asks of its readers amid an article or at its end: to subscribe, to consent, to load its app.

Such boxes are told by their words, several of them, together with one thing more: a name that says so, or, as many
sites have names that say nothing ("css-1x2y3z"), a button, a field or a link that is all of its line.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.short_lines import ShortLines
from extraction.lexicon.terms import TermRole, pattern
from extraction.lexicon.text_terms import TextTerms
from extraction.page import tags
from extraction.page.attribute_signatures import Names
from extraction.page.node_table import Mask, NodeTable, prefix_sums


def notices(short: ShortLines, content: Mask) -> Mask | None:
    """Mark the article's (S) content in boxes that ask something of readers; None for none.

    An article must be left beside them.
    """
    page, weights = short.page, _weights(short)
    named = _named_boxes(page)
    asking = short.holding(content, TermRole.NOTICE)[:_MOST_BOXES]
    if asking and not is_prose(short, content):
        asking = []
    if not (named or asking):  # as on most pages
        return None
    chosen = prefix_sums(np.where(content.take(short.lines.start), weights, 0))
    marked, left = np.zeros(len(content), dtype=np.bool_), int(chosen[-1])
    boxes = [*((row, True) for row in named), *((row, False) for row in _controlled_boxes(short, asking, chosen))]
    for row, is_named in boxes:
        first, last = int(page.first[row]), int(page.last[row])
        if first == last or marked[first]:
            continue
        begin, end = _lines_between(short, first, last)
        own = int(chosen[end] - chosen[begin])
        if own and left - own >= _LEAST_BESIDE_NOTICES and _asks(short, weights, begin, end, named=is_named):
            marked[first:last] = True
            left -= own
    marked &= content
    return marked if marked.any() else None


def is_prose(short: ShortLines, content: Mask) -> bool:
    """Tell whether content (S) is mostly sentences in lines of some length. What sells or lists something is not."""
    weights = np.where(content.take(short.lines.start), _weights(short), 0)
    sentences = (short.lines.ends_sentence > 0) & (weights >= _LEAST_OF_PROSE)
    return bool(weights[sentences].sum() >= _LEAST_SHARE_OF_PROSE * weights.sum())


def _asks(short: ShortLines, weights: NDArray[np.int64], begin: int, end: int, *, named: bool) -> bool:
    """Tell whether lines have several words of notices; where no name says so, a third of them, and each long sentence.

    The rest may be text beside a button.
    """
    terms, read, asking = set[str](), 0, 0
    for row in range(begin, end):
        text = short.plain_line(row)
        in_line = {match[0][:_STEM_LETTERS] for match in pattern(TermRole.NOTICE).finditer(text)}
        if not (named or in_line) and short.lines.ends_sentence[row] and weights[row] >= _LONG_SENTENCE:
            return False
        terms |= in_line
        asking += bool(in_line)
        read += len(text)
        if read > _MOST_NOTICE_CHARS:
            break
    return len(terms) >= _FEWEST_NOTICE_TERMS and (named or _MOST_LINES_A_TERM * asking >= end - begin)


def _named_boxes(page: NodeTable) -> list[int]:
    """Give the blocks (E) whose names say it. That alone is too little: what they hold is text to a third."""
    named = page.signatures.named(Names.NOTICE)
    if named is None:
        return []
    rows: list[int] = np.flatnonzero(named.take(page.signature) & tags.BLOCK.take(page.tag)).tolist()
    return rows[:_MOST_BOXES]


def _controlled_boxes(short: ShortLines, asking: list[TextTerms], chosen: NDArray[np.int64]) -> Iterator[int]:
    """Give the small blocks (E) around lines with a word of notices that hold a button, a field or a link of a line.

    ``chosen`` are the sums of the weights of the content (L + 1), of which a box is the smaller part.
    """
    if not asking:
        return
    page, lines = short.page, short.lines
    weights = prefix_sums(_weights(short))
    linked = prefix_sums((lines.linked > 0) & (lines.linked >= lines.counts[_OF_TEXT]))
    controls = page.below(_CONTROL[page.tag])
    behind = 0
    for line in asking:
        if line.row < behind:
            continue
        row, box = int(lines.block[line.row]), None
        for _ in range(_MOST_AROUND):
            begin, end = _lines_between(short, int(page.first[row]), int(page.last[row]))
            own = int(chosen[end] - chosen[begin])
            if row <= 0 or weights[end] - weights[begin] > _MOST_BOX_WEIGHT or 2 * own > chosen[-1]:
                break
            if controls[row] or linked[end] > linked[begin]:
                box = row
            row = int(page.parent[row])
        if box is not None and not _is_one_of_many(page, box):
            behind = int(lines.of[page.last[box] - 1]) + 1
            yield box


def _is_one_of_many(page: NodeTable, row: int) -> bool:
    """Tell whether more blocks with text beside an element (E) are called alike, as the parts of an article are."""
    beside, parent, alike = int(page.parent[row]) + 1, int(page.parent[row]), 0
    for _ in range(_MOST_SIBLINGS):
        if beside >= page.end[parent]:
            break
        same = page.tag[beside] == page.tag[row] and page.signature[beside] == page.signature[row]
        alike += same and page.first[beside] < page.last[beside]
        beside = int(page.end[beside])
    return alike > _MOST_ALIKE


def _weights(short: ShortLines) -> NDArray[np.int64]:
    """Give the characters of each line (L); those of scripts without spaces say as much as three."""
    counts = short.lines.counts
    weights: NDArray[np.int64] = counts[_OF_TEXT].astype(np.int64) + 2 * counts[_UNSPACED]
    return weights


def _lines_between(short: ShortLines, first: int, last: int) -> tuple[int, int]:
    """Give the rows of the lines of a range of texts."""
    of = short.lines.of
    return (int(of[first]), int(of[last - 1]) + 1) if first < last else (0, 0)


_OF_TEXT, _UNSPACED = 0, 5
"""Rows of ``Lines.counts``."""
_CONTROL: Final = tags.tag_set("button form input select textarea")
_FEWEST_NOTICE_TERMS: Final = 2
_LONG_SENTENCE: Final = 100
"""Characters."""
_MOST_LINES_A_TERM: Final = 3
_STEM_LETTERS: Final = 5
"""Of a term, that tell it from others: "cookie" and "cookies" are one."""
_MOST_NOTICE_CHARS: Final = 2000
_MOST_BOXES: Final = 50
"""Both bound what is read: boxes may lie in one another by the thousand."""
_LEAST_BESIDE_NOTICES: Final = 200
"""Characters of the text beside: a notice may be longer than a short article."""
_MOST_BOX_WEIGHT: Final = 600
"""Characters of a box that no name tells of."""
_MOST_AROUND: Final = 8
"""Blocks around a line, up to that of the whole box."""
_MOST_ALIKE: Final = 3
_MOST_SIBLINGS: Final = 200
_LEAST_OF_PROSE: Final = 60
_LEAST_SHARE_OF_PROSE: Final = 0.6
