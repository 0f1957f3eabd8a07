"""The repeated records of a page: the posts of a thread, the comments under an article.

Software writes every post with the same template, so the elements around the posts are alike inside: each has one box
for the body, one for the date, one for the buttons, and so on. Elements that share a name (or, without one, tag and
parent's name) are a *sibling group*. Of the groups whose members hold the content, the posts are the one whose members
have the most names in common that stand exactly once in each: its *template*. Paragraphs of one post have none, a box
around several posts has each of them several times, and an advert between posts has none of them. Nothing is known of
any forum software, and the members may lie in each other, in boxes of their own, or far apart.

Groups are found in ``native/threads/sibling_groups.c`` and studied in ``native/threads/records.c``: those that hold
enough of the content, and of those that divide it alike, the outermost.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from extraction.native.library import array, check_memory, lib, struct
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.threads.sibling_groups import SiblingGroups


@dataclass(frozen=True, eq=False)
class Records:
    """R records, at least two, in document order."""

    rows: Column
    """(R) their elements."""
    of: Column
    """(S) record of each segment, the innermost; -1 outside all of them."""
    led: bool
    """A box before them has enough of their template to be the first of them, in other clothes."""
    groups: SiblingGroups
    """Those that they were found among."""

    @cached_property
    def names(self) -> frozenset[str]:
        """What the first two records' elements are named, without numbers."""
        return self.groups.words(int(self.rows[0])) | self.groups.words(int(self.rows[1]))


def records(page: NodeTable, content: Mask) -> Records | None:
    """Find the records that hold the marked (S) content; None when nothing repeats."""
    (chosen,) = content.nonzero()
    if len(chosen) < 2:
        return None
    around, last = int(page.owner[chosen[0]]), chosen[-1]
    while page.last[around] <= last:  # all posts lie in it
        around = int(page.parent[around])
    return among(page, SiblingGroups(page, range(around, int(page.end[around]))), content)


def among(page: NodeTable, groups: SiblingGroups, content: Mask) -> Records | None:
    """Find the records among sibling groups that hold the marked (S) content, of which there is some; None when nothing
    repeats."""
    if not len(groups):
        return None
    texts, members = len(page.texts), groups.struct.end - groups.struct.begin
    row, of = np.empty(members, dtype=np.int32), np.empty(texts, dtype=np.int32)
    search = struct(
        "RecordSearch",
        page=page.columns,
        groups=groups.struct,
        rules=_RULES,
        content=array(np.ascontiguousarray(content, dtype=np.bool_), texts),
        row=array(row, members, writable=True),
        of=array(of, texts, writable=True),
    )
    check_memory(lib.mezmun_find_records(search))
    return Records(row[: search.records], of, search.led > 0, groups) if search.records else None


_RULES: Final[Mapping[str, float]] = {
    # Share of the content that a group must hold: the first post alone may hold most of it.
    "min_share": 0.3,
    # Share of the members in which a name of the template stands exactly once: some posts have no signature or picture.
    "once": 0.85,
    # Share of the template that a member without content has (its post is a picture, or the method missed it) ...
    "alike": 0.8,
    # ... and one with content: the first post of a thread often has more to it, or less.
    "alike_with_content": 0.4,
    # Groups of nearly the same weight: rows named odd and even in turn are two, and their parent's children one.
    "nearly": 0.8,
    # Share of the template that a first post in other clothes has.
    "leading": 0.2,
    "max_studied": 24,
    # Names in common below which alike elements are paragraphs, cells or items of one text.
    "min_template": 5,
}
"""The fields of ``RecordRules`` in ``native/threads/threads.h``."""
