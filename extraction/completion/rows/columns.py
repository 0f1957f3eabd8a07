"""Columns in similar boxes: what stands at the same place in each of several boxes, most of whose other text was
chosen.

The amount of an ingredient, the day of an event, the price of goods, the question above an answer: alone they look like
what sites write around a text. A label that software writes is the same in each box, and these differ. The day of
publication is no text, nor are words that may name who wrote something or its section.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from extraction.completion.choice import OF_OTHERS, Choice, Ranges
from extraction.completion.rows.pairs import says_more
from extraction.lexicon.person_names import NameRole, folded, names
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.node_table import covered, prefix_sums
from extraction.page.signs import QUESTION_MARKS
from native.library import lib

BOX: Final = tags.tag_set("div li section article dl p a")
_OF_CODE: Final = tags.tag_set("pre code")
"""Elements of code: the texts beside code are names of programming languages."""
_FEWEST_BOXES: Final = 2
"""Boxes that are alike."""
_LONGEST_TEXT: Final = 48
"""Characters of a text in a column, ..."""
_LONGEST_QUESTION: Final = 160
"""... and of one that is a question."""
_LEAST_CHOSEN: Final = 0.5
"""At least this share of the boxes' text is chosen without the columns."""
_PURE: Final = 0.8
"""At least this share of the boxes' text is chosen with the columns; and of the boxes that are chosen in part, at least
this share has an unchosen text in each column."""
_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_TIMES_LONGER: Final = 3
"""A text has more than so many times the characters of its title."""
_FACT: Final = re.compile(rf"\d|[{''.join(QUESTION_MARKS)}]$")
_NUMBERED: Final = re.compile(r"([^\d]*[^\W\d_])[^\w]*\d+(.*[^\W\d_].*)", re.DOTALL)


def columns(choice: Choice) -> Ranges:
    """Give the texts that stand at the same place in boxes alike, of which the rest is chosen."""
    page, texts = choice.page, choice.chosen_texts
    rows = BOX.take(page.tag).nonzero()[0]
    first, last = page.first.take(rows), page.last.take(rows)
    chosen, every = texts.take(last) - texts.take(first), last - first
    small = ((chosen > 0) & (every > 1) & (every <= lib.MAX_BOX_TEXTS)).nonzero()[0]
    small = small[page.signatures.subjects.take(page.signature.take(rows.take(small))) & OF_OTHERS == 0]
    rows, first, last = rows.take(small), first.take(small), last.take(small)
    of_box, of_chosen = (sums.take(last) - sums.take(first) for sums in (choice.chars, choice.chosen_chars))
    may_be = (chosen.take(small) < every.take(small)) & (2 * of_chosen >= of_box)
    if not np.count_nonzero(may_be):  # as on many pages
        return
    kinds = page.parent.take(rows) * np.int64(len(page.signatures)) + page.signature.take(rows)
    _, kind, times = np.unique(kinds, return_inverse=True, return_counts=True)
    likely = np.zeros(len(times), dtype=np.bool_)
    likely[kind[may_be & (times[kind] >= _FEWEST_BOXES)]] = True
    if not np.count_nonzero(likely):
        return
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for row, number in zip(rows[likely[kind]].tolist(), kind[likely[kind]].tolist(), strict=True):
        groups[number].append(row)
    others = prefix_sums(covered(page.speaking(OF_OTHERS), page.end) | _OF_CODE[page.tag])
    for boxes in groups.values():
        if (others.take(page.end.take(boxes)) == others.take(boxes)).all():
            yield from _columns_of(choice, boxes)


def _columns_of(choice: Choice, boxes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Give the texts of all columns of some boxes (rows) alike, if nearly all text of the boxes is chosen with them.

    A column is the texts in elements of one signature and one depth below their box.
    """
    page = choice.page
    first, last = page.first.take(boxes), page.last.take(boxes)
    start, stop = int(first[0]), int(last[-1])
    owner = page.owner[start:stop]
    signature, depth = page.signature.take(owner).tolist(), page.depth.take(owner).tolist()
    places: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for begin, end, of_box in zip(first.tolist(), last.tolist(), page.depth.take(boxes).tolist(), strict=True):
        for text in range(begin, end):
            places[signature[text - start], depth[text - start] - of_box].append(text)
    chosen_texts = choice.chosen_texts.take(last) - choice.chosen_texts.take(first)
    boxes_chosen_in_part = int(np.count_nonzero(chosen_texts < last - first))
    alike = [each for each in places.values() if _is_column(choice, each, len(boxes), boxes_chosen_in_part)]
    chosen = int((choice.chosen_chars.take(last) - choice.chosen_chars.take(first)).sum())
    # A card may end with a button: links that are not chosen do not count.
    is_left = ~(choice.content[start:stop] | page.in_link[start:stop])
    left = prefix_sums(page.chars[start:stop] * is_left)
    every = chosen + int((left.take(last - start) - left.take(first - start)).sum())
    added = sum(int((page.chars[column] * ~choice.content[column]).sum()) for column in alike)
    if chosen >= _LEAST_CHOSEN * every and chosen + added >= _PURE * every:
        yield from ((text, text + 1) for column in alike for text in column)


def _is_short(text: str) -> bool:
    return len(text) <= (_LONGEST_QUESTION if text.endswith(QUESTION_MARKS) else _LONGEST_TEXT)


def _is_column(choice: Choice, column: list[int], boxes: int, boxes_chosen_in_part: int) -> bool:
    """Tell whether the texts (S) of a column say something of their boxes, of which there are so many.

    Each box has at most one of the texts, and nearly all boxes that are chosen in part have one that is not chosen. The
    texts are short, mostly different, and mostly titles or facts.
    """
    page, left_out = choice.page, len(column) - np.count_nonzero(choice.content[column])
    if left_out < _PURE * boxes_chosen_in_part or not _FEWEST_BOXES <= len(column) <= boxes:
        return False
    if page.in_link[column].any():
        return False
    values = [page.texts[text].strip() for text in column]
    if not all(map(_is_short, values)) or 2 * sum(map(says_more, values)) < len(values):
        return False
    numbered = [_NUMBERED.fullmatch(value) for value in values]
    labels = {match.groups() if match else value for match, value in zip(numbered, values, strict=True)}
    titles_or_facts = max(_titles(choice, column, values), _facts(values), key=len)
    return 2 * len(labels) > len(values) and 2 * len(titles_or_facts) > len(values)


def _facts(values: Sequence[str]) -> list[str]:
    """Give the values that are amounts, prices or questions, and neither name a writer nor a day of publication."""
    ago, by = finder(TermRole.AGO), finder(TermRole.BY, TermRole.WRITTEN_BY)
    likely = (value for value in values if _FACT.search(value) and not _YEAR.search(value))
    return [value for value in likely if not ago.search(value.lower()) and not by.search(value.lower())]


def _titles(choice: Choice, column: Sequence[int], values: Sequence[str]) -> list[str]:
    """Give the values that are titles: each stands above a longer chosen text, and is no name of a person.

    What stands above a heading or a link is the section of an article, and no title.
    """
    page, given_names = choice.page, names(NameRole.GIVEN_NAME)
    above = [
        value
        for text, value in zip(column, values, strict=True)
        if text + 1 < len(page.texts)
        and choice.content[text + 1]
        and not page.in_link[text + 1]
        and not tags.HEADING[page.tag[page.owner[text + 1]]]
        and page.chars[text + 1] > _TIMES_LONGER * page.chars[text]
    ]
    return [value for value in above if given_names.isdisjoint(folded(value).split()[:1])]
