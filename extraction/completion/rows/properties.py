"""Properties of goods, such as material and size, on pages that sell some.

Shops write them above or below the description of the goods: in tables, in lists of definitions, or in boxes with a
name and a value each. Line by line they look like what sites write around a text; the name of their box shows what they
are. Of 82 labelled pages that sell goods two have such a box that was not chosen: one gained 0.01, one lost 0.007.
Tables of names and values in boxes without such a name lost 0.15 on two pages, whose gold texts leave them out.
"""

from typing import Final

import numpy as np

from extraction.completion.choice import OF_OTHERS, Choice, Ranges
from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import inside
from extraction.page.statements.goods import sells_goods

_MOST_TIMES: Final = 3
"""The most boxes of one signature: where there are more, each item of a list of goods has one."""
_FEWEST_TEXTS: Final = 4
_MOST_CHARS: Final = 5000
_LONGEST_TEXT: Final = 60
"""Texts have at most so many characters on the average: those of a description are longer."""
_MOST_LINKED: Final = 0.2
"""The share of the text that may be links: they lead to other goods of the same kind."""
_NO_DATA: Final = tags.tag_set("form input button select textarea iframe h1")
"""A box with one of these elements is a form to choose goods, or is around all text of the page."""


def properties(choice: Choice) -> Ranges:
    """Give the boxes named after properties of goods, on a page that sells some and of which some text is chosen."""
    page = choice.page
    named = page.signatures.named(Names.GOODS_DATA)
    if named is None or not len(choice.in_words) or not sells_goods(page):  # as on nearly all pages
        return
    named &= np.bincount(page.signature, minlength=len(named)) <= _MOST_TIMES
    rows = (named.take(page.signature) & (page.last - page.first >= _FEWEST_TEXTS)).nonzero()[0]
    others, behind = page.below(_NO_DATA[page.tag] | page.speaking(OF_OTHERS)), 0
    for row in rows[others[rows] == 0].tolist():
        part = first, last = page.text_range(row)
        chars, linked = inside(choice.chars, *part), inside(choice.linked, *part)
        is_short = chars <= min(_MOST_CHARS, _LONGEST_TEXT * (last - first))
        if first >= behind and is_short and linked <= _MOST_LINKED * chars:
            yield part
            behind = last
