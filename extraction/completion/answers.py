"""Answers to questions: the text between a chosen heading that is a question and the next heading.

Where a page is a list of questions, a folded or short answer looks like a teaser to the model.
"""

from typing import Final

from extraction.completion.choice import Choice, Ranges
from extraction.page import tags
from extraction.page.node_table import NodeTable, inside
from extraction.page.signs import QUESTION_MARKS

_ASKS: Final = (*QUESTION_MARKS, ";")
"""The marks of questions; the last one is Greek, which keyboards write as a semicolon."""
_FEWEST_QUESTIONS: Final = 2
"""A page of answers has at least so many questions: a single one asks the reader to buy or to sign in."""
_LEAST_CHARS: Final = 60
"""An answer has at least so many characters: a shorter text may be a button or a price."""
_MOST_LINKED: Final = 0.3
"""The share of an answer that may be links."""


def answers(choice: Choice) -> Ranges:
    """Give the answers of which nothing is chosen, to chosen questions."""
    page, content = choice.page, choice.content
    rows = tags.HEADING.take(page.tag).nonzero()[0]
    rows = rows[(page.first.take(rows) < page.last.take(rows)) & (page.last.take(rows) < len(content))]
    chosen = content.take(page.first.take(rows))
    questions = [row for row in rows[chosen].tolist() if page.texts[int(page.last[row]) - 1].rstrip().endswith(_ASKS)]
    if len(questions) < _FEWEST_QUESTIONS:
        return
    starts = page.first.take(rows)
    for row in questions:
        first = int(page.last[row])
        following = starts[starts.searchsorted(first) :]
        last = int(page.last[_box(page, row, first)])
        last = min(last, int(following[0])) if len(following) else last
        chars = inside(choice.chars, first, last)
        is_bare = chars >= _LEAST_CHARS and not inside(choice.chosen_chars, first, last)
        if is_bare and inside(choice.linked, first, last) <= _MOST_LINKED * chars:
            yield first, last


def _box(page: NodeTable, row: int, text: int) -> int:
    """Give the innermost element around a heading that holds a text behind it as well."""
    box = int(page.parent[row])
    while box > 0 and page.last[box] <= text:
        box = int(page.parent[box])
    return box
