"""The dateline: the date that readers see beside the headline, among the text or right behind it.

A page has many dates: of other articles, of comments, of today. Which one is its own is told by where it stands and by
the words beside it.
"""

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np

from extraction.addresses import split
from extraction.attribution import patterns
from extraction.attribution.patterns import LineRole
from extraction.lexicon import dates
from extraction.lexicon.terms import TermRole, pattern
from extraction.metadata.facts import Fact
from extraction.metadata.titles import MAX_TITLE_CHARS
from extraction.page import tags
from extraction.page.headline import repeats
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain

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
_CLOCK: Final = re.compile(r"\d\d?[:.]\d\d")


@dataclass(frozen=True, slots=True)
class Around:
    """Where among the texts (S) headline and content stand."""

    title: int
    begin: int
    stop: int

    @classmethod
    def of(cls, page: NodeTable, content: Mask) -> "Around":
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


def in_text(page: NodeTable, content: Mask, language: str, url: str, around: Around) -> Fact | None:
    """Find the date written beside the headline, before the text, among it or right behind it."""
    day_first = language != "en" or _DAY_FIRST_ENGLISH.search(split(url).hostname or "") is not None
    within = range(max(0, around.title - _BEFORE), min(around.begin + _WITHIN, around.stop))
    behind = range(max(around.stop, within.stop), min(around.stop + _BEHIND, len(content)))
    best, fact = _LEAST_SCORE, None
    for at in (each for rows in (within, behind) for each in dates.texts_with_date(page.texts, rows, _LONG_TEXT)):
        text = page.texts[at][:_LONG_TEXT].strip()
        each = next(dates.dates_in(text, day_first=day_first), None)
        if each is not None:
            score = _score(page, content, at, each, around)
            if score > best:
                best, fact = score, Fact(each.date.isoformat(), "text")
    return fact


def _score(page: NodeTable, content: Mask, at: int, each: dates.DateMatch, around: Around) -> float:
    """Tell how likely the date of a text is the page's, by where it stands and what stands beside it."""
    text = page.texts[at].strip()
    beside = text if len(text) > _LONG_TEXT else " ".join((page.texts[max(0, at - 1)][-_LONG_TEXT:], text))
    if _RIGHTS.search(text):
        return 0.0
    kind = _kind(text, beside[: len(beside) - len(text)], each.start)
    most = each.stop - each.start > len(text) / 2
    clock = _CLOCK.search(text[each.stop : each.stop + 20]) is not None
    score = around.likely(at) + 1.5 * (kind is _Date.PUBLISHED) + 0.5 * most + 0.7 * clock
    score -= 1.2 * (kind is _Date.OTHER) + 0.5 * bool(page.in_link[at])
    if content[at] and at > around.begin + _BYLINE and not (kind is _Date.PUBLISHED or most or clock):
        score -= 1.5
    return score


class _Date(Enum):
    """What the words beside a date say that it is."""

    PUBLISHED = 1
    OTHER = 2
    UNTOLD = 3


def _kind(text: str, before: str, start: int) -> _Date:
    """Tell what a date at a place of a text is, by the words before it, else by those of the text before."""
    if patterns.match(text, LineRole.EDIT_NOTE) is not None:
        return _Date.OTHER
    other = pattern(*_OF_OTHER_DATES).search
    for words in (text[: start + 1], before):
        plain_words = plain(words)
        if other(plain_words) is not None:
            return _Date.OTHER
        if pattern(*_OF_PUBLICATION).search(plain_words) is not None:
            return _Date.PUBLISHED
    return _Date.OTHER if other(plain(text[start:])) is not None else _Date.UNTOLD


def _is_headline(page: NodeTable, row: int) -> bool:
    return repeats(page.texts.between(page.first[row], page.last[row])[:MAX_TITLE_CHARS], page.head.titles)
