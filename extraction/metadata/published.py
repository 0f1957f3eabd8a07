"""The day a page was published: where it states one for machines, then its address, then what stands for readers.

What a page states in ``time`` may be the time of any comment or teaser: the one nearest to the headline counts. What
readers see is the dateline: the date beside the headline, among the text or right behind it. A page has many dates, of
other articles, of comments, of today. Which one is its own is told by where it stands and by the words beside it.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from typing import Any, Final

import numpy as np

from extraction.attribution import patterns
from extraction.attribution.patterns import LineRole
from extraction.lexicon import dates
from extraction.lexicon.terms import TermRole, pattern
from extraction.metadata import linked_data
from extraction.metadata.linked_data import Fact
from extraction.metadata.titles import MAX_TITLE_CHARS
from extraction.page import head, tags
from extraction.page.head import head_of, json_ld_of, split
from extraction.page.headline import repeats
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain


def published(page: NodeTable, content: Mask, language: str, url: str, data: list[dict[str, Any]]) -> Fact | None:
    """Give the ISO 8601 date of publication; None when it is not told.

    Args:
        page: the page.
        content: (S) what the date is about.
        language: ISO 639 code of its text.
        url: the page's address; empty when it is not known.
        data: its structured data.
    """
    stated = linked_data.published(data, json_ld_of(page)) or _in_head(page)
    if stated:
        return stated
    if not content.any():
        return _as_property(page) or _in_address(url)
    around = cache(partial(_Around.of, page, content))
    marked = _as_property(page) or _nearest_time(page, around)
    return marked or _in_address(url) or _in_text(page, content, language, url, around())


@dataclass(frozen=True, slots=True)
class _Around:
    """Where among the texts (S) headline and content stand."""

    title: int
    begin: int
    stop: int

    @classmethod
    def of(cls, page: NodeTable, content: Mask) -> "_Around":
        """Find them; there must be content (S)."""
        begin = int(np.argmax(content))
        stop = len(content) - int(np.argmax(content[::-1]))
        rows = np.flatnonzero(_TITLES[page.tag])
        rows = rows[(page.last[rows] > page.first[rows]) & (page.first[rows] < stop)][-_MOST_TITLES:]
        first = page.first[rows].tolist()
        headlines = [at for row, at in zip(rows.tolist(), first, strict=True) if _is_headline(page, row)]
        before = [at for at in first if at <= begin]
        if headlines:
            title = min(headlines, key=lambda at: abs(at - begin))
        else:
            title = before[-1] if before else first[0] if first else begin
        return cls(title, max(begin, title), stop)

    def likely(self, at: int) -> float:
        """Tell how likely text ``at`` is to hold the page's date by where it stands; 0 and less is too far away."""
        if at < self.title:
            return 2.0 - 2.0 * (self.title - at) / _BEFORE
        if at <= self.begin + _BYLINE:
            return 3.0
        if at < self.stop:
            return 1.8 - (at - self.begin) / 50
        return 1.5 - (at - self.stop) / _BEHIND


def _in_head(page: NodeTable) -> Fact | None:
    stated = head_of(page).stated
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
_CHANGED: Final = frozenset({"updated", "modified", "dt-updated"})
"""What it is called when it says when the page was changed (hAtom, microformats)."""
_LIKELY_CHANGED: Final = 0.01
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


def _nearest_time(page: NodeTable, around: Callable[[], _Around]) -> Fact | None:
    """Find the date of the ``time`` nearest to the headline."""
    rows = np.flatnonzero(page.tag == _TIME)
    best, fact = 0.0, None
    for row, at in zip(rows.tolist(), page.first[rows].tolist(), strict=True):
        likely, stated = around().likely(at), page.attributes(row)
        classes = stated.get("class", "").split()
        if _PUBLISHED in classes:
            likely = max(likely, _LIKELY_PUBLISHED)
        elif not _CHANGED.isdisjoint(classes):
            likely = min(likely, _LIKELY_CHANGED)
        if likely > best:
            day = dates.stated(stated.get("datetime") or page.inner_text(row, _LONGEST_TIME))
            if day:
                best, fact = likely, Fact(day.isoformat(), "time")
    return fact


_ADDRESS: Final = re.compile(
    r"(?<!\d)(?:((?:19|20)\d\d)([/_.-]?)(\d\d?)\2(\d\d?)|(\d\d)([_.-])(\d\d)\6((?:19|20)\d\d))(?!\d)"
)


def _in_address(url: str) -> Fact | None:
    for match in _ADDRESS.finditer(split(url).path):
        year, mark, month, day, last_day, last_mark, last_month, last_year = match.groups("")
        if mark or last_mark or len(month + day) == 4:
            stated = dates.stated(f"{year or last_year}-{month or last_month:0>2}-{day or last_day:0>2}")
            if stated:
                return Fact(stated.isoformat(), "url")
    return None


