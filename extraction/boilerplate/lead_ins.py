"""Lines of an article that lead to something else: labelled links to other articles, and labels alone.

A short last line of an article that ends with a colon ("Read more:"), or that is a label alone, leads to something that
was left out. So does the label of a table of contents ("In this article") if the table is no part of the text.
"""

from collections.abc import Iterator
from typing import Final

from extraction.attribution.forms.short_lines import ShortLines
from extraction.boilerplate.small_boxes import is_prose
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import TextTerms
from extraction.page import tags
from extraction.page.node_table import Mask
from extraction.page.signs import BEFORE_LABEL, BEHIND_LABEL, COLONS
from extraction.page.texts import plain


def lead_ins(short: ShortLines, content: Mask, comments: Mask | None = None) -> list[int]:
    """Give the lines of an article's marked (S) content that lead to something else.

    Of the content, ``comments`` are marked (S) below the article; None when there are none.
    """
    lines = short.lines
    article = content if comments is None else content & ~comments
    leads, alone = list[int](), list[int]()
    for line, label in _labelled(short, article):
        if not short.plain(line)[label:].strip(BEHIND_LABEL):
            alone.append(line.row)
        elif _leads_to_link(short, line, label):
            leads.append(line.row)
    if alone and not short.page.has(_PRE):
        parts = [part for row in alone if (part := _with_links_below(short, article, row))]
        below = [row for part in parts for row in part]
        # Beside a short text a list of links weighs much; a page of teasers has several.
        text = content & ~lines.marking(below) if len(parts) == 1 else content
        if below and is_prose(lines, text):
            leads += below
    (rows,) = article.take(lines.start).nonzero()
    for row in rows[:_LAST_KEPT_LINE:-1][:_MAX_LEAD_INS].tolist():
        leads_on = row in alone or lines.texts[row].rstrip().endswith(COLONS)
        if lines.texts.length[row] > _MAX_LEAD_IN_CHARS or not leads_on:
            break
        leads.append(row)
    return leads + _of_contents(short, article)


def _labelled(short: ShortLines, article: Mask, role: TermRole = TermRole.LEAD_IN) -> Iterator[tuple[TextTerms, int]]:
    """Give the lines that begin with a label of one of some roles, and where the label ends, without a colon."""
    for line in short.beginning_with(article, role):
        text = short.plain(line)
        start = len(text) - len(text.lstrip(BEFORE_LABEL))
        label = finder(role).match(text, start)
        if label is not None:
            yield line, len(text[: label.end()].rstrip(_END_OF_LABEL))


def _of_contents(short: ShortLines, article: Mask) -> list[int]:
    """Give the labels of tables of contents whose list was left out."""
    lines = short.lines
    alone = (
        line.row
        for line, label in _labelled(short, article, TermRole.CONTENTS)
        if not short.plain(line)[label:].strip(BEHIND_LABEL)
    )
    return [row for row in alone if row + 1 < len(lines.start) and not article[lines.start[row + 1]]]


def _leads_to_link(short: ShortLines, line: TextTerms, label: int) -> bool:
    """Tell whether a link stands behind the label of a line ("Also read: ...").

    A sign stands between, or the label is a text of its own and all the rest is a link.
    """
    lines, page = short.lines, short.page
    linked, chars = int(lines.linked[line.row]), int(lines.seen[line.row])
    behind = short.plain(line)[label:]
    if behind.lstrip()[:1] in _SIGNS:
        return 2 * linked >= min(chars, len("".join(behind.split())))
    if 2 * linked < chars:
        return False
    first = int(lines.start[line.row])
    own = plain(page.texts[first]).strip().strip(BEHIND_LABEL)
    return linked >= chars - int(page.chars[first]) and own == short.plain(line)[:label].strip(BEHIND_LABEL)


def _with_links_below(short: ShortLines, article: Mask, row: int) -> list[int]:
    """Give the line of a label alone and the links in the article's lines below it; none where no link follows."""
    lines = short.lines
    if row + 1 >= len(lines.start) or not lines.are_links[row + 1] or _CELL[short.page.tag[lines.block[row]]]:
        return []
    below = row + 1
    while below < len(lines.start) and below - row <= _MOST_LINKS and lines.are_links[below]:
        below += 1
    return [row, *(each for each in range(row + 1, below) if article[lines.start[each]])]


_END_OF_LABEL: Final = "".join((*COLONS, " "))
"""A row of the table may end with a colon, which is no less a sign between the label and what is behind it."""
_CELL: Final = tags.tag_set("td th dt dd")
_SIGNS: Final = (*COLONS, *"|｜>»›→►▶▸/–—-·•")
_PRE: Final = tags.CODE["pre"]
"""A page with code is a manual: there a list of links to other pages is part of the text."""
_MOST_LINKS: Final = 12
"""Below one label at most so many lines of links are left out."""
_MAX_LEAD_IN_CHARS: Final = 60
_MAX_LEAD_INS: Final = 3
"""At most so many labels stand one below the other: "Read more:", "In our catalogue:"."""
_LAST_KEPT_LINE: Final = 1
"""The first two lines of an article stay."""
