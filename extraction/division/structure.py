"""What a page consists of, while it is divided and afterwards: what is content, of which part, and what is left out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.page.lines import PartOfLine, lines_of
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.texts import Span
from extraction.threads.shape import Evidence, Shape, ShapeRule
from normalization.cached_property import cached_property


class Comments(StrEnum):
    """What becomes of the comments under an article."""

    INCLUDE = "include"
    """They are text like the article's."""
    SEPARATE = "separate"
    """They are kept, apart from the article."""
    DROP = "drop"


@dataclass(frozen=True, slots=True, eq=False)
class Dropped:
    """What a step left out."""

    step: str
    reason: str
    texts: NDArray[np.intp]
    """Rows of the segments (S)."""


@dataclass(eq=False)
class Structure:
    """The parts of a page's content. Posts and comments count from 1 in document order; 0 is outside."""

    page: NodeTable
    content: Mask
    """(S) the content without attribution, of a thread as its posts' bodies have it."""
    evidence: Evidence
    decided_by: ShapeRule
    """It says which shape the page has, and why."""
    post: Column
    """(S) the post each segment belongs to."""
    comment: Column
    """(S) the comment each segment belongs to; what is written beneath a post is of that post, too."""
    posts: int = 0
    """How many posts the page has; 0 when it is no thread."""
    replies: frozenset[int] = frozenset()
    """Rows of the boxes of what was written beneath the posts of a thread, where these are comments."""
    records: frozenset[int] = frozenset()
    """Rows of the elements of the posts or comments."""
    quotes: frozenset[int] = frozenset()
    """Rows of the elements that quote."""
    cuts: set[Span] = field(default_factory=set)
    """Bytes of segments that say whose a quote is, say, or who edited a post, beside what is content."""
    added: Mask | None = None
    """(S) what the method did not mark and is content all the same; None when nothing is."""
    dropped: list[Dropped] = field(default_factory=list)
    """What the steps left out, in their order."""

    @cached_property
    def short_lines(self) -> ShortLines:
        """The short lines of the content as the method marked it, and of what was ``added``."""
        return ShortLines.of(self.page, self.content)

    @property
    def of_members(self) -> bool:
        """Whether members of a forum wrote the content."""
        # A thread whose posts repeat nothing is read as an article.
        return self.shape in {Shape.THREAD, Shape.POST} or self.evidence.states_thread

    @property
    def part(self) -> Column:
        """(S) the post or comment each segment of the content belongs to, in one count; 0 outside."""
        number: Column = np.where(self.comment > 0, self.comment + self.posts, self.post) * self.content
        return number

    @property
    def shape(self) -> Shape:
        """What the page consists of."""
        return self.decided_by.shape

    def outside_comments(self, texts: Mask) -> Mask:
        """Give marked texts (S) without those that are in the comments under the article."""
        comments = self.evidence.comments
        return texts if comments is None else texts & ~comments

    def add(self, texts: Mask) -> None:
        """Take marked texts (S) that are content though the method did not mark them."""
        self.added = texts if self.added is None else self.added | texts
        if texts.any():
            self.content[texts] = True
            vars(self).pop("short_lines", None)  # for those of what was added

    def drop(self, texts: Mask | Sequence[int], step: str, reason: str) -> None:
        """Leave segments (S), marked or by their rows, out of the content, unless it has no others."""
        marked = np.zeros(len(self.content), dtype=np.bool_)
        marked[texts] = True
        rows = (marked & self.content).nonzero()[0]
        if 0 < len(rows) < np.count_nonzero(self.content):
            self.content[rows] = False
            self.dropped.append(Dropped(step, reason, rows))

    def drop_part(self, part: PartOfLine, step: str, reason: str) -> None:
        """Leave parts of lines out of the content."""
        if part.texts:
            self.drop(part.texts, step, reason)
        self.cuts |= part.cuts

    def drop_attribution(self, attributions: Sequence[Attribution]) -> None:
        """Leave lines of attribution out of the content, unless it has no others."""
        if not attributions:
            return
        lines = lines_of(self.page)
        marked = lines.marking([each.line for each in attributions]) & self.content
        if np.count_nonzero(marked) == np.count_nonzero(self.content):
            return
        self.content[marked] = False
        self.dropped += (
            Dropped(each.role, each.reason, (marked & (lines.line_of == each.line)).nonzero()[0])
            for each in attributions
        )
