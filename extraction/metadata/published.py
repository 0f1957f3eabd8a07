"""The day on which a page was published: stated for machines, else in its address, else written for readers.

A ``time`` element may belong to any comment or teaser: the one nearest to the headline counts. Dates that are written
for readers are in ``dateline``.
"""

import re
from collections.abc import Callable, Collection, Iterator
from datetime import date, timedelta
from functools import cache, partial
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.metadata import linked_data, stated_days
from extraction.metadata.address_dates import before_move, in_address, in_stamp
from extraction.metadata.dateline import SURE_SCORE, Around, date_in_text, puts_day_first
from extraction.metadata.fact import Fact
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from extraction.page.statements import head
from extraction.page.statements.goods import sells_goods
from extraction.page.statements.head import head_of
from extraction.page.statements.json_ld import json_ld_of


def published(
    page: NodeTable,
    content: Mask,
    language: str,
    url: str,
    data: list[dict[str, Any]],
    before: int | None = None,
    first_day: Callable[[], date | None] = lambda: None,
) -> Fact | None:
    """Give the ISO 8601 date of publication; None when it is not told.

    Args:
        page: the page.
        content: (S) what the date is about.
        language: ISO 639 code of its text.
        url: the page's address; empty when it is not known.
        data: its structured data.
        before: the text (S) from which on what stands is about something else, as the second post of a thread; None for
            the end of the page.
        first_day: gives the day of a thread's first post; None where there is none.
    """
    around = cache(partial(Around.of, page, content, len(content) if before is None else before))
    of_events = {day.isoformat() for day in map(dates.stated, linked_data.days_of_events(data)) if day}
    shown = partial(date_in_text, page, content, language, url, around, unwanted=of_events)
    stated = _stated(page, data, partial(puts_day_first, language, url))
    if stated:
        return _of_statements(stated, url, shown if content.any() else None)
    # Beside goods are the days of reviews.
    marked, changed = (None, None) if sells_goods(page) else _marked(page, content, around, of_events)
    sure = marked or in_address(url) or _in_title(page, puts_day_first(language, url))
    post = first_day()
    if post is not None and (sure is None or post.isoformat() < sure.value):  # a comment below it is marked, too
        return Fact(post.isoformat(), "post")
    if sure is None and changed is not None:
        seen = shown(least=SURE_SCORE)
        return seen if seen and seen.value < changed.value else changed
    return sure or (shown() if content.any() else None) or in_stamp(url)


class _Statement(NamedTuple):
    """A day that the page states for machines."""

    fact: Fact
    day: date
    value: str
    """As written."""


def _stated(page: NodeTable, data: list[dict[str, Any]], day_first: Callable[[], bool]) -> list[_Statement]:
    """Give the first day of publication in the JSON-LD and the first in the head; fewer where one is missing."""
    stated = head_of(page).stated
    in_head = ((name, stated[name]) for name in head.PUBLISHED if name in stated)
    in_data = (("json-ld", value) for value in linked_data.published(data, json_ld_of(page)))
    statements = []
    for each in (in_data, in_head):
        read = ((name, value, dates.stated(value, day_first=day_first())) for name, value in each)
        first = next(((name, value, day) for name, value, day in read if day), None)
        if first is not None:
            name, value, day = first
            statements.append(_Statement(Fact(day.isoformat(), name), day, value))
    return statements


def _of_statements(stated: list[_Statement], url: str, shown: Callable[..., Fact | None] | None) -> Fact:
    """Choose among the days that a page states; ``shown`` finds the one that readers see, if there is text."""
    stated = [each for each in stated if each.fact.source not in _DOUBTFUL] or stated
    first, seen = stated[0].fact, before_move(url, stated[0].day)
    if not seen and shown is not None:
        days = {day for each in stated for day in _possible_days(each)}
        if len(days) > 1:  # what readers see tells which
            seen = in_address(url, days) or shown(days)
        elif first.source in _DOUBTFUL:
            seen = shown([first.value], SURE_SCORE - 1) or shown(least=SURE_SCORE)
    return seen if seen and seen.value != first.value else first


_DOUBTFUL: Final = frozenset({"dc.date", "dcterms.date", "created", "date"})
"""Names that pages use for any date: of a revision, of an issue, or of the moment when the page was served."""
_UTC: Final = re.compile(r"[T ](\d\d):(\d\d)(?::[\d.]+)?\s?(?:Z|[+-]00:?00|GMT|UTC)\s*$")
"""The hour and minute of an instant in universal time, whose day may be another one where the page is read."""
_HOURS_OF_DAY_BEFORE: Final = range(9)
"""Hours in universal time at which America still has the day before."""
_HOURS_OF_DAY_BEHIND: Final = range(14, 24)
"""Hours in universal time at which Asia, or Europe, already has the next day."""


