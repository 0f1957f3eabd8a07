"""The lines of a page's content that are attribution: each is looked at once, before anything is rendered.

Few lines begin as such lines do, so that is asked first; only those that do are cut into tokens.
"""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extraction.attribution import patterns
from extraction.attribution.patterns import LineRole
from extraction.attribution.short_lines import DAY, ShortLines, beginnings
from extraction.attribution.writer_boxes import lines_in_boxes
from extraction.lexicon.terms import TermRole, pattern, texts_of
from extraction.page import head, tags
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable


class Attribution(NamedTuple):
    """A line of attribution."""

    line: int
    """Its row in ``Lines``."""
    role: LineRole
    reason: str
    """Which form it has, for people."""


def askers(page: NodeTable, content: Mask) -> list[Attribution]:
    """Give the lines that say who asked or answered how long ago among the marked (S) content of any page."""
    texts = lines_of(page).texts.utf8
    if texts.isascii() or not any(word in texts for word in _by_behind()):
        return []
    short = ShortLines.of(page, content)
    among = short.among(content, short.lines.ends_sentence == 0)
    by_behind = pattern(TermRole.BY_BEHIND).search
    return _of_role(LineRole.ASKER, short, (place for place in among if by_behind(short.plain(place))))


def information(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of source, date, editor and views in the marked (S) content of an article.

    So are two cells of a table, a label of who wrote and a name.
    """
    lines = short.lines
    _, digits, _, commas, _, unspaced, _ = lines.counts
    likely = [*short.among(content, (lines.ends_sentence == 0) & (digits + commas + unspaced > 0))]
    first, fact = beginnings(*_LABELS), pattern(*_FACTS).search
    may_be = (
        each
        for each in likely
        if short.begins_as(each, first) or (short.first_words[each] == DAY and fact(short.plain(each)))
    )
    attributions = _of_role(LineRole.INFORMATION, short, may_be)
    people = texts_of(TermRole.PERSON)
    labels = {
        int(short.rows[place]): label
        for place in likely
        if short.plain(place)[-1] in _COLONS and (label := short.plain(place)[:-1].strip()) in people
    }
    times = Counter(labels.values())
    for row, label in labels.items():
        # Before what somebody says in an interview the same label stands again and again.
        if times[label] <= _MAX_LABEL_REPEATS and row + 1 < len(lines.start) and _may_be_name(lines.texts[row + 1]):
            reason = "a label of who wrote, and a name in the next cell"
            attributions += (Attribution(each, LineRole.INFORMATION, reason) for each in (row, row + 1))
    return attributions


def writers(short: ShortLines, content: Mask, comments: Mask | None = None) -> list[Attribution]:
    """Give the lines of an article's marked (S) content that name who wrote it, without a label.

    They stand where the text begins or ends, or in boxes that are named after the writer. ``comments`` (S) marks those
    under the article: blog software names a comment after who wrote it, all of it.
    """
    page, lines = short.page, short.lines
    places = [*short.among(content, lines.texts.length <= _MAX_WRITER_CHARS)]
    ends = (*places[:_FIRST_LINES], *places[_FIRST_LINES:][-_LAST_LINES:])
    first = beginnings(*_WRITERS)
    may_be = [place for place in ends if short.begins_as(place, first)]
    attributions = _of_role(LineRole.WRITER, short, may_be, head.language(page)) if may_be else []
    if attributions:
        long = np.flatnonzero(content[lines.start] & (lines.texts.length > _MAX_WRITER_CHARS))
        attributions = [each for each in attributions if not _is_heading_of_part(short, each.line, long)]
    if len(attributions) > _MAX_WRITERS:  # a list of the works of many
        return []
    boxed = lines_in_boxes(page, lines, content, comments)
    attributions += (Attribution(row, LineRole.WRITER, "a box named after the writer") for row in boxed)
    return [each for each in attributions if not _TITLE[page.tag[lines.block[each.line]]]]


def stamps(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who wrote a part of the page, and when.

    Software writes them above or below every entry of a journal, every comment and every teaser of a list, so they may
    stand anywhere, and often.
    """
    first, by = beginnings(*_STAMPS), pattern(*_STAMPS).search
    dated = short.among(content, short.lines.counts[_DIGITS] > 0)
    may_be = (
        each
        for each in dated
        if short.begins_as(each, first) or (short.first_words[each] == DAY and by(short.plain(each)))
    )
    return _of_role(LineRole.STAMP, short, may_be)


def edit_notes(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines that say who changed or moved a post among the marked (S) content of posts or comments."""
    first, elsewhere = beginnings(*_NOTES), pattern(TermRole.BY_BEHIND, TermRole.MOVED).search
    dated = short.lines.counts[_DIGITS] > 0
    may_be = [place for place in short.among(content) if short.begins_as(place, first)]
    if not short.lines.texts.utf8.isascii():  # a name may stand first in Uyghur and Turkish
        may_be += (place for place in short.among(content, dated) if elsewhere(short.plain(place)))
    return _of_role(LineRole.EDIT_NOTE, short, dict.fromkeys(may_be))


def _of_role(role: LineRole, short: ShortLines, places: Iterable[int], language: str = "und") -> list[Attribution]:
    """Give those of some short lines (by their places) that have a role."""
    matches = ((place, patterns.match(short.texts[place], role, language)) for place in places)
    return [Attribution(int(short.rows[place]), role, match.reason) for place, match in matches if match is not None]


@lru_cache(maxsize=1)
def _by_behind() -> tuple[bytes, ...]:
    return tuple(text.encode() for text in texts_of(TermRole.BY_BEHIND))


def _may_be_name(line: str) -> bool:
    """Tell whether a line may be a name, with what the person is, and no question, even if its mark is missing."""
    return _NAME_LINE.fullmatch(line) is not None and len(line.split()) <= _MAX_NAME_WORDS


def _is_heading_of_part(short: ShortLines, row: int, long: NDArray[np.intp]) -> bool:
    """Tell whether a line that may say who wrote is the heading of what follows: "By Public Transport", say.

    Every word of a heading may begin with a capital. Who wrote is said before the first of the long lines or behind
    the last; amid them only with a day or the like.
    """
    lines = short.lines
    if not _HEADING[short.page.tag[lines.block[row]]]:
        return False
    amid = len(long) > 0 and long[0] < row < long[-1]
    return patterns.begins_with_preposition(lines.texts[row]) or bool(
        amid and not _BEHIND_NAMES.search(lines.texts[row])
    )


_DIGITS: Final = 1
"""Row of ``Lines.counts``."""
_LABELS: Final = (
    *(TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT, TermRole.PUBLISHED, TermRole.DATE, TermRole.SECTION),
    TermRole.UPDATED,
)
_FACTS: Final = (TermRole.PERSON, TermRole.SOURCE, TermRole.COUNT)
_WRITERS: Final = (TermRole.BY, TermRole.WRITTEN_BY, TermRole.PREPOSITION, TermRole.REPORTER, TermRole.PERSON)
_STAMPS: Final = (TermRole.BY, TermRole.WRITTEN_BY)
_NOTES: Final = (TermRole.LAST, TermRole.POST, TermRole.EDITED, TermRole.EDITED_BY)
_COLONS: Final = ":：﹕"
_MAX_LABEL_REPEATS: Final = 2
"""How often a label stands: above the text and below it."""
_MAX_NAME_WORDS: Final = 5
_NAME_LINE: Final = re.compile(r"[^\n.。!！?？؟:：]{1,40}")
_MAX_WRITER_CHARS: Final = 100
_FIRST_LINES: Final = 10
_LAST_LINES: Final = 4
"""Short lines at the beginning and the end of the text that may name its writer."""
_MAX_WRITERS: Final = 3
_TITLE: Final = tags.tag_set("h1 title")
_HEADING: Final = tags.tag_set("h2 h3 h4 h5 h6")
_BEHIND_NAMES: Final = re.compile(r"[\d|/•·–—,;()\t]| - | [Oo]n | in | at |\.$")
"""What stands behind a name, and seldom in a heading."""
