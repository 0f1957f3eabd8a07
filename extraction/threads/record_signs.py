"""Whether what repeats on a page looks like posts, by what stands in it beside its text."""

import re
from typing import Final

import numpy as np

from extraction.page.lines import lines_of
from extraction.page.names import Match, SignatureSubject, words_of
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.threads.first_posts import in_title
from extraction.threads.records import Records

MIN_POSTS: Final = 3
"""Records that look like posts on a page that does not call itself a thread: any two things may be alike."""
NEARLY_ALL: Final = 0.9
"""Share of the content in boxes named after comments that begin the text: there is no article."""
_MAX_LINK_BEGINNINGS: Final = 0.3
"""If more than this share of the records begin with a link, they are a list of teasers."""
_MAX_LINKED: Final = 0.5
"""On a page that calls itself a thread they are posts all the same, if at most this share of their text is in links."""
_MIN_NUMBERED: Final = 0.8
"""Share of the records that have a link and a number beside their text."""
_LONG_TEXT: Final = 60
"""Characters of a text above comments that they may be about."""
_MIN_SHARE_INSIDE: Final = 0.5
"""Share of the content that lies in the records."""
_WORD: Final = re.compile(r"[a-z]+")
_OF_COMMENTS: Final = words_of(SignatureSubject.COMMENTS, Match.BEGINNING)


def look_like_posts(page: NodeTable, content: Mask, records: Records, *, likely: bool) -> bool:
    """Tell whether records have beside their content (S) what posts have, and do not begin with links as teasers do.

    ``likely`` says that the page is likely a thread: then less is asked.
    """
    count = len(records.rows)
    inside = (content & (records.of >= 0)).nonzero()[0]
    first = np.full(count, -1)
    first[records.of[inside[::-1]]] = inside[::-1]  # of several for one record, the last stays
    first = first[first >= 0]
    if 2 * len(np.unique(lines_of(page).of[first])) < len(first):
        return False  # parts of one line
    beginnings = page.in_link[first]
    if np.count_nonzero(beginnings) > _MAX_LINK_BEGINNINGS * len(beginnings):
        linked = page.chars[inside[page.in_link[inside]]].sum() / page.chars[inside].sum()
        return likely and bool(linked <= _MAX_LINKED)
    if likely:
        return True
    if count < MIN_POSTS or page.chars[inside].sum() < _MIN_SHARE_INSIDE * page.chars[content].sum():
        return False
    named_comments = any(word.startswith(_OF_COMMENTS) for each in records.names for word in _WORD.findall(each))
    if named_comments and not _begin_the_text(page, content, records):
        return False
    beside = (~content & (records.of >= 0)).nonzero()[0]
    linked = np.unique(records.of[beside[page.in_link[beside]]])
    of_beside = zip(records.of[beside].tolist(), beside.tolist(), strict=True)
    numbered = {of for of, row in of_beside if any(map(str.isdigit, page.texts[row]))}
    return min(len(linked), len(numbered)) >= _MIN_NUMBERED * count


def _begin_the_text(page: NodeTable, content: Mask, records: Records) -> bool:
    """Tell whether records hold nearly all content and no text stands above them: they are comments on nothing."""
    text = ~in_title(page)
    above = slice(0, int(page.first[records.rows[0]]))
    stands_above = (page.chars[above] >= _LONG_TEXT) & ~page.in_link[above] & text[above]
    inside = page.chars[content & (records.of >= 0)].sum()
    return not stands_above.any() and bool(inside >= NEARLY_ALL * page.chars[content & text].sum())


def stand_by_people(page: NodeTable, records: Records) -> bool:
    """Tell whether a box named after people stands in most records, or between them and those before."""
    people = prefix_sums(page.speaking(SignatureSubject.PEOPLE))
    before = people.take(records.rows)
    return bool(np.count_nonzero(before[1:] > before[:-1]) >= _MIN_NUMBERED * (len(before) - 1))


def name_people(page: NodeTable, records: Records) -> bool:
    """Tell whether a box in the first record has a name that posts have in all software, and goods and teasers not."""
    inside = page.signature[records.rows[0] : page.end[records.rows[0]]]
    return bool(page.signatures.speaking(SignatureSubject.PEOPLE)[inside].any())
