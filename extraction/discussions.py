"""Comments under an article in boxes of whatever name: what they have in common, when nothing is named after comments.

Under the text stand boxes that are alike, side by side. Each has a day, no heading, as teasers have, and something that
says it was written by somebody: a button to reply to it, in one of some thirty languages, or a box named after users.
Behind them next to no text follows.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction import dates, tags
from extraction.node_table import Column, Mask, NodeTable, prefix_sums
from extraction.subjects import Subject
from extraction.texts import plain


def discussion(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the comments among the marked (S) content of an article; None when there are none."""
    held, chars = prefix_sums(page.chars * content), prefix_sums(page.chars)
    rows = np.flatnonzero(chars[page.last] - chars[page.first] >= _LEAST_SAID)
    rows = rows[(held[page.first[rows]] >= _LEAST_ABOVE) & (page.parent[rows] >= 0)]
    if len(rows) < _FEWEST:
        return None
    kind = page.parent[rows].astype(np.int64) * (int(page.naming.max()) + 1) + page.naming[rows]
    _, first, group, count = np.unique(kind, return_index=True, return_inverse=True, return_counts=True)
    last = np.zeros_like(first)
    last[group] = np.arange(len(rows))
    begin, end = held[page.first[rows[first]]], held[page.last[rows[last]]]
    may_be = (count >= _FEWEST) & (end > begin) & (held[-1] - end <= _MOST_BELOW * held[-1])
    may_be &= end - begin <= _MOST * held[-1]
    for each in sorted(np.flatnonzero(may_be).tolist(), key=lambda each: int(first[each])):
        members = rows[group == each]
        if not _are_teasers(page, content, members) and _are_comments(page, members):
            box = _around(page, held, members)
            found = np.zeros_like(content)
            found[box] = content[box]
            return found
    return None


def _are_teasers(page: NodeTable, content: Mask, members: Column) -> bool:
    """Tell whether many boxes begin with a link: the writer of a comment is seldom marked, a title is."""
    marked = np.flatnonzero(content)
    at = np.searchsorted(marked, page.first[members])
    begins = marked[np.minimum(at, len(marked) - 1)]
    begins = begins[(begins >= page.first[members]) & (begins < page.last[members])]
    return bool(np.count_nonzero(page.in_link[begins]) > _MOST_BEGINNINGS * len(begins))


def _are_comments(page: NodeTable, members: Column) -> bool:
    headings = prefix_sums(_HEADING[page.tag])
    if (headings[page.end[members]] > headings[members]).any():
        return False
    people = prefix_sums(page.speaking(Subject.PEOPLE))
    named = people[page.end[members]] > people[members]
    texts = [page.texts.of(np.arange(page.first[row], page.last[row])) for row in members[:_MOST_READ].tolist()]
    short = [[text.strip() for text in each if len(text) <= _SHORT] for each in texts]
    by_somebody = [bool(name) or any(map(_is_reply, each)) for name, each in zip(named.tolist(), short, strict=False)]
    enough = _NEARLY_ALL * len(texts)
    return sum(by_somebody) >= enough and sum(any(map(_is_dated, each)) for each in short) >= enough


def _around(page: NodeTable, held: NDArray[np.int64], members: Column) -> slice:
    """Give the texts of the outermost box around the comments that holds next to nothing but their heading beside."""
    first, last, row = int(page.first[members[0]]), int(page.last[members[-1]]), int(page.parent[members[0]])
    inside = held[last] - held[first]
    while row > 0 and held[page.last[row]] - held[page.first[row]] - inside <= _LONGEST_HEADING:
        first, last, row = int(page.first[row]), int(page.last[row]), int(page.parent[row])
    return slice(first, last)


def _is_reply(text: str) -> bool:
    return plain(text).strip(" \t\n()[]·|↩#") in _REPLY


def _is_dated(text: str) -> bool:
    return any(map(str.isdigit, text)) and next(dates.found(text, day_first=True), None) is not None


_HEADING: Final = tags.tag_set("h1 h2 h3 h4 h5 h6")
_FEWEST: Final = 2
"""Comments."""
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
_REPLY: Final = frozenset(
    re.split(
        r"\|",
        "reply|antworten|répondre|responder|rispondi|beantwoorden|odpowiedz|odpovědět|válasz|răspunde|svara|svar|"
        "vastaa|απάντηση|ответить|відповісти|адказаць|yanıtla|cevapla|cevap|cavab|cavabla|javob|javob berish|жавоб|"
        "жауап|жауап беру|жооп|жооп берүү|хариулах|җаваб|җаваб йезиш|jawab|jawab yézish|جاۋاب|جاۋاب يېزىش|"
        "ئىنكاس قايتۇرۇش|رد|الرد|پاسخ|جواب|उत्तर दें|जवाब|回复|回覆|答复|回應|回应|返信|답글|답장|ལན།|ལན|ལན་འདེབས",
    )
)
"""Buttons to reply."""