def _possible_days(statement: _Statement) -> Iterator[str]:
    """Give the days that a statement may mean, each as ISO 8601."""
    yield statement.fact.value
    instant = _UTC.search(statement.value)
    if instant is not None and (instant[1], instant[2]) != ("00", "00"):  # midnight stands for no hour at all
        hour = int(instant[1])
        days = -1 if hour in _HOURS_OF_DAY_BEFORE else 1 if hour in _HOURS_OF_DAY_BEHIND else 0
        yield (statement.day + timedelta(days=days)).isoformat()


_LONGEST_TIME: Final = 2000
"""Bytes of an element that are searched for a date: left open, each of them holds the rest of the page."""
_PUBLISHED: Final = "published"
"""The class of a ``time`` that is the page's own (hAtom); some themes write it below all buttons and teasers."""
_CHANGED: Final = frozenset({"updated", "modified", "dt-updated", "dateModified"})
"""Classes and properties of a ``time`` that says when the page was changed (hAtom, microformats, schema.org)."""
_LIKELY_CHANGED: Final = 0.01  # less than any place near the text gives, and more than none
_LIKELY_PUBLISHED: Final = 0.1
"""The first so called counts where there is no other ``time`` near the text."""
_LIST: Final = tags.tag_set("ul ol table")
_FEWEST_OF_OTHERS: Final = 3
"""So many in one list are the days of other articles: a list of two may say when one was published and changed."""
_PROPERTY: Final = b"datePublished"
_DATED: Final = re.compile(rb'<[^<>]* itemprop="(?:[^"]*\s)?%b[\s"]' % _PROPERTY)


def _marked(
    page: NodeTable, content: Mask, around: Callable[[], Around], unwanted: Collection[str]
) -> tuple[Fact | None, Fact | None]:
    """Find the date that an element is marked as, or that of the ``time`` nearest to the headline, and if there is
    none, the one that may be the day of a change.
    """
    stated = _as_property(page)
    if stated or not content.any():
        return stated, None
    likely, fact = _nearest_time(page, around, unwanted)
    return (fact, None) if likely > _LIKELY_CHANGED else (None, fact)


def _as_property(page: NodeTable) -> Fact | None:
    """Find the date that the first element with such an ``itemprop`` states."""
    at = page.source.find(_PROPERTY)
    while at >= 0:
        row = int(page.names.searchsorted(np.int32(at), side="right")) - 1  # another kind makes a copy of all names
        start, stop = (page.source.rfind(b"<", 0, page.names[row]), page.body[row]) if row >= 0 else (0, 0)
        if at < stop and _DATED.search(page.source, start, stop):  # else it stands in a text or a comment
            stated = page.attributes(row)
            day = dates.stated(stated.get("content") or stated.get("datetime") or page.inner_text(row))
            return Fact(day.isoformat(), "itemprop") if day else None
        at = page.source.find(_PROPERTY, max(at + 1, stop, *page.names[row + 1 : row + 2].tolist()))
    return None


def _nearest_time(
    page: NodeTable, around: Callable[[], Around], unwanted: Collection[str]
) -> tuple[float, Fact | None]:
    """Find the date of the ``time``, or the like, nearest to the headline, and tell how likely it is the page's."""
    rows = stated_days.elements(page)
    if len(rows) >= _FEWEST_OF_OTHERS:
        rows = rows[~_of_other_articles(page, rows, around())]
    best, fact = 0.0, None
    for row, at in zip(rows.tolist(), page.first[rows].tolist(), strict=True):
        likely, stated = around().likely(at), page.attributes(row)
        classes = stated.get("class", "").split()
        if _PUBLISHED in classes:
            likely = max(likely, _LIKELY_PUBLISHED)
        elif not _CHANGED.isdisjoint((*classes, *stated.get("itemprop", "").split())):
            likely = min(likely, _LIKELY_CHANGED)
        if likely > best:
            day = stated_days.day(page, row) or dates.stated(page.inner_text(row, _LONGEST_TIME))
            if day and day.isoformat() not in unwanted:
                best, fact = likely, Fact(day.isoformat(), "time")
    return best, fact


def _of_other_articles(page: NodeTable, rows: NDArray[np.intp], around: Around) -> Mask:
    """Mark those of some elements (rows) that stand, several in one list, above the headline or below the text."""
    lists = page.nearest(_LIST.take(page.tag)).take(rows)
    _, group, times = np.unique(lists, return_inverse=True, return_counts=True)
    first = page.first.take(rows)
    beside = (first < around.title) | (first >= around.stop)
    of_others: Mask = beside & (lists >= 0) & (times.take(group) >= _FEWEST_OF_OTHERS)
    return of_others


def _in_title(page: NodeTable, day_first: bool) -> Fact | None:
    """Find the date at the end of a title, behind a mark; at other places it is what the title is about."""
    for title in head_of(page).titles:
        for each in dates.dates_in(title, day_first=day_first):
            if each.stop == len(title) and _MARK_BEFORE.search(title, 0, each.start):
                return Fact(each.date.isoformat(), "title")
    return None


_MARK_BEFORE: Final = re.compile(r"[|·•–—]\s$|\s-\s$")
