"""What the index of a forum shows of a thread or a board, in the row around its link: its posts and the last date."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from lxml import etree

_ROWS: Final = frozenset({"tr", "li", "article"})
"""Elements that are a row of an index; what stands around one is of other threads."""
_REPLIES: Final = frozenset({"posts", "replies", "reply", "num", "nums", "answers"})
"""Classes of the element with the number of replies: phpBB, Discuz!, Discourse and their like."""
_NUMBER: Final = re.compile(r"\d[\d,.]*")
_PAIR: Final = re.compile(r"(?<![\d/:.-])(\d{1,7})\s*/\s*\d{1,9}(?![\d/])")
"""``12/345``: replies and views of a thread, threads and posts of a board."""
_DATE: Final = re.compile(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:\s+\d{1,2}:\d\d)?")


def index_states(anchors: Iterable[tuple[etree._Element, str]], *, of_boards: bool = False) -> dict[str, str]:
    """Give what the rows of an index say of their threads, or of their boards.

    Args:
        anchors: the links to threads, each with the id of its thread; or those to boards, with an id of the board.
        of_boards: it is boards; the second of two numbers counts posts, not views.

    Returns:
        By the id a text that is another one when there are new posts. Threads of whose growth the index shows nothing,
        or only in words that change by themselves ("an hour ago"), are left out.
    """
    threads: dict[str, list[etree._Element]] = {}
    owners: dict[etree._Element, str | None] = {}
    for anchor, thread in anchors:
        threads.setdefault(thread, []).append(anchor)
        for element in (anchor, *anchor.iterancestors()):
            owners[element] = thread if owners.get(element, thread) == thread else None
    states = {}
    for thread, links in threads.items():
        row = _row_of(links[0], thread, owners)
        if row is not None and (state := _state(row, links, of_boards)):
            states[thread] = state
    return states


def _row_of(anchor: etree._Element, thread: str, owners: dict[etree._Element, str | None]) -> etree._Element | None:
    """Give the row, or the largest element, around a link that has links to no other thread."""
    row = None
    for element in anchor.iterancestors():
        if owners[element] != thread or element.tag == "body":
            return row
        row = element
        if element.tag in _ROWS:
            return row
    return row


def _state(row: etree._Element, links: list[etree._Element], of_boards: bool) -> str | None:
    """Join count and date: a post that comes while another one is deleted changes the date alone."""
    text = " ".join(_texts(row, frozenset(links)))
    parts = (_count(row, text, of_boards), _date(row, text, links))
    return " ".join(part for part in parts if part) or None


def _date(row: etree._Element, text: str, links: list[etree._Element]) -> str | None:
    times = [time for element in row.iter("time") if (time := element.get("datetime"))]
    # The last post's is often a link to that post; the date in a title says nothing.
    times = times or [link.text for link in links if link.text and _DATE.fullmatch(link.text.strip())]
    times = times or _DATE.findall(text)
    return str(times[-1]) if times else None


def _count(row: etree._Element, text: str, of_boards: bool) -> str | None:
    for element in row.iter(etree.Element):
        if not _REPLIES.isdisjoint((element.get("class") or "").lower().split()) and (
            number := _NUMBER.search(" ".join(element.itertext()))
        ):
            return number[0]
    pair = _PAIR.search(text)
    return None if pair is None else pair[0] if of_boards else pair[1]


def _texts(element: etree._Element, links: frozenset[etree._Element]) -> Iterator[str]:
    """Give the texts of a row without those of the links to its thread: a title may have any number."""
    for each in element.iter(etree.Element):
        if each not in links and each.text:
            yield each.text
        if each is not element and each.tail:
            yield each.tail
