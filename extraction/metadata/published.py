"""The day a page was published: where it states one for machines, then its address, then what stands for readers.

What a page states in ``time`` may be the time of any comment or teaser: the one nearest to the headline counts.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

import numpy as np

from extraction.addresses import split
from extraction.lexicon import dates
from extraction.metadata import dateline, linked_data
from extraction.metadata.dateline import Around
from extraction.metadata.facts import Fact
from extraction.page import head, tags
from extraction.page.node_table import Mask, NodeTable


def published(page: NodeTable, content: Mask, language: str, url: str, data: list[dict[str, Any]]) -> Fact | None:
    """Give the ISO 8601 date of publication; None when it is not told.

    Args:
        page: the page.
        content: (S) what the date is about.
        language: ISO 639 code of its text.
        url: the page's address; empty when it is not known.
        data: its structured data.
    """
    stated = linked_data.published(data, page.json_ld) or _in_head(page)
    if stated:
        return stated
    if not content.any():
        return _as_property(page) or _in_address(url)
    around = cache(partial(Around.of, page, content))
    marked = _as_property(page) or _nearest_time(page, around)
    return marked or _in_address(url) or dateline.in_text(page, content, language, url, around())


def _in_head(page: NodeTable) -> Fact | None:
    stated = page.head.stated
    for name in head.PUBLISHED:
        day = dates.stated(stated[name]) if name in stated else None
        if day:
            return Fact(day.isoformat(), name)
    return None


_TIME: Final = tags.CODE["time"]
_LONGEST_TIME: Final = 2000
"""Bytes of an element that are searched for a date: left open, each of them holds the rest of the page."""
_PUBLISHED: Final = "published"
"""What a ``time`` is called that is the page's own (hAtom): some themes write it below all buttons and teasers."""
_LIKELY_PUBLISHED: Final = 0.1
"""The first so called counts where there is no other ``time`` near the text."""
_PROPERTY: Final = b"datePublished"
_DATED: Final = re.compile(rb'<[^<>]* itemprop="(?:[^"]*\s)?%b[\s"]' % _PROPERTY)


def _as_property(page: NodeTable) -> Fact | None:
    """Find the date that the first element with such an ``itemprop`` states."""
    at = page.source.find(_PROPERTY)
    while at >= 0:
        row = int(np.searchsorted(page.names, np.int32(at), side="right")) - 1  # another kind makes a copy of all names
        start, stop = (page.source.rfind(b"<", 0, page.names[row]), page.body[row]) if row >= 0 else (0, 0)
        if at < stop and _DATED.search(page.source, start, stop):  # else it stands in a text or a comment
            stated = page.attributes(row)
            day = dates.stated(stated.get("content") or stated.get("datetime") or page.inner_text(row))
            return Fact(day.isoformat(), "itemprop") if day else None
        at = page.source.find(_PROPERTY, max(at + 1, stop, *page.names[row + 1 : row + 2].tolist()))
    return None


def _nearest_time(page: NodeTable, around: Callable[[], Around]) -> Fact | None:
    """Find the date of the ``time`` nearest to the headline."""
    rows = np.flatnonzero(page.tag == _TIME)
    best, fact = 0.0, None
    for row, at in zip(rows.tolist(), page.first[rows].tolist(), strict=True):
        likely, stated = around().likely(at), page.attributes(row)
        if _PUBLISHED in stated.get("class", "").split():
            likely = max(likely, _LIKELY_PUBLISHED)
        if likely > best:
            day = dates.stated(stated.get("datetime") or page.inner_text(row, _LONGEST_TIME))
            if day:
                best, fact = likely, Fact(day.isoformat(), "time")
    return fact


_ADDRESS: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)([/_.-]?)(\d\d?)\2(\d\d?)(?!\d)")


def _in_address(url: str) -> Fact | None:
    for year, mark, month, day in _ADDRESS.findall(split(url).path):
        day_of_address = dates.stated(f"{year}-{month:0>2}-{day:0>2}") if mark or len(month + day) == 4 else None
        if day_of_address:
            return Fact(day_of_address.isoformat(), "url")
    return None
