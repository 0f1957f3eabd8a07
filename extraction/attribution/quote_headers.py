"""Headers of quotes: the words in front of a quote, or at its beginning, that say whose it is ("Aygul wrote:").

Software writes them above every quoted post. Headers in a box of their own are found by its name (``threads.quotes``);
the headers here are found by their words.
"""

import re
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.quote_lines import header_chars, is_dated_quote_header, is_quote_header
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.forms.tokens import without_signs_around
from extraction.lexicon.terms import TermRole
from extraction.page import tags
from extraction.page.lines import PartOfLine, lines_of, part_of_line
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.signs import COLONS, one_of


class QuoteHeaders(NamedTuple):
    """The headers of the quotes of a page."""

    lines: list[Attribution]
    """Lines that are nothing but a header."""
    beginnings: PartOfLine
    """Headers at the beginning of lines that go on."""


def quote_headers(page: NodeTable, content: Mask, quotes: frozenset[int], post: Column) -> QuoteHeaders:
    """Give the headers of quotes (rows of their elements) in the marked (S) content of posts.

    ``post`` (S) is the post, or comment, of each segment.
    """
    lines, chosen, depth = lines_of(page), content.nonzero()[0], _depth(page, quotes)
    whole: dict[int, Attribution] = {}
    beginnings: list[PartOfLine] = []
    for row in sorted(quotes):
        first, stop = chosen.searchsorted((page.first[row], page.last[row])).tolist()
        if first == stop:
            continue
        at, end = int(chosen[first]), int(lines.line_of[chosen[stop - 1]])
        before = int(chosen[first - 1]) if first else at
        if before != at and post[before] == post[at]:
            if depth[before] >= depth[at]:
                continue  # the quote follows another
            if lines.line_of[before] != lines.line_of[at] and is_quote_header(lines.texts[lines.line_of[before]]):
                whole[int(lines.line_of[before])] = _header(int(lines.line_of[before]), "the line before a quote")
        for line in dict.fromkeys(lines.line_of[chosen[first:stop]].tolist()):
            if lines.start[line] < page.first[row]:
                break  # the quote begins within a line
            text = lines.texts[line]
            size = header_chars(text, before_more=line != end)
            if size < len(text):
                if size:
                    beginnings.append(part_of_line(page, line, 0, size))
                break
            whole[line] = _header(line, "the first line of a quote")
    return QuoteHeaders([*whole.values()], PartOfLine.of_all(beginnings))


def headers_of_members(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines in the marked (S) content of posts that say whose a quote is, wherever they stand.

    They must name a member whom the page names as a writer beside the content: elsewhere "X wrote:" may be about
    anybody.
    """
    headers = [
        each for each in short.holding(content, TermRole.QUOTE, TermRole.WROTE) if is_quote_header(short.text(each))
    ]
    if not headers:
        return []
    page = short.page
    beside = (~content & (page.chars <= _LONGEST_NAME)).nonzero()[0]
    writers = set(map(without_signs_around, set(page.texts.strings(beside))))
    return [
        _header(each.row, "a line in a post, with the name of a writer,")
        for each in headers
        if _names_one(short.text(each), writers) and not _is_partly_cited(page, each.row)
    ]


def _is_partly_cited(page: NodeTable, line: int) -> bool:
    """Tell whether an element of a line says whose a quote is, and the rest of it is the quote, as SMF writes it."""
    if not page.has(_CITE):
        return False
    lines = lines_of(page)
    texts = (lines.line_of == line).nonzero()[0]
    cited = page.nearest(page.tag == _CITE).take(page.owner.take(texts)) >= 0
    return bool(cited.any() and not cited.all())


def _names_one(header: str, writers: set[str]) -> bool:
    """Tell whether a header names one of some writers and says little else: "Quote from: Aygul on May 3"."""
    words = [match.span() for match in _WORD.finditer(header)]
    for number, (start, _) in enumerate(words[: _MOST_WORDS_BEFORE_NAME + 1]):
        for _, stop in words[number : number + _LONGEST_NAME_WORDS]:
            name = header[start:stop]
            if name in writers and len(name.encode()) >= _FEWEST_NAME_BYTES and any(map(str.isalpha, name)):
                return _SAYS_MORE.search(header, stop) is None
    return False


def dated_headers(page: NodeTable, content: Mask, quotes: frozenset[int]) -> list[Attribution]:
    """Give the lines at the beginning of quotes (rows of their elements) that say whose a quote is and of which day.

    With a day they are sure enough for an article, where nothing else says that members of a forum wrote.
    """
    lines = lines_of(page)
    first = (int(lines.line_of[page.first[each]]) for each in quotes if page.first[each] < page.last[each])
    return [
        _header(row, "the first line of a quote")
        for row in dict.fromkeys(first)
        if content[lines.start[row]] and is_dated_quote_header(lines.texts[row])
    ]


def _header(line: int, place: str) -> Attribution:
    return Attribution(line, LineRole.QUOTE_HEADER, f"{place} says whose it is")


def _depth(page: NodeTable, quotes: frozenset[int]) -> NDArray[np.int64]:
    """Count the quotes in which each segment (S) lies."""
    changes = np.zeros(len(page.owner) + 1, dtype=np.int64)
    for row in quotes:
        changes[page.first[row]] += 1
        changes[page.last[row]] -= 1
    return np.cumsum(changes[:-1])


_FEWEST_NAME_BYTES: Final = 3  # three Latin letters, or one Han character (half 0, twice 1)
_CITE: Final = tags.CODE["cite"]
_LONGEST_NAME: Final = 40
"""Characters of the name of a member (half 0, twice 0)."""
_MOST_WORDS_BEFORE_NAME: Final = 3
"""Words before a name: "3 hours ago, Aygul said" (half 1, twice 0)."""
_LONGEST_NAME_WORDS: Final = 5  # "Anna-Lena van der Berg" (half 0, twice 0)
_WORD: Final = re.compile(r"\w+")
_SAYS_MORE: Final = re.compile(rf"{one_of(COLONS)}\s*[^\W\d]")
