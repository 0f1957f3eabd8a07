"""The date that readers see: beside the headline, inside the text or directly behind it.

A page has many dates: of other articles, of comments, of today. The place of a date and the words beside it show which
one is the page's own.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Final

from extraction.attribution.forms import role_match
from extraction.attribution.forms.patterns import LineRole
from extraction.lexicon import dates
from extraction.lexicon.date_forms import LIKELY
from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.lexicon.terms import TermRole, finder
from extraction.metadata.fact import Fact
from extraction.metadata.headings import MAX_TITLE_CHARS
from extraction.page import tags
from extraction.page.headline import repeats
from extraction.page.names import Names, words_of
from extraction.page.node_table import Mask, NodeTable
from extraction.page.statements.addresses import split
from extraction.page.statements.head import head_of
from extraction.page.texts import plain

_LEAST_SCORE: Final = 0.9  # of a date without a sign, a few texts behind the content
SURE_SCORE: Final = 2.4
"""The score of a date beside the headline, or with a label near it."""


@dataclass(frozen=True, slots=True)
class Around:
    """The places of the headline and the content among the texts (S)."""

    title: int
    begin: int
    stop: int
    limit: int
    """The text from which on the page is about something else."""

    @classmethod
    def of(cls, page: NodeTable, content: Mask, limit: int) -> "Around":
        """Make it of a page whose content (S) is not empty."""
        begin = int(content.argmax())
        stop = len(content) - int(content[::-1].argmax())
        rows = _TITLES.take(page.tag).nonzero()[0]
        first = page.first.take(rows)
        rows = rows[(page.last.take(rows) > first) & (first < stop)][-_MOST_TITLES:]
        first = page.first.take(rows).tolist()
        headlines = [at for row, at in zip(rows.tolist(), first, strict=True) if _is_headline(page, row)]
        before = [at for at in first if at <= begin]
        if headlines:
            title = min(headlines, key=lambda at: abs(at - begin))
        else:
            title = before[-1] if before else first[0] if first else begin
        return cls(title, max(begin, title), stop, limit)

    def likely(self, at: int) -> float:
        """Give the score of a text (``at``) for its place; 0 or less is too far from the headline and the content.

        The best place, with 3, is between the headline and the first texts of the content. Above the headline the score
        falls from 2 to 0 over ``_BEFORE`` texts, in the content from 1.8 by 0.02 a text, and behind the content from
        1.5 to 0 over ``_BEHIND`` texts.
        """
        if at >= self.limit:
            return 0.0
        if at < self.title:
            return 2.0 - 2.0 * (self.title - at) / _BEFORE
        if at <= self.begin + _BYLINE:
            return 3.0
        if at < self.stop:
            return 1.8 - (at - self.begin) / 50
        return max(0.0, 1.5 - (at - self.stop) / _BEHIND)


def date_in_text(
    page: NodeTable,
    content: Mask,
    language: str,
    url: str,
    place: Callable[[], Around],
    wanted: Collection[str] = (),
    least: float = _LEAST_SCORE,
    unwanted: Collection[str] = (),
) -> Fact | None:
    """Find the date written beside the headline, before the text, among it or right behind it; one of those wanted.

    It is none of those ``unwanted``, as the days of events.
    """
    around = place()
    within = range(max(0, around.title - _BEFORE), min(around.begin + _WITHIN, around.stop, around.limit))
    behind = range(max(around.stop, within.stop), min(around.stop + _LABELLED_BEHIND, around.limit))
    best, fact = least, None
    dated = [each for rows in (within, behind) for each in dates.texts_with_date(page.texts, rows, _LONG_TEXT)]
    # The days of a thread's other posts tell in which order it has day and month.
    others = range(around.limit, min(around.limit + _MOST_OTHERS, len(content))) if dated else range(0)
    in_order = (*dated, *dates.texts_with_date(page.texts, others, _LONG_TEXT))
    texts = (page.texts[at][:_LONG_TEXT] for at in in_order)
    day_first = dates.day_first_in(texts, otherwise=puts_day_first(language, url))
    for at in dated:
        if around.likely(at) + _MOST_BESIDE <= best:
            continue
        text = page.texts[at][:_LONG_TEXT].strip()
        every = list(islice(dates.dates_in(text, day_first=day_first), _MOST_DATES)) or _parted(page, at, text)
        before = 0
        for each in every:
            iso = each.date.isoformat()
            if iso not in unwanted and (not wanted or iso in wanted):
                score = _score(page, content, at, each, around, before, best)
                if score > best and not _is_of_rights(page.texts[at]):
                    best, fact = score, Fact(iso, "text")
            before = each.stop
    return fact


def puts_day_first(language: str, url: str) -> bool:
    """Tell whether a page of a language and address has the day before the month, where its dates do not tell."""
    return (
        language not in languages_with(LanguageTrait.MONTH_FIRST)
        or _MONTH_FIRST_HOST.search(split(url).hostname or "") is None
    )


class DateKind(Enum):
    """What a date is, by the words beside it."""

    PUBLISHED = 1
    CHANGED = 2
    """It is that of a change of the page or a post."""
    OF_MEMBER = 3
    """It is that of a member's visit or joining, or of now."""
    UNTOLD = 4

    @property
    def is_other(self) -> bool:
        """It is the date of something else than the publication."""
        return self in (DateKind.CHANGED, DateKind.OF_MEMBER)


