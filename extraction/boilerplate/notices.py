"""What a page asks of its readers amid an article or at its end: to subscribe, to consent, to load its app, to vote.

Such boxes are told by their words, several of them, together with one thing more: a name that says so, or, as many
sites have names that say nothing ("css-1x2y3z"), a button, a field or a link that is all of its line. A field for an
address of e-mail, or several of which one is chosen, say so without words.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.short_lines import ShortLines
from extraction.boilerplate.loose_notices import loose_notices
from extraction.boilerplate.small_boxes import LONG_LINE, BoxedText, is_prose
from extraction.lexicon.terms import TermRole, finder
from extraction.lexicon.text_terms import TextTerms
from extraction.page import tags
from extraction.page.attribute_signatures import Names
from extraction.page.node_table import Mask, NodeTable, prefix_sums


def notices(short: ShortLines, content: Mask) -> Mask | None:
    """Mark the article's (S) content in boxes that ask something of readers; None for none.

    An article must be left beside them.
    """
    page = short.page
    named, fields = _named_boxes(page, content), _fields(page, content)
    every = short.holding(np.ones_like(content), TermRole.NOTICE)[:_MOST_BOXES]
    if (every or fields) and not is_prose(short.lines, content):
        every, fields = [], {}
    if not (named or every or fields):  # as on most pages
        return None
    asking = [line for line in every if content[short.lines.start[line.row]]]
    text = BoxedText.of(short, content)
    kinds = (
        (named, _has_terms),
        (_controlled_boxes(text, asking), _is_all_asking),
        (_boxes_of_fields(text, fields), _is_all_short),
    )
    marked, left = np.zeros(len(content), dtype=np.bool_), int(text.chosen[-1])
    for boxes, asks in kinds:
        for row in boxes:
            first, own = page.first[row], text.own(row)
            if own and left - own >= _LEAST_BESIDE_NOTICES and not marked[first] and asks(text, row):
                marked[first : page.last[row]] = True
                left -= own
    loose = loose_notices(text, every, content & ~marked, partial(_terms_of_line, text), _FEWEST_NOTICE_TERMS)
    marked |= short.lines.marking(loose)
    marked |= short.lines.marking(_last_lines(text, asking, content & ~marked))
    marked &= content
    return marked if marked.any() else None


def _has_terms(text: BoxedText, row: int) -> bool:
    """Tell whether a box (E) has several words of notices."""
    return len(set[str]().union(*_terms(text, row))) >= _FEWEST_NOTICE_TERMS


def _is_all_asking(text: BoxedText, row: int) -> bool:
    """Tell whether it has, a third of its lines has one, and each long line: the rest may be text.

    Beside a link alone two lines have one: pictures and their links stand in the boxes of paragraphs.
    """
    begin, end = text.lines(row)
    if not _is_all_short(text, row):
        return False
    with_terms = sum(map(bool, _terms(text, row)))
    enough = with_terms > 1 or bool(_CONTROL[text.short.page.tag[row : text.short.page.end[row]]].any())
    return enough and _MOST_LINES_A_TERM * with_terms >= end - begin and _has_terms(text, row)


def _is_all_short(text: BoxedText, row: int) -> bool:
    """Tell whether no long line of a box (E) is without a word of notices."""
    lines = zip(range(*text.lines(row)), _terms(text, row), strict=False)
    return all(terms or text.weights[each] < LONG_LINE for each, terms in lines)


def _terms_of_line(text: BoxedText, line: int) -> set[str]:
    """Give the words of notices in a line (L)."""
    words = text.short.plain_line(line)
    return {term.word()[:_STEM_LETTERS] for term in finder(TermRole.NOTICE).finditer(words)}


def _terms(text: BoxedText, row: int) -> Iterator[set[str]]:
    """Give those in each line of a box (E), to so many characters."""
    read, (begin, end) = 0, text.lines(row)
    for line in range(begin, end):
        yield _terms_of_line(text, line)
        read += int(text.short.lines.texts.length[line])
        if read > _MOST_NOTICE_CHARS:
            break


def _last_lines(text: BoxedText, asking: list[TextTerms], content: Mask) -> list[int]:
    """Give the last lines of the content (S) that have several words of notices, in no box of their own.

    Words of paragraphs above them are no such words: the article is about newsletters, say, or the protection of data.
    """
    asking_rows, last = [line.row for line in asking if content[text.short.lines.start[line.row]]], list[int]()
    if not asking_rows:
        return last
    rows = content.take(text.short.lines.start).nonzero()[0][: -_MOST_LAST_LINES - 1 : -1].tolist()
    if rows[0] not in asking_rows:
        return last
    above = (row for row in asking_rows if row < rows[-1] and text.weights[row] >= LONG_LINE)
    subject = set[str]().union(*(_terms_of_line(text, row) for row in above))
    for row in rows:
        if row not in asking_rows or len(_terms_of_line(text, row) - subject) < _FEWEST_NOTICE_TERMS:
            break
        last.append(row)
    return last


def _named_boxes(page: NodeTable, content: Mask) -> list[int]:
    """Give the blocks (E) with content whose names say it. That is too little: what they hold is text to a third."""
    named = page.signatures.named(Names.NOTICE)
    if named is None:
        return []
    rows = (named.take(page.signature) & tags.BLOCK.take(page.tag)).nonzero()[0]
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
"""Of a term, that tell it from others: "cookie" and "cookies" are one."""
_MOST_NOTICE_CHARS: Final = 2000
_MOST_BOXES: Final = 50
"""Both bound what is read: boxes may lie in one another by the thousand."""
_LEAST_BESIDE_NOTICES: Final = 200
"""Characters of the text beside: a notice may be longer than a short article."""
_MOST_BOX_WEIGHT: Final = 600
"""Characters of a box that no name tells of."""
_MOST_LAST_LINES: Final = 3
