"""Whom a comment of a tracker answers, in preformatted text: "(In reply to Gary from comment #3)"."""

import re
from collections.abc import Sequence
from typing import Final

from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.lines import PartOfLine
from extraction.page.node_table import Mask, NodeTable
from extraction.page.signs import COLONS
from extraction.page.texts import plain


def tracker_answers(page: NodeTable, content: Mask) -> PartOfLine:
    """Give, at the beginning of preformatted elements of the marked (S) content, whom a comment answers."""
    first = page.first[page.tag == _PRE]
    first = first[first < len(content)]
    return PartOfLine([], {span for text in first[content[first]].tolist() for span in _answer(page, text)})


def _answer(page: NodeTable, text: int) -> Sequence[tuple[int, int]]:
    """Give the bytes, at the beginning of a text (row), that say whom it answers.

    They end with the bracket around them, or a colon. The number of the comment may be a link, and stand in the next
    texts.
    """
    words = page.texts[text]
    start = len(words) - len(words.lstrip())
    line = words[start : start + _MOST_LINE_CHARS].partition("\n")[0]
    behind = line.lstrip(_OPENING)
    label = finder(TermRole.QUOTE).match(plain(behind))
    if label is None or _NAME.match(behind, label.end()) is None:
        return ()
    ends, spans = COLONS if behind == line else _CLOSING, list[tuple[int, int]]()
    for row in range(text, min(text + _MOST_TEXTS, len(page.owner))):
        words = page.texts[row]
        line, newline, _ = words[start:].partition("\n")
        first = int(page.texts.edge[row]) + len(words[:start].encode())
        spans.append((first, first + len(line.encode())))
        if line.rstrip().endswith(ends):
            return spans
        if newline:
            break
        start = 0
    return ()


_PRE: Final = tags.CODE["pre"]
_OPENING: Final = "(["
_CLOSING: Final = (")", "]")
_NAME: Final = re.compile(r"\s+[^\W\d_]")
_MOST_LINE_CHARS: Final = 100  # a label, a name and the number of a comment (half 0, twice 0)
_MOST_TEXTS: Final = 3
"""The words, the number of the comment, and the bracket."""
