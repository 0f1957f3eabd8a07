"""What shape a page has: a thread of posts, one post, an article with comments, or an article alone.

A page is a thread when its address, its own names or its structured data say so, when the method that marked the
content holds it to be one, or when nothing speaks of an article and its records look like posts: beside its text each
has a number (a date, a count) and a link (to a profile) that are no content, and does not begin with a link, as the
teasers of a list do. A thread of one post has no records, and only what the page says of itself tells it from an
article, or that the method is sure and boxes name people. Neither counts when the method is sure of the contrary:
``/topic/`` may hold news, and teasers look like posts. But it does where both the address and the software say it.

Comments are what lies in an element named so, below the beginning of the text and on a page that is no thread; or what
looks like them (``comments.comment_sections``).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from extraction.page.lines import lines_of
from extraction.page.names import Match, SignatureSubject, words_of
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.statements.head import head_of
from extraction.threads import quotes
from extraction.threads.comments.comment_bodies import body_boxes, numbered_by_box
from extraction.threads.comments.comment_sections import comment_section
from extraction.threads.comments.unnamed_bodies import unnamed_body_boxes
from extraction.threads.first_posts import in_title
from extraction.threads.post_labels import member_labels, reply_buttons
from extraction.threads.quotes import NamedContainers, named_containers
from extraction.threads.records import Records, records
from extraction.threads.stamps import Stamp, post_times, stamped_records
from extraction.threads.stated_threads import states_thread, states_thread_twice
from normalization.cached_property import cached_property


class Shape(StrEnum):
    """What a page consists of."""

    THREAD = "thread"
    POST = "post"
    """A thread of one post."""
    ARTICLE_WITH_COMMENTS = "article-with-comments"
    ARTICLE = "article"


@dataclass(frozen=True, eq=False)
class Evidence:
    """What tells the shape of a page with content. Each piece is looked for when it is asked for, once."""

    page: NodeTable
    content: Mask
    """(S)"""
    url: str | None
    thread: float | None
    """How likely the method holds the page to be a thread, 0 to 1; None when it cannot tell."""

    @cached_property
    def thread_is_possible(self) -> bool:
        """The method does not rule it out, or the page states it twice."""
        return self.thread is None or self.thread >= _SURELY_NONE or states_thread_twice(self.page, self.url)

    @cached_property
    def states_thread(self) -> bool:
        """Its names, its address, its software or its structured data say that it is a thread."""
        return states_thread(self.page, self.url)

    @cached_property
    def thread_is_likely(self) -> bool:
        """The method thinks so, or the page states it."""
        return self.thread_is_possible and ((self.thread or 0.0) >= _LIKELY or self.states_thread)

    @property
    def thread_is_sure(self) -> bool:
        """The method is sure that the page is of a forum, boxes name people, and nothing calls it an article."""
        return (
            (self.thread or 0.0) >= _SURE
            and self.page.speaks_of(SignatureSubject.PEOPLE)
            and not self.is_article
            and self.named_containers.comments is None
        )

    @cached_property
    def named_containers(self) -> NamedContainers:
        """The containers that are named after comments or quotes."""
        return named_containers(self.page, self.content)

    @cached_property
    def comments(self) -> Mask | None:
        """(S) marks the comments under an article; None when there are none."""
        named = self.named_containers.comments
        return comment_section(self.page, self.content) if named is None else named

    @cached_property
    def comment_boxes(self) -> Column | None:
        """Rows of the boxes named after the bodies of comments; None where there are none, or where more than a little
        of the comments' marked text stands outside of such boxes."""
        below = self.comments
        if below is None:
            boxes = body_boxes(self.page, self.content)
            if boxes is not None or not self.page.speaks_of(SignatureSubject.COMMENTS):  # as on most pages
                return boxes
            return unnamed_body_boxes(self.page, self.content)
        boxes = body_boxes(self.page, self.content & ~below)
        if boxes is None:
            return None
        chars = self.page.chars * (below & self.content)
        inside = chars[numbered_by_box(self.page, boxes) > 0].sum()
        return boxes if inside >= _NEARLY_ALL * chars.sum() else None

    @cached_property
    def post_boxes(self) -> Column | None:
        """Rows of the boxes named after the bodies of comments on a page that is likely a thread, however short the
        text above them is; None for none."""
        if not self.thread_is_likely or self.comments is not None:
            return None
        return body_boxes(self.page, self.content, 1)

    @property
    def has_only_answer(self) -> bool:
        """One box alone is named after the body of a comment, where the method marked nothing: a comment below a post.

        One box does not repeat, so it can be no record, and as a part of the one post it would be left out.
        """
        if self.records is not None:
            return False
        boxes = body_boxes(self.page, self.content, 1)
        return boxes is not None and len(boxes) == 1 and not self.content[numbered_by_box(self.page, boxes) > 0].any()

    @cached_property
    def is_all_comments(self) -> bool:
        """Nearly all of its content is in boxes named after comments: what they are about is the first post."""
        below = self.named_containers.comments
        if below is None:
            return False
        chars = self.page.chars
        return bool(chars[below].sum() / chars[self.content].sum() > _MIN_SHARE_OF_ALL_COMMENTS)

    @cached_property
    def is_article(self) -> bool:
        """The page calls itself an article, or is surely no thread."""
        return not self.thread_is_possible or head_of(self.page).is_article

    @cached_property
    def is_nameless(self) -> bool:
        """No element has a name, so none can be named after people."""
        return not self.page.signatures.values

    @cached_property
    def records(self) -> Records | None:
        """What repeats in the content: boxes alike; else posts by their times or boxes, if the page states that it is a
        thread; else posts by their buttons or labels. None when nothing does."""
        repeated = records(self.page, self.content) if self._may_have_alike_boxes else None
        if repeated is None and self.states_thread:
            repeated = self._records_of_stated_thread()
        if repeated is None and self.named_containers.comments is None and not self.is_article:
            repeated = self._labelled_records()
        return repeated

    @property
    def _may_have_alike_boxes(self) -> bool:
        """The page may be a thread, or is all comments; a page that is only no article must name people.

        What looks like a quote may be the body of a post: it counts as a name of people.
        """
        if self.thread_is_likely or self.is_all_comments:
            return True
        if self.is_article:
            return False
        return (
            self.is_nameless or len(self.named_containers.quoting) > 0 or self.page.speaks_of(SignatureSubject.PEOPLE)
        )

    def _records_of_stated_thread(self) -> Records | None:
        """Give the records of a page that states that it is a thread and has no boxes alike."""
        times = post_times(self.page)
        return (
            stamped_records(self.page, self.content, times, is_stated=True)
            or self._timed_records(times)
            or self._boxed_records()
            or self._bare_records()
            or self._commented_records()
        )

    def _labelled_records(self) -> Records | None:
        """Give the posts that have a button to reply each, or on a stated thread a "member since" label each."""
        labels = reply_buttons(self.page) or (member_labels(self.page) if self.states_thread else [])
        return stamped_records(self.page, self.content, labels, is_stated=self.states_thread) if labels else None

    def _timed_records(self, times: list[Stamp]) -> Records | None:
        """Give the records that hold the times of posts, where the method marked one post and missed the short ones."""
        if not self.thread_is_possible or len(times) < _MIN_TIMES:
            return None
        marked = self.content.copy()
        marked[[text for time in times for text in range(time.first, time.last)]] = True
        repeated = records(self.page, marked)
        if repeated is None or len(repeated.rows) < _MIN_TIMED * len(times):
            return None
        return repeated if (self.content & (repeated.record_of >= 0)).any() else None

    def _boxed_records(self) -> Records | None:
        """Give the records that hold the boxes named after the bodies of comments, of which the method marked none."""
        boxes = self.post_boxes
        if boxes is None:
            return None
        boxed = numbered_by_box(self.page, boxes) > 0
        # Beside a long post they hold too little.
        repeated = records(self.page, self.content | boxed) or records(self.page, boxed)
        if repeated is None or 2 * len(np.unique(repeated.record_of[boxed])) < len(boxes):
            return None
        return repeated

    def _bare_records(self) -> Records | None:
        """Give records of a text and a box named after users each, as software writes for readers without scripts."""
        if not self.thread_is_likely or not self.page.speaks_of(SignatureSubject.PEOPLE):
            return None
        repeated = records(self.page, self.content, _MIN_BARE_TEMPLATE)
        return repeated if repeated is not None and _stand_by_people(self.page, repeated) else None

    def _commented_records(self) -> Records | None:
        """Give the answers in an element named after comments: few and short ones hold too little of the content."""
        below = self.comments if self.thread_is_likely else None
        return None if below is None else records(self.page, self.content & below)

    @cached_property
    def repeats_posts(self) -> bool:
        """Its records look like posts, and nothing speaks against it."""
        records = self.records
        if records is None:
            return False
        if self.thread_is_likely:
            return _look_like_posts(self.page, self.content, records, likely=True)
        if records.heads is not None:
            return len(records.rows) >= _MIN_POSTS and self.named_containers.comments is None
        if self.is_article or not (self.is_nameless or _names_people(self.page, records)):
            return False
        return _look_like_posts(self.page, self.content, records, likely=False)

    @cached_property
    def quotes(self) -> frozenset[int]:
        """Rows of the elements that quote."""
        record = None if self.records is None else self.records.record_of
        return quotes.quoting_elements(self.page, self.content, self.named_containers.quoting, record)


