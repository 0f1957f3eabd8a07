"""Lists that a sentence introduces, and code inside a text.

A model of lines takes short items, links and code for menus and scripts. A line that ends with a colon says that what
follows belongs to it, with links or without, unless it is a label of links to other articles.
"""

from typing import Final

from extraction.completion.choice import Choice, Ranges, inside
from extraction.completion.lists import enclosed
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.signs import COLONS
from extraction.page.texts import plain

_PRE: Final = tags.CODE["pre"]
_FEWEST_TEXTS: Final = 2
"""Of a list."""
_LEAST_CHARS: Final = 20
"""Of the line that introduces a list: shorter ones are labels, of tags and contacts too."""


def introduced(choice: Choice) -> Ranges:
    """Give the lists, tables and code between chosen texts of which nothing is chosen: code, and what a line with a
    colon introduces."""
    page, content = choice.page, choice.content
    for row in enclosed(choice, _FEWEST_TEXTS).tolist():
        part = first, last = int(page.first[row]), int(page.last[row])
        if not inside(choice.texts, first, last) and _introduces(choice, first - 1):
            yield part
    for row in (page.tag == _PRE).nonzero()[0].tolist():
        part = first, last = int(page.first[row]), int(page.last[row])
        is_amid = 0 < first < last < len(content) and content[first - 1] and content[last]
        if is_amid and not inside(choice.texts, first, last):
            yield part


def _introduces(choice: Choice, text: int) -> bool:
    """Tell whether the line that a text is of ends with a colon, and is no heading and no label of further links."""
    page, lines = choice.page, lines_of(choice.page)
    line = lines.texts[int(lines.of[text])].strip()
    if len(line) < _LEAST_CHARS or not line.endswith(COLONS) or tags.HEADING[page.tag[page.owner[text]]]:
        return False
    return finder(TermRole.LEAD_IN).match(plain(line).lower()) is None
