"""Parts of a text that the page states as data, too: ingredients and steps of recipes, questions and their answers.

Line by line, "2 eggs" looks like a menu, and an answer that unfolds like a teaser. Sites state recipes, instructions
and questions for search engines by the words of schema.org, in JSON-LD or as ``itemprop``. A line of the page that is
stated so is text. Some 70 of 4,897 labelled pages state such parts, most of which were chosen. Of the others three
recipes get the ingredients that they had lost, and two the amounts; four pages with questions gain up to 0.06, and
three lose 0.10, 0.01 and 0.002: the gold text of the first leaves the questions out.
"""

import html
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

import numpy as np

from extraction.completion.choice import Choice, Ranges
from extraction.page.headline import letters_of
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Mask
from extraction.page.statements.goods import sells_goods
from extraction.page.statements.json_ld import json_ld_of, objects_of
from extraction.page.statements.markup import text_of

_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "Recipe": ("recipeIngredient", "ingredients", "recipeInstructions"),
    "HowTo": ("supply", "tool", "step"),
    "FAQPage": ("mainEntity",),
}
"""By the type of an object, or a part of it, the properties that hold parts of a text."""
_WITHIN: Final = ("name", "text", "itemListElement", "acceptedAnswer")
"""The properties that hold the text of a step, a section, a question and an answer."""
_MOST_WITHIN: Final = 10
"""Lists and objects in each other: six for a direction, in a step, in a section."""
_INGREDIENTS: Final = (b"recipeIngredient", b"ingredients")
_STEPS: Final = (b"recipeInstructions",)
"""Values of ``itemprop``; the shorter word is the older one."""
_FEWEST_LETTERS: Final = 3
"""Parts with fewer letters and digits are not looked for."""
_SURE_LETTERS: Final = 25
"""A line with so many may be a piece of a part, and needs no other part beside it: "Salt" alone may be a tag."""
_MOST_LETTERS: Final = 100_000
"""So many letters of parts are looked through for pieces of them."""
_MOST_BETWEEN: Final = 2
"""Lines of which one is stated stand at most so far from the next."""


def stated_parts(choice: Choice) -> Ranges:
    """Give the lines that the page states as parts of its text. Pages that sell goods state questions about these."""
    page = choice.page
    marked = page.signatures.of_role(*_INGREDIENTS, *_STEPS)
    in_data = any(name in script for script in json_ld_of(page) for name in _PARTS)
    if not (marked or in_data) or not len(choice.rows) or sells_goods(page):  # as on most pages
        return
    if marked:
        yield from _marked(choice)
    if in_data and (parts := Counter(part for each in objects_of(page) for part in _parts_of(each))):
        yield from _shown(choice, parts)


def _marked(choice: Choice) -> Ranges:
    """Give what is in the elements that ``itemprop`` marks and is no link; of steps not their numbers."""
    page = choice.page
    for itemprops, in_words in ((_INGREDIENTS, False), (_STEPS, True)):
        elements = np.isin(page.signature, page.signatures.of_role(*itemprops))
        for row in (page.texts_in_marked(elements) & ~page.in_link).nonzero()[0].tolist():
            if not in_words or any(map(str.isalpha, page.texts[row])):
                yield row, row + 1


def _shown(choice: Choice, parts: Counter[str]) -> Ranges:
    """Give the lines that show parts, each as often as it is stated: further ones are copies, for other screens say."""
    lines = lines_of(choice.page)
    texts = [letters_of(text) for text in lines.text]
    sure = "\n".join(part for part in parts if len(part) >= _SURE_LETTERS)[:_MOST_LETTERS]
    beginnings = {sure[place : place + _SURE_LETTERS] for place in range(len(sure) - _SURE_LETTERS + 1)}
    is_sure = np.array([text[:_SURE_LETTERS] in beginnings and text in sure for text in texts])
    shown = np.array([text in parts for text in texts]) | is_sure
    chosen = choice.content.take(lines.start)
    left = Counter({texts[row]: 1 for row in is_sure.nonzero()[0].tolist()}) | parts
    left.subtract(texts[row] for row in (shown & chosen).nonzero()[0].tolist())
    (rows,) = (shown & _unlinked(lines, shown)).nonzero()
    near = np.diff(rows) <= _MOST_BETWEEN
    accompanied = np.append(near, values=False) | np.insert(near, 0, values=False) | is_sure.take(rows)
    edge = np.append(lines.start, len(choice.content)).tolist()
    for row in rows[accompanied & ~chosen.take(rows)].tolist():
        if left[texts[row]] > 0:
            left[texts[row]] -= 1
            yield edge[row], edge[row + 1]


def _unlinked(lines: Lines, shown: Mask) -> Mask:
    """Mark the lines that are no links, and those right above a shown one: a question that unfolds its answer."""
    unlinked = ~lines.are_links
    unlinked[:-1] |= shown[1:] & unlinked[1:]
    return unlinked


def _parts_of(stated: Mapping[str, Any]) -> Iterator[str]:
    """Give the letters of each line of the parts that an object states."""
    kinds = str(stated.get("@type"))
    for name in (name for kind, names in _PARTS.items() if kind in kinds for name in names):
        for text in _texts_in(stated.get(name)):
            lines = map(letters_of, text_of(html.unescape(text)).split("\n"))
            yield from (line for line in lines if len(line) >= _FEWEST_LETTERS)


def _texts_in(value: Any, most: int = _MOST_WITHIN) -> Iterator[str]:
    """Give the texts in a stated value: a text, a list, or an object with texts of its own, ``most`` in each other."""
    if isinstance(value, str):
        yield value
    each = value if isinstance(value, list) else map(value.get, _WITHIN) if isinstance(value, dict) else ()
    for within in each if most else ():
        yield from _texts_in(within, most - 1)
