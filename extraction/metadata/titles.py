"""The title of a page, whole and without the name of its site."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import numpy as np

from extraction.metadata.fact import Fact
from extraction.metadata.headings import (
    H1,
    MAX_TEXTS_BELOW_HEADLINE,
    MAX_TITLE_CHARS,
    SOFT_HYPHEN,
    HeadingText,
    headings_of,
    home_names,
    plain_heading,
)
from extraction.metadata.stated_titles import (
    BETWEEN,
    LEAST_TITLE,
    MARK,
    STRONG,
    as_in_data,
    at_label,
    is_any_of,
    without_page,
    without_reply,
    without_section,
    without_site,
    without_ticket,
    without_ways,
)
from extraction.page import tags
from extraction.page.headline import letters
from extraction.page.lines import lines_of
from extraction.page.node_table import Mask, NodeTable
from extraction.page.signs import HAN_AND_KANA
from extraction.page.statements.addresses import split
from extraction.page.statements.head import head_of

_MARK_OR_STROKE: Final = re.compile(rf"{MARK.pattern}|\s+/\s")
_MOST_PIECES: Final = 12
"""Texts of a heading that are looked at one by one."""
_MOST_TEXTS_IN: Final = 4
"""Texts of the content that may be the headline, where the page has no heading."""
_MOST_BETWEEN: Final = 6
"""Texts between such a headline and the text, if it is the lesser part at the end of the title: else it is the site."""
_LONGEST_WAY: Final = 60
"""A link to a part of the site has at most so many characters."""
_MOST_WAYS: Final = 200  # of links, and of headings: bounds the time
_LEAST_LINE: Final = 4
"""Such a text in other letters than those of ASCII has at least so many."""
_LEAST_SHARE: Final = 0.4
"""A part has at least this share of the title's letters where no strong mark parts it from the rest."""
_LEAST_HEADING: Final = 2
"""A heading has at least so many letters: in Chinese they are a word."""
_MOST_LABELLED: Final = 1.5
"""A heading has at most so many times the letters of its last text; with more, what is before is a title, too."""
_MAX_HEADLINE_LETTERS: Final = 300  # a longer heading is a text
_MIN_SHARED: Final = 0.55  # of the letters; half changes the title of 2 of 827 labelled pages, twice of 65
_WORD: Final = re.compile(rf"[{HAN_AND_KANA}]|[^\W_]+")
"""A word, or a character of scripts that are written without spaces."""
_BOLD: Final = tags.tag_set("b strong big")
_MOST_AROUND_BOLD: Final = 3
_LEAST_BOLD, _MOST_BOLD = 12, 100
"""A line in bold that may be a headline has so many characters."""
_NO_PHRASE: Final = re.compile(r"[.:!。：©]\s*$|^\W*(?:©|\d)|https?:")
"""What ends or begins a sentence, a label, a number or a notice of rights."""
_HAN: Final = re.compile(f"[{HAN_AND_KANA}]")
_LEAST_WORD: Final = 4
"""Letters of a word of a title that is looked for in the text; a Han character is one, too."""
_MOST_IN_TEXT: Final = 0.34
"""The share of the words of a title that may be in the text, if the title is the name of the site."""
_NUMBER: Final = re.compile(r"[#!№]\d+")
"""This is the number of an issue, which trackers write behind its title."""
_GOES_ON: Final = re.compile(r"(?:\s?[:–—|,-]\s+(?=[^\W\d])|\s+(?=[^\W\d_A-ZÀ-ÖØ-ÞА-Я]))\D*$")
"""What is behind a title in a headline, when it is a part of it: words behind a mark, or in small letters, and no day.
Capitals with no mark before them begin a line of their own."""


def whole(page: NodeTable) -> Fact | None:
    """Give the title as the page has it; None when it has none."""
    if not head_of(page).titles:
        return None
    stated = head_of(page).stated.get("og:title", "")
    value = head_of(page).title
    return Fact(value, "og:title" if " ".join(stated.split()) == value else "title")


