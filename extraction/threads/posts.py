"""Which post of a thread, or which comment, each text belongs to."""

from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.subjects import Subject
from extraction.threads.records import Records, records

_MIN_FIRST_POST_CHARS: Final = 40
"""Characters of a first post in a box of its own; less is a heading, a date or a label."""
_MIN_ARTICLE_CHARS: Final = 100
"""Characters of an article without its comments; below that the comments are what the page is about."""
_TITLE: Final = tags.tag_set("h1 h2 title")


def numbered(page: NodeTable, content: Mask, records: Records) -> tuple[Column, int]:
    """Give the post of each segment (S) of a thread, from 1, 0 outside its posts; and how many there are."""
    before = content & ~in_title(page) & (records.of < 0) & (np.arange(len(content)) < page.first[records.rows[0]])
    led = records.led and int(page.chars[before].sum()) >= _MIN_FIRST_POST_CHARS
    number = np.where(content & (records.of >= 0), records.of + 1 + led, 0)
    if led:
        number[before] = 1
    return number, len(records.rows) + led


def in_title(page: NodeTable) -> Mask:
    """Mark the segments (S) of titles."""
    marked: Mask = _TITLE[page.tag][page.owner]
    return marked


def comments(page: NodeTable, content: Mask, below: Mask) -> tuple[Column, Records | None]:
    """Give the comment of each segment (S), from 1, 0 outside comments; and the records that they are.

    ``below`` (S) marks those of the content that are comments. There are none when next to nothing is beside them.
    """
    number = np.zeros(len(content), dtype=np.int32)
    if page.chars[content & ~below].sum() < _MIN_ARTICLE_CHARS:
        return number, None
    records_below = records(page, below)
    number[below] = 1 if records_below is None else np.maximum(records_below.of[below], 0) + 1
    return number, records_below


def signatures(page: NodeTable, content: Mask, post: Column) -> Mask:
    """Mark the content of posts (S) in elements named so; not what is all of a post, which some software names so."""
    inside = content & (post > 0) & (page.nearest(page.speaking(Subject.SIGNATURE))[page.owner] >= 0)
    return inside & np.isin(post, post[content & ~inside])