def date_kind(text: str, before: str, start: int) -> DateKind:
    """Tell what a date in a text is, by the words before it, or else by the words of the text before."""
    other = finder(*_OF_OTHER_DATES).search
    of_any = finder(*_OF_OTHER_DATES, *_OF_PUBLICATION).search
    before_or_label = next(filter(of_any, map(plain, (text[: start + 1], before))), None)
    if before_or_label is None:
        behind = plain(text[start:])
        term = other(behind)
        if term is not None and LIKELY.search(behind, term.end()) is not None:  # before another date it speaks of that
            term = None
    else:
        term = other(before_or_label)
    if term is not None and finder(TermRole.MEMBER).match(term[0]) is not None:
        return DateKind.OF_MEMBER
    if term is not None or role_match.match(text, LineRole.EDIT_NOTE) is not None:
        return DateKind.CHANGED
    return DateKind.UNTOLD if before_or_label is None else DateKind.PUBLISHED


def _is_of_rights(text: str) -> bool:
    """Tell whether a text says whose the rights are, and since when."""
    return _RIGHTS_SIGN.search(text) is not None or finder(TermRole.RIGHTS).search(plain(text)) is not None


def _score(
    page: NodeTable, content: Mask, at: int, each: dates.DateMatch, around: Around, before: int, least: float
) -> float:
    """Tell how likely the date of a text is the page's, by where it stands and what stands beside it.

    ``before`` is where the date before it in the same text ends, whose label is not its own. What cannot be more than
    the ``least`` is 0.
    """
    text, is_link = page.texts[at].strip(), bool(page.in_link[at])
    is_most = each.stop - each.start > len(text) / 2
    has_clock = _CLOCK.search(text, each.stop, each.stop + _MOST_TO_CLOCK) is not None
    begins_report = each.start == 0 and _DASH.match(text, each.stop) is not None
    is_above_headline = is_most and at < around.title <= at + _JUST_ABOVE and each.stop - each.start == len(text)
    place, beside = around.likely(at), (is_above_headline, has_clock, begins_report)
    if _sum_of_signs(place, True, is_most, *beside) - _OF_LINK * is_link < least:  # the label takes longest to look at
        return 0.0
    label = page.texts[max(0, at - 1)].strip()
    if len(label) > _LONGEST_LABEL or LIKELY.search(label):  # a sentence, or the label of its own date
        label = ""
    kind = date_kind(text[before:], "" if before or len(text) > _LONG_TEXT else label, each.start - before)
    if kind is DateKind.OF_MEMBER:
        return 0.0
    is_labelled = kind is DateKind.PUBLISHED and _SENTENCE_GOES_ON.match(text) is None
    is_in_sentence = bool(content[at]) and each.start > 0 and kind is DateKind.UNTOLD  # "fair on 5 March"
    score = _sum_of_signs(place, is_labelled, is_most and not is_in_sentence, *beside)
    score -= _OF_CHANGE * (kind is DateKind.CHANGED) + _OF_LINK * is_link
    if content[at] and not (is_labelled or is_most or has_clock or begins_report):
        is_byline = each.stop <= _LONGEST_DATELINE or len(" ".join(text.split())) <= _LONGEST_BYLINE
        if at > around.begin + _BYLINE:
            score -= _DEEP_IN_TEXT
        elif not is_byline:
            score -= _IN_LONG_LINE
    return score if is_labelled or at < around.stop + _BEHIND else 0.0