def title(
    page: NodeTable,
    content: Mask,
    url: str | None,
    site_name: Fact | None = None,
    section: Fact | None = None,
    headlines: tuple[str, ...] = (),
    *,
    of_thread: bool = False,
) -> Fact | None:
    """Give the headline of the page, else its stated title without the name of the site.

    A headline is a heading at the text that says what the stated title says, in the letters of the page itself; or,
    when none does, the only ``h1`` there is at the text. ``content`` marks the text (S), ``url`` is the page's,
    ``headlines`` are what its data calls its headline. Of a thread the ways to its board are no part of the title
    either; elsewhere links may be called like the page ("Site - Contacts").
    """
    stated = whole(page)
    if stated is not None and len(stated.value) > MAX_TITLE_CHARS:
        return stated
    names = letters(site_name.value if site_name else ""), _host(url), *home_names(page, url)
    if stated is None:
        headline = _headline(page, content, ("", ""), names, headlines)
        return without_reply(Fact(headline, "heading")) if headline else None
    of_site, stated = at_label(without_page(stated) if of_thread else stated)
    names = *names, *of_site
    alone = without_site(stated, names)
    alone = without_ways(alone, _ways(page, content)) if of_thread else alone
    alone = as_in_data(without_section(without_ticket(alone, url), section), headlines)
    readings = stated.value, alone.value
    headline = _headline(page, content, readings, names, headlines) or _line_in_title(
        page, content, stated.value, names
    )
    if not headline and (line := _bold_line(page, content, stated.value)):
        return Fact(line, "heading")
    if not headline or (_holds_more(headline, alone.value) and not _is_stated(page, headline, headlines)):
        return without_reply(alone)
    return without_reply(Fact(headline, "heading"))


def _ways(page: NodeTable, content: Mask) -> frozenset[str]:
    """Give what links above the text (S) are called, in letters: the ways to other parts of the site.

    One that is called like a heading may lead to the page itself.
    """
    start = int(content.argmax()) if content.any() else 0
    short = page.texts.length <= _LONGEST_WAY
    ways = (short & page.in_link)[:start].nonzero()[0][-_MOST_WAYS:]
    headings = (short & ~page.in_link & page.texts_in_marked(tags.HEADING[page.tag])).nonzero()[0][:_MOST_WAYS]
    called, itself = (frozenset(map(letters, page.texts.strings(rows))) for rows in (ways, headings))
    return called - itself - {""}


def _is_stated(page: NodeTable, headline: str, headlines: Iterable[str]) -> bool:
    """Tell whether the page states a headline as it is elsewhere, word by word."""
    words = headline.split()
    return any(words == each.split() for each in (*head_of(page).titles[1:], *headlines))


def _holds_more(headline: str, title: str) -> bool:
    """Tell whether a headline holds the title and more, or without its spaces.

    So it is where a label, a day or a section stands in one element with it. A headline that begins with the title and
    goes on in letters is the longer one of the two.
    """
    own, stated = letters(headline), letters(title)
    if own == stated:
        return len(headline.split()) < len(title.split())
    if len(stated) < LEAST_TITLE or stated not in own:
        return False
    rest = headline[len(title) :] if headline.startswith(title) else ""
    return _GOES_ON.match(rest) is None


class _StatedTitle(NamedTuple):
    """What the page states as its title, to compare headings with."""

    text: str
    part: str
    """The longest part between marks that is not the name of the site."""
    alone: str
    """Letters of the title without the site."""
    exact: tuple[str, ...]
    """Letters of the title, of the part, of further titles, and, at the end, of the headlines in the page's data."""
    headlines: int
    """How many of ``exact`` are headlines in the page's data."""


def _headline(
    page: NodeTable, content: Mask, readings: tuple[str, str], names: tuple[str, ...], headlines: tuple[str, ...]
) -> str:
    """Give the headline of a page with this stated title, as it is and without the site; empty when there is none.

    Of the headings that say what the title says those at the text come first, then one that says just that, then the
    longest. ``headlines`` are what the page's data calls its headline.
    """
    part = _longest_part(readings[0], names)
    exact = map(letters, (readings[0], part, *head_of(page).titles[1:], *headlines))
    stated = _StatedTitle(readings[0], part, letters(readings[1]), tuple(exact), len(headlines))
    best, alone, parts = (False, False, 0, ""), list[tuple[str, int]](), list[str]()
    for each in _heading_readings(page, content, stated, names):
        if each.says_title:
            best = max(best, (each.heading.is_near, each.is_whole, len(each.text), each.text))
            parts += [each.text] * each.heading.is_near
        if each.stands_alone:
            alone.append((each.text, int(page.last[each.heading.row])))
    if best[-1] or len(alone) != 1:
        behind = parts[parts.index(best[-1]) + 1 :] if best[-1] in parts else []
        return next((each for each in behind if _are_whole(best[-1], each, stated)), best[-1])
    only, end = alone[0]
    return part if _is_line_at_text(page, content, letters(part), end) else only


class _HeadingReading(NamedTuple):
    """One way to read a heading as the headline: without labels, or its last text alone."""

    heading: HeadingText
    text: str
    is_whole: bool
    """The heading stands at the text and says all of the stated title."""
    says_title: bool
    """It says the stated title, a part of it, or most of its words."""
    stands_alone: bool
    """It may be a headline although the title does not say it: an ``h1`` at the text."""


