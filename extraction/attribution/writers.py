"""Who wrote a text, where no label says so: "By Aygul Example", a card about her at the end, "asked by her 2 days ago".

On articles it is told by the name of its box; or by its words, in some languages, in a line of its own where the text
begins or ends. Whoever is named in sentences stays, as that is what the page says; and so do those in lists, which name
the writers of many things. Of questions and answers it is told by the words, in Uyghur.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import dates
from extraction.page import head, tags
from extraction.page.lines import Lines, lines_of
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.subjects import Subject


def without_writers(page: NodeTable, content: Mask, comments: Mask | None = None) -> Mask:
    """Leave what names the writer out of the marked (S) content of an article, unless it has no other.

    ``comments`` (S) marks those under it: blog software names a comment after who wrote it, all of it.
    """
    lines = lines_of(page)
    chosen = content[lines.start]
    rows = np.flatnonzero(chosen & (lines.texts.length <= _LONGEST))
    ends = np.concatenate((rows[:_FIRST], rows[_FIRST:][-_LAST:]))
    said = [row for row, text in zip(ends.tolist(), lines.texts.of(ends), strict=True) if is_by(text)]
    if said:
        if head.language(page) == "en":  # "Door Chain Locks" is no Dutch there
            said = [row for row in said if is_by(lines.texts[row], foreign=False)]
        long = np.flatnonzero(chosen & (lines.texts.length > _LONGEST))
        said = [row for row in said if not _is_heading_of_part(page, lines, row, long)]
    named = [*said, *_boxed(page, lines, content, comments)] if len(said) <= _MOST else []
    return lines.without(content, [row for row in named if not _TITLE[page.tag[lines.block[row]]]])


def without_askers(page: NodeTable, content: Mask) -> Mask:
    """Leave lines that say in Uyghur who asked or answered how long ago out of the marked (S) content of any page."""
    lines = lines_of(page)
    return lines.without(content, _asked(lines))


def is_by(line: str, *, foreign: bool = True) -> bool:
    """Tell whether a line says by whom a text is, and next to nothing else.

    ``foreign`` says whether it may do so in other languages than English and Chinese.
    """
    if _REPORTER.fullmatch(line):
        return True
    by = _BY.match(line)
    if not by or not (foreign or by["english"]):
        return False
    names = _BEHIND_NAMES.split(line[by.end() :], maxsplit=1)
    words = names[0].split()
    followed = len(names) > 1 and names[1] != ""
    if not (words and words[0][0].isupper() and words[-1][0].isupper()) or len(words) > _MOST_WORDS:
        return False
    if by["english"] is None and (followed or len(words) > _MOST_FOREIGN):
        return False
    return (len(words) > 1 or followed) and all(word[0].isupper() or word in _BETWEEN for word in words)


def _is_heading_of_part(page: NodeTable, lines: Lines, row: int, long: NDArray[np.intp]) -> bool:
    """Tell whether a line that may say who wrote is the heading of what follows: "By Public Transport", say.

    Every word of a heading may begin with a capital. Who wrote is said before the first of the long lines or behind
    the last; amid them only with a day or the like.
    """
    if not _HEADING[page.tag[lines.block[row]]]:
        return False
    text = lines.texts[row]
    amid = len(long) > 0 and long[0] < row < long[-1]
    return not is_by(text, foreign=False) or bool(amid and not _BEHIND_NAMES.search(text))


def _asked(lines: Lines) -> list[int]:
    if _UYGHUR_BY not in lines.texts.utf8:  # as on most pages
        return []
    places = [found.start() for found in re.finditer(_UYGHUR_BY, lines.texts.utf8)]
    rows = np.unique(np.searchsorted(lines.texts.edge, np.array(places, dtype=np.int32), side="right") - 1)
    rows = rows[(lines.texts.length[rows] <= _LONGEST) & (lines.ends_sentence[rows] == 0)]  # "It was built by ... ago."
    return [row for row, text in zip(rows.tolist(), lines.texts.of(rows), strict=True) if _AGO.match(text)]


def _boxed(page: NodeTable, lines: Lines, content: Mask, comments: Mask | None) -> list[int]:
    """Give the lines in boxes named after the writer: short ones wherever they stand, cards at the end of the text."""
    if not page.speaks_of(Subject.WRITER):
        return []
    held = prefix_sums(page.chars * content)
    rows = np.flatnonzero(page.speaking(Subject.WRITER))
    first, last = page.first[rows], page.last[rows]
    inside = held[last] - held[first]
    if not inside.any():
        return []
    card = (inside <= min(_LARGEST, _MOST_OF_TEXT * held[-1])) & (held[-1] - held[last] <= _MOST_BELOW * held[-1])
    said = prefix_sums(page.chars * (content & ~_TITLE[page.tag][page.owner]))
    short = (inside <= _LONGEST) & (said[last] - said[first] <= _MOST_OF_SHORT * said[-1])
    if comments is not None:
        commented = prefix_sums(comments)
        comment = commented[last] > commented[first]
        card &= ~comment
        short &= ~comment | np.append(page.end[rows][:-1] <= rows[1:], values=True)  # it holds no other such box
    found: list[int] = []
    boxes = behind = 0
    for each in np.flatnonzero((inside > 0) & (card | short)).tolist():
        if first[each] < behind:
            continue
        boxes, behind = boxes + 1, int(last[each])
        if boxes > _MOST:
            return []
        within = _within(lines, int(first[each]), behind).tolist()
        found += [row for row in within if card[each] or not _is_day(lines.texts[row])]
    return found


def _within(lines: Lines, first: int, last: int) -> NDArray[np.intp]:
    """Give the lines that lie in the texts from one to before another, whole."""
    start, stop = np.searchsorted(lines.start, (first, last))
    if last < len(lines.of) and lines.of[last] == stop - 1:  # the last one goes on
        stop -= 1
    return np.arange(start, stop)


def _is_day(line: str) -> bool:
    """Tell whether a line says when, be it "5 days ago", and next to nothing else."""
    days = sum(each.stop - each.start for each in dates.found(line, day_first=True))
    return len(line) - days <= _BESIDE_DAY and any(map(str.isdigit, line))


_LONGEST: Final = 100
"""Characters of a line; without white space, of a box wherever it stands."""
_FIRST: Final = 10
_LAST: Final = 4
"""Short lines at the beginning and the end of the text that are looked at."""
_MOST: Final = 3
"""Lines, or boxes, beyond which the page is a list."""
_LARGEST: Final = 1500
"""Characters of a card."""
_MOST_OF_TEXT: Final = 0.25
_MOST_BELOW: Final = 0.1
"""Shares of the text: in a card, and below it."""
_MOST_OF_SHORT: Final = 0.5
"""Share of the text without its headline in a short box, beyond which it holds the text itself."""
_BESIDE_DAY: Final = 12
"""Characters: the time, or the day of the week."""
_TITLE: Final = tags.tag_set("h1 title")
_HEADING: Final = tags.tag_set("h2 h3 h4 h5 h6")
_MOST_WORDS: Final = 8
_MOST_FOREIGN: Final = 4
"""Words in which no other language than English names who wrote."""
_BY: Final = re.compile(
    r"\W{0,2}(?:(?P<english>(?:(?i:posted|written|submitted|reviewed|reported|contributed|published|words|text|story"
    r"|article|review|report) )?(?:by|By|BY):?)|(?i:von|par|por|door|av|af)) "
)
_BEHIND_NAMES: Final = re.compile(r"\s*(?:[\d|/•·–—,;()\t]| - | [Oo]n | in | at |\.$)")
_BETWEEN: Final = frozenset(
    (
        *("and", "&", "und", "et", "y", "e", "de", "da", "del", "den", "der", "di", "du", "la", "le", "ten", "ter"),
        *("van", "von", "zu", "al", "bin", "ibn"),
    )
)
_REPORTER: Final = re.compile(
    r"[【（(\[][^】）)\]]{0,12}[记記]者\s?[^\s】）)\]]{2,4}(?:[\s／/╱][^】）)\]]{0,12})?[】）)\]]"
    r"|本[报報网網台刊](?:[见見][习習]|[实實][习習]|特[约約])?[记記]者\s*[\u3400-\u9fff]{2,4}(?:\s.{0,12})?"
)
_UYGHUR_BY: Final = "تەرىپىدىن".encode()
_AGO: Final = re.compile(
    r"(?:\S+ ){1,4}?تەرىپىدىن(?: [^\W\d]+){0,3} \d{1,3} [^\W\d]+ (?:ئىلگىرى|ئالدىدا|بۇرۇن)(?!\w).{0,50}"
)
