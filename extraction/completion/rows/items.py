"""Boxes alike amid the text: parts that unfold, rows of tables, cards, of which some are chosen and others left out.

A card, a row or what a title unfolds is a few words, so line by line one looks like text, and the next like what sites
write around it. That the boxes are alike, stand side by side with nothing between them, have next to no links, and that
the text goes on before and behind them tells that all of them are part of it. Where each begins with a question, as in
lists of frequent ones, they may end the text, and need not be chosen in part. On sites that the model had not seen this
changed 31 of 4,425 pages: 25 gained, up to 0.15, and six lost, up to 0.11.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.choice import OF_OTHERS, Choice, Ranges, inside
from extraction.completion.rows.columns import ASKS
from extraction.page import tags
from extraction.page.node_table import Column, NodeTable

_BOX: Final = tags.tag_set("div li section article details tr p dl")
_FEWEST_BOXES: Final = 3
_FEWEST_TEXTS: Final = 2
"""Of each box: a title, or a key, and what is below it."""
_MOST_LINKED: Final = 0.15
"""Share of the boxes' text that may be links: cards that lead to other pages have more."""
_LEAST_CHOSEN, _MOST_CHOSEN = 0.1, 0.7
"""Share of the boxes' text that is chosen. Where more is, a button or a day is left out of each box."""
_BUTTON_ROLES: Final = (b"button", b"tab")
_MOST_QUESTION: Final = 200
"""Characters."""
_LEAST_ASKING: Final = 0.8
"""Share of the boxes that begin with a question."""
_MOST_BETWEEN: Final = 3
"""Texts between the text and the boxes: a button, their heading."""


def items(choice: Choice) -> Ranges:
    """Give the boxes alike amid the text of which a part is chosen, and those below questions behind it."""
    page, texts = choice.page, choice.texts
    if not len(choice.rows):
        return
    # In document order elements begin with the same text or a later one.
    begin = int(page.first.searchsorted(choice.rows[0] + 1))
    first, last = page.first[begin:], page.last[begin:]
    rows = (_BOX.take(page.tag[begin:]) & (last - first >= _FEWEST_TEXTS)).nonzero()[0]
    first, last = first.take(rows), last.take(rows)
    rows += begin
    parents, number = page.parent.take(rows), len(page.tag)
    near = first - choice.rows.take(choice.rows.searchsorted(first) - 1) <= _MOST_BETWEEN + 1
    likely = np.bincount(parents, near, number) > 0
    likely &= np.bincount(parents, texts.take(last) - texts.take(first) < last - first, number) > 0
    rows = rows[likely.take(parents)]
    if len(rows) < _FEWEST_BOXES:  # as on many pages
        return
    for boxes in _side_by_side(choice, rows):
        start, stop = int(page.first[boxes[0]]), int(page.last[boxes[-1]])
        if _is_behind_text(choice, start) and _belongs(choice, boxes, start, stop):
            yield _heading_of(page, start), stop


def _heading_of(page: NodeTable, start: int) -> int:
    """Give the first text of the heading right before boxes, which begin with a text; else that text."""
    owner = int(page.owner[start - 1])
    heading = next((row for row in (owner, int(page.parent[owner])) if tags.HEADING[page.tag[row]]), None)
    return start if heading is None else int(page.first[heading])


def _side_by_side(choice: Choice, rows: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Give the groups of boxes (rows) of one tag in one element with nothing between them, chosen in part."""
    page = choice.page
    kind = page.parent.take(rows) * np.int64(len(tags.NAMES)) + page.tag.take(rows)
    order = kind.argsort(kind="stable")
    rows, kind = rows[order], kind[order]
    edges = np.concatenate(([0], (kind[1:] != kind[:-1]).nonzero()[0] + 1, [len(rows)]))
    long = (edges[1:] - edges[:-1] >= _FEWEST_BOXES).nonzero()[0]
    begin, end = edges[long], edges[long + 1]
    start, stop = page.first.take(rows[begin]), page.last.take(rows[end - 1])
    chars, chosen = (sums[stop] - sums[start] for sums in (choice.chars, choice.chosen))
    behind = start - choice.rows[choice.rows.searchsorted(start) - 1] <= _MOST_BETWEEN + 1
    likely = behind & (chosen <= _MOST_CHOSEN * chars)
    groups = (rows[a:b] for a, b in zip(begin[likely].tolist(), end[likely].tolist(), strict=True))
    return [boxes for boxes in groups if (page.first[boxes[1:]] == page.last[boxes[:-1]]).all()]


def _is_behind_text(choice: Choice, text: int) -> bool:
    """Tell whether nothing but links and headings stands between a text and the chosen one before it."""
    page, rows = choice.page, choice.rows
    between = slice(int(rows[rows.searchsorted(text) - 1]) + 1, text)
    owners = page.owner[between]
    in_heading = tags.HEADING[page.tag[owners]] | tags.HEADING[page.tag[page.parent[owners]]]
    return bool((page.in_link[between] | in_heading).all())


def _belongs(choice: Choice, boxes: NDArray[np.intp], start: int, stop: int) -> bool:
    page, titles = choice.page, choice.page.first[boxes]
    chars, linked = inside(choice.chars, start, stop), inside(choice.linked, start, stop)
    if linked > _MOST_LINKED * chars and _are_buttons(page, titles):
        linked -= int((page.chars[titles] * page.in_link[titles]).sum())
    if linked > _MOST_LINKED * chars or not _are_called_alike(page, boxes):
        return False
    if page.speaking(OF_OTHERS)[boxes[0] : page.end[boxes[-1]]].any():
        return False
    if _ask(page, titles):
        return True
    is_amid = stop < len(choice.content) and bool(choice.content[stop])
    return is_amid and inside(choice.chosen, start, stop) >= _LEAST_CHOSEN * chars


def _are_buttons(page: NodeTable, titles: Column) -> bool:
    """Tell whether titles (S) are buttons by their roles: then links in them lead nowhere."""
    of_role = [row for role in _BUTTON_ROLES if role in page.signatures.values for row in page.signatures.of_role(role)]
    if not of_role:
        return False
    buttons = np.isin(page.signature, of_role)
    owners = page.owner[titles]
    around = page.parent[owners]
    return bool((buttons[owners] | buttons[around] | buttons[page.parent[around]]).all())


def _are_called_alike(page: NodeTable, boxes: NDArray[np.intp]) -> bool:
    """Tell whether boxes have the same classes; each may have an id of its own."""
    every, rows = page.signatures, set(page.signature[boxes].tolist())
    return len({every.values[every.edge[3 * row] : every.edge[3 * row + 1]] for row in rows}) == 1


def _ask(page: NodeTable, titles: Column) -> bool:
    """Tell whether titles (S) are questions, but for a few."""
    short = titles[page.chars[titles] <= _MOST_QUESTION]
    asking = sum(page.texts[text].rstrip().endswith(ASKS) for text in short.tolist())
    return asking >= _LEAST_ASKING * len(titles)