def _heading_readings(
    page: NodeTable, content: Mask, stated: _StatedTitle, names: tuple[str, ...]
) -> Iterator[_HeadingReading]:
    """Give the ways to read the headings of a page as its headline; the ``names`` of the site are none."""
    for heading in headings_of(page, content, stated.exact[0]):
        is_h1 = page.tag[heading.row] == H1
        text = _without_labels(page, heading, stated)
        size = len(letters(text))
        for reading in dict.fromkeys((text, heading.last) if text else ()):
            own = letters(reading)
            if len(own) < _LEAST_HEADING or size > _MOST_LABELLED * len(own) or is_any_of(own, names):
                continue
            is_whole = heading.is_near and own == stated.exact[0]
            is_part = (heading.is_near and own == stated.alone) or _parted(stated.text, reading)
            is_own = is_h1 and reading == text
            says_title = (
                is_whole or is_part or (is_own and (own in stated.exact[2:] or _says_the_same(reading, stated.part)))
            )
            stands_alone = is_own and heading.is_near and _stands_alone(own, stated.exact[0])
            yield _HeadingReading(heading, reading, is_whole, says_title, stands_alone)


def _are_whole(heading: str, behind: str, stated: _StatedTitle) -> bool:
    """Tell whether two headings are all of the title, in any order: then the first on the page names the site."""
    one, other = letters(heading), letters(behind)
    return stated.exact[0] in (one + other, other + one)


def _without_labels(page: NodeTable, heading: HeadingText, stated: _StatedTitle) -> str:
    """Give the text of a heading without labels beside the title; empty when it is not what the page states."""
    text, last, title = heading.text, heading.last, stated.text
    # Few headings but an h1 begin or end the title: of the others no letters are counted.
    piece = _text_of_title(page, heading.row, text, title)
    is_stated = piece or title.startswith((text, last)) or title.endswith((text, last))
    if not (page.tag[heading.row] == H1 or is_stated or (heading.is_near and letters(last) == stated.exact[0])):
        return ""
    # What the title has, too, counts as a label where the title says so, by a mark.
    is_whole = stated.headlines and letters(text) == stated.exact[0]
    parts = stated.exact[: -stated.headlines] if is_whole else stated.exact
    if last != text and letters(last) in parts:
        return last
    if piece and piece in text and not title.startswith(text):  # else it is the kicker, or a part of it
        return piece
    return text


def _is_line_at_text(page: NodeTable, content: Mask, title: str, behind: int) -> bool:
    """Tell whether a text where the content (S) begins says, in these letters, what the page states as its title.

    Then a heading before it (it ends where ``behind`` is) that says something else is that of a box beside the text:
    aggregators have the title in a link. A heading between both is that of the text, and the line names its section.
    """
    begin = int(np.argmax(content)) if content.any() else 0
    near = range(max(behind, begin - MAX_TEXTS_BELOW_HEADLINE), min(begin + _MOST_TEXTS_IN, len(content)))
    return len(title) >= LEAST_TITLE and any(letters(page.texts[at][:MAX_TITLE_CHARS]) == title for at in near)


def _text_of_title(page: NodeTable, row: int, heading: str, title: str) -> str:
    """Give the text of a heading, or its last texts, that a title begins with before a mark; empty when there is none.

    It is also empty when another text of the heading is in the title, for then that is no label. Forum software has
    labels and links beside the title of a thread: "[Help] Title [Copy the link]".
    """
    first, last = int(page.first[row]), int(page.last[row])
    if not 1 < last - first <= _MOST_PIECES or title[:_LEAST_HEADING] not in heading:
        return ""
    texts = [plain_heading(page.texts[at][:MAX_TITLE_CHARS]) for at in range(first, last)]
    ends = (heading[max(0, heading.find(each)) :] for each in texts[1:] if each)
    title_text = next((each for each in (*texts, *ends) if _begins(title, each)), "")
    others = (each for each in texts if each not in title_text and len(each) >= _LEAST_HEADING)
    is_in_title = any(each in title and _NUMBER.fullmatch(each) is None for each in others)
    return "" if is_in_title else title_text


def _line_in_title(page: NodeTable, content: Mask, title: str, names: tuple[str, ...]) -> str:
    """Give the text at the beginning of the content (S) that is a part of a title between marks, as in bold type on
    pages without headings; the longest, empty when there is none.
    """
    if MARK.search(title) is None or not content.any():
        return ""
    begin, best = int(np.argmax(content)), ""
    for at in range(max(0, begin - MAX_TEXTS_BELOW_HEADLINE), min(begin + _MOST_TEXTS_IN, len(content))):
        if page.in_link[at]:
            continue
        text = plain_heading(page.texts[at][:MAX_TITLE_CHARS])
        may_be_lesser = at > begin - _MOST_BETWEEN
        if len(text) > len(best) and _is_part_of_title(title, text, names, may_be_lesser=may_be_lesser):
            best = text
    return best


