"""Lines that are nothing but the name of somebody whom the page marks as a writer: "Gary", "By Gary", "Hi Gary,".

Software writes the names of writers in boxes named after users, authors or bylines, and often again in places without
such a box: in a plain copy of a post's head, below a quote, in a list of teasers. In posts, a line that greets such a
name counts, too.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.names_of_persons import LONGEST_PARTICLE
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import without_signs_around
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.names import Names, SignatureSubject
from extraction.page.node_table import Mask, NodeTable, once_per_page
from extraction.page.signs import AT_SIGNS
from extraction.page.statements import head
from extraction.page.texts import plain
from extraction.rendering.markup.link_targets import is_of_user


def marked_names(short: ShortLines, content: Mask, *, of_members: bool, from_links: bool) -> list[Attribution]:
    """Give the lines of the marked (S) content that are nothing but a name which the page marks as a writer's.

    The day and the number of a post may stand beside the name. Where members wrote (``of_members``) it may be a
    heading. On a thread, links to profiles mark names, too (``from_links``).
    """
    names = names_of_members(short.page) if from_links else names_of_users(short.page)
    if not names:
        return []
    lines, page, length = short.lines, short.page, short.lines.texts.length
    sizes = [len(name) for name in names]
    fits = (length >= min(sizes)) & (length <= max(sizes) + _MOST_CHARS_AROUND_NAME)
    rows = np.array(lines.among(content, fits), dtype=np.intp)
    beside = _CODE_AND_TITLES if of_members else _DATA
    rows = rows[~beside.take(page.tag.take(lines.block.take(rows)))]
    reason = "a name that the page marks"
    texts = zip(rows.tolist(), map(plain, lines.texts.strings(rows)), strict=True)
    likely = ((row, text) for row, text in texts if any(map(text.__contains__, names)))
    named = (row for row, text in likely if _is_name(text, names) or (of_members and _greets(text, names)))
    return [Attribution(row, LineRole.WRITER, reason) for row in named]


def _is_name(text: str, names: frozenset[str]) -> bool:
    """Tell whether a line is one of some names, or one and behind it the day and the number of a post."""
    name = _name(text)
    if name in names:
        return True
    if not any(map(str.isdigit, name)):
        return False
    behind = (name[len(each) :].lstrip() for each in names if name.startswith(each))
    return any(first_form(each, _FACTS_OF_POST) is not None for each in behind)


def _greets(text: str, names: frozenset[str]) -> bool:
    """Tell whether a line is a greeting and one of some names, in either order: "Hi Gary,", "Gary 你好"."""
    words = _name(text)
    for greeting in finder(TermRole.GREETING).finditer(words):
        before, behind = words[: greeting.start()], words[greeting.end() :]
        if not (before and behind) and without_signs_around(before or behind) in names:
            return True
    return False


@once_per_page
def names_of_writers(page: NodeTable) -> frozenset[str]:
    """Give the names, in small letters, that a page marks as those of the writers of an article."""
    return _names_in(page, _writers(page))


@once_per_page
def names_of_users(page: NodeTable) -> frozenset[str]:
    """Give the names, in small letters, that a page marks as those of people."""
    marked, writers = page.signatures.named(Names.USER_NAME), _writers(page)
    if marked is None:
        return names_of_writers(page)
    return _names_in(page, marked if writers is None else marked | writers)


@once_per_page
def names_of_members(page: NodeTable) -> frozenset[str]:
    """Give the names, in small letters, that a page of members marks as those of people, or links to their profiles."""
    names = names_of_users(page)
    if not page.profile_links:
        return names
    links = [row for row in page.with_attribute("href", _LINK).tolist() if is_of_user(page.attributes(row)["href"])]
    of_links = _names_of_boxes(page, np.array(links, dtype=np.intp))
    return names.union(name for name in of_links if " " not in name)  # of more words, such as "edit profile", few are


def _writers(page: NodeTable) -> Mask | None:
    """Mark the element signatures that are about writers; None when there are none."""
    return page.signatures.speaking(SignatureSubject.WRITER) if page.speaks_of(SignatureSubject.WRITER) else None


def _names_in(page: NodeTable, marked: Mask | None) -> frozenset[str]:
    """Give the names in boxes of marked signatures, in small letters."""
    if marked is None:
        return frozenset()
    return _names_of_boxes(page, marked.take(page.signature).nonzero()[0])


def _names_of_boxes(page: NodeTable, rows: NDArray[np.intp]) -> frozenset[str]:
    """Give the names in elements (rows), in small letters."""
    texts = page.last.take(rows) - page.first.take(rows)
    rows = rows[(texts > 0) & (texts <= _MOST_BOX_TEXTS)][:_MOST_BOXES]
    spans = page.texts.spans(page.first.take(rows), page.last.take(rows), _MOST_BOX_CHARS + 1)
    # Many boxes have the same text, and the last one of each is asked.
    read, last = _reader(page), dict(zip(spans, rows.tolist(), strict=True))
    boxes = {name: row for text, row in last.items() if (name := read(text))}
    of_works = page.signatures.named(Names.WORK_AUTHORS) if len(boxes) > _MOST_WRITERS else None
    if of_works is not None:  # who wrote each work of a list, of papers say, is text
        boxes = {name: row for name, row in boxes.items() if not of_works[page.signature[row]]}
    language = head.language(page) if boxes else ""
    return frozenset(name for name in boxes if _NAME.fullmatch(name) and _may_be_of_person(name, language))


def _may_be_of_person(name: str, language: str) -> bool:
    """Tell whether a name is more than words of a sentence: "Will" of "Will Berg" is one of these."""
    words = [word for word in name.split() if len(word) > LONGEST_PARTICLE]
    of_sentences = sum(word in stop_words(language) or word in stop_words("en") for word in words)
    return of_sentences < max(1, min(2, len(words)))


@once_per_page
def _reader(_: NodeTable) -> Callable[[str], str]:
    """Give ``_name`` for the boxes of a page, which reads each text once: some boxes are of users and of writers."""
    return cache(_name)


def _name(text: str) -> str:
    """Give a text in small letters, without a word for "by" or an "@", and without signs around it."""
    name = without_signs_around(" ".join(plain(text).split()))
    by = finder(TermRole.BY, TermRole.WRITTEN_BY).match(name)
    return (without_signs_around(name[by.end() :]) if by else name).lstrip("".join(AT_SIGNS))


_NAME: Final = re.compile(r"[^\W\d_](?:[^\W_]|[ ._'’-]){1,38}")
_LINK: Final = tags.CODE["a"]
_CODE_AND_TITLES: Final = tags.tag_set("h1 pre")
_DATA: Final = _CODE_AND_TITLES | tags.tag_set("h2 h3 h4 h5 h6 td th dt dd")
_FACTS_OF_POST: Final = {"[|#.:]*<moment>(?:<moment>|[|#.:])*$": "when, and the number of the post"}
_MOST_BOX_CHARS: Final = 60  # ``_NAME`` has at most 39, and "by" and signs may stand around it
_MOST_CHARS_AROUND_NAME: Final = 30
"""Characters beside the name: "by", signs and a day (half 0, twice 0)."""
_MOST_WRITERS: Final = 3
"""Writers of an article: with more, the page may be a list of papers (half 0, twice 0)."""
_MOST_BOX_TEXTS: Final = 4  # "by", the name and signs; more are a card (half 0, twice 0)
_MOST_BOXES: Final = 400  # bounds the time that a page of many thousands takes (half 0, twice 0)
