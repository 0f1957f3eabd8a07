"""The title of a page, whole and without the name of its site."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon.terms import TermRole, texts_of
from extraction.metadata.linked_data import Fact
from extraction.page import tags
from extraction.page.attribute_signatures import Names, words_of
from extraction.page.head import head_of, split
from extraction.page.headline import letters
from extraction.page.node_table import Column, Mask, NodeTable

_BETWEEN: Final = re.compile(
    r"\s+(?:[-–—·•:~›⋆]|--)\s+|\s*(?:[|｜│ㅣ_¦]|::|&raquo;| \\ )\s*|(?<=\S)：(?=\S)|\s*(?:(?<!\S)[»«](?!\S))\s*"
    r"|(?<=[\u3400-\u9fff])-(?=[\u3400-\u9fff]{2,8}(?:[-_|]|$))"  # the section, in Chinese without spaces
)
_STRONG: Final = re.compile(r"[|｜│ㅣ»«¦]|::|^-$")
_LABEL_BEHIND: Final = re.compile(r"\s\(([^()]{1,40})\)$")
_TRAIL: Final = re.compile(r"\s*[»›]\s*$")
_QUOTING: Final = re.compile("«[^»]*»|»[^«]*«")
"""Guillemets in pairs quote, in either direction, and part nothing."""
_MARK: Final = re.compile(r"\s*[-–—·•:~|｜│»«_¦›⋆]")
_MARK_OR_STROKE: Final = re.compile(rf"{_MARK.pattern}|\s+/\s")
_HEADINGS: Final = tags.tag_set("h1 h2 h3")
MAX_TITLE_CHARS: Final = 1000
"""Characters beyond which a title or a heading is no more looked at."""
_MOST_HEADINGS: Final = 50
_LEAST_HEADING: Final = 2
"""Letters: in Chinese a word."""
_MOST_LABELLED: Final = 1.5
"""Letters of a heading to those of its last text alone; with more, what is before is a title, too."""
_H1: Final = tags.CODE["h1"]
_KICKER: Final = re.compile(rf"(?<![a-z])(?:{'|'.join(words_of(Names.KICKER))})(?![a-z])")
_MAX_HEADLINE_LETTERS: Final = 300
_MAX_TEXTS_BELOW_HEADLINE: Final = 12
"""Segments between a headline and the text: a date, a section, buttons to share."""
_MIN_SHARED: Final = 0.55
_WORD: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|[^\W_]+")
"""A word, or a character of scripts that are written without spaces."""
_ASCII_SPELLING: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "æ": "ae", "ø": "oe"})
"""As hosts write them."""
_SOFT_HYPHEN: Final = "\u00ad"
_EDGE_SIGNS: Final = " ¶|–—-"
"""A manual's link to its own section ("¶"), and marks with nothing behind them."""
_GOES_ON: Final = re.compile(r"(?:\s?[:–—|,-]\s+(?=[^\W\d])|\s+(?=[^\W\d_A-ZÀ-ÖØ-ÞА-Я]))\D*$")
"""What is behind a title in a headline, when it is a part of it: words behind a mark, or in small letters, and no day.
Capitals with no mark before them begin a line of their own."""
LEAST: Final = 8
"""Letters that what is left of a title has at least, when nothing but a mark tells where the site's name begins."""


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
) -> Fact | None:
    """Give the headline of the page, else its stated title without the name of the site.

    A headline is a heading at the text that says what the stated title says, in the letters of the page itself; or,
    when none does, the only ``h1`` there is at the text. ``content`` marks the text (S), ``url`` is the page's,
    ``headlines`` are what its data calls its headline.
    """
    stated = whole(page)
    if stated is not None and len(stated.value) > MAX_TITLE_CHARS:
        return stated
    names = letters(site_name.value if site_name else ""), _host(url)
    headline = _headline(page, content, stated.value if stated else "", names, headlines)
    if stated is None:
        return Fact(headline, "heading") if headline else None
    alone = _as_in_data(_without_section(_without_site(stated, names), section), headlines)
    if not headline or (_holds_more(headline, alone.value) and not _is_stated(page, headline, headlines)):
        return alone
    return Fact(headline, "heading")


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
    if len(stated) < LEAST or stated not in own:
        return False
    rest = headline[len(title) :] if headline.startswith(title) else ""
    return _GOES_ON.match(rest) is None


