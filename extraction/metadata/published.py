"""The day a page was published: where it states one for machines, then its address, then what stands for readers.

What a page states in ``time`` may be the time of any comment or teaser: the one nearest to the headline counts. What
readers see is the dateline: the date beside the headline, among the text or right behind it. A page has many dates, of
other articles, of comments, of today. Which one is its own is told by where it stands and by the words beside it.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import Enum
from functools import cache, partial
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from extraction.attribution.forms import patterns
from extraction.attribution.forms.patterns import LineRole
from extraction.lexicon import dates
from extraction.lexicon.terms import TermRole, finder
from extraction.metadata import linked_data, stated_days
from extraction.metadata.address_dates import before_move, in_address, in_stamp
from extraction.metadata.fact import Fact
from extraction.metadata.titles import MAX_TITLE_CHARS
from extraction.page import head, tags
from extraction.page.head import head_of, json_ld_of, split
from extraction.page.headline import repeats
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain


def published(
    page: NodeTable, content: Mask, language: str, url: str, data: list[dict[str, Any]], before: int | None = None
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
    """
    around = cache(partial(_Around.of, page, content, len(content) if before is None else before))
    shown = partial(_in_text, page, content, language, url, around)
    stated = _stated(page, data, partial(_day_first, language, url))
    if not stated:
        marked = _as_property(page) or (_nearest_time(page, around) if content.any() else None)
        sure = marked or in_address(url) or _in_title(page, _day_first(language, url))
        return sure or (shown() if content.any() else None) or in_stamp(url)
    stated = [each for each in stated if each.fact.source not in _DOUBTFUL] or stated
    first, seen = stated[0].fact, before_move(url, stated[0].day)
    if not seen and content.any():
        days = {day for each in stated for day in _possible_days(each)}
        if len(days) > 1:  # what readers see tells which
            seen = in_address(url, days) or shown(days)
        elif first.source in _DOUBTFUL:
            seen = shown([first.value], _SURE_SCORE - 1) or shown(least=_SURE_SCORE)
    return seen if seen and seen.value != first.value else first


class _Statement(NamedTuple):
    """A day that the page states for machines."""

    fact: Fact
    day: date
    value: str
    """As written."""


def _stated(page: NodeTable, data: list[dict[str, Any]], day_first: Callable[[], bool]) -> list[_Statement]:
    """Give the first day of publication in the JSON-LD and that in the head, as far as there are any."""
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


_DOUBTFUL: Final = frozenset({"dc.date", "dcterms.date", "created", "date"})
"""Names for any date: that of a revision, of an issue, or when the page was served."""
_UTC: Final = re.compile(r"[T ](\d\d):(\d\d)(?::[\d.]+)?\s?(?:Z|[+-]00:?00|GMT|UTC)\s*$")
"""The hour and minute of an instant in universal time, whose day may be another one where the page is read."""
_HOURS_OF_DAY_BEFORE: Final = range(9)
"""In them it is still the day before in America, ..."""
_HOURS_OF_DAY_BEHIND: Final = range(14, 24)
"""... and in these already the next one in Asia, or in Europe."""


def _possible_days(statement: _Statement) -> Iterator[str]:
    """Give the days that a statement may mean, each as ISO 8601."""
    yield statement.fact.value
    instant = _UTC.search(statement.value)
    if instant is not None and (instant[1], instant[2]) != ("00", "00"):  # midnight stands for no hour at all
        hour = int(instant[1])
        days = -1 if hour in _HOURS_OF_DAY_BEFORE else 1 if hour in _HOURS_OF_DAY_BEHIND else 0
        yield (statement.day + timedelta(days=days)).isoformat()


@dataclass(frozen=True, slots=True)
class _Around:
    """Where among the texts (S) headline and content stand."""

    title: int
    begin: int
    stop: int
    limit: int
    """From it on what stands is about something else."""

    @classmethod
    def of(cls, page: NodeTable, content: Mask, limit: int) -> "_Around":
        """Find them; there must be content (S)."""
        begin = int(np.argmax(content))
        stop = len(content) - int(np.argmax(content[::-1]))
        rows = _TITLES[page.tag].nonzero()[0]
        rows = rows[(page.last[rows] > page.first[rows]) & (page.first[rows] < stop)][-_MOST_TITLES:]
        first = page.first[rows].tolist()
        headlines = [at for row, at in zip(rows.tolist(), first, strict=True) if _is_headline(page, row)]
        before = [at for at in first if at <= begin]
        if headlines:
            title = min(headlines, key=lambda at: abs(at - begin))
        else:
            title = before[-1] if before else first[0] if first else begin
        return cls(title, max(begin, title), stop, limit)

    def likely(self, at: int) -> float:
        """Tell how likely text ``at`` is to hold the page's date by where it stands; 0 and less is too far away."""
        if at >= self.limit:
            return 0.0
        if at < self.title:
            return 2.0 - 2.0 * (self.title - at) / _BEFORE
        if at <= self.begin + _BYLINE:
            return 3.0
        if at < self.stop:
            return 1.8 - (at - self.begin) / 50
        return max(0.0, 1.5 - (at - self.stop) / _BEHIND)


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
        row = int(page.names.searchsorted(np.int32(at), side="right")) - 1  # another kind makes a copy of all names
        start, stop = (page.source.rfind(b"<", 0, page.names[row]), page.body[row]) if row >= 0 else (0, 0)
        if at < stop and _DATED.search(page.source, start, stop):  # else it stands in a text or a comment
            stated = page.attributes(row)
            day = dates.stated(stated.get("content") or stated.get("datetime") or page.inner_text(row))
            return Fact(day.isoformat(), "itemprop") if day else None
        at = page.source.find(_PROPERTY, max(at + 1, stop, *page.names[row + 1 : row + 2].tolist()))
    return None


