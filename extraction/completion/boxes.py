"""Boxes amid the text: what is written on parts that unfold, boxes that are called after facts ("infobox"), what
documentation declares before it says what it is, and the one box that its software puts a document in.
"""

import re
from typing import Final

import numpy as np

from extraction.completion.choice import Choice, Ranges
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Names
from extraction.page.node_table import covered, inside

_SUMMARY, _DETAILS, _ASIDE = (tags.CODE[name] for name in ("summary", "details", "aside"))
_MOST_FACTS: Final = 800
"""A box of facts has at most so many characters."""
_MOST_DECLARED: Final = 1000
"""A declaration has at most so many characters."""
_LEAST_SAID, _MOST_SAID = 60, 5000
"""What is said of it has so many characters: a few words are the same on every page ("Returns a copy")."""
_MOST_AROUND: Final = 4
"""At most so many elements end with a declaration, up to the one that stands before what is said of it."""
_LEAST_OF_DOCUMENT: Final = 0.5
"""At least this share of a document is chosen, ..."""
_LEAST_OF_CHOICE: Final = 0.8
"""... and it has at least this share of all chosen text: a page with several such boxes shows what people wrote."""
_BESIDE_DOCUMENT: Final = tags.tag_set("address aside button figcaption footer form header nav")
_NO_PART: Final = tags.tag_set("footer form header")
_SENTENCE: Final = re.compile(r"\w{2}[.。।](?:\s|$)")


def summaries(choice: Choice) -> Ranges:
    """Give what stands above parts that unfold, when most texts of the part are chosen."""
    page, chosen = choice.page, choice.chosen_texts
    rows = (page.tag == _SUMMARY).nonzero()[0]
    parts = page.parent[rows]
    first, last, end = page.first[rows], page.last[rows], page.last[parts]
    bare = (page.tag[parts] == _DETAILS) & (first < last) & (chosen[last] == chosen[first])
    fits = bare & (last < end) & (2 * (chosen[end] - chosen[last]) >= end - last)
    return zip(first[fits].tolist(), last[fits].tolist(), strict=True)


def facts(choice: Choice) -> Ranges:
    """Give the boxes of facts amid the text: called so, small, and without a link.

    Of 4,897 labelled pages one has such a box that was not chosen, whose gold text has it. A box of facts in an
    ``aside`` that is not called so is none: three pages changed, and all lost.
    """
    page, content = choice.page, choice.content
    named = page.signatures.named(Names.FACTS)
    if named is None:  # as on most pages
        return
    rows = (named[page.signature] & (page.tag == _ASIDE) & (page.first > 0)).nonzero()[0]
    rows, behind = rows[(page.first[rows] < page.last[rows]) & (page.last[rows] < len(content))], 0
    for row in rows.tolist():
        part = first, last = page.text_range(row)
        amid = first >= behind and content[first - 1] and not content[first] and content[last]
        if amid and not page.in_link[first:last].any() and inside(choice.chars, *part) <= _MOST_FACTS:
            yield part
            behind = last


def passages(choice: Choice) -> Ranges:
    """Give the callouts and the parts that unfold, side by side or alone, which stand amid the text, end it in the box
    that has it, or are mostly chosen.

    Line by line they look like what is beside a text. Their names are those that software gives what its writers put
    into a text; builders of pages give them to boxes in columns and sections of their own as well, which stay.
    """
    page, chosen = choice.page, choice.chosen_texts
    named = page.signatures.named(Names.PASSAGE)
    if named is None or not len(choice.rows):  # as on most pages
        return
    inner = ~covered(_NO_PART[page.tag], page.end)
    rows = (named[page.signature] & inner & (page.first < page.last)).nonzero()[0].tolist()
    while rows:
        run = [rows.pop(0)]
        while rows and page.first[rows[0]] <= page.last[run[-1]]:
            run += [row] if (row := rows.pop(0)) >= page.end[run[-1]] else []
        first, last = int(page.first[run[0]]), int(page.last[run[-1]])
        begin, end = page.text_range(int(page.parent[run[0]]))
        amid = first > 0 and choice.content[first - 1] and last < len(choice.content) and choice.content[last]
        ends = inside(chosen, begin, first) > 0 and not inside(chosen, last, end)
        is_chosen = 2 * inside(choice.chosen_chars, first, last) >= inside(choice.chars, first, last)
        is_linked = 2 * inside(choice.linked, first, last) > inside(choice.chars, first, last)
        if (amid or ends or is_chosen) and not is_linked and inside(chosen, first, last) < last - first:
            yield first, last