@dataclass(frozen=True, slots=True)
class ShapeRule:
    """What makes a page have a shape."""

    shape: Shape
    reason: str
    holds: Callable[[Evidence], bool]


RULES: Final = (
    ShapeRule(Shape.THREAD, "what repeats in it looks like posts", lambda evidence: evidence.repeats_posts),
    ShapeRule(
        Shape.THREAD,
        "all of it is in comments, and the first has a box like theirs",
        lambda evidence: evidence.is_all_comments and evidence.records is not None and evidence.records.has_leading_box,
    ),
    ShapeRule(
        Shape.POST,
        "it states that it is a thread, or surely is one, and nothing repeats",
        lambda evidence: (
            evidence.thread_is_likely
            and evidence.records is None
            and (evidence.states_thread or evidence.thread_is_sure)
            and not evidence.has_only_answer
        ),
    ),
    ShapeRule(Shape.ARTICLE_WITH_COMMENTS, "comments follow its text", lambda evidence: evidence.comments is not None),
    ShapeRule(
        Shape.ARTICLE_WITH_COMMENTS,
        "boxes named after the bodies of comments follow its text",
        lambda evidence: (
            evidence.has_only_answer or (not evidence.thread_is_likely and evidence.comment_boxes is not None)
        ),
    ),
    ShapeRule(Shape.ARTICLE, "nothing says otherwise", lambda _: True),
)
"""The first that holds decides."""


