"""The facts that a page states about each post of a thread: the site's own id of the post, and its day.

The id comes from the ``id`` of an element in or before each post, or, on pages without such ids, from the ``name`` of a
link target. ``post_ids.tsv`` has a row for each way in which forum programs write them: the attribute, the text before
the number, the program, and an example. The table has only ids of posts: a number that stands for a person is never
read.
"""

import re
from collections.abc import Callable, Collection, Iterable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.lexicon.date_forms import LIKELY
from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.lexicon.terms import TermRole, finder
from extraction.metadata import stated_days
from extraction.metadata.dateline import DateKind, date_kind
from extraction.page import tags
from extraction.page.attribute_signatures import Signature
from extraction.page.node_table import Mask, NodeTable
from extraction.page.texts import plain
from normalization.table_rows import rows_of


class PostFacts(NamedTuple):
    """What a page says of one post of a thread."""

    id: str = ""
    """The site's own id of the post; empty when the page shows none."""
    day: date | None = None
    """The day on which it was written; None when the page does not say."""


class PostPlaces(NamedTuple):
    """Where the posts of a thread stand on its page."""

    page: NodeTable
    records: Collection[int]
    """Rows of the elements of the posts; the first post may have none."""
    posts: int
    """How many there are."""

    def posts_of(self, elements: NDArray[np.intp]) -> Iterable[int]:
        """Give for each of some elements (rows, ascending) which post it is in, or before: 0 is the first."""
        starts = np.array(sorted(self.records), dtype=np.intp)
        if not len(starts):
            return [0] * len(elements)
        inside = starts.searchsorted(elements, side="right") - 1
        behind = elements >= self.page.end[starts[np.maximum(inside, 0)]]  # what stands between two leads to the next
        post = np.minimum(inside + behind + self.posts - len(starts), self.posts - 1)
        numbers: list[int] = np.where(inside < 0, 0, post).tolist()
        return numbers

    def posts_of_texts(self, texts: list[int]) -> Iterable[int]:
        """Give the same for the elements of some texts (S)."""
        return self.posts_of(self.page.owner[texts].astype(np.intp))


def post_ids(places: PostPlaces) -> list[str]:
    """Give the id of each of a thread's posts; empty for those that show none."""
    numbers = _numbers_by_id(places.page) or _numbers_by_name(places.page)
    ids, known = [""] * places.posts, {""}
    rows = np.array(list(numbers), dtype=np.intp)
    for post, number in zip(places.posts_of(rows), numbers.values(), strict=True):
        if not ids[post] and number not in known:
            ids[post] = number
            known.add(number)
    return ids


def _numbers_by_id(page: NodeTable) -> dict[int, str]:
    """Give the rows of elements with the id of a post, ascending, and the number in it."""
    read = _pattern("id").match
    number_of = {signature: match[1] for signature, each in enumerate(page.signatures.all) if (match := read(each[2]))}
    if not number_of:
        return {}
    rows = (np.isin(page.signature, list(number_of))).nonzero()[0].tolist()
    return {row: number_of[int(page.signature[row])] for row in rows}


def _numbers_by_name(page: NodeTable) -> dict[int, str]:
    """Give the same for the names of link targets: ``<a name="812">``, as phpBB 2 writes before each post.

    Numbers that begin at 0 or 1 may count the posts of one page: posts of two pages would then have the same id.
    """
    rows = page.with_attribute("name", _A).tolist()
    names = {row: _pattern("id", "name").match(page.attributes(row).get("name", "")) for row in rows}
    numbers = {row: match[1] for row, match in names.items() if match}
    return {} if {"0", "1"} & set(numbers.values()) else numbers


@cache
def prefixes(*attributes: str) -> tuple[tuple[str, str], ...]:
    """Read the table: the texts with which ids or names of posts begin, each with an example."""
    table, words = Path(__file__).with_name("post_ids.tsv"), {"attribute": ("id", "name")}
    rows = rows_of(table, "attribute", "prefix", "program", "example", words=words)
    return tuple((prefix, example) for attribute, prefix, _, example in rows if attribute in attributes)


@cache
def _pattern(*attributes: str) -> re.Pattern[str]:
    # "tpc" is how phpWind calls the first post of a thread.
    words = "|".join(re.escape(prefix) for prefix, _ in prefixes(*attributes))
    return re.compile(rf"(?:{words})(\d{{1,18}}|tpc)\Z")


