"""The rules that complete a chosen text, each asked only where the page has what it looks for.

Line by line, three items of two words look like a menu (in a language without known words), and a heading like a
teaser. Their place in the text, and the markup around them, show that they belong to it.
"""

from collections.abc import Callable
from typing import Final

import numpy as np

from extraction.completion.answers import answers
from extraction.completion.boxes import declarations, documents, facts, passages, summaries
from extraction.completion.choice import Choice, Ranges
from extraction.completion.closing_lists import closing_lists
from extraction.completion.formulas import formulas
from extraction.completion.headings import headings
from extraction.completion.introduced import introduced
from extraction.completion.lists import FEWEST_TEXTS, lists, rest
from extraction.completion.notes import notes
from extraction.completion.rows.between import between
from extraction.completion.rows.columns import BOX, columns
from extraction.completion.rows.items import items
from extraction.completion.rows.pairs import pairs
from extraction.completion.rows.places import places
from extraction.completion.rows.properties import properties
from extraction.completion.rows.tables import halves, tables_with_heads
from extraction.completion.rows.titles import titles
from extraction.completion.statements.standfirsts import standfirsts
from extraction.completion.statements.stated_parts import stated_parts
from extraction.completion.times import times
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from native.library import array, check_memory, lib

Rule = Callable[[Choice], Ranges]
"""Gives what belongs to a chosen text by the rule."""


def completed(page: NodeTable, content: Mask, thread: float) -> Mask:
    """Give the marked (S) content with everything that belongs to it.

    ``thread`` is how likely the page is a thread, 0 to 1.
    """
    if thread > _MOST_THREAD:
        return content
    choice = Choice(page, content)
    may = _what_may_complete(choice)
    for rule, bits, most_thread in RULES:
        if may & bits and thread <= most_thread and (more := choice.with_ranges(rule(choice))) is not choice:
            choice, may = more, _what_may_complete(more)
    return choice.content


def _what_may_complete(choice: Choice) -> int:
    marked, number = np.ascontiguousarray(choice.content, dtype=np.bool_), len(choice.page.texts)
    bits: int = lib.mezmun_may_complete(choice.page.columns, _KINDS, array(marked, number), FEWEST_TEXTS)
    return check_memory(bits) | _ANY


_MOST_THREAD: Final = 0.4
"""How likely a page may be a thread, 0 to 1: short articles look a little like threads, and reports that go on more."""
_MOST_THREAD_OF_HEADINGS: Final = 0.1
"""How likely it may be one for rules that add headings: where posts have no boxes, those between them say who wrote the
next."""
_KINDS: Final = array(
    tags.bits(
        {
            lib.COMPLETES_WHOLE: tags.tag_set("table dl"),
            lib.COMPLETES_PARTLY_MARKED: tags.tag_set("ul ol dl table"),
            lib.COMPLETES_UNMARKED: tags.tag_set("pre math"),
            lib.COMPLETES_ANY: tags.tag_set("th sup"),
            lib.COMPLETES_AMID: tags.tag_set("aside"),
            lib.COMPLETES_BEFORE: tags.tag_set("summary"),
            lib.COMPLETES_BETWEEN: tags.HEADING,
            lib.COMPLETES_LIST: tags.tag_set("ul ol dl table"),
            lib.COMPLETES_ALIKE: BOX,
        },
        np.uint16,
    ),
    len(tags.NAMES),
)
_ANY: Final = 1 << 30
"""A bit of every page: what is looked for is told by names, or by the head, which are read on all."""
RULES: Final[tuple[tuple[Rule, int, float], ...]] = (
    (stated_parts, _ANY, _MOST_THREAD),
    (halves, lib.COMPLETES_WHOLE, _MOST_THREAD),
    (lists, lib.COMPLETES_LIST, _MOST_THREAD),
    (closing_lists, lib.COMPLETES_BEHIND, _MOST_THREAD),
    (rest, lib.COMPLETES_PARTLY_MARKED | lib.COMPLETES_UNMARKED, _MOST_THREAD),
    (introduced, lib.COMPLETES_LIST | lib.COMPLETES_UNMARKED, _MOST_THREAD),
    (formulas, lib.COMPLETES_UNMARKED, _MOST_THREAD),
    (tables_with_heads, lib.COMPLETES_ANY | lib.COMPLETES_WHOLE | lib.COMPLETES_LIST, _MOST_THREAD),
    (notes, lib.COMPLETES_ANY | lib.COMPLETES_NOTED, _MOST_THREAD),
    (summaries, lib.COMPLETES_BEFORE, _MOST_THREAD),
    (facts, lib.COMPLETES_AMID, _MOST_THREAD),
    (passages, _ANY, _MOST_THREAD),
    (pairs, lib.COMPLETES_PAIRED, _MOST_THREAD),
    (items, _ANY, _MOST_THREAD),
    (columns, lib.COMPLETES_ALIKE, _MOST_THREAD),
    (times, lib.COMPLETES_TIMED, _MOST_THREAD),
    (declarations, _ANY, _MOST_THREAD),
    (documents, _ANY, _MOST_THREAD),
    (headings, lib.COMPLETES_BETWEEN, _MOST_THREAD_OF_HEADINGS),
    (between, lib.COMPLETES_BARE, _MOST_THREAD_OF_HEADINGS),
    (titles, _ANY, _MOST_THREAD),
    (places, _ANY, _MOST_THREAD),
    (answers, lib.COMPLETES_ANSWERED, _MOST_THREAD),
    (properties, _ANY, _MOST_THREAD),
    (standfirsts, _ANY, _MOST_THREAD),
)
"""The rules in their order: what the page must have for each, and how likely it may be a thread."""
