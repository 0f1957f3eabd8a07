"""Places in similar boxes side by side: what stands where most other boxes have chosen text.

The last answer has three words, one of twelve questions none that the model knows, and the row of a decade begins with
its year. Its place in its box shows that it belongs to the text, as those of the other boxes do. A place is the path
from the box to the text, by elements and their classes. Of 5,028 pages this changes 65.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from extraction.completion.choice import OF_OTHERS, Choice, Ranges
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import Mask, NodeTable, covered, inside
from extraction.page.signs import COLONS

_BOX: Final = tags.tag_set("div li section article tr dd")
_CAPTION: Final = tags.tag_set("figure figcaption")
_MOST_AROUND: Final = 3
"""A box is at most so many elements above the one that has the text."""
_FEWEST_BOXES: Final = 3
_FEWEST_CHOSEN: Final = 2
_LEAST_CHOSEN: Final = 0.6
"""At least this share of the texts at a place is chosen, ..."""
_LEAST_DIFFERENT: Final = 0.8
"""... and this share of them differs: what software writes is the same in each box."""
_DAY: Final = re.compile(r"\D.*(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)(?:19|20)\d\d(?!\d).*\D", re.DOTALL)
"""A year and more is a day of publication, ..."""
_LONGEST_DAY: Final = 48
"""... in a text of at most so many characters."""


def places(choice: Choice) -> Ranges:
    """Give the texts of boxes that have no chosen one at a place where most other boxes have."""
    page, others = choice.page, None
    for level, rows in _alike(choice):
        others = covered(page.speaking(OF_OTHERS) | _captions(page), page.end) if others is None else others
        boxes_at = defaultdict[tuple[bytes | int, ...], dict[int, list[int]]](lambda: defaultdict(list))
        for path, box, row in (_path(page, row, level) for row in rows if not others[row]):
            boxes_at[path][box].append(row)
        for boxes in boxes_at.values():
            if len(boxes) >= _FEWEST_BOXES and all(len(each) == 1 for each in boxes.values()):
                yield from _missing(choice, [row for (row,) in boxes.values()])


def _alike(choice: Choice) -> Iterator[tuple[int, list[int]]]:
    """Give elements (rows) with text outside of links, and how many elements above each its box is.

    All are of one tag, and their boxes stand in one element. Some have chosen text, and others none.
    """
    page, chosen = choice.page, choice.chosen_texts
    of_text = np.zeros(len(page.tag), dtype=np.bool_)
    of_text[page.owner[~page.in_link]] = True
    box = rows = of_text.nonzero()[0]
    has_chosen = chosen.take(page.last.take(rows)) > chosen.take(page.first.take(rows))
    for level in range(_MOST_AROUND + 1):
        around = page.parent.take(box)
        fits = (_BOX.take(page.tag.take(box)) & (around > 0)).nonzero()[0]
        kinds = around.take(fits) * np.int64(len(tags.NAMES)) + page.tag.take(rows.take(fits))
        kind_of, of_chosen = kinds.tolist(), Counter(kinds[has_chosen.take(fits)].tolist())
        every = Counter(kind_of)
        alike = {kind: list[int]() for kind, times in of_chosen.items() if _FEWEST_CHOSEN <= times < every[kind]}
        if alike:
            for kind, row in zip(kind_of, rows.take(fits).tolist(), strict=True):
                if kind in alike:
                    alike[kind].append(row)
            yield from ((level, each) for each in alike.values())
        box = np.maximum(around, 0)


def _captions(page: NodeTable) -> Mask:
    named = page.signatures.named(Names.CAPTION)
    return _CAPTION[page.tag] if named is None else _CAPTION[page.tag] | named[page.signature]


def _path(page: NodeTable, row: int, level: int) -> tuple[tuple[bytes | int, ...], int, int]:
    """Give the path to an element (row) from its box, so many elements above it; the box (row); and the element.

    Software marks single boxes by a second class ("answer accepted"), so only the first one counts of a box.
    """
    path, box = list[bytes | int](), row
    for _ in range(level):
        path += (int(page.tag[box]), _classes(page, box))
        box = int(page.parent[box])
    return (*path, int(page.tag[box]), _classes(page, box).split(b" ", 1)[0], int(page.parent[box])), box, row


def _classes(page: NodeTable, row: int) -> bytes:
    every, first = page.signatures, 3 * int(page.signature[row])
    return every.values[every.edge[first] : every.edge[first + 1]]


def _missing(choice: Choice, place: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Give the texts of those elements (rows) at one place that have no chosen one, if most have."""
    page, chosen = choice.page, choice.chosen_texts
    left = [row for row in place if not inside(chosen, *page.text_range(row))]
    if not left or len(place) - len(left) < max(_FEWEST_CHOSEN, _LEAST_CHOSEN * len(place)):
        return
    texts = {row: page.inner_text(row).strip() for row in place}
    differ = len(set(texts.values())) >= _LEAST_DIFFERENT * len(texts)
    if differ and not any(_says_when_or_who(texts[row]) for row in left):
        yield from map(page.text_range, left)


def _says_when_or_who(text: str) -> bool:
    """Tell whether a text may be a label, a day of publication or who wrote something."""
    lower = text.lower()
    dated = len(text) <= _LONGEST_DAY and (finder(TermRole.AGO).search(lower) or _DAY.search(text))
    return text.endswith(COLONS) or bool(dated or finder(TermRole.BY, TermRole.WRITTEN_BY).search(lower))
