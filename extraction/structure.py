"""Whose text is whose: the posts of a thread, and the comments under an article, among the marked content.

A page is a thread when its address, its own names or its structured data say so, when the method that marked the
content holds it to be one, or when nothing speaks of an article and its records look like posts: beside its text each
has a number (a date, a count) and a link (to a profile) that are no content, and does not begin with a link, as the
teasers of a list do. A thread of one post has no records, and only what the page says of itself tells it from an
article. Neither counts when the method is sure of the contrary: ``/topic/`` may hold news, and teasers look like posts.

Comments are what lies in an element named so, below the beginning of the text and on a page that is no thread; or what
looks like them (``discussions``).
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np

from extraction.addresses import split
from extraction.attribution.bylines import without_bylines
from extraction.attribution.stamps import without_stamps
from extraction.attribution.writers import without_askers, without_writers
from extraction.dangling import without_lead, without_signs
from extraction.native.named_boxes import named_boxes
from extraction.page import tags
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.subjects import COMMENTS, THREAD, Subject
from extraction.threads import bodies, quotes
from extraction.threads.comment_sections import discussion
from extraction.threads.records import Records, records
from extraction.threads.repeated_labels import without_repeated


class Comments(StrEnum):
    """What becomes of the comments under an article."""

    INCLUDE = "include"
    """They are text like the article's."""
    SEPARATE = "separate"
    """They are kept, apart from the article."""
    DROP = "drop"


@dataclass(frozen=True, slots=True, eq=False)
class Structure:
    """The parts of a page's content. Both count from 1 in document order; 0 is outside."""

    content: Mask
    """(S) the content, of a thread as its posts' bodies have it. What stands under all posts of one person says who
    writes, and is none."""
    post: Column
    """(S) the post each segment belongs to."""
    posts: int
    """How many posts the page has; 0 when it is no thread."""
    comment: Column
    """(S) the comment each segment belongs to."""
    records: frozenset[int]
    """Rows of the elements of the posts or comments."""
    quotes: frozenset[int]
    """Rows of the elements that quote."""


def structure(page: NodeTable, content: Mask, url: str | None, thread: float | None = None) -> Structure:
    """Divide the marked (S) content of a page into posts, or set its comments apart.

    ``thread`` is how likely it was held to be a thread, 0 to 1; None when that was not told.
    """
    nothing = np.zeros(len(content), dtype=np.int32)
    if not np.count_nonzero(content):
        return Structure(content, nothing, 0, nothing, frozenset(), frozenset())
    content = without_askers(page, content)
    possible = thread is None or thread >= _SURELY_NONE
    likely = possible and ((thread or 0.0) >= _LIKELY or _says_thread(page, url))
    below, quoted = named_boxes(page, content)
    led = below is not None and _share(page, content, below) > _NOTHING_ELSE
    # What calls itself an article, or is surely no thread, and is not all comments need not be searched for posts; nor
    # what names no people, but that what looks like a quote may be the body of a post.
    article = not possible or page.head.is_article
    # Where no element has a name, none can be named after people.
    nameless = not page.written_namings.values
    sought = likely or led or (not article and (nameless or len(quoted) > 0 or page.speaks_of(Subject.PEOPLE)))
    found = records(page, content) if sought else None
    quoting = quotes.boxes(page, content, quoted, None if found is None else found.of)
    may_be = likely or (found is not None and not article and (nameless or _of_people(page, found)))
    if found is not None and ((may_be and _like_posts(page, content, found, likely=likely)) or (led and found.led)):
        content = bodies.completed(page, without_repeated(page, content, found), content, found)
        content = without_signs(page, without_stamps(page, content))
        # What was not marked, a post that is taken whole or the rest of a body, may quote as well.
        quoting = quotes.boxes(page, content, named_boxes(page, content)[1], found.of)
        number, posts = _posts(page, content, found)
        if page.speaks_of(Subject.SIGNATURE):
            content = content & ~_signatures(page, content, number)
        content = content & ~quotes.headers(page, content, quoting)
        number *= content
        return Structure(content, number, posts, nothing, frozenset(found.rows.tolist()), quoting)
    if found is None and likely and _says_thread(page, url):
        number = (content & ~_TITLE[page.tag][page.owner]).astype(np.int32)
        return Structure(content, number, 1, nothing, frozenset(), quoting)
    below = discussion(page, content) if below is None else below
    content = without_stamps(page, without_writers(page, without_bylines(page, content), below))
    content = without_signs(page, without_lead(page, content, below))
    if below is None:
        return Structure(content, nothing, 0, nothing, frozenset(), quoting)
    number, found = _comments(page, content, below & content)
    rows = frozenset() if found is None else frozenset(found.rows.tolist())
    return Structure(content, nothing, 0, number, rows, quoting)


