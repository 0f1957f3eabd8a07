"""What a page says of each post of a thread: the site's own id of it, and the day it was written on.

The ids come from the ``id`` of an element in or before each post, by ``post_ids.tsv``: a program more is a row of the
table: what the ``id`` begins with, before the number; the program; an example. Only ids of posts stand there: a number
that names who wrote is never read.
"""

import csv
import re
from collections.abc import Collection, Iterable
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.metadata.published import DateKind, date_kind
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable

ID_FILE: Final = "post_ids.tsv"


class PostFacts(NamedTuple):
    """What a page says of one post of a thread."""

    id: str = ""
    """The site's own id of the post; empty when the page shows none."""
    day: date | None = None
    """When it was written; None when that is not told."""


def post_ids(page: NodeTable, records: Collection[int], posts: int) -> list[str]:
    """Give the id of each of a thread's posts; empty for those that show none.

    Args:
        page: the page.
        records: rows of the elements of the posts; the first post may have none.
        posts: how many there are.
    """
    number_of = {row: match[1] for row, each in enumerate(page.signatures.all) if (match := _pattern().match(each[2]))}
    ids, known = [""] * posts, {""}
    if number_of:
        rows = np.flatnonzero(np.isin(page.signature, list(number_of)))
        numbers = [number_of[each] for each in page.signature[rows].tolist()]
        for post, number in zip(posts_of(page, rows, records, posts), numbers, strict=True):
            if not ids[post] and number not in known:
                ids[post] = number
                known.add(number)
    return ids


def posts_of(page: NodeTable, elements: NDArray[np.intp], records: Collection[int], posts: int) -> Iterable[int]:
    """Give for each of some elements (rows, ascending) which post it is in, or before: 0 is the first."""
    starts = np.array(sorted(records), dtype=np.intp)
    if not len(starts):
        return [0] * len(elements)
    inside = np.searchsorted(starts, elements, side="right") - 1
    behind = elements >= page.end[starts[np.maximum(inside, 0)]]  # what stands between two posts leads to the next
    post = np.minimum(inside + behind + posts - len(starts), posts - 1)
    numbers: list[int] = np.where(inside < 0, 0, post).tolist()
    return numbers


@cache
def prefixes() -> tuple[tuple[str, str], ...]:
    """Read the table: what ids begin with, and an example of each."""
    text = files("extraction.metadata").joinpath(ID_FILE).read_text(encoding="utf-8")
    return tuple((row["prefix"], row["example"]) for row in csv.DictReader(text.splitlines(), delimiter="\t"))


@cache
def _pattern() -> re.Pattern[str]:
    # "tpc" is how phpWind calls the first post of a thread.
    return re.compile(rf"(?:{'|'.join(re.escape(prefix) for prefix, _ in prefixes())})(\d{{1,18}}|tpc)\Z")


def post_days(page: NodeTable, content: Mask, records: Collection[int], posts: int, language: str) -> list[date | None]:
    """Give the day of each post: of its first ``time``, else of the first short text beside the content (S) with a
    date that is not about a member or a change; None where there is none.

    ``records`` and ``posts`` are as with ``post_ids``, ``language`` is that of the page's text (ISO 639).
    """
    days: list[date | None] = [None] * posts
    times = np.flatnonzero(page.tag == _TIME)
    for post, row in zip(posts_of(page, times, records, posts), times.tolist(), strict=True):
        days[post] = days[post] or dates.stated(page.attributes(row).get("datetime", ""))
    if all(days) or not len(content):
        return days
    dated = dict.fromkeys(dates.texts_with_date(page.texts, range(len(content)), _SHORT))
    beside = [each for each in dated if not content[each]]
    owners = page.owner[beside].astype(np.intp)
    for post, at in zip(posts_of(page, owners, records, posts), beside, strict=True):
        label = page.texts[at - 1] if at and at - 1 not in dated else ""  # one with a date speaks of that
        days[post] = days[post] or _day(page.texts[at].strip(), label, language)
    return days


def _day(text: str, label: str, language: str) -> date | None:
    each = next(dates.dates_in(text, day_first=language != "en"), None) if len(text) <= _SHORT else None
    if each is None or date_kind(text, label[-_SHORT:], each.start) is DateKind.OTHER:
        return None
    return each.date


_TIME: Final = tags.CODE["time"]
_SHORT: Final = 160
"""Characters of a line that says when a post was written."""