NO_CONTENT: Final = ShapeRule(Shape.ARTICLE, "it has no content", lambda _: True)


def decide(evidence: Evidence) -> ShapeRule:
    """Give the rule that decides what shape a page has."""
    return next(rule for rule in RULES if rule.holds(evidence))


_LIKELY: Final = 0.5  # more likely than not
_SURE: Final = 0.7
"""With this limit two more of 4,425 labelled pages are single posts: a thread, and a pin with its remarks."""
_SURELY_NONE: Final = 0.03
"""Of 3,800 labelled pages, sixteen say that they are threads and had less than this by models that had not seen their
sites: two are of forums, the others are news, lists and courses."""
_MIN_SHARE_OF_ALL_COMMENTS: Final = 0.9  # beside them may stand the title, and a line of the site
_MIN_BARE_TEMPLATE: Final = 3
"""Names that the records of a page have in common that says it is a thread, and whose boxes name people."""
_MIN_TIMES: Final = 2
"""Times of posts on a page that calls itself a thread."""
_MIN_TIMED: Final = 0.8
"""Records to times of posts: most have one."""
_MIN_POSTS: Final = 3
"""Records that look like posts on a page that does not call itself a thread: any two things may be alike."""
_NEARLY_ALL: Final = 0.9
"""If records named after comments begin the text and hold at least this share of it, there is no article above them."""
_MAX_LINK_BEGINNINGS: Final = 0.3
"""If more than this share of the records begin with a link, they are a list of teasers."""
_MAX_LINKED: Final = 0.5
"""On a page that is likely a thread, records that begin with links are posts if at most this share of their text is in
links."""
_MIN_NUMBERED: Final = 0.8
"""At least this share of the records has a link beside its text, and at least this share a number."""
_LONG_TEXT: Final = 60
"""A text above comments that they may be about has at least so many characters."""
_MIN_SHARE_INSIDE: Final = 0.5
"""At least this share of the content lies in the records."""
_WORD: Final = re.compile(r"[a-z]+")
_OF_COMMENTS: Final = words_of(SignatureSubject.COMMENTS, Match.BEGINNING)