def _sum_of_signs(
    place: float, is_labelled: bool, is_most: bool, is_above_headline: bool, has_clock: bool, begins_report: bool
) -> float:
    """Give the score of a date: that of its place, and what each sign beside it adds."""
    score = place + _OF_LABEL * is_labelled + _OF_MOST * is_most + _OF_HEADLINE * is_above_headline
    return score + _OF_CLOCK * has_clock + _OF_REPORT * begins_report


def _parted(page: NodeTable, at: int, text: str) -> list[dates.DateMatch]:
    """Read a date whose day, and perhaps its month, stand in elements before it, as in the corner of a post."""
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


def _is_headline(page: NodeTable, row: int) -> bool:
    return repeats(page.texts.between(page.first[row], page.last[row])[:MAX_TITLE_CHARS], head_of(page).titles)


_MONTH_FIRST_HOST: Final = re.compile(
    rf"(?:^|\.)(?:[^.]{{3,}}|{'|'.join(words_of(Names.MONTH_FIRST_DOMAIN))})$|^[^.]*$"
)
"""Hosts without a country, hosts of countries where an English page may put the month first, and hosts of countries
whose domains are used as words. On an English page of any other host, 3/4/2024 has the day first."""
_BEFORE: Final = 25
"""So many texts before the headline are looked at."""
_WITHIN: Final = 45
"""So many texts behind the beginning of the content are looked at."""
_BEHIND: Final = 6
"""So many texts behind the end of the content are looked at."""
_LABELLED_BEHIND: Final = 40
"""So many texts behind the end are looked at for a date with a label, which a table of an article's facts may have."""
_MOST_OTHERS: Final = 1000
"""Texts behind the first post of a thread that are looked at for the order of day and month."""
_MOST_TITLES: Final = 50  # bounds the time; half of it changes the day of 2 of 827 labelled pages
_MOST_DATES: Final = 3
"""Dates of one text that are looked at: published, changed, and one more."""
_BYLINE: Final = 3  # texts: a summary, who wrote, the day; half changes 1 of 827 labelled pages, twice 4
_JUST_ABOVE: Final = 1
"""Texts from a day that stands alone to the headline below it."""
_LONGEST_BYLINE: Final = 60
"""A line with the day, before the text, has at most so many characters: a longer one is a sentence or a caption."""
_LONGEST_DATELINE: Final = 32
"""A place and a day before the first sentence have at most so many characters."""
_LONG_TEXT: Final = 160  # characters of a text that are looked at; half changes 2 of 827 labelled pages, twice 1
_OF_LABEL: Final = 1.5
_OF_MOST: Final = 0.5
_OF_HEADLINE: Final = 0.7
_OF_CLOCK: Final = 0.7
_OF_REPORT: Final = 1.0
"""What is added to the score of a date's place: for a word for publication beside the date; for a text that is mostly
the date; for a date alone right above the headline; for a time of day behind it; and for a first sentence behind it."""
_OF_CHANGE: Final = 0.9
_OF_LINK: Final = 0.5
_DEEP_IN_TEXT: Final = 1.5
_IN_LONG_LINE: Final = 2.2
"""What is taken away: for words beside the date that tell of a change; for a date in a link; for a date
without any sign that stands far below the beginning of the content, or near it in a line that is too long for a
byline."""
_MOST_BESIDE: Final = 3.7
"""The most that the signs beside a date can add: a place whose score is too far below the best one is skipped."""
_MOST_TO_CLOCK: Final = 20
"""The time of day stands in so many characters behind a date."""
_TITLES: Final = tags.tag_set("h1 h2")
_RIGHTS_SIGN: Final = re.compile(r"©|\([cC]\)")
_OF_PUBLICATION: Final = (TermRole.PUBLISHED, TermRole.DATE, TermRole.BY_BEHIND)
_OF_OTHER_DATES: Final = (TermRole.UPDATED, TermRole.MEMBER)
"""Roles of terms beside dates that are not the date of publication."""
_DASH: Final = re.compile(r"\s?[-\u2013\u2014]\s|\s[„“«\"»「]")
"""What stands between a dateline and the first sentence, or the quotation mark with which that begins."""
_LONGEST_LABEL: Final = 60
"""An element before a date that says what the date is has at most so many characters."""
_SENTENCE_GOES_ON: Final = re.compile(r"[.,;:)]\s")
_MAX_PARTS_BEFORE: Final = 2  # the day, and the month
_MAX_PART_CHARS: Final = 9
"""A part of a date before the number is at most so many characters: a month written in full."""
_CLOCK: Final = re.compile(r"\d\d?[:.]\d\d")