_LIKELY: Final = 0.5
_SURELY_NONE: Final = 0.03
"""Of 3,800 labelled pages sixteen say they are threads and were given less by models that had not seen their sites: two
are of forums, the others news, lists and courses."""
_ADDRESS: Final = re.compile(
    r"\b(?:forums?|foren|bbs|threads?|topic|viewtopic|showthread|showtopic|viewthread|discussions?|questions|read\.php"
    r"|comments|thema)\b"
)
"""Words in the addresses of threads, on forums of many kinds of software."""
_QUERY: Final = re.compile(r"\b(?:show)?(?:topic|thread)(?:id)?=|\btid=")
_DISCUSSION: Final = re.compile(r"\b(?:DiscussionForumPosting|QAPage)\b")
_HOST: Final = re.compile(r"forum|\b(?:foren|bbs|boards?)\b")
_NOTHING_ELSE: Final = 0.9
"""Share of the content in comments, beyond which what they are about is the first post of a thread, if it looks so."""
_WORD: Final = re.compile(r"[a-z]+")
_TITLE: Final = tags.tag_set("h1 h2 title")


def _says_thread(page: NodeTable, url: str | None) -> bool:
    named = page.written_namings
    if page.speaks_of(Subject.THREAD) and named.speaking(Subject.THREAD)[page.naming[page.depth <= 1]].any():
        return True  # forum software names the outermost elements so
    address = split((url or page.head.stated.get("canonical", "")).lower())
    if _ADDRESS.search(address.path.replace("_", "-")) or _HOST.search(address.netloc) or _QUERY.search(address.query):
        return True
    software = _WORD.findall(page.head.stated.get("generator", "").lower())
    return not THREAD.isdisjoint(software) or any(map(_is_discussion, page.json_ld))


def _is_discussion(data: str) -> bool:
    return ("DiscussionForumPosting" in data or "QAPage" in data) and _DISCUSSION.search(data) is not None


_MOST_BEGINNINGS: Final = 0.3
"""Share of the records that begin with a link, beyond which they are a list of teasers ..."""
_MOST_LINKED: Final = 0.5
"""... unless the page calls itself a thread and no more than this share of their text is in links."""
_NUMBERED: Final = 0.8
_FEWEST: Final = 3
"""Records that look like posts on a page that does not call itself a thread: any two things may be alike."""
_LEAST_INSIDE: Final = 0.5
"""Share of the content that lies in the records."""


def _like_posts(page: NodeTable, content: Mask, found: Records, *, likely: bool) -> bool:
    count = len(found.rows)
    inside = np.flatnonzero(content & (found.of >= 0))
    first = np.full(count, -1)
    first[found.of[inside[::-1]]] = inside[::-1]  # of several for one record, the last stays
    beginnings = page.in_link[first[first >= 0]]
    if np.count_nonzero(beginnings) > _MOST_BEGINNINGS * len(beginnings):
        linked = page.chars[inside[page.in_link[inside]]].sum() / page.chars[inside].sum()
        return likely and bool(linked <= _MOST_LINKED)
    if likely:
        return True
    if count < _FEWEST or page.chars[inside].sum() < _LEAST_INSIDE * page.chars[content].sum():
        return False
    if any(word.startswith(COMMENTS) for each in found.names for word in _WORD.findall(each)):
        return False
    beside = np.flatnonzero(~content & (found.of >= 0))
    linked = np.unique(found.of[beside[page.in_link[beside]]])
    of_beside = zip(found.of[beside].tolist(), beside.tolist(), strict=True)
    numbered = {of for of, row in of_beside if _has_digit(page.texts[row])}
    return min(len(linked), len(numbered)) >= _NUMBERED * count


def _of_people(page: NodeTable, found: Records) -> bool:
    """Tell whether a box in the first record has a name that posts have in all software, and goods and teasers not."""
    inside = page.naming[found.rows[0] : page.end[found.rows[0]]]
    return bool(page.written_namings.speaking(Subject.PEOPLE)[inside].any())


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text)


_LEAST_FIRST: Final = 40
"""Characters of a first post in a box of its own; less is a heading, a date or a label."""


def _posts(page: NodeTable, content: Mask, found: Records) -> tuple[Column, int]:
    heading = _TITLE[page.tag][page.owner]
    before = content & ~heading & (found.of < 0) & (np.arange(len(content)) < page.first[found.rows[0]])
    led = found.led and int(page.chars[before].sum()) >= _LEAST_FIRST
    number = np.where(content & (found.of >= 0), found.of + 1 + led, 0)
    if led:
        number[before] = 1
    return number, len(found.rows) + led


_LEAST_TEXT: Final = 100
"""Characters of an article without its comments; below that the comments are what the page is about."""


def _share(page: NodeTable, content: Mask, part: Mask) -> float:
    return float(page.chars[part].sum() / page.chars[content].sum())


def _comments(page: NodeTable, content: Mask, below: Mask) -> tuple[Column, Records | None]:
    number = np.zeros(len(content), dtype=np.int32)
    if page.chars[content & ~below].sum() < _LEAST_TEXT:
        return number, None
    found = records(page, below)
    number[below] = 1 if found is None else np.maximum(found.of[below], 0) + 1
    return number, found


def _signatures(page: NodeTable, content: Mask, post: Column) -> Mask:
    """Mark the content of posts in elements named so; not what is all of a post, which some software names so."""
    inside = content & (post > 0) & (page.nearest(page.speaking(Subject.SIGNATURE))[page.owner] >= 0)
    return inside & np.isin(post, post[content & ~inside])
