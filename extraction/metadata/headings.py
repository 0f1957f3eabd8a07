"""The headings of a page: their text as readers see it, their place, and which of them only lead to the front page."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.metadata.stated_titles import EDGE_SIGNS
from extraction.page import tags
from extraction.page.headline import letters
from extraction.page.names import Names, words_of
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.statements.addresses import split

MAX_TITLE_CHARS: Final = 1000
"""A title or a heading that is looked at has at most so many characters."""
_HEADINGS: Final = tags.tag_set("h1 h2 h3")
_MOST_HEADINGS: Final = 50  # bounds the time: lists have thousands; half changes 2 of 827 labelled pages
_KICKER: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(words_of(Names.KICKER))})(?![a-z])")
MAX_TEXTS_BELOW_HEADLINE: Final = 12
"""Segments between a headline and the text: a date, a section, buttons to share."""
SOFT_HYPHEN: Final = "\u00ad"
H1: Final = tags.CODE["h1"]
_BREAKS: Final = tags.BLOCK | tags.tag_set("br")
"""Elements between which a reader sees a space at least."""
_A: Final = tags.CODE["a"]
_SITE_NAME: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(words_of(Names.SITE_NAME))})(?![a-z])")
_FRONT_PAGE: Final = re.compile(r"/?(?:(?:index|default|home)\.\w{2,5})?")
"""The path of the address of a site's front page."""


class HeadingText(NamedTuple):
    """A heading that may be the headline."""

    row: int
    text: str
    """Without a kicker, unless the page states it with the title."""
    last: str
    """Its last text alone."""
    is_near: bool
    """It is in the text or shortly before it."""


def headings_of(page: NodeTable, content: Mask, title: str) -> Iterator[HeadingText]:
    """Give the headings of a page; ``title`` is the letters of what it states as its title."""
    rows = (_HEADINGS.take(page.tag) & (page.last > page.first)).nonzero()[0][:_MOST_HEADINGS]
    # Forum software writes the section of a thread before its title, as a label or link of its own.
    first, last = page.first[rows], page.last[rows]
    starts = _behind_kickers(page, rows), last - 1
    every = zip(rows.tolist(), _texts_of(page, rows, first, last, MAX_TITLE_CHARS), strict=True)
    parts_behind = [_parts_behind(page, rows, first, start, last) for start in starts]
    for number, ((row, whole_heading), is_near) in enumerate(zip(every, _at_text(page, content, rows), strict=True)):
        heading = plain_heading(whole_heading[:MAX_TITLE_CHARS])
        behind_kicker, last_text = (part.get(number, heading) for part in parts_behind)
        if heading != behind_kicker and not title.startswith(letters(heading)):
            heading = behind_kicker  # else the page states it with the kicker
        yield HeadingText(row, heading, last_text, is_near)


def home_names(page: NodeTable, url: str | None) -> Iterator[str]:
    """Give the names of the site in headings that lead to its front page."""
    for row in (page.tag == H1).nonzero()[0][:_MOST_HEADINGS].tolist():
        if _leads_home(page, row, url):
            yield letters(page.texts.between(int(page.first[row]), int(page.last[row]))[:MAX_TITLE_CHARS])


def plain_heading(heading: str) -> str:
    """Give the text of a heading without soft hyphens, and without the signs of links and marks at its ends."""
    return " ".join(heading.replace(SOFT_HYPHEN, "").split()).strip(EDGE_SIGNS).removeprefix(": ")


def _texts_of(page: NodeTable, rows: NDArray[np.intp], first: NDArray[Any], last: NDArray[Any], most: int) -> list[str]:
    """Give the texts of headings (by row) from their segments ``first`` to before ``last``, spaces where lines break.

    Of each hardly more than ``most`` characters are given.
    """
    texts = page.texts.spans(first, last, most)
    for number in (last - first > 1).nonzero()[0].tolist():
        row, start, stop = int(rows[number]), int(first[number]), int(last[number])
        inside = slice(row + 1, int(page.end[row]))
        breaks = _BREAKS.take(page.tag[inside])
        if True not in breaks.tolist():  # sooner than to ask so short an array
            continue
        edges = {start, stop, *page.first[inside][breaks].tolist(), *page.last[inside][breaks].tolist()}
        cuts = sorted(edge for edge in edges if start <= edge <= stop)
        texts[number] = " ".join(page.texts.between(*cut) for cut in pairwise(cuts))[: 4 * most]
    return texts


def _leads_home(page: NodeTable, row: int, url: str | None) -> bool:
    """Tell whether all text of a heading is a link to the front page of the site: it is the site's name.

    The link says so (``rel=home``), or the heading's name. On the front page itself no heading is.
    """
    first, last = int(page.first[row]), int(page.last[row])
    if first == last or not page.in_link[first:last].all() or _is_front_page(url):
        return False
    link = int(page.owner[first])
    while link > 0 and page.tag[link] != _A:
        link = int(page.parent[link])
    if "home" in page.attributes(link).get("rel", "").lower().split():
        return True
    stated = (page.attributes(each) for each in {link, row, int(page.parent[row])})
    return any(_SITE_NAME.search(f"{each.get('class', '')} {each.get('id', '')}".lower()) for each in stated)


def _is_front_page(url: str | None) -> bool:
    """Tell whether an address is that of a front page: with a query, programs show other pages at the same path."""
    parts = split(url)
    return not parts.query and _FRONT_PAGE.fullmatch(parts.path) is not None


def _parts_behind(
    page: NodeTable, rows: NDArray[np.intp], first: Column, start: Column, last: Column
) -> dict[int, str]:
    """Give the parts of headings (by row) from ``start`` on, by their numbers, of those that begin before it."""
    (numbers,) = (start > first).nonzero()
    if not len(numbers):  # as on most pages
        return {}
    parts = _texts_of(page, rows[numbers], start[numbers], last[numbers], MAX_TITLE_CHARS)
    return {number: plain_heading(part[:MAX_TITLE_CHARS]) for number, part in zip(numbers.tolist(), parts, strict=True)}


def _behind_kickers(page: NodeTable, rows: NDArray[np.intp]) -> NDArray[np.int32]:
    """Give where the text of each heading (by row) begins: behind an element in it that is named after kickers."""
    first, last = page.first[rows], page.last[rows]
    for number in (last - first > 1).nonzero()[0].tolist():
        element, heading = int(page.owner[first[number]]), int(rows[number])
        while element > heading:
            if page.last[element] < last[number] and _KICKER.search(page.attributes(element).get("class", "").lower()):
                first[number] = page.last[element]
                break
            element = int(page.parent[element])
    return first


def _at_text(page: NodeTable, content: Mask, rows: NDArray[np.intp]) -> list[bool]:
    """Tell which of the headings, given by their rows, are in the text (S) or shortly before it."""
    marked = content.nonzero()[0]
    if not len(marked):
        return [False] * len(rows)
    near = (marked[0] - page.last[rows] <= MAX_TEXTS_BELOW_HEADLINE) & (page.first[rows] <= marked[-1])
    answer: list[bool] = near.tolist()
    return answer