_DAY_FIRST_ENGLISH: Final = re.compile(r"\.(?:uk|au|nz|ie|in|za|sg|hk|ng|ke|pk)$")
_BEFORE: Final = 25
"""Texts before the headline that are looked at, ..."""
_WITHIN: Final = 45
"""... behind the beginning of the content, ..."""
_BEHIND: Final = 6
"""... and behind its end."""
_MOST_TITLES: Final = 50
_BYLINE: Final = 3
_LONG_TEXT: Final = 160
_LEAST_SCORE: Final = 0.9
_TITLES: Final = tags.tag_set("h1 h2")
_RIGHTS: Final = re.compile(r"(?i)copyright|©|\(c\)|all rights")
_OF_PUBLICATION: Final = (TermRole.PUBLISHED, TermRole.DATE, TermRole.BY_BEHIND)
_OF_OTHER_DATES: Final = (TermRole.UPDATED, TermRole.MEMBER)
"""A date beside terms of these roles is not that of publication."""
_DASH: Final = re.compile(r"\s?[-\u2013\u2014]\s")
"""It stands between a dateline and the first sentence."""
_SENTENCE_GOES_ON: Final = re.compile(r"[.,;:)]\s")
_MAX_DAY_CHARS: Final = 2
_CLOCK: Final = re.compile(r"\d\d?[:.]\d\d")


def _in_text(page: NodeTable, content: Mask, language: str, url: str, around: _Around) -> Fact | None:
    """Find the date written beside the headline, before the text, among it or right behind it."""
    day_first = language != "en" or _DAY_FIRST_ENGLISH.search(split(url).hostname or "") is not None
    within = range(max(0, around.title - _BEFORE), min(around.begin + _WITHIN, around.stop))
    behind = range(max(around.stop, within.stop), min(around.stop + _BEHIND, len(content)))
    best, fact = _LEAST_SCORE, None
    for at in (each for rows in (within, behind) for each in dates.texts_with_date(page.texts, rows, _LONG_TEXT)):
        text = page.texts[at][:_LONG_TEXT].strip()
        each = next(dates.dates_in(text, day_first=day_first), None) or _parted(page, at, text)
        if each is not None:
            score = _score(page, content, at, each, around)
            if score > best:
                best, fact = score, Fact(each.date.isoformat(), "text")
    return fact


def _score(page: NodeTable, content: Mask, at: int, each: dates.DateMatch, around: _Around) -> float:
    """Tell how likely the date of a text is the page's, by where it stands and what stands beside it."""
    text = page.texts[at].strip()
    beside = text if len(text) > _LONG_TEXT else " ".join((page.texts[max(0, at - 1)][-_LONG_TEXT:], text))
    if _RIGHTS.search(text):
        return 0.0
    kind = date_kind(text, beside[: len(beside) - len(text)], each.start)
    most = each.stop - each.start > len(text) / 2
    clock = _CLOCK.search(text[each.stop : each.stop + 20]) is not None
    dateline = each.start == 0 and _DASH.match(text, each.stop) is not None
    labelled = kind is DateKind.PUBLISHED and _SENTENCE_GOES_ON.match(text) is None
    score = around.likely(at) + 1.5 * labelled + 0.5 * most + 0.7 * clock + 1.0 * dateline
    score -= 1.2 * (kind is DateKind.OTHER) + 0.5 * bool(page.in_link[at])
    if content[at] and at > around.begin + _BYLINE and not (labelled or most or clock or dateline):
        score -= 1.5
    return score


def _parted(page: NodeTable, at: int, text: str) -> dates.DateMatch | None:
    """Read a date whose day stands in an element of its own before month and year, as in a corner of a post."""
    day = page.texts[at - 1].strip() if at else ""
    if len(day) > _MAX_DAY_CHARS or not day.isdecimal():
        return None
    each = next(dates.dates_in(f"{day} {text}", day_first=True), None)
    return each and dates.DateMatch(0, max(0, each.stop - len(day) - 1), each.date)


class DateKind(Enum):
    """What the words beside a date say that it is."""

    PUBLISHED = 1
    OTHER = 2
    UNTOLD = 3


def date_kind(text: str, before: str, start: int) -> DateKind:
    """Tell what a date at a place of a text is, by the words before it, else by those of the text before."""
    if patterns.match(text, LineRole.EDIT_NOTE) is not None:
        return DateKind.OTHER
    other = pattern(*_OF_OTHER_DATES).search
    for words in (text[: start + 1], before):
        plain_words = plain(words)
        if other(plain_words) is not None:
            return DateKind.OTHER
        if pattern(*_OF_PUBLICATION).search(plain_words) is not None:
            return DateKind.PUBLISHED
    return DateKind.OTHER if other(plain(text[start:])) is not None else DateKind.UNTOLD


def _is_headline(page: NodeTable, row: int) -> bool:
    return repeats(page.texts.between(page.first[row], page.last[row])[:MAX_TITLE_CHARS], head_of(page).titles)
