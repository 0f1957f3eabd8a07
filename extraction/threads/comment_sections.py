"""What people answer each other in boxes of whatever name: comments under an article, and the buttons to answer posts.

Where nothing is named after comments, they are boxes under the text that are alike, side by side. Each has a day, no
heading, as teasers have, and something that says it was written by somebody: a button to reply to it, in one of some
thirty languages, or a box named after users. Behind them next to no text follows. Where all of the text is in boxes
with buttons, it is a thread (``stamps``).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.lexicon.terms import TermRole, pattern, texts_of
from extraction.page import tags
from extraction.page.attribute_signatures import SignatureSubject
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.page.texts import plain
from extraction.threads.stamps import Stamp


def comment_section(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the comments among the marked (S) content of an article; None when there are none."""
    chars_before = prefix_sums(page.chars * content)
    start, stop = np.searchsorted(chars_before, (_LEAST_ABOVE, chars_before[-1])).tolist()
    length = page.texts.length
    days = [row for row in dates.texts_with_date(page.texts, range(start, stop), _SHORT) if length[row] <= _SHORT]
    if len(days) < _FEWEST or chars_before[days[0]] == chars_before[days[-1]]:  # as in most articles
        return None
    below = np.searchsorted(page.first, start)  # elements are in the order of their text
    first, last = page.first[below:], page.last[below:]
    dated = np.zeros(len(content), dtype=np.bool_)
    dated[days] = True
    days_before = prefix_sums(dated)
    dated_within = days_before.take(last) > days_before.take(first)
    rows = below + np.flatnonzero((chars_before.take(last) > chars_before.take(first)) & dated_within)
    if len(rows) < _FEWEST:
        return None
    kind = page.parent[rows].astype(np.int64) * len(page.signatures) + page.signature[rows]
    _, begin, group, count = np.unique(kind, return_index=True, return_inverse=True, return_counts=True)
    end = np.zeros_like(begin)
    end[group] = np.arange(len(rows))
    before, through = chars_before[page.first[rows[begin]]], chars_before[page.last[rows[end]]]
    alike = (count >= _FEWEST) & (chars_before[-1] - through <= _MOST_BELOW * chars_before[-1])
    alike &= through - before <= _MOST * chars_before[-1]
    for each in sorted(np.flatnonzero(alike).tolist(), key=lambda each: int(begin[each])):
        members = rows[group == each]
        if _are_comments(page, members, days) and not _are_teasers(page, content, members):
            box = _around(page, chars_before, members)
            comments = np.zeros_like(content)
            comments[box] = content[box]
            return comments
    return None


def reply_buttons(page: NodeTable) -> list[Stamp]:
    """Give the buttons to reply that stand alike and have the same words: three at least.

    Those that a script waits for (``button``) hold no text.
    """
    texts = _alike(page, _button)
    if texts or not page.has(_BUTTON):
        return texts
    rows = np.flatnonzero(page.tag == _BUTTON)[:_MOST_BUTTONS].tolist()
    if len(rows) < _FEWEST_ALIKE:
        return []
    words = ((row, _key(page.inner_text(row, _LONGEST_BUTTON), _button)) for row in rows)
    return _most_alike(page, [(key, Stamp(row, *[int(page.first[row])] * 2)) for row, key in words if key])


def member_labels(page: NodeTable) -> list[Stamp]:
    """Give the like of labels that say since when somebody is a member."""
    return _alike(page, _member_label)


def _alike(page: NodeTable, known: Callable[[str], str | None]) -> list[Stamp]:
    """Give the texts of which the same is known and that stand alike: most, and three at least.

    Of the short texts that stand so often each is asked once.
    """
    rows, first = page.texts.repeated(_LONGEST_LABEL, _FEWEST_ALIKE)
    several = rows[rows == first]
    keys = {row: _key(text, known) for row, text in zip(several.tolist(), page.texts.of(several), strict=True)}
    if not any(keys.values()):  # as on most pages
        return []
    of_text = zip(rows.tolist(), first.tolist(), strict=True)
    return _most_alike(page, [(key, Stamp.of(page, row)) for row, text in of_text if (key := keys[text])])


def _key(text: str, known: Callable[[str], str | None]) -> str | None:
    return known(plain(text).strip(_SIGNS))