def _bold_line(page: NodeTable, content: Mask, title: str) -> str:
    """Give the first line of the content (S) if it is in bold letters, on a page without headings whose title
    has hardly a word of the text, as on old sites that call each page by their own name; else "".
    """
    if tags.HEADING[page.tag].any() or not content.any():
        return ""
    lines, begin = lines_of(page), int(content.argmax())
    line = lines.texts[int(lines.line_of[begin])]
    is_phrase = _LEAST_BOLD <= len(line) <= _MOST_BOLD and _NO_PHRASE.search(line) is None
    is_phrase = is_phrase and (line != line.upper() or line == line.lower())  # a label of a part is in capitals
    if not is_phrase or page.in_link[begin] or not _is_bold(page, int(page.owner[begin])):
        return ""
    text = " ".join(page.texts.strings(content.nonzero()[0])).lower()
    words = [word for word in _WORD.findall(title.lower()) if len(word) >= _LEAST_WORD or _HAN.match(word)]
    in_text = sum(word in text for word in words)
    return "" if in_text > _MOST_IN_TEXT * len(words) else plain_heading(line)


def _is_bold(page: NodeTable, row: int) -> bool:
    """Tell whether an element (row), or one right around it, is for bold letters."""
    around = [row]
    while len(around) < _MOST_AROUND_BOLD and around[-1] > 0:
        around.append(int(page.parent[around[-1]]))
    return bool(_BOLD[page.tag[around]].any())


def _is_part_of_title(title: str, text: str, names: tuple[str, ...], *, may_be_lesser: bool) -> bool:
    """Tell whether a title begins or ends with a text, parted by a mark, and that is enough of it and no site's name.

    ``may_be_lesser``: the text may also be the lesser part, at the end of the title.
    """
    ends = title.endswith(text) and (_parted(title, text) or (may_be_lesser and _ends(title, text)))
    if not (ends or _begins(title, text)):
        return False
    own, least = letters(text), LEAST_TITLE if text.isascii() else _LEAST_LINE
    mark = None if ends else BETWEEN.match(title, len(text))
    if mark is None or not STRONG.search(mark[0]):
        least = max(least, int(_LEAST_SHARE * len(letters(title))))
    return len(own) >= least and not is_any_of(own, names)


def _ends(title: str, text: str) -> bool:
    """Tell whether a title ends with a text, behind a mark that parts."""
    before = len(title) - len(text)
    return any(mark.end() == before for mark in BETWEEN.finditer(title))


def _begins(title: str, text: str) -> bool:
    """Tell whether a title begins with a text, before a mark that parts."""
    return len(text) >= _LEAST_HEADING and title.startswith(text) and BETWEEN.match(title, len(text)) is not None


def _stands_alone(headline: str, title: str) -> bool:
    """Tell, of their letters, whether a headline may be one although the title does not say it, in part or whole."""
    return LEAST_TITLE <= len(headline) <= _MAX_HEADLINE_LETTERS and headline not in title


def _longest_part(title: str, names: tuple[str, ...]) -> str:
    """Give the longest part of a title between marks that is not the name of the site."""
    parts = [part for part in BETWEEN.split(title) if not is_any_of(letters(part), names)]
    return max(parts, key=len, default="")


def _says_the_same(heading: str, title: str) -> bool:
    """Tell whether most of the letters of a heading and a title are in words they share."""
    own, others = (Counter(_WORD.findall(each.lower().replace(SOFT_HYPHEN, ""))) for each in (heading, title))
    return 2 * _size(own & others) >= _MIN_SHARED * (_size(own) + _size(others)) > 0


def _size(words: Counter[str]) -> int:
    return sum(len(word) * times for word, times in words.items())


def _parted(title: str, heading: str) -> bool:
    """Tell whether a heading is the title's beginning, or the greater part at its end, parted by a mark."""
    begins = title.startswith(heading)
    ends = title.endswith(heading) and 2 * len(heading) > len(title)
    # Few headings do either: of the others no letters are counted.
    if not (begins or ends) or len(heading) >= len(title) or len(letters(heading)) < _LEAST_HEADING:
        return False
    if begins:
        mark = MARK if 2 * len(heading) <= len(title) else _MARK_OR_STROKE
        return mark.match(title[len(heading) :]) is not None
    return MARK.match(title[: -len(heading)][::-1]) is not None


def _host(url: str | None) -> str:
    names = (split(url).hostname or "").split(".")
    return letters(max(names[:-1], key=len, default=""))