def _without_site(stated: Fact, names: tuple[str, str]) -> Fact:
    """Cut the name of the site, or what a strong mark parts, off the end or the beginning of a title."""
    host = names[1]
    quotes = [match.span() for match in _QUOTING.finditer(stated.value)]
    marks = [
        match
        for match in _BETWEEN.finditer(stated.value)
        if not any(match.start() < end and begin < match.end() for begin, end in quotes)
    ]
    begin, end = 0, len(stated.value)
    for number, mark in enumerate(marks[1:], 1):
        # Forum software says what it shows before the title: "Site :: View topic - Title".
        if stated.value[marks[number - 1].end() : mark.start()].strip().lower() in texts_of(TermRole.TITLE_LABEL):
            begin, marks = mark.end(), marks[number + 1 :]
            break
    while marks:
        last, first = letters(stated.value[marks[-1].end() : end]), letters(stated.value[begin : marks[0].start()])
        rest = letters(stated.value[begin : marks[-1].start()])
        spelt = last.translate(_ASCII_SPELLING)
        if last and (last in names or (len(last) > 3 and (spelt in host or (host and host in spelt)))):
            end = marks.pop().start()
        elif any(_alike(first, names)):
            # Behind the name of the site such marks lead from the general to the page: "Site » Archive » Title".
            begin = marks.pop(0 if not _TRAIL.match(marks[0][0]) else _last_of_trail(marks)).end()
            marks = [mark for mark in marks if mark.start() >= begin]
        elif _STRONG.search(marks[-1][0]) and len(rest) >= max(LEAST, len(last)):
            end = marks.pop().start()
        else:
            break
    label = _LABEL_BEHIND.search(stated.value, begin, end)
    if label is not None and label[1].lower() in texts_of(TermRole.TITLE_LABEL):
        end = label.start()
    headline = stated.value[begin:end].strip(_EDGE_SIGNS)
    return Fact(headline, stated.source) if headline else stated


def _last_of_trail(marks: list[re.Match[str]]) -> int:
    """Give the number of the last mark of a trail of the same marks."""
    return sum(1 for _ in takewhile(lambda mark: _TRAIL.match(mark[0]), marks)) - 1


def _without_section(title: Fact, section: Fact | None) -> Fact:
    """Cut the name of the section off the end of a title, where it stands behind a mark as it is stated."""
    if section is None or not title.value.endswith(section.value):
        return title
    before = title.value[: -len(section.value)].rstrip()
    headline = before.rstrip(_EDGE_SIGNS)
    return title if headline == before or len(letters(headline)) < LEAST else Fact(headline, title.source)


def _as_in_data(title: Fact, headlines: Iterable[str]) -> Fact:
    """Cut off the end of a title, behind a mark, what the headline of the page's data lacks, if that is the less."""
    for headline in headlines:
        rest = title.value.removeprefix(headline)
        if rest != title.value and len(rest) < len(headline) and _MARK.match(rest):
            return Fact(headline, title.source)
    return title


def _headline(page: NodeTable, content: Mask, title: str, names: tuple[str, str], headlines: tuple[str, ...]) -> str:
    """Give the headline of a page with this stated title; empty when there is none.

    Of the headings that say what the title says those at the text come first, then one that says just that, then the
    longest. ``headlines`` are what the page's data calls its headline.
    """
    rows = (_HEADINGS.take(page.tag) & (page.last > page.first)).nonzero()[0][:_MOST_HEADINGS]
    part = _longest_part(title, names)
    exact = letters(title), letters(part), *map(letters, (*head_of(page).titles[1:], *headlines))
    stated = len(headlines)
    best, alone = (False, False, 0, ""), []
    # Forum software writes the section of a thread before its title, as a label or link of its own.
    first, last = page.first[rows], page.last[rows]
    behind_kickers = _parts_behind(page, first, _behind_kickers(page, rows), last)
    last_texts = _parts_behind(page, first, last - 1, last)
    every = zip(rows.tolist(), page.texts.spans(first, last, MAX_TITLE_CHARS), strict=True)
    for number, ((row, whole_heading), near) in enumerate(zip(every, _at_text(page, content, rows), strict=True)):
        heading = _plain(whole_heading[:MAX_TITLE_CHARS])
        behind_kicker, behind = behind_kickers.get(number, heading), last_texts.get(number, heading)
        if heading != behind_kicker and not exact[0].startswith(letters(heading)):
            heading = behind_kicker  # else the page states it with the kicker
        is_h1 = page.tag[row] == _H1
        # Few headings but an h1 begin or end the title: of the others no letters are counted.
        says_it = is_h1 or title.startswith((heading, behind)) or title.endswith((heading, behind))
        if not says_it and not (near and letters(behind) == exact[0]):
            continue
        # What the title has, too, counts as a label where the title says so, by a mark.
        parts = exact[:-stated] if stated and letters(heading) == exact[0] else exact
        if behind != heading and letters(behind) in parts:
            heading = behind
        size = len(letters(heading))
        for reading in dict.fromkeys((heading, behind)):
            own = letters(reading)
            if len(own) < _LEAST_HEADING or size > _MOST_LABELLED * len(own) or any(_alike(own, names)):
                continue
            is_whole = near and own == exact[0]
            same = is_h1 and reading == heading and (own in exact[2:] or _says_the_same(reading, part))
            if is_whole or _parted(title, reading) or same:
                best = max(best, (near, is_whole, len(reading), reading))
            if is_h1 and near and reading == heading and _stands_alone(own, exact[0]):
                alone.append(heading)
    return best[-1] or (alone[0] if len(alone) == 1 else "")