def _most_alike(page: NodeTable, stamps: Iterable[tuple[str, Stamp]]) -> list[Stamp]:
    places: dict[tuple[str, int, int, int], list[Stamp]] = {}
    for words, stamp in stamps:
        row = stamp.element
        place = (words, int(page.tag[row]), int(page.tag[page.parent[row]]), int(page.depth[row]))
        places.setdefault(place, []).append(stamp)
    most = max(places.values(), key=len, default=[])
    return most if len(most) >= _FEWEST_ALIKE else []


def _button(text: str) -> str | None:
    return text if text in texts_of(TermRole.REPLY) else None


def _member_label(text: str) -> str | None:
    term = pattern(TermRole.MEMBER).match(text)
    return term[0] if term and text[term.end() :].partition(":")[1] else None


def _are_comments(page: NodeTable, members: Column, days: list[int]) -> bool:
    people = prefix_sums(page.speaking(SignatureSubject.PEOPLE))
    looked_at = members[:_MOST_READ]
    named = people[page.end[looked_at]] > people[looked_at]
    others = int((1 - _NEARLY_ALL) * len(looked_at))
    for row, by_somebody in zip(looked_at.tolist(), named.tolist(), strict=True):
        if not _is_comment(page, row, days, by_somebody=by_somebody):
            others -= 1
            if others < 0:  # as with most boxes: the first ones tell
                return False
    return not any(_HEADING[page.tag[row : page.end[row]]].any() for row in members.tolist())


def _is_comment(page: NodeTable, row: int, days: list[int], *, by_somebody: bool) -> bool:
    """Tell whether a box has a day, in one of the texts that may have one, and what says that somebody wrote it."""
    first, last = int(page.first[row]), int(page.last[row])
    if int(page.chars[first:last].sum()) < _LEAST_SAID:
        return False
    if not any(_is_dated(page.texts[each]) for each in days[bisect_left(days, first) : bisect_left(days, last)]):
        return False
    return by_somebody or any(len(text) <= _SHORT and _is_reply(text) for text in page.texts.of(np.arange(first, last)))


def _are_teasers(page: NodeTable, content: Mask, members: Column) -> bool:
    """Tell whether many boxes begin with a link: the writer of a comment is seldom marked, a title is."""
    marked = np.flatnonzero(content)
    begins = marked[np.searchsorted(marked, page.first[members])]
    return bool(np.count_nonzero(page.in_link[begins]) > _MOST_BEGINNINGS * len(begins))


def _around(page: NodeTable, chars_before: NDArray[np.int64], members: Column) -> slice:
    """Give the texts of the outermost box around the comments that holds next to nothing but their heading beside."""
    first, last, row = int(page.first[members[0]]), int(page.last[members[-1]]), int(page.parent[members[0]])
    inside = chars_before[last] - chars_before[first]
    while row > 0 and chars_before[page.last[row]] - chars_before[page.first[row]] - inside <= _LONGEST_HEADING:
        first, last, row = int(page.first[row]), int(page.last[row]), int(page.parent[row])
    return slice(first, last)


def _is_reply(text: str) -> bool:
    return _key(text, _button) is not None


def _is_dated(text: str) -> bool:
    return next(dates.dates_in(text.strip(), day_first=True), None) is not None


_HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_FEWEST: Final = 2
"""Comments."""
_BUTTON: Final = tags.CODE["button"]
_LONGEST_LABEL: Final = 40
"""Characters of a button or a label of a member."""
_MOST_BUTTONS: Final = 200
_LONGEST_BUTTON: Final = 400
"""Bytes of a button that are read: it may have a picture."""
_FEWEST_ALIKE: Final = 3
"""Two may stand under one text and above what is said about it."""
_SIGNS: Final = " \t\n()[]·|↩#"
_LEAST_SAID: Final = 20
"""Characters of a comment, with its day and its writer."""
_LEAST_ABOVE: Final = 100
"""Characters of the text they are about."""
_MOST_BELOW: Final = 0.1
"""Share of the text that may follow them."""
_MOST: Final = 0.9
"""Share of the text in them, beyond which they are what the page is about."""
_MOST_BEGINNINGS: Final = 0.3
_NEARLY_ALL: Final = 0.8
_MOST_READ: Final = 50
_SHORT: Final = 60
_LONGEST_HEADING: Final = 60
"""Characters."""
