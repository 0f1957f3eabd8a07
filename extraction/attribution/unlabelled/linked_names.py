"""Lines that name who wrote, where the name has no form of one: "by lordhelix", "von krümel99", "мышонок".

A link to the profile of a person says that a word is a name, and so do digits and underscores as only users have them.
"""

from typing import Final

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import may_be_user, user_name
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole
from extraction.page import tags
from extraction.page.lines import lines_of, pieces_of_line
from extraction.page.node_table import Mask, NodeTable
from extraction.rendering.markup.link_targets import WRITER_RELATIONS, is_of_user


def linked_names(short: ShortLines, content: Mask, *, of_members: bool) -> list[Attribution]:
    """Give the lines of the marked (S) content that are nothing but "by" and the name of a person, perhaps with a day.

    Where members wrote (``of_members``), a link to a profile counts without "by", too.
    """
    lines, page = short.lines, short.page
    by = (*short.beginning_with(content, *_BEFORE_NAME), *short.holding(content, TermRole.BY_BEHIND))
    rows = {each.row for each in by if lines.words[each.row] <= _MOST_WORDS}
    attributions = [
        Attribution(row, LineRole.WRITER, reason)
        for row in sorted(rows)
        if (lines.linked[row] or lines.digits[row] or lines.symbols[row])
        and not short.is_datum(row)
        and (name := _name(short, row))
        and (reason := _reason(lines.texts[row], name, short.language)) is not None
    ]
    if of_members:
        links = lines.among(content, lines.are_links & (lines.texts.length <= _LONGEST_NAME))
        alone = (row for row in links if not _TITLES_AND_CODE[page.tag[lines.block[row]]])
        attributions += (
            Attribution(row, LineRole.USER_NAME, "a link to the page of a user, alone")
            for row in alone
            if may_be_user(lines.texts[row], short.language) and _linked_name(page, row) == lines.texts[row]
        )
    return attributions


def _name(short: ShortLines, row: int) -> str:
    """Give the name in a line that a link or its form tells; empty for none."""
    name = _linked_name(short.page, row) if short.lines.linked[row] else ""
    pieces = () if name else pieces_of_line(short.page, row)
    is_code = any(_CODE[short.page.tag[short.page.owner[piece.text]]] for piece in pieces)
    return name or ("" if is_code else user_name(short.lines.texts[row]))


def _linked_name(page: NodeTable, row: int) -> str:
    """Give the text of the one link in a line (row) if it leads to a person's page; else an empty text."""
    pieces = pieces_of_line(page, row)
    linked = [piece for piece in pieces if page.in_link[piece.text]]
    links = {_link_around(page, int(page.owner[piece.text])) for piece in linked}
    if len(links) != 1:
        return ""
    attributes = page.attributes(links.pop())
    is_writer = WRITER_RELATIONS & set(attributes.get("rel", "").lower().split())
    if not (is_writer or is_of_user(attributes.get("href", "").strip())):
        return ""
    name = lines_of(page).texts[row][linked[0].start : linked[-1].stop].strip()
    return name if len(name) <= _LONGEST_NAME and "/" not in name else ""


def _link_around(page: NodeTable, element: int) -> int:
    while page.tag[element] != _LINK and element:
        element = int(page.parent[element])
    return element


def _reason(text: str, name: str, language: str) -> str | None:
    """Give what a line says of a name; None where it says more than who wrote, and when."""
    return first_form(text.replace(name, _ANY_NAME, 1), _BY_SOMEBODY, language)


_LINK: Final = tags.CODE["a"]
_CODE: Final = tags.tag_set("code kbd samp var")
_TITLES_AND_CODE: Final = tags.tag_set("h1 h2 h3 h4 h5 h6 pre")
_BEFORE_NAME: Final = (TermRole.BY, TermRole.WRITTEN_BY, TermRole.PREPOSITION, TermRole.PERSON, TermRole.PUBLISHED)
_LONGEST_NAME: Final = 40  # characters
_MOST_WORDS: Final = 10
"""Words of a line with a name, and with when somebody wrote."""
_ANY_NAME: Final = "Xy"  # a word with a capital that is no term
_BY_SOMEBODY: Final = {
    r"<sign>{0,2}<published>?<written-by|by|preposition|person>:?N[|.]?(?:<at>?<moment>[|.]?){0,2}<sign>*$": (
        "by somebody whose name is a link, or that of a user"
    ),
    r"<sign>{0,2}N<by-behind><published|written-by>?[|.]?(?:<at>?<moment>[|.]?){0,2}<sign>*$": (
        "by somebody whose name is a link, or that of a user"
    ),
}
"""Forms (``expressions``), each with a description for people."""
