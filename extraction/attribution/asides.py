"""Lines in which the page, and not its text, speaks to its readers: requests, notes, buttons, labels."""

import re
from typing import Final

from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import bits_of
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from extraction.page.signs import BEFORE_LABEL, BEHIND_LABEL


def asides(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content in which the page, and not its text, speaks to its readers.

    A button has a few more words at most, and no full stop. A line as long as a paragraph must have one more word that
    asks for something: "Follow us on the way down" may begin a paragraph of an article.
    """
    attributions = []
    for line in short.beginning_with(content, *_ASIDES, behind_day=(TermRole.HIDDEN_POST,)):
        text = short.plain(line).lstrip(BEFORE_LABEL)
        roles = (role for role in _ASIDES if line.holds & bits_of(role) and _has_role(short, line.row, text, role))
        role = next(roles, None)
        if role is not None:
            attributions.append(Attribution(line.row, LineRole.ASIDE, _ASIDES[role]))
    marked = {each.line for each in attributions}
    for line in short.holding(content, TermRole.REQUEST_BEHIND):
        if line.row not in marked and _ends_asking(short.plain(line)):
            attributions.append(Attribution(line.row, LineRole.ASIDE, _ASIDES[TermRole.REQUEST]))
    return attributions


def _has_role(short: ShortLines, row: int, text: str, role: TermRole) -> bool:
    """Tell whether a line (row), whose text is given without the signs before it, is an aside by a term of a role."""
    term = finder(role).match(text)
    if term is None:
        return False
    rest = text[term.end() :]
    behind = rest.strip(BEHIND_LABEL)
    match role:
        case TermRole.CONTROL:
            return len(behind) <= _MOST_CHARS_BEHIND_CONTROL and not short.lines.ends_sentence[row]
        case TermRole.REQUEST:
            return short.lines.weights[row] < _FEWEST_PARAGRAPH_CHARS or _asks_more(behind)
        case TermRole.LABEL | TermRole.SUMMARY_NOTE:
            return not (_behind_labels(rest) or _is_cell(short.page, int(short.lines.start[row])))
    return True


def _ends_asking(text: str) -> bool:
    """Tell whether a line ends with a request to follow or to subscribe, and says where."""
    text = text.rstrip(_BEHIND_REQUEST)
    terms = [*finder(TermRole.REQUEST_BEHIND).finditer(text)]
    return bool(terms) and terms[-1].end() == len(text) and finder(TermRole.CHANNEL).search(text) is not None


def _asks_more(behind: str) -> bool:
    """Tell whether the rest of a line that asks something has one more word of what readers are asked."""
    return any(finder(role).search(behind) for role in (TermRole.CHANNEL, TermRole.REQUEST, TermRole.NOTICE))


def _behind_labels(text: str) -> str:
    """Give what stands in a line behind a label and those that signs or spaces part from it.

    "Share | copy link | print", and "comments (3)", are nothing else.
    """
    behind = text.strip(BEHIND_LABEL)
    while behind and not text[0].isalnum():
        matches = (finder(role).match(behind) for role in (*_WHOLE_LINES, TermRole.CONTROL))
        label = next((each for each in matches if each is not None), None)
        if label is None:
            break
        text = behind[label.end() :]
        behind = text.strip(BEHIND_LABEL)
    return "" if _NUMBER_OF_LABEL.fullmatch(behind) else behind


def _is_cell(page: NodeTable, text: int) -> bool:
    """Tell whether a text is in a cell, or a term or item, of which it may be a datum."""
    block = int(page.owner[text])
    while block > 0 and not tags.BLOCK[page.tag[block]]:
        block = int(page.parent[block])
    return bool(_CELL[page.tag[block]])


_CELL: Final = tags.tag_set("td th dt dd")
_ASIDES: Final = {
    TermRole.HIDDEN_POST: "it stands in place of a post that is not shown",
    TermRole.REQUEST: "it asks readers to subscribe or to consent",
    TermRole.NOTE: "it is a note of the site on the text",
    TermRole.LABEL: "it is a label of the page",
    TermRole.SUMMARY_NOTE: "it says that a machine made a summary",
    TermRole.CONTROL: "it is a button of the page",
}
_WHOLE_LINES: Final = (TermRole.LABEL, TermRole.SUMMARY_NOTE)
"""A term of these roles must be all of its line."""
_BEHIND_REQUEST: Final = " \t.!。！।۔…»›>→👇👈:："
_NUMBER_OF_LABEL: Final = re.compile(r"[(（]\d{1,5}")
"""A number behind a label stands in brackets, of which the last one has been taken off."""
_MOST_CHARS_BEHIND_CONTROL: Final = 30
"""Characters behind the name of a control: "small medium large", or the next one (half 0, twice 0)."""
_FEWEST_PARAGRAPH_CHARS: Final = 70
"""A line that may be a paragraph weighs at least so much, see ``Lines.weights`` (half 1, twice 0)."""