def post_days(places: PostPlaces, content: Mask, language: str, quotes: Collection[int]) -> list[date | None]:
    """Give the day of each post: of the first ``time`` in it, or what else states one, else of the first short text
    beside the content (S) with a date that is not about a member or a change, of one that is called that of the post
    before others, and of one with minutes before one without, where most posts have such; at last of a text at its
    beginning that is hardly more than a date. None where there is none.

    ``language`` is that of the page's text (ISO 639). What stands in ``quotes`` (rows of elements) says when others
    wrote.
    """
    page, records = places.page, places.records
    days = _stated_days(places, content)
    if all(days) or not len(content):
        return days
    quoted = page.texts_in(list(quotes))
    every = dates.texts_with_date(page.texts, range(len(content)), _LONGEST_LINE)
    dated = {each: None for each in every if not quoted[each]}
    texts = np.array([each for each in dated if not content[each]], dtype=np.intp)
    beside = texts[_posts_first(page.owner[texts], records)].tolist()
    inside = [each for each in dated if content[each] and len(page.texts[each].strip()) <= _LONGEST_DAY]
    day_first = dates.day_first_in(
        (page.texts[each][:_LONGEST_LINE] for each in beside),
        otherwise=language not in languages_with(LanguageTrait.MONTH_FIRST),
    )
    starts = page.first[sorted(records)]
    begins = set(starts.tolist())  # what stands above a post says nothing of the first text in it

    def day_of(at: int) -> tuple[DateKind, date | None]:
        # One with a date speaks of that, and what people wrote of what they wrote about.
        is_labelled = at and at not in begins and at - 1 not in dated and not content[at - 1]
        return _day(page.texts[at].strip(), page.texts[at - 1] if is_labelled else "", day_first=day_first)

    days = [stated or day for stated, day in zip(days, _days_beside(places, beside, day_of), strict=True)]
    for post, at in zip(places.posts_of_texts(inside), inside, strict=True):
        if not days[post] and np.any((starts <= at) & (at < starts + _AT_BEGINNING)):
            days[post] = _alone(page.texts[at].strip(), day_first=day_first)
    return days


def _stated_days(places: PostPlaces, content: Mask) -> list[date | None]:
    """Give the day of each post that an element in it states, and that no label beside the content (S) calls the day
    of a change or of a member."""
    page, days = places.page, list[date | None]([None] * places.posts)
    named = [number for number, each in enumerate(page.signatures.all) if _states_day(each)]
    times = np.union1d(stated_days.in_posts(page), np.isin(page.signature, named).nonzero()[0])
    starts = set(page.first[sorted(places.records)].tolist())
    for post, row in zip(places.posts_of(times), times.tolist(), strict=True):
        if days[post] is None and (day := stated_days.day(page, row)):
            at = int(page.first[row])
            is_labelled = 0 < at < len(content) and at not in starts and not content[at - 1]
            days[post] = None if is_labelled and _is_of_change(page.texts[at - 1].strip()) else day
    return days


def _is_of_change(label: str) -> bool:
    """Tell whether a text before a day says that it is that of a change or of a member."""
    if len(label) > _LONGEST_LABEL or LIKELY.search(label):  # a sentence, or the label of its own date
        return False
    is_edited = finder(TermRole.EDITED, TermRole.EDITED_BY).search(plain(label)) is not None
    return is_edited or date_kind("", label, 0).is_other


def _days_beside(
    places: PostPlaces, beside: list[int], day_of: Callable[[int], tuple[DateKind, date | None]]
) -> list[date | None]:
    """Give the day of each post from the dated texts (rows) beside it: a labelled text first, then one with minutes.

    Software writes the time of a post with minutes. In an unknown language a day without minutes may be about a member,
    and with a label it may be that of an approval.
    """
    labelled: list[date | None] = [None] * places.posts
    both, timed, others = labelled.copy(), labelled.copy(), labelled.copy()
    for post, at in zip(places.posts_of_texts(beside), beside, strict=True):
        kind, day = day_of(at)
        of_kind = labelled if kind is DateKind.PUBLISHED else others
        of_kind[post] = of_kind[post] or day
        if dates.CLOCK.search(places.page.texts[at][:_LONGEST_LINE]):
            timed[post] = timed[post] or day
            both[post] = both[post] or (day if kind is DateKind.PUBLISHED else None)
    if len(timed) - timed.count(None) < _LEAST_TIMED * places.posts:
        both = timed = labelled
    return [next(filter(None, each), None) for each in zip(both, labelled, timed, others, strict=True)]


def _posts_first(elements: NDArray[np.integer[Any]], records: Collection[int]) -> NDArray[np.intp]:
    """Order some elements so that those above all posts are the last: they may state today's date."""
    return np.argsort(elements < min(records, default=0), kind="stable")


def _states_day(signature: Signature) -> bool:
    """Tell whether an element states a day for machines, by its ``itemprop``, which is the last of its names."""
    return signature[3].lower() in _PUBLISHED


def _day(text: str, label: str, *, day_first: bool) -> tuple[DateKind, date | None]:
    each = next(dates.dates_in(text, day_first=day_first), None) if len(text) <= _LONGEST_LINE else None
    kind = DateKind.UNTOLD if each is None else date_kind(text, label[-_LONGEST_LINE:], each.start)
    return kind, None if each is None or kind.is_other else each.date


def _alone(text: str, *, day_first: bool) -> date | None:
    """Give the date of a text that is mostly a date."""
    each = next(dates.dates_in(text, day_first=day_first), None)
    if each is None or 2 * (each.stop - each.start) < len(text) or date_kind(text, "", each.start).is_other:
        return None
    return each.date


_A: Final = tags.CODE["a"]
_PUBLISHED: Final = ("datepublished", "datecreated")
_LONGEST_LINE: Final = 160
"""A line that says when a post was written has at most so many characters."""
_LONGEST_LABEL: Final = 40
"""A text before an element that states a day, which says what day it is ("edited"), has at most so many characters."""
_LONGEST_DAY: Final = 60
"""A line inside a post that may be its date has at most so many characters; a longer line is what somebody wrote."""
_LEAST_TIMED: Final = 0.8
"""Share of the posts with a day and minutes from which on a day without minutes belongs to something else."""
_AT_BEGINNING: Final = 6
"""Texts at the beginning of a post that may hold its day, behind a label, a name and a title."""