def _parts_behind(page: NodeTable, first: Column, start: Column, last: Column) -> dict[int, str]:
    """Give the parts of headings from ``start`` on, by their numbers, of those that begin before it."""
    (rows,) = (start > first).nonzero()
    parts = page.texts.spans(start[rows], last[rows], MAX_TITLE_CHARS)
    return {row: _plain(part[:MAX_TITLE_CHARS]) for row, part in zip(rows.tolist(), parts, strict=True)}


def _behind_kickers(page: NodeTable, rows: NDArray[np.intp]) -> NDArray[np.int32]:
    """Give where the text of each heading (by row) begins: behind an element in it that is named after kickers."""
    first, last = page.first[rows], page.last[rows]
    for number in (last - first > 1).nonzero()[0].tolist():
        element, heading = int(page.owner[first[number]]), int(rows[number])
        while element > heading:
            if page.last[element] < last[number] and _KICKER.search(page.attributes(element).get("class", "").lower()):
                first[number] = page.last[element]
                break
            element = int(page.parent[element])
    return first


def _plain(heading: str) -> str:
    """Give the text of a heading without soft hyphens, and without the signs of links and marks at its ends."""
    return " ".join(heading.replace(_SOFT_HYPHEN, "").split()).strip(_EDGE_SIGNS).removeprefix(": ")


def _stands_alone(headline: str, title: str) -> bool:
    """Tell, of their letters, whether a headline may be one although the title does not say it, in part or whole."""
    return LEAST <= len(headline) <= _MAX_HEADLINE_LETTERS and headline not in title


def _at_text(page: NodeTable, content: Mask, rows: NDArray[np.intp]) -> list[bool]:
    """Tell which of the headings, given by their rows, are in the text (S) or shortly before it."""
    marked = content.nonzero()[0]
    if not len(marked):
        return [False] * len(rows)
    near = (marked[0] - page.last[rows] <= _MAX_TEXTS_BELOW_HEADLINE) & (page.first[rows] <= marked[-1])
    answer: list[bool] = near.tolist()
    return answer


def _longest_part(title: str, names: tuple[str, str]) -> str:
    """Give the longest part of a title between marks that is not the name of the site."""
    parts = [part for part in _BETWEEN.split(title) if not any(_alike(letters(part), names))]
    return max(parts, key=len, default="")


def _says_the_same(heading: str, title: str) -> bool:
    """Tell whether most of the letters of a heading and a title are in words they share."""
    own, others = (Counter(_WORD.findall(each.lower().replace(_SOFT_HYPHEN, ""))) for each in (heading, title))
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
        mark = _MARK if 2 * len(heading) <= len(title) else _MARK_OR_STROKE
        return mark.match(title[len(heading) :]) is not None
    return _MARK.match(title[: -len(heading)][::-1]) is not None


def _alike(heading: str, names: tuple[str, str]) -> Iterator[bool]:
    """Tell for each of a site's names whether these letters are that name, with or without its domain."""
    for name in names:
        begins = len(name) > 3 and heading.startswith(name) and len(heading) - len(name) < 6
        yield bool(name) and (heading == name or begins)


def _host(url: str | None) -> str:
    names = (split(url).hostname or "").split(".")
    return letters(max(names[:-1], key=len, default=""))
