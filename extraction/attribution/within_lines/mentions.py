"""Whom a post or a comment answers, at its beginning: "@Gary thanks", "Gary: I agree".

A mention is a link, or the page marks the name as that of a user. Amid the text names stay.
"""

import re
from typing import Final

from extraction.attribution.forms.persons import has_user_name, is_given_name
from extraction.attribution.forms.short_lines import ShortLines
from extraction.attribution.forms.tokens import without_signs_around
from extraction.attribution.unlabelled.marked_names import names_of_users
from extraction.page import tags
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.node_table import Column, Mask
from extraction.page.texts import plain


def mentions(short: ShortLines, content: Mask, part: Column) -> PartOfLine:
    """Give the mentions with which the parts of the marked (S) content begin.

    ``part`` (S) is the post or comment of each segment, or the quote in it.
    """
    page, lines = short.page, short.lines
    rows, begins = short.of_parts(content, part)
    first = [row for row in rows[begins].tolist() if not _NO_TEXT[page.tag[lines.block[row]]]]
    likely = [row for row in first if page.in_link[lines.start[row]] or _LIKELY.match(lines.texts[row]) is not None]
    names, parts = names_of_users(short) if likely else frozenset[str](), list[PartOfLine]()
    for row in likely:
        text, size = lines.texts[row], 0
        start = int(lines.start[row])
        link = page.texts[start].strip() if page.in_link[start] else ""
        while size < len(text) and (more := _mention(text[size:], link, names)):
            link, size = "", size + more
        if size:
            parts.append(part_of_line(page, row, 0, size if any(map(str.isalnum, text[size:])) else len(text)))
    return PartOfLine.of_all(parts)


def _mention(text: str, link: str, names: frozenset[str]) -> int:
    """Give how many characters of a line with a ``link`` at its beginning mention a user; 0 when none do."""
    begins_so = text.startswith(_AT)
    if link and len(link) <= _LONGEST_NAME and text.startswith(link) and link not in _AT:
        is_mention = (begins_so and _WORD.fullmatch(link[1:]) is not None) or _name(link) in names
        return _behind(text, len(link)) if is_mention else 0
    start = 1 if begins_so else 0
    beginning = plain(text[start : start + _LONGEST_NAME]).lower()
    stops = (match.start() for match in _END_OF_WORD.finditer(beginning))
    size = max((stop for stop in stops if _name(beginning[:stop]) in names), default=0)
    if not size:
        return 0
    if begins_so or beginning[size : size + 1] in _COLONS:
        return _behind(text, start + size)
    name = text[:size]  # a user may be called as a word that a sentence begins with
    is_name = has_user_name(name) or is_given_name(name.split()[0])
    return _behind(text, size) if beginning[size : size + 1] in _COMMAS and is_name else 0


def _name(text: str) -> str:
    return without_signs_around(plain(text).lower())


def _behind(text: str, size: int) -> int:
    """Give where a line goes on behind a mention and the signs that part it from the rest."""
    return len(text) - len(text[size:].lstrip(_PARTING))


_AT: Final = ("@", "＠")
_COLONS: Final = (":", "：")
_COMMAS: Final = (",", "،", "，")
_PARTING: Final = " \t\u00a0:：,،，–—-&]"
_LIKELY: Final = re.compile(r"[@＠]|\w[\w .'’-]{1,38}[:：,،，]")
_LONGEST_NAME: Final = 40
_WORD: Final = re.compile(r"\w[\w .'’-]*")
_END_OF_WORD: Final = re.compile(r"(?<=\w)(?!\w)")
_NO_TEXT: Final = tags.tag_set("pre code")
"""Elements in which "@" begins words of code."""