def declarations(choice: Choice) -> Ranges:
    """Give what is declared right before chosen text: functions with their parameters, classes, values.

    Line by line they are marks and short words, half of them links. Their boxes are named by the software that made the
    page of sources. What the box behind one says of it in sentences is text as well.
    """
    page = choice.page
    named = page.signatures.named(Names.DECLARATION)
    if named is None or not len(choice.rows):  # as on most pages
        return
    content, behind, before = choice.content.copy(), len(choice.content), int(choice.rows[0])
    rows = (named[page.signature] & tags.BLOCK[page.tag] & (page.first < page.last)).nonzero()[0]
    rows = rows[(page.first[rows] > before) & (page.last[rows] < len(content))]
    for row in rows[::-1].tolist():
        first, last = page.text_range(row)
        if last > behind or inside(choice.chars, first, last) > _MOST_DECLARED:
            continue  # or it holds others
        behind = first
        meaning = (last, last) if content[last] else _said_behind(choice, row)
        if meaning is not None and not content[first : meaning[1]].all():
            yield first, meaning[1]
            content[first : meaning[1]] = True


def documents(choice: Choice) -> Ranges:
    """Give the rest of the box that software of documentation puts a document in, when half of it is chosen.

    The rest are the lines behind the first chosen one that are not mostly links: terms, signatures of functions, short
    parts, in languages whose words the method does not know. On 14 labelled pages such boxes have 628 lines of less
    than 80 characters; 614 of them are in the gold texts.
    """
    page, chosen = choice.page, choice.chosen_chars
    named = page.signatures.named(Names.DOCUMENT)
    if named is None or not len(choice.rows):  # as on most pages
        return
    line = lines_of(page).line_of
    mostly_linked = 2 * np.bincount(line, page.chars * page.in_link) > np.bincount(line, page.chars)
    rest = ~(mostly_linked[line] | page.texts_in_marked(_BESIDE_DOCUMENT[page.tag]))
    rest[: choice.rows[0]] = False
    for row in named[page.signature].nonzero()[0].tolist():
        first, last = page.text_range(row)
        unlinked = inside(choice.chars, first, last) - inside(choice.linked, first, last)
        if inside(chosen, first, last) >= max(_LEAST_OF_DOCUMENT * unlinked, _LEAST_OF_CHOICE * chosen[-1]):
            yield from ((text, text + 1) for text in (first + rest[first:last].nonzero()[0]).tolist())


def _said_behind(choice: Choice, row: int) -> tuple[int, int] | None:
    """Give the texts of the box behind a declaration that explain it; None where there are none.

    What ends with a link is explained elsewhere.
    """
    page, last = choice.page, int(choice.page.last[row])
    for _ in range(_MOST_AROUND):
        around = int(page.parent[row])
        if around <= 0 or page.last[around] > last:
            break
        row = around
    box = int(page.end[row])
    if box >= len(page.tag) or page.parent[box] != page.parent[row] or page.first[box] != last:
        return None
    stop = int(page.last[box])
    chars, linked = inside(choice.chars, last, stop), inside(choice.linked, last, stop)
    is_prose = _LEAST_SAID <= chars <= _MOST_SAID and 2 * linked <= chars and not page.in_link[stop - 1 : stop].any()
    return (last, stop) if is_prose and _SENTENCE.search(page.texts.between(last, stop)) else None
