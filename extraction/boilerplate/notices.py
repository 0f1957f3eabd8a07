"""Requests to readers inside an article or at its end: to subscribe, to consent, to install an app, to vote.

A box is one by several words of requests and one thing more: a name that says so; or, since many sites have meaningless
names ("css-1x2y3z"), a button, a field or a line that is all link. A field for an e-mail address, or several fields of
which one is chosen, need no words.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.short_lines import ShortLines
from extraction.boilerplate.loose_notices import loose_notices
from extraction.boilerplate.small_boxes import LONG_LINE, BoxedText, is_prose
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import TextTerms, bits_of, terms_in
from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.statements.head import head_of


def notices(short: ShortLines, content: Mask) -> Mask | None:
    """Mark the content (S) of an article in boxes that ask readers for something; None when there are none.

    There must be an article left beside them.
    """
    page = short.page
    named, fields = _named_boxes(page, content, Names.NOTICE), _fields(page, content)
    disclaimers = _named_boxes(page, content, Names.DISCLAIMER) if head_of(page).is_article else []
    every = short.holding(None, TermRole.NOTICE)[:_MOST_BOXES]
    if (every or fields) and not is_prose(short.lines, content):
        every, fields = [], {}
    if not (named or every or fields or disclaimers):  # as on most pages
        return None
    asking = [line for line in every if content[short.lines.start[line.row]]]
    text = BoxedText.of(short, content)
    words = _Words(text, cache(partial(_words_of_line, short)))
    kinds = (
        (named, words.are_enough),
        (disclaimers, text.is_small_part),
        (_controlled_boxes(text, asking), words.are_throughout),
        (_boxes_of_fields(text, fields), words.are_in_long_lines),
    )
    marked, left = np.zeros(len(content), dtype=np.bool_), int(text.chosen[-1])
    for boxes, asks in kinds:
        for row in boxes:
            first, own = page.first[row], text.own(row)
            if own and left - own >= _LEAST_BESIDE_NOTICES and not marked[first] and asks(row):
                marked[first : page.last[row]] = True
                left -= own
    loose = loose_notices(text, every, content & ~marked, words.of_line, _FEWEST_NOTICE_TERMS)
    marked |= short.lines.marking(loose)
    marked |= short.lines.marking(_last_lines(words, asking, content & ~marked))
    marked &= content
    return marked if marked.any() else None


@dataclass(frozen=True, slots=True)
class _Words:
    """Looks up the words of notices in the lines and boxes of a page."""

    text: BoxedText
    of_line: Callable[[int], frozenset[str]]
    """Gives the words in a line (L); each line is read once."""

    def are_several(self, row: int) -> bool:
        """Tell whether a box (E) has several different words of notices."""
        return len(frozenset[str]().union(*self._of_lines(row))) >= _FEWEST_NOTICE_TERMS

    def are_enough(self, row: int) -> bool:
        """Tell whether a box (E) that is named after notices has enough words of notices to be one.

        Several are enough; a single one is if the box is small and holds a button. The name alone is not: a box named
        after cookies may tell how to bake them.
        """
        page, (begin, end) = self.text.short.page, self.text.lines(row)
        is_small = self.text.sums[end] - self.text.sums[begin] <= _MOST_SMALL_WEIGHT
        holds_button = is_small and bool(_CONTROL[page.tag[row : page.end[row]]].any())
        return (holds_button and any(self._of_lines(row))) or self.are_several(row)

    def are_throughout(self, row: int) -> bool:
        """Tell whether a box (E) without a name of notices is one by its words.

        It has several different words; every long line has one, and a third of all lines, because the other lines may
        be text. Where the box holds no button or field but only a link, two lines must have a word: pictures with links
        stand in the boxes of paragraphs as well.
        """
        begin, end = self.text.lines(row)
        if not self.are_in_long_lines(row):
            return False
        page, with_words = self.text.short.page, sum(map(bool, self._of_lines(row)))
        enough = with_words > 1 or bool(_CONTROL[page.tag[row : page.end[row]]].any())
        return enough and _MOST_LINES_A_TERM * with_words >= end - begin and self.are_several(row)

    def are_in_long_lines(self, row: int) -> bool:
        """Tell whether each long line of a box (E) has a word of notices."""
        lines = zip(range(*self.text.lines(row)), self._of_lines(row), strict=False)
        return all(words or self.text.weights[each] < LONG_LINE for each, words in lines)

    def _of_lines(self, row: int) -> Iterator[frozenset[str]]:
        """Give the words of notices in each line of a box (E), up to so many characters in all."""
        read, (begin, end) = 0, self.text.lines(row)
        for line in range(begin, end):
            yield self.of_line(line)
            read += int(self.text.short.lines.texts.length[line])
            if read > _MOST_NOTICE_CHARS:
                break


def _words_of_line(short: ShortLines, line: int) -> frozenset[str]:
    """Give the words of notices in a line (L)."""
    roles = terms_in(short.lines.texts.plain, np.array([line])).holds
    if not roles & bits_of(TermRole.NOTICE):  # this is asked sooner than the tree
        return frozenset()
    terms = finder(TermRole.NOTICE).finditer(short.plain_line(line))
    return frozenset(term.word()[:_STEM_LETTERS] for term in terms)


def _last_lines(words: _Words, asking: list[TextTerms], content: Mask) -> list[int]:
    """Give the last lines of the content (S) that have several words of notices, in no box of their own.

    Words of paragraphs above them are no such words: the article is about newsletters, say, or the protection of data.
    """
    text = words.text
    asking_rows, last = [line.row for line in asking if content[text.short.lines.start[line.row]]], list[int]()
    if not asking_rows:
        return last
    rows = content.take(text.short.lines.start).nonzero()[0][: -_MOST_LAST_LINES - 1 : -1].tolist()
    if rows[0] not in asking_rows or len(words.of_line(rows[0])) < _FEWEST_NOTICE_TERMS:
        return last
    above = (row for row in asking_rows if row < rows[-1] and text.weights[row] >= LONG_LINE)
    subject = frozenset[str]().union(*map(words.of_line, above))
    for row in rows:
        if row not in asking_rows or len(words.of_line(row) - subject) < _FEWEST_NOTICE_TERMS:
            break
        last.append(row)
    return last


def _named_boxes(page: NodeTable, content: Mask, names: Names) -> list[int]:
    """Give the blocks (E) with content that are named after notices; a third of such boxes is text."""
    named = page.signatures.named(names)
    if named is None:
        return []
    rows = (named & tags.BLOCK.take(page.signatures.tag)).take(page.signature).nonzero()[0]
    chosen = prefix_sums(content)
    with_content: list[int] = rows[chosen[page.last[rows]] > chosen[page.first[rows]]].tolist()
    return with_content[:_MOST_BOXES]


def _controlled_boxes(text: BoxedText, asking: list[TextTerms]) -> Iterator[int]:
    """Give the boxes (E) around lines with a word of notices that hold a button, a field or a link of a line."""
    if not asking:
        return
    page, lines = text.short.page, text.short.lines
    linked = prefix_sums(lines.are_links)
    controls = page.below(_CONTROL[page.tag])

    def holds(row: int) -> bool:
        begin, end = text.lines(row)
        return bool(controls[row] or linked[end] > linked[begin])

    behind = 0
    for line in asking:
        box = text.box_around(int(lines.block[line.row]), holds, _MOST_BOX_WEIGHT) if line.row >= behind else None
        if box is not None:
            behind = text.lines(box)[1]
            yield box


def _fields(page: NodeTable, content: Mask) -> dict[int, int]:
    """Give the fields (E) for an address of e-mail, or of which one is chosen, and how many of these make a poll.

    They stand amid the content (S), or right behind it.
    """
    if not page.has(_INPUT):
        return {}
    rows = (page.tag == _INPUT).nonzero()[0]
    first, last = content.argmax(), len(content) - 1 - content[::-1].argmax()
    amid = (page.first[rows] >= first) & (page.first[rows] <= last + _MOST_TEXTS_BEHIND)
    kinds = ((row, page.attributes(row).get("type", "").lower()) for row in rows[amid][:_MOST_FIELDS].tolist())
    return {row: _LEAST_FIELDS[kind] for row, kind in kinds if kind in _LEAST_FIELDS}


def _boxes_of_fields(text: BoxedText, fields: dict[int, int]) -> Iterator[int]:
    """Give the boxes (E) around enough of such fields."""
    if not fields:
        return
    is_field = np.zeros(len(text.short.page.tag), dtype=np.bool_)
    is_field[list(fields)] = True
    below, behind = text.short.page.below(is_field), 0
    holds = {least: partial(_has_at_least, below, least) for least in set(fields.values())}
    for field, least in fields.items():
        box = text.box_around(field, holds[least], _MOST_BOX_WEIGHT) if field >= behind else None
        if box is not None:
            behind = int(text.short.page.end[box])
            yield box


def _has_at_least(below: NDArray[np.int64], least: int, row: int) -> bool:
    return bool(below[row] >= least)


_CONTROL: Final = tags.tag_set("button form input select textarea")
_INPUT: Final = tags.CODE["input"]
_LEAST_FIELDS: Final = {"email": 1, "radio": 2}
_MOST_FIELDS: Final = 100
_MOST_TEXTS_BEHIND: Final = 5
_FEWEST_NOTICE_TERMS: Final = 2
_MOST_LINES_A_TERM: Final = 3
_STEM_LETTERS: Final = 5
"""Terms that begin with the same letters, so many, count as one: "cookie" and "cookies"."""
_MOST_NOTICE_CHARS: Final = 2000
_MOST_BOXES: Final = 50
"""The most characters of a box, and the most boxes, that are read: boxes may lie in one another by the thousand."""
_LEAST_BESIDE_NOTICES: Final = 200
"""So many characters of the article must be left beside a notice: a notice may be longer than a short article."""
_MOST_BOX_WEIGHT: Final = 600
"""A box whose name does not tell that it is a notice has at most so many characters."""
_MOST_SMALL_WEIGHT: Final = 250
"""A box of which the name and one word tell that it is a notice has at most so many characters."""
_MOST_LAST_LINES: Final = 3
