"""Similar boxes inside a text: parts that unfold, rows, cards, of which some were chosen and others left out.

A card, a row or an unfolded part has a few words: line by line one looks like text, and the next like what sites write
around it. All of the boxes are part of the text if they are alike, stand side by side with nothing between them, have
next to no links, and the text goes on before and behind them. Boxes that each begin with a question, as in lists of
frequent questions, may also end the text, and none of them need be chosen. On sites that the model had not seen this
changed 31 of 4,425 pages: 25 gained, up to 0.15, and six lost, up to 0.11.
"""

from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.choice import OF_OTHERS, Choice, Ranges
from extraction.page import tags
from extraction.page.node_table import Column, NodeTable, inside
from extraction.page.signs import QUESTION_MARKS
from native.library import array, check_memory, lib, struct

_TAGS: Final = ("div", "li", "section", "article", "details", "tr", "p", "dl")
_BOXES: Final = array(
    tags.bits({1 << bit: tags.tag_set(tag) for bit, tag in enumerate(_TAGS)}, np.uint8), len(tags.NAMES)
)
_FEWEST_BOXES: Final = 3
_FEWEST_TEXTS: Final = 2
"""Each box has at least so many texts: a title or a key, and the text below it."""
_MOST_LINKED: Final = 0.15
"""The share of the boxes' text that may be links: cards that lead to other pages have more."""
_LEAST_CHOSEN, _MOST_CHOSEN = 0.1, 0.7
"""The share of the boxes' text that is chosen. Where more is chosen, the rest is a button or a day in each box."""
_BUTTON_ROLES: Final = (b"button", b"tab")
_MOST_QUESTION: Final = 200
"""A question has at most so many characters."""
_LEAST_ASKING: Final = 0.8
"""At least this share of the boxes begins with a question."""
_MOST_BETWEEN: Final = 3
"""At most so many texts stand between the chosen text and the boxes: a button, and the heading of the boxes."""


def items(choice: Choice) -> Ranges:
    """Give the boxes alike amid the text of which a part is chosen, and those below questions behind it."""
    page = choice.page
    for boxes in _side_by_side(choice):
        start, stop = int(page.first[boxes[0]]), int(page.last[boxes[-1]])
        if _is_behind_text(choice, start) and _belongs(choice, boxes, start, stop):
            yield _heading_of(page, start), stop


def _heading_of(page: NodeTable, start: int) -> int:
    """Give the first text of the heading right before boxes, which begin with a text; else that text."""
    owner = int(page.owner[start - 1])
    heading = next((row for row in (owner, int(page.parent[owner])) if tags.HEADING[page.tag[row]]), None)
    return start if heading is None else int(page.first[heading])


def _side_by_side(choice: Choice) -> list[NDArray[np.int32]]:
    """Give the groups of boxes (rows) of one tag in one element with nothing between them, chosen in part."""
    page, texts, elements = choice.page, len(choice.content), len(choice.page.tag)
    boxes, edge = np.empty(elements, dtype=np.int32), np.empty(elements + 1, dtype=np.int32)
    search = struct(
        "BoxSearch",
        page=page.columns,
        kind=_BOXES,
        marked=array(np.ascontiguousarray(choice.content, dtype=np.bool_), texts),
        min_boxes=_FEWEST_BOXES,
        min_texts=_FEWEST_TEXTS,
        max_between=_MOST_BETWEEN,
        max_marked=_MOST_CHOSEN,
        box=array(boxes, elements, writable=True),
        edge=array(edge, elements + 1, writable=True),
    )
    groups = check_memory(lib.mezmun_boxes_side_by_side(search))
    return [boxes[start:stop] for start, stop in pairwise(edge[: groups + 1].tolist())]


def _is_behind_text(choice: Choice, text: int) -> bool:
    """Tell whether nothing but links and headings stands between a text and the chosen one before it."""
    page, rows = choice.page, choice.rows
    between = slice(int(rows[rows.searchsorted(text) - 1]) + 1, text)
    owners = page.owner[between]
    in_heading = tags.HEADING[page.tag[owners]] | tags.HEADING[page.tag[page.parent[owners]]]
    return bool((page.in_link[between] | in_heading).all())


def _belongs(choice: Choice, boxes: NDArray[np.int32], start: int, stop: int) -> bool:
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
    return is_amid and inside(choice.chosen_chars, start, stop) >= _LEAST_CHOSEN * chars


def _are_buttons(page: NodeTable, titles: Column) -> bool:
    """Tell whether titles (S) are buttons by their roles: then links in them lead nowhere."""
    of_role = page.signatures.of_role(*_BUTTON_ROLES)
    if not of_role:
        return False
    buttons = np.isin(page.signature, of_role)
    owners = page.owner[titles]
    around = page.parent[owners]
    return bool((buttons[owners] | buttons[around] | buttons[page.parent[around]]).all())


def _are_called_alike(page: NodeTable, boxes: NDArray[np.int32]) -> bool:
    """Tell whether boxes have the same classes; each may have an id of its own."""
    every, rows = page.signatures, set(page.signature[boxes].tolist())
    return len({every.values[every.edge[3 * row] : every.edge[3 * row + 1]] for row in rows}) == 1


def _ask(page: NodeTable, titles: Column) -> bool:
    """Tell whether titles (S) are questions, but for a few."""
    short = titles[page.chars[titles] <= _MOST_QUESTION]
    asking = sum(page.texts[text].rstrip().endswith(QUESTION_MARKS) for text in short.tolist())
    return asking >= _LEAST_ASKING * len(titles)
