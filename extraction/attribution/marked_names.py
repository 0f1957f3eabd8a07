"""Names alone on a line, of people whom the page itself marks as those who wrote: "Gary", "By Gary", "@gary,".

Software writes them in boxes named after users, authors or bylines, and often once more where no box says so: in a
plain copy of a post's head, below a quote, in a list of teasers. A line of nothing but such a name says who wrote, or
to whom.
"""

import re
from typing import Final

import numpy as np

from extraction.attribution.patterns import LineRole
from extraction.attribution.short_lines import Attribution, ShortLines
from extraction.lexicon.terms import TermRole, pattern
from extraction.page import tags
from extraction.page.attribute_signatures import Names, SignatureSubject
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain


def marked_names(short: ShortLines, content: Mask, *, of_members: bool) -> list[Attribution]:
    """Give the lines of the marked (S) content that are nothing but a name which the page marks as that of a writer.

    Where members wrote (``of_members``) the names of users are such, too.
    """
    names = _names(short.page, of_members=of_members)
    if not names:
        return []
    lines, page, length = short.lines, short.page, short.lines.texts.length
    sizes = [len(name) for name in names]
    fits = (length >= min(sizes)) & (length <= max(sizes) + _MOST_AROUND_NAME)
    rows = np.array(lines.among(content, fits), dtype=np.intp)
    rows = rows[~_DATA.take(page.tag.take(lines.block.take(rows)))]
    texts = zip(rows.tolist(), lines.texts.of(rows), strict=True)
    return [
        Attribution(row, LineRole.WRITER, "a name that the page marks") for row, text in texts if _name(text) in names
    ]


def _names(page: NodeTable, *, of_members: bool) -> frozenset[str]:
    """Give the names that a page marks, in small letters."""
    marked = page.signatures.named(Names.USER_NAME) if of_members else None
    if page.speaks_of(SignatureSubject.WRITER):
        writers = page.signatures.speaking(SignatureSubject.WRITER)
        marked = writers if marked is None else marked | writers
    if marked is None:
        return frozenset()
    (rows,) = marked.take(page.signature).nonzero()
    first, last = page.first.take(rows), page.last.take(rows)
    few = (first < last) & (last - first <= _MOST_TEXTS)
    first, last = first[few][:_MOST_BOXES], last[few][:_MOST_BOXES]
    names = map(_name, set(page.texts.spans(first, last, _MOST_CHARS + 1)))  # most stand several times
    return frozenset(name for name in names if _NAME.fullmatch(name))


def _name(text: str) -> str:
    """Give what is left of a text without signs around it and a word for "by", in small letters."""
    name = " ".join(plain(text).split()).strip(_SIGNS)
    by = pattern(TermRole.BY, TermRole.WRITTEN_BY).match(name)
    return name[by.end() :].strip(_SIGNS) if by else name


_NAME: Final = re.compile(r"[^\W\d_](?:[^\W_]|[ ._'’-]){1,38}")
_SIGNS: Final = " \t\n@＠.,:;!،؛：，。·•|/–—-*()[]✈️"
_DATA: Final = tags.tag_set("h1 h2 h3 h4 h5 h6 td th dt dd pre")
_MOST_CHARS: Final = 60
_MOST_AROUND_NAME: Final = 20
"""Characters of "by" and of signs."""
_MOST_TEXTS: Final = 4
_MOST_BOXES: Final = 400
