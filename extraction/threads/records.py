"""The repeated records of a page: the posts of a thread, the comments under an article.

Software writes every post with the same template, so the elements around the posts are alike inside: each has one box
for the body, one for the date, one for the buttons, and so on. Elements that share a name (or, without one, tag and
parent's name) are a *family*. Of the families whose members hold the content, the posts are the one whose members
have the most names in common that stand exactly once in each: its *template*. Paragraphs of one post have none, a box
around several posts has each of them several times, and an advert between posts has none of them. Nothing is known of
any forum software, and the members may lie in each other, in boxes of their own, or far apart.

Families are found in ``native/families.c`` and studied in ``native/records.c``: those that hold enough of the content,
and of those that divide it alike, the outermost.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from extraction.native import records as native
from extraction.native.families import Families
from extraction.native.records import Rules
from extraction.page.node_table import Column, Mask, NodeTable


@dataclass(frozen=True, eq=False)
class Records:
    """R records, at least two, in document order."""

    rows: Column
    """(R) their elements."""
    of: Column
    """(S) record of each segment, the innermost; -1 outside all of them."""
    led: bool
    """A box before them has enough of their template to be the first of them, in other clothes."""
    families: Families
    """Those they were found among."""

    @cached_property
    def names(self) -> frozenset[str]:
        """What the first two records' elements are named, without numbers."""
        return self.families.words(int(self.rows[0])) | self.families.words(int(self.rows[1]))


def records(page: NodeTable, content: Mask) -> Records | None:
    """Find the records that hold the marked (S) content; None when nothing repeats."""
    (chosen,) = content.nonzero()
    if len(chosen) < 2:
        return None
    around, last = int(page.owner[chosen[0]]), chosen[-1]
    while page.last[around] <= last:  # all posts lie in it
        around = int(page.parent[around])
    families = Families(page, range(around, int(page.end[around])))
    found = native.records(page, families, content, _RULES)
    return None if found is None else Records(*found, families)


_RULES: Final = Rules(
    # Share of the content that a family must hold: the first post alone may hold most of it.
    least_share=0.3,
    # Share of the members in which a name of the template stands exactly once: some posts have no signature or picture.
    once=0.85,
    # Share of the template that a member without content has (its post is a picture, or the method missed it) ...
    alike=0.8,
    # ... and one with content: the first post of a thread often has more to it, or less.
    alike_with_content=0.4,
    # Families of nearly the same weight: rows named odd and even in turn are two, and their parent's children one.
    nearly=0.8,
    # Share of the template that a first post in other clothes has.
    leading=0.2,
    most_studied=24,
    # Names in common below which alike elements are paragraphs, cells or items of one text.
    smallest_template=5,
)
