"""Lines between two chosen parts of one box: headings that no element of headings marks, and sentences.

Word processors, old sites and most sites in Chinese write a heading as a line in bold, or a short one, of its own
between two paragraphs. Line by line it looks like a button or a caption, above all where a script has no words that are
known. Of 163 paragraphs all in bold between two others of the text, which the model left out on labelled pages, 150 are
in the gold text, and most others should be.

A paragraph that is a sentence, between two others or the heading and the second of a part, is text as well. Between two
headings it may be the one that an unfolded part shows twice: on one labelled page 30 were.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.choice import OF_OTHERS, Choice, Ranges
from extraction.page import tags
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Mask, NodeTable
from extraction.page.signs import CLOSING_QUOTES, COLONS, COMMAS, SENTENCE_ENDS, TEXT_ENDS

_PARAGRAPH: Final = tags.tag_set("p div")
_P: Final = tags.CODE["p"]
_BEFORE_SENTENCE: Final = tags.HEADING | tags.tag_set("p")
_BOLD: Final = tags.tag_set("b strong")
_PICTURE: Final = tags.tag_set("img picture figure video iframe")
_ENDS: Final = (*TEXT_ENDS, *COLONS, ";", "；")
"""Ends of what stands before a heading: of a paragraph, or of the last item of a list."""
_MOST_WEIGHT: Final = 120
"""The most characters of a heading, counted as in a script that parts words."""
_LEAST_WEIGHT: Final = 60
"""The fewest characters, counted alike, of the paragraph behind a heading that is not in bold."""
_LONGEST_NUMBER: Final = 4
"""The most characters of a heading's number with the sign behind it, which is a comma in Chinese."""


def between(choice: Choice) -> Ranges:
    """Give the lines between two chosen parts of one box that are a heading or a sentence."""
    page = choice.page
    lines = lines_of(page)
    chosen, block = choice.content.take(lines.start), lines.block
    likely = (~chosen[1:-1] & chosen[:-2] & chosen[2:] & (lines.linked[1:-1] == 0)).nonzero()[0] + 1
    if not len(likely):  # as on most pages
        return
    likely, may_be_heading, may_be_sentence = _in_one_box(page, lines, likely)
    if not len(likely):
        return
    others, pictures, named = page.speaking(OF_OTHERS), _PICTURE.take(page.tag), set[tuple[int, int]]()
    for line, is_like_heading, is_like_sentence in zip(
        likely.tolist(), may_be_heading.tolist(), may_be_sentence.tolist(), strict=True
    ):
        first, last = int(lines.start[line]), int(lines.start[line + 1])
        # A line below a picture is its caption.
        if others[block[line]] or pictures[block[line - 1] : block[line + 1]].any() or not _has_letter(lines, line):
            continue
        if is_like_sentence and lines.texts[line].rstrip(CLOSING_QUOTES).endswith(SENTENCE_ENDS):
            yield first, last
        elif is_like_heading and (_is_bold(page, first, last) or _is_short(lines, line)):
            yield first, last
            kind = int(page.signature[block[line]])
            if kind != page.signature[block[line - 1]] and kind != page.signature[block[line + 1]]:
                named.add((int(page.parent[block[line]]), kind))
    for around, kind in named:
        yield from _lines_of_signature(choice, lines, chosen, around, kind)


def _in_one_box(page: NodeTable, lines: Lines, likely: NDArray[np.intp]) -> tuple[NDArray[np.intp], Mask, Mask]:
    """Give those of some lines (rows) that are paragraphs in one box with the lines before and behind them.

    Two masks over these lines tell which may be a heading, by their length and as both lines beside have the same tag;
    and which may be a sentence, as a heading or a paragraph stands before and a paragraph behind.
    """
    row, before, behind = (lines.block.take(likely + at) for at in (0, -1, 1))
    around, tag = page.parent.take(row), page.tag.take(row)
    tag_before, tag_behind = page.tag.take(before), page.tag.take(behind)
    is_beside = (around == page.parent.take(before)) & (around == page.parent.take(behind))
    is_beside &= (row != before) & (row != behind)
    may_be_heading = (tag == tag_before) & (tag == tag_behind) & (lines.weights.take(likely) <= _MOST_WEIGHT)
    may_be_sentence = _BEFORE_SENTENCE.take(tag_before) & (tag_behind == _P)
    may_be = is_beside & _PARAGRAPH.take(tag) & (may_be_heading | may_be_sentence)
    return likely[may_be], may_be_heading[may_be], may_be_sentence[may_be]


def _lines_of_signature(choice: Choice, lines: Lines, chosen: Mask, around: int, kind: int) -> Ranges:
    """Give the lines of one signature (``kind``) directly in a box (``around``) that have a chosen line behind them.

    What stands before such a line may also be a table.
    """
    page, block = choice.page, lines.block
    is_one = (page.signature.take(block) == kind) & (page.parent.take(block) == around) & ~chosen & (lines.linked == 0)
    for line in is_one[:-1].nonzero()[0].tolist():
        if chosen[line + 1] and block[line + 1] < page.end[around] and lines.weights[line] <= _MOST_WEIGHT:
            yield int(lines.start[line]), int(lines.start[line + 1])


def _is_bold(page: NodeTable, first: int, last: int) -> bool:
    """Tell whether each of some texts stands directly in an element of bold letters."""
    marked: Mask = _BOLD.take(page.tag.take(page.owner[first:last]))
    return bool(marked.all())


def _is_short(lines: Lines, line: int) -> bool:
    """Tell whether a line is short and names one thing, between the end of a sentence and a longer paragraph."""
    is_above = lines.weights[line + 1] >= max(_LEAST_WEIGHT, int(lines.weights[line])) or lines.ends_sentence[line + 1]
    is_behind, words = lines.texts[line - 1].endswith(_ENDS), lines.texts[line][_LONGEST_NUMBER:]
    return bool(is_above and is_behind) and not any(comma in words for comma in COMMAS)


def _has_letter(lines: Lines, line: int) -> bool:
    return any(map(str.isalpha, lines.texts[line]))