def _nearest_time(page: NodeTable, around: Callable[[], _Around]) -> Fact | None:
    """Find the date of the ``time``, or the like, nearest to the headline."""
    rows = stated_days.elements(page)
    best, fact = 0.0, None
    for row, at in zip(rows.tolist(), page.first[rows].tolist(), strict=True):
        likely, stated = around().likely(at), page.attributes(row)
        classes = stated.get("class", "").split()
        if _PUBLISHED in classes:
            likely = max(likely, _LIKELY_PUBLISHED)
        elif not _CHANGED.isdisjoint(classes):
            likely = min(likely, _LIKELY_CHANGED)
        if likely > best:
            day = stated_days.day(page, row) or dates.stated(page.inner_text(row, _LONGEST_TIME))
            if day:
                best, fact = likely, Fact(day.isoformat(), "time")
    return fact


def _in_title(page: NodeTable, day_first: bool) -> Fact | None:
    """Find the date that a title of the page ends with, behind a mark: elsewhere it is what the title is about."""
    for title in head_of(page).titles:
        for each in dates.dates_in(title, day_first=day_first):
            if each.stop == len(title) and _MARK_BEFORE.search(title, 0, each.start):
                return Fact(each.date.isoformat(), "title")
    return None


_MARK_BEFORE: Final = re.compile(r"[|·•–—]\s$|\s-\s$")
_MONTH_FIRST_HOST: Final = re.compile(r"(?:^|\.)(?:[^.]{3,}|us|ca|ph|io|co|tv|me|ai|fm|ly|cc|gg|to|so|uy)$|^[^.]*$")
"""Hosts of no country, of those in which an English page may have the month first, and of countries whose names serve
as words: 3/4/2024 on an English page of another host has the day first."""
_BEFORE: Final = 25
"""Texts before the headline that are looked at, ..."""
_WITHIN: Final = 45
"""... behind the beginning of the content, ..."""
_BEHIND: Final = 6
"""... and behind its end, ..."""
_LABELLED_BEHIND: Final = 40
"""... where a table of an article's facts may have the date with a label."""
_MOST_OTHERS: Final = 1000
"""Texts behind the first post of a thread that are looked at for the order of day and month."""
_MOST_TITLES: Final = 50
_MOST_DATES: Final = 3
"""Of one text: published, changed, and one more."""
_BYLINE: Final = 3
_JUST_ABOVE: Final = 1
"""Texts from a day that stands alone to the headline below it."""
_LONGEST_BYLINE: Final = 60
"""Characters of a line at the beginning of the text: a longer one with a day is a sentence or a caption."""
_LONGEST_DATELINE: Final = 32
"""Characters of a place and a day before the first sentence."""
_LONG_TEXT: Final = 160
_LEAST_SCORE: Final = 0.9
_MOST_BESIDE: Final = 3.7
"""By how much a score may be more than what the place of a date gives: quicker than to look at what stands beside."""
_SURE_SCORE: Final = 2.4
"""Of a date beside the headline, or with a label near it."""
_TITLES: Final = tags.tag_set("h1 h2")
_RIGHTS_SIGN: Final = re.compile(r"©|\([cC]\)")
_OF_PUBLICATION: Final = (TermRole.PUBLISHED, TermRole.DATE, TermRole.BY_BEHIND)
_OF_OTHER_DATES: Final = (TermRole.UPDATED, TermRole.MEMBER)
"""A date beside terms of these roles is not that of publication."""
_DASH: Final = re.compile(r"\s?[-\u2013\u2014]\s|\s[„“«\"»「]")
"""It stands between a dateline and the first sentence, or that begins with words of somebody."""
_LONGEST_LABEL: Final = 60
"""Characters of an element before a date that tells what it is."""
_SENTENCE_GOES_ON: Final = re.compile(r"[.,;:)]\s")
_MAX_PARTS_BEFORE: Final = 2
_MAX_PART_CHARS: Final = 9
"""A month written in full."""
_CLOCK: Final = re.compile(r"\d\d?[:.]\d\d")