def _look_like_posts(page: NodeTable, content: Mask, records: Records, *, likely: bool) -> bool:
    """Tell whether records have beside their content (S) what posts have, and do not begin with links as teasers do.

    ``likely`` says that the page is likely a thread: then less is asked.
    """
    count = len(records.rows)
    inside = (content & (records.record_of >= 0)).nonzero()[0]
    first = np.full(count, -1)
    first[records.record_of[inside[::-1]]] = inside[::-1]  # of several for one record, the last stays
    first = first[first >= 0]
    if 2 * len(np.unique(lines_of(page).line_of[first])) < len(first):
        return False  # parts of one line
    beginnings = page.in_link[first]
    if np.count_nonzero(beginnings) > _MAX_LINK_BEGINNINGS * len(beginnings):
        linked = page.chars[inside[page.in_link[inside]]].sum() / page.chars[inside].sum()
        return likely and bool(linked <= _MAX_LINKED)
    if likely:
        return True
    if count < _MIN_POSTS or page.chars[inside].sum() < _MIN_SHARE_INSIDE * page.chars[content].sum():
        return False
    named_comments = any(word.startswith(_OF_COMMENTS) for each in records.names for word in _WORD.findall(each))
    if named_comments and not _begin_the_text(page, content, records):
        return False
    beside = (~content & (records.record_of >= 0)).nonzero()[0]
    linked = np.unique(records.record_of[beside[page.in_link[beside]]])
    records_beside = zip(records.record_of[beside].tolist(), beside.tolist(), strict=True)
    numbered = {record for record, row in records_beside if any(map(str.isdigit, page.texts[row]))}
    return min(len(linked), len(numbered)) >= _MIN_NUMBERED * count


def _begin_the_text(page: NodeTable, content: Mask, records: Records) -> bool:
    """Tell whether records hold nearly all content and no text stands above them: they are comments on nothing."""
    text = ~in_title(page)
    above = slice(0, int(page.first[records.rows[0]]))
    stands_above = (page.chars[above] >= _LONG_TEXT) & ~page.in_link[above] & text[above]
    inside = page.chars[content & (records.record_of >= 0)].sum()
    return not stands_above.any() and bool(inside >= _NEARLY_ALL * page.chars[content & text].sum())


def _stand_by_people(page: NodeTable, records: Records) -> bool:
    """Tell whether a box named after people stands in most records, or between them and those before."""
    people = prefix_sums(page.speaking(SignatureSubject.PEOPLE))
    before = people.take(records.rows)
    return bool(np.count_nonzero(before[1:] > before[:-1]) >= _MIN_NUMBERED * (len(before) - 1))


def _names_people(page: NodeTable, records: Records) -> bool:
    """Tell whether a box in the first record has a name that posts have in all software, and goods and teasers not."""
    inside = page.signature[records.rows[0] : page.end[records.rows[0]]]
    return bool(page.signatures.speaking(SignatureSubject.PEOPLE)[inside].any())
