"""Names of who wrote an article: lines without a label where the text begins or ends, and boxes named after the writer.

A box named after the writer is a name below the headline, or a card about the person at the end.
"""

import re
from collections.abc import Collection, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.contributors import BY_ROLES, contributors
from extraction.attribution.forms import role_match
from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import is_impersonal, may_be_person
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.unlabelled.lone_names import lone_names
from extraction.attribution.unlabelled.marked_names import names_of_writers
from extraction.attribution.unlabelled.teaser_names import teaser_names
from extraction.lexicon import dates
from extraction.lexicon.terms import TermRole, expression, finder
from extraction.lexicon.text_terms import TextTerms, bits_of
from extraction.page import tags
from extraction.page.lines import Lines
from extraction.page.names import SignatureSubject
from extraction.page.node_table import Mask, NodeTable, prefix_sums
from extraction.page.signs import COLONS, COMMAS, HAN_AND_KANA, OPENING_BRACKETS, one_of
from extraction.page.statements import head
from extraction.page.texts import plain
from normalization.load_once import load_once


def writers(short: ShortLines, content: Mask, comments: Mask | None = None) -> list[Attribution]:
    """Give the lines of an article's marked (S) content that name who wrote it, without a label.

    They stand where the text begins or ends, or in boxes that are named after the writer. ``comments`` (S) marks those
    under the article: blog software names a comment after who wrote it, all of it.
    """
    page, lines = short.page, short.lines
    (every,) = content.take(lines.start).nonzero()
    attributions = _named_at_ends(short, content, every)
    if attributions is None:
        return []
    own = every if comments is None else every[~comments.take(lines.start.take(every))]
    attributions += lone_names(short, _without(own, [each.line for each in attributions]))
    attributions += teaser_names(short, own)
    boxed = _lines_in_boxes(page, lines, content, comments)
    attributions += (Attribution(row, LineRole.WRITER, "a box named after the writer") for row in boxed)
    below = _lines_below_headings(short, content)
    attributions += (Attribution(row, LineRole.WRITER, "a part that tells of the writer") for row in below)
    attributions += _about_writers(short, attributions, own)
    return [each for each in attributions if not _TITLE[page.tag[lines.block[each.line]]]]