def _in_text(
    page: NodeTable,
    content: Mask,
    language: str,
    url: str,
    place: Callable[[], _Around],
    wanted: Collection[str] = (),
    least: float = _LEAST_SCORE,
) -> Fact | None:
    """Find the date written beside the headline, before the text, among it or right behind it; one of those wanted."""
    around = place()
    within = range(max(0, around.title - _BEFORE), min(around.begin + _WITHIN, around.stop, around.limit))
    behind = range(max(around.stop, within.stop), min(around.stop + _LABELLED_BEHIND, around.limit))
    best, fact = least, None
    dated = [each for rows in (within, behind) for each in dates.texts_with_date(page.texts, rows, _LONG_TEXT)]
    # The days of a thread's other posts tell in which order it has day and month.
    others = range(around.limit, min(around.limit + _MOST_OTHERS, len(content))) if dated else range(0)
    in_order = (*dated, *dates.texts_with_date(page.texts, others, _LONG_TEXT))
    texts = (page.texts[at][:_LONG_TEXT] for at in in_order)
    day_first = dates.day_first_in(texts, otherwise=_day_first(language, url))
    for at in dated:
        if around.likely(at) + _MOST_BESIDE <= best:
            continue
        text = page.texts[at][:_LONG_TEXT].strip()
        every = list(islice(dates.dates_in(text, day_first=day_first), _MOST_DATES)) or _parted(page, at, text)
        before = 0
        for each in every:
            if not wanted or each.date.isoformat() in wanted:
                score = _score(page, content, at, each, around, before)
                if score > best:
                    best, fact = score, Fact(each.date.isoformat(), "text")
            before = each.stop
    return fact


def _day_first(language: str, url: str) -> bool:
    return language != "en" or _MONTH_FIRST_HOST.search(split(url).hostname or "") is None


def _score(page: NodeTable, content: Mask, at: int, each: dates.DateMatch, around: _Around, before: int) -> float:
    """Tell how likely the date of a text is the page's, by where it stands and what stands beside it.

    ``before`` is where the date before it in the same text ends, whose label is not its own.
    """
    text = page.texts[at].strip()
    label = page.texts[max(0, at - 1)].strip()
    if len(label) > _LONGEST_LABEL or dates.LIKELY.search(label):  # a sentence, or the label of its own date
        label = ""
    if _RIGHTS_SIGN.search(text) or finder(TermRole.RIGHTS).search(plain(text)):
        return 0.0
    kind = date_kind(text[before:], "" if before or len(text) > _LONG_TEXT else label, each.start - before)
    most = each.stop - each.start > len(text) / 2
    clock = _CLOCK.search(text[each.stop : each.stop + 20]) is not None
    dateline = each.start == 0 and _DASH.match(text, each.stop) is not None
    labelled = kind is DateKind.PUBLISHED and _SENTENCE_GOES_ON.match(text) is None
    amid = bool(content[at]) and each.start > 0 and kind is DateKind.UNTOLD  # "fair on 5 March"
    above = most and at < around.title <= at + _JUST_ABOVE and each.stop - each.start == len(text)
    score = around.likely(at) + 1.5 * labelled + 0.5 * (most and not amid) + 0.7 * above + 0.7 * clock + 1.0 * dateline
    score -= 0.9 * (kind is DateKind.OTHER) + 0.5 * bool(page.in_link[at])
    is_byline = each.stop <= _LONGEST_DATELINE or len(" ".join(text.split())) <= _LONGEST_BYLINE
    if content[at] and not (labelled or most or clock or dateline):
        score -= 1.5 * (at > around.begin + _BYLINE) or 2.2 * (not is_byline)
    return score if labelled or at < around.stop + _BEHIND else 0.0


def _parted(page: NodeTable, at: int, text: str) -> list[dates.DateMatch]:
    """Read a date whose day, and perhaps its month, stand in elements of their own before, as in a corner of a post."""
    whole = text
    for before in range(at - 1, max(-1, at - 1 - _MAX_PARTS_BEFORE), -1):
        part = page.texts[before].strip()
        if not 0 < len(part) <= _MAX_PART_CHARS:
            break
        whole = f"{part} {whole}"
        first = next(dates.dates_in(whole, day_first=True), None)
        if first is not None and first.start == 0:
            return [dates.DateMatch(0, max(0, first.stop - (len(whole) - len(text))), first.date)]
    return []


class DateKind(Enum):
    """What the words beside a date say that it is."""

    PUBLISHED = 1
    OTHER = 2
    UNTOLD = 3


def date_kind(text: str, before: str, start: int) -> DateKind:
    """Tell what a date at a place of a text is, by the words before it, else by those of the text before."""
    other = finder(*_OF_OTHER_DATES).search
    of_any = finder(*_OF_OTHER_DATES, *_OF_PUBLICATION).search
    before_or_label = next(filter(of_any, map(plain, (text[: start + 1], before))), None)
    if before_or_label is None:
        behind = plain(text[start:])
        term = other(behind)  # before another date it speaks of that
        is_other = term is not None and dates.LIKELY.search(behind, term.end()) is None
    else:
        is_other = other(before_or_label) is not None
    if is_other or patterns.match(text, LineRole.EDIT_NOTE) is not None:
        return DateKind.OTHER
    return DateKind.UNTOLD if before_or_label is None else DateKind.PUBLISHED


def _is_headline(page: NodeTable, row: int) -> bool:
    return repeats(page.texts.between(page.first[row], page.last[row])[:MAX_TITLE_CHARS], head_of(page).titles)
