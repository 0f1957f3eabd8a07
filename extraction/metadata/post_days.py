"""The day each post of a thread was written on, as its own part of the page shows it."""

from collections.abc import Collection
from datetime import date
from typing import Final

import numpy as np

from extraction.lexicon import dates
from extraction.metadata.published import DateKind, date_kind
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from extraction.threads.post_ids import posts_of


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