def _named_at_ends(short: ShortLines, content: Mask, rows: NDArray[np.intp]) -> list[Attribution] | None:
    """Give the first and last short lines of the content that name who wrote, by a word for a role or for writing.

    ``rows`` are all lines of the content. None stands for a list of the works of many: there, nobody wrote the page.
    """
    lines = short.lines
    short_rows = rows[lines.texts.length.take(rows) <= _MAX_WRITER_CHARS].tolist()
    ends = {*short_rows[:_FIRST_LINES], *short_rows[_FIRST_LINES:][-_LAST_LINES:]}
    likely = [
        each
        for each in short.beginning_with(content, *BY_ROLES)
        if each.row in ends and not _speaks_of_work(short, each)
    ]
    attributions = short.of_role(LineRole.WRITER, likely, short.language) if likely else []
    attributions += contributors(short, content, ends.difference(each.line for each in attributions))
    if attributions:
        attributions = _outside_lists(short, attributions, rows)
        long = (content.take(lines.start) & (lines.texts.length > _MAX_WRITER_CHARS)).nonzero()[0]
        attributions = [each for each in attributions if not _is_heading_of_part(short, each.line, long)]
    first = short_rows[: min(_FIRST_LINES, len(short_rows) // 2)]  # all lines of a brief text would be its first ones
    above = sum(each.line in first for each in attributions)
    return None if max(above, len(attributions) - above) > _MAX_WRITERS else attributions


def _about_writers(short: ShortLines, attributions: list[Attribution], rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the first or last lines that begin with the name of the writer: "A. Berg writes about trains".

    The name must also stand in a box that is named after the writer; for the last lines, a line of attribution is
    enough.
    """
    texts = short.lines.texts
    named = {each.line for each in attributions if each.role is LineRole.WRITER}
    marked = names_of_writers(short.page)
    if not (named or marked):  # as in many articles
        return []
    lines = [texts[each] for each in named]

    def begins_with(row: int, among: list[str]) -> str:
        if row in named or texts.length[row] > _MAX_CHARS_ABOUT:
            return ""
        names = (name for name in _beginnings(texts[row]) if name.lower() in marked or any(name in e for e in among))
        name = next(names, "")
        return "" if is_impersonal(name) and not may_be_person(name) else name  # "Assistant Professor"

    about: dict[int, str] = {}
    for row in rows[: -_LAST_LINES - 1 : -1].tolist():
        if name := begins_with(row, lines):
            about[row] = name
        elif texts.length[row] > _MAX_WRITER_CHARS:  # the text itself
            break
    if marked:
        about |= {row: name for row in rows[:_FIRST_LINES_ABOUT].tolist() if (name := begins_with(row, []))}
    if not about:
        return []
    titles = head.head_of(short.page).titles
    others = [*titles, *texts.strings(_without(rows, named.union(about)))]
    return [
        Attribution(row, LineRole.WRITER, "it begins with the name of who wrote")
        for row, name in about.items()
        if not any(name in text for text in others)
    ]


def _beginnings(text: str) -> Iterator[str]:
    """Give the texts at the beginning of a sentence that may be a name, the longest first.

    A name has two to four words, with capitals where the script has them; in scripts without spaces it ends at a comma
    or a bracket.
    """
    text = text.lstrip(_AROUND_HEADING)
    if (unspaced := _UNSPACED_NAME.match(text)) is not None:
        yield unspaced[1]
        return
    words = text.split(None, _MOST_NAME_WORDS)[: _MOST_NAME_WORDS + 1]
    for size in range(min(len(words) - 1, _MOST_NAME_WORDS), 1, -1):
        name = words[:size]
        ends = any(map(_ENDS_NAME.search, name[:-1])) or any(map(str.isdigit, "".join(name)))
        if not (ends or name[0][0].islower() or name[-1][0].islower()):
            yield " ".join(name).rstrip(_BEHIND_NAME)


def _outside_lists(short: ShortLines, attributions: list[Attribution], rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the lines that do not stand in a list of persons: between two names, or between names behind labels.

    Such labels are not about writing: a label that is would have been left out before.
    """
    named = [each.line for each in attributions]
    others = _without(rows, named)
    behind = others.searchsorted(named).tolist()
    language = short.language

    def beside(at: int) -> list[str]:
        texts = (short.lines.texts[each] for each in others[max(at - 1, 0) : at + 1].tolist())
        return [text for text in texts if len(text) <= _MAX_WRITER_CHARS]

    def is_in_list(texts: list[str]) -> bool:
        if sum(first_form(text, _OTHER_LABEL, language) is not None for text in texts) == _SIDES:
            return True  # of who made a film, say
        like_names = sum(first_form(text, _LIKE_NAME, language) is not None for text in texts)
        return like_names == _SIDES and any(may_be_person(text, language) for text in texts)

    return [each for each, at in zip(attributions, behind, strict=True) if not is_in_list(beside(at))]


def _without(rows: NDArray[np.intp], others: Collection[int]) -> NDArray[np.intp]:
    """Give the lines (rows) that are not among a few others."""
    return np.array([row for row in rows.tolist() if row not in others], dtype=np.intp) if others else rows


def _lines_in_boxes(page: NodeTable, lines: Lines, content: Mask, comments: Mask | None) -> list[int]:
    """Give the lines in boxes named after the writer: short boxes anywhere, cards only at the end of the text.

    None are given where the page has many such boxes: it is a list of works by many people.
    """
    if not page.speaks_of(SignatureSubject.WRITER):
        return []
    rows = page.speaking(SignatureSubject.WRITER).nonzero()[0]
    before = prefix_sums(page.chars * content)
    first, last = page.first[rows], page.last[rows]
    if not np.count_nonzero(before[last] > before[first]):
        return []
    is_card, is_short = _cards_and_short_boxes(page, rows, content, before, comments)
    inside_boxes: list[int] = []
    boxes = behind = 0
    for each in (is_card | is_short).nonzero()[0].tolist():
        if first[each] < behind:
            continue
        boxes, behind = boxes + 1, int(last[each])
        if boxes > _MAX_BOXES:
            return []
        within = _within(lines, int(first[each]), behind).tolist()
        inside_boxes += [row for row in within if is_card[each] or not _is_day(lines.texts[row])]
    return inside_boxes


def _cards_and_short_boxes(
    page: NodeTable, rows: NDArray[np.intp], content: Mask, before: NDArray[np.int64], comments: Mask | None
) -> tuple[Mask, Mask]:
    """Mark which of some boxes (rows) are cards at the end of the text, and which are short; both hold content.

    ``before`` are the sums (S + 1) of the content's characters. In comments there are no cards, and a short box holds
    no other such box.
    """
    first, last = page.first[rows], page.last[rows]
    inside = before[last] - before[first]
    is_card = (inside > 0) & (inside <= min(_MAX_CARD_CHARS, _MAX_CARD_SHARE * before[-1]))
    is_card &= before[-1] - before[last] <= _MAX_SHARE_BELOW * before[-1]
    untitled = prefix_sums(page.chars * (content & ~_TITLE[page.tag][page.owner]))
    is_short = (inside > 0) & (inside <= _MAX_BOX_CHARS)
    is_short &= untitled[last] - untitled[first] <= _MAX_SHARE_OF_SHORT * untitled[-1]
    if comments is not None:
        commented = prefix_sums(comments)
        of_comment = commented[last] > commented[first]
        is_card &= ~of_comment
        is_short &= ~of_comment | np.append(page.end[rows][:-1] <= rows[1:], values=True)
    return is_card, is_short


def _lines_below_headings(short: ShortLines, content: Mask) -> list[int]:
    """Give the headings such as "About the author", and the lines of the part below each.

    A part ends at the next heading, and at the latest where the box ends that its heading begins.
    """
    page, lines, rows = short.page, short.lines, list[int]()
    # The heading may have gone already, when it has a name behind a colon.
    for line in short.beginning_with(None, TermRole.ABOUT_WRITER):
        text = short.plain(line).strip(_AROUND_HEADING)
        label = finder(TermRole.ABOUT_WRITER).match(text)
        if label is None or text[label.end() :].lstrip()[:1] not in ("", *COLONS):
            continue
        box, first = int(lines.block[line.row]), int(lines.start[line.row])
        last = int(page.last[box])
        while box > 0 and page.last[box] == last:
            box = int(page.parent[box])
        within = _within(lines, first, int(page.last[box]))
        headings = _ANY_HEADING[page.tag[lines.block[within]]]
        stop = next((at for at in headings.nonzero()[0].tolist() if at > 1), len(within))
        part = within[:stop][content[lines.start[within[:stop]]]]
        chars = lines.texts.length
        own, all_chars = int(chars[part].sum()), int(chars[content[lines.start]].sum())
        if own <= min(_MAX_CARD_CHARS, _MAX_CARD_SHARE * all_chars):
            rows += part.tolist()
    return rows


def _within(lines: Lines, first: int, last: int) -> NDArray[np.intp]:
    """Give the lines that lie completely between two texts (from the first one, to before the second)."""
    start, stop = lines.start.searchsorted((first, last))
    if last < len(lines.line_of) and lines.line_of[last] == stop - 1:  # the last one goes on
        stop -= 1
    return np.arange(start, stop)


def _speaks_of_work(short: ShortLines, line: TextTerms) -> bool:
    """Tell whether a line is a sentence that speaks of a work: "Written by A. Berg in 1813, the novel is ..."."""
    if not short.lines.ends_sentence[line.row]:
        return False
    _, *behind = short.text(line).split(",")
    tells_job = bool(line.holds & bits_of(TermRole.JOB, TermRole.REPORTER, TermRole.NEWSROOM))

    def is_clause(text: str) -> bool:
        is_long = len(text.split()) >= _FEWEST_CLAUSE_WORDS and text == text.lower()
        return finder(TermRole.DETERMINER).match(plain(text).lstrip()) is not None or (is_long and not tells_job)

    return any(map(is_clause, behind))


def _is_day(line: str) -> bool:
    """Tell whether a line is little but a day, also one such as "5 days ago"."""
    days = sum(each.stop - each.start for each in dates.dates_in(line, day_first=True))
    return len(line) - days <= _MAX_CHARS_BESIDE_DAY and any(map(str.isdigit, line))


def _is_heading_of_part(short: ShortLines, row: int, long: NDArray[np.intp]) -> bool:
    """Tell whether a line that may name the writer is a heading instead: "By Public Transport".

    All words of a heading may begin with a capital. A line names the writer only before the first long line or behind
    the last; between them only with a day or the like.
    """
    lines = short.lines
    if not _HEADING[short.page.tag[lines.block[row]]]:
        return False
    amid = len(long) > 0 and long[0] < row < long[-1]
    return role_match.begins_with_preposition(lines.texts[row]) or bool(
        amid and not _behind_names().search(lines.texts[row])
    )


@load_once
def _behind_names() -> re.Pattern[str]:
    """Give the pattern of what stands behind a name and seldom in a heading: a day, a sign, or a word before these."""
    return re.compile(rf"[\d|/•·–—,;()\t]| - | (?:{expression(TermRole.AT)}) |\.$")


_FEWEST_CLAUSE_WORDS: Final = 4
"""So many words in small letters behind a comma are a clause, and no job (half 0, twice 0)."""
_MAX_CHARS_ABOUT: Final = 600  # of a paragraph about the writer (half 1, twice 0)
_FIRST_LINES_ABOUT: Final = 3  # (half 0, twice 0)
_MOST_NAME_WORDS: Final = 4  # (half 0, twice 0)
_BEHIND_NAME: Final = " ,،，;:(（—–-"
_ENDS_NAME: Final = re.compile(r"[,،;:()]$|/")
"""How a word ends behind which a name does not go on."""
_UNSPACED_NAME: Final = re.compile(f"([{HAN_AND_KANA}]{{3,8}}){one_of((*COLONS, *COMMAS, *OPENING_BRACKETS))}")
_LIKE_NAME: Final = {r"<cased-name>(?:[|(].*)?$": "a name, perhaps with more behind it"}
_OTHER_LABEL: Final = {
    r"[Nnu]{1,2}:N(?:N|<name-particle>){0,3}N(?:[|]N(?:N|<name-particle>){0,3}N)*$": "a label, and names"
}
_SIDES: Final = 2  # the line before a name and the one behind it
_MAX_WRITER_CHARS: Final = 100  # the most that a form of writers in ``patterns`` allows (half 8, twice 1)
_FIRST_LINES: Final = 10
_LAST_LINES: Final = 4
"""Short lines at the beginning and the end of the text that may name its writer (each: half 1, twice 1)."""
_MAX_WRITERS: Final = 3
"""More lines with writers above the text, or below it, are a list of the works of many (half 3, twice 0)."""
_TITLE: Final = tags.tag_set("h1 title")
_HEADING: Final = tags.tag_set("h2 h3 h4 h5 h6")
_ANY_HEADING: Final = _TITLE | _HEADING
_AROUND_HEADING: Final = " \t*•·-–—"
_MAX_BOX_CHARS: Final = 100
"""Characters, without white space, of a box that may stand anywhere (half 1, twice 0)."""
_MAX_BOXES: Final = 3
"""Boxes named after writers; a page with more is a list of works by many people (half 0, twice 2)."""
_MAX_CARD_CHARS: Final = 1500  # some paragraphs about the person (half 2, twice 0)
_MAX_CARD_SHARE: Final = 0.25
_MAX_SHARE_BELOW: Final = 0.1
"""A card holds at most the one share of the text, and at most the other stands below it (half 0, twice 0)."""
_MAX_SHARE_OF_SHORT: Final = 0.5
"""A short box with more than this share of the text, without the headline, holds the text (half 0, twice 0)."""
_MAX_CHARS_BESIDE_DAY: Final = 12
"""So many characters may stand beside a day: the time, or the day of the week (half 2, twice 2)."""
