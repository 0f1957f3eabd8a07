"""The title that a page states, without what sites and software add to it: their names, sections, labels, "Re:"."""

import re
from collections.abc import Iterable
from itertools import takewhile
from typing import Final

from extraction.lexicon.terms import TermRole, finder, texts_of
from extraction.metadata.fact import Fact
from extraction.page.headline import letters
from normalization.load_once import load_once

BETWEEN: Final = re.compile(
    r"\s+(?:[-–—·•:~›⋆]|--)\s+|\s*(?:[|｜│ㅣ_¦]|::|&raquo;| \\ )\s*|(?<=\S)：(?=\S)|\s*(?:(?<!\S)[»«](?!\S))\s*"
    # The section, in Chinese without spaces: behind a character or a mark of its width.
    r"|(?<=[\u3001-\u303f\u3400-\u9fff\uff01-\uff5e])-(?=[\u3400-\u9fff]{2,8}(?:[-_|]|$))"
)
"""This is a mark between the parts of a title."""
STRONG: Final = re.compile(r"[|｜│ㅣ»«¦]|::|^-$")
"""A mark of this kind hardly ever stands within a part."""
_LABEL_BEHIND: Final = re.compile(r"\s\(([^()]{1,40})\)$")
_BOARD: Final = re.compile(r"(?<=\S)\s*【[^【】]+】$")
"""The name of a board in brackets, right before that of the software."""
_SINCE: Final = re.compile(r"(?:©|\([cC]\)) ?(?:19|20)\d\d")
"""Since when somebody has the rights of a page."""
_HAS_NUMBER: Final = re.compile(r"\S\D*\d")
"""A number behind the beginning: few titles have one."""
_TRAIL: Final = re.compile(r"\s*[»›]\s*$")
_QUOTING: Final = re.compile("«[^»]*»|»[^«]*«")
"""Guillemets in pairs quote, in either direction, and part nothing."""
_REPLY: Final = re.compile(
    r"\s*(?:\[[^\[\]]{1,40}\]\s*)?([^\W\d_]{2,9}(?:\s[^\W\d_]{2,5})?)(?:\[\d+\]|\^\d+)?\s?(?::\s|：\s?)"
)
MARK: Final = re.compile(r"\s*[-–—·•:~|｜│»«_¦›⋆]")
"""This is any mark behind what is known to be a part."""
_TICKET: Final = re.compile(r"#\d+:? \((\S.*)\)(?:\s+[-–—]\s.*)?")
_NUMBERED: Final = re.compile(r"(?:[^\W\d_]+ )?#?(\d{2,})\s*[-–—:]\s+(?=\S)")
_ASCII_SPELLING: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "aa", "æ": "ae", "ø": "oe"})
"""Names of hosts write these letters so."""
_BETWEEN_WAYS: Final = re.compile(rf"{BETWEEN.pattern}|\s/\s")
_LEAST_NAME: Final = 3
_MOST_OF_DOMAIN: Final = 5
"""Letters of a name, behind which those of its domain may follow, and of that."""
EDGE_SIGNS: Final = " ¶|–—-"
"""A manual's link to its own section ("¶"), and marks with nothing behind them."""
LEAST_TITLE: Final = 8
"""What is left of a title has at least so many letters, when only a mark tells where the site's name begins."""


def without_site(stated: Fact, names: tuple[str, ...]) -> Fact:
    """Cut the name of the site or its software, or what a strong mark parts, off either end of a title."""
    host = names[1]
    quotes = [match.span() for match in _QUOTING.finditer(stated.value)]
    marks = [
        match
        for match in BETWEEN.finditer(stated.value)
        if not any(match.start() < end and begin < match.end() for begin, end in quotes)
    ]
    begin, end = 0, len(stated.value)
    while marks:
        part = stated.value[marks[-1].end() : end]
        names_software = finder(TermRole.TITLE_CREDIT).match(part.lower()) is not None
        if names_software or _SINCE.search(part) is not None:
            end = marks.pop().start()
            if names_software and (board := _BOARD.search(stated.value, begin, end)) is not None:
                end = board.start()
            elif names_software and marks:  # forum software writes the name of the site before its own
                end = marks.pop().start()
            continue
        last, first = letters(part), letters(stated.value[begin : marks[0].start()])
        rest = letters(stated.value[begin : marks[-1].start()])
        spelt = last.translate(_ASCII_SPELLING)
        if last and (last in names or (len(last) > _LEAST_NAME and (spelt in host or (host and host in spelt)))):
            end = marks.pop().start()
        elif is_any_of(first, names):
            # Behind the name of the site such marks lead from the general to the page: "Site » Archive » Title".
            begin = marks.pop(0 if not _TRAIL.match(marks[0][0]) else _last_of_trail(marks)).end()
            marks = [mark for mark in marks if mark.start() >= begin]
        elif STRONG.search(marks[-1][0]) and len(rest) >= max(LEAST_TITLE, len(last)):
            end = marks.pop().start()
        else:
            break
    label = _LABEL_BEHIND.search(stated.value, begin, end)
    if label is not None and label[1].lower() in texts_of(TermRole.TITLE_LABEL):
        end = label.start()
    headline = stated.value[begin:end].strip(EDGE_SIGNS)
    return Fact(headline, stated.source) if headline else stated


def without_ways(stated: Fact, ways: frozenset[str]) -> Fact:
    """Cut off the end of a title what links above the text are called (``ways``, in letters): boards, and the site.

    "Title - Board - Site" is one whole where neither the page's address nor a heading names the site.
    """
    value, marks = stated.value, [*_BETWEEN_WAYS.finditer(stated.value)]
    while marks and letters(value[marks[-1].end() :]) in ways and letters(value[: marks[-1].start()]):
        value = value[: marks.pop().start()]
    return Fact(value, stated.source)


def without_page(stated: Fact) -> Fact:
    """Cut out of a title which page of a thread it is of: "Title (Page 2) / Board", "Title - Page 2 - Site"."""
    value = stated.value
    if not _HAS_NUMBER.search(value):
        return stated
    rest = _page().sub("", value)
    return stated if rest == value or not letters(rest) else Fact(rest, stated.source)


@load_once
def _page() -> re.Pattern[str]:
    terms = sorted(map(re.escape, texts_of(TermRole.TITLE_PAGE)), key=len, reverse=True)
    page = "|".join(term.replace(r"\#", r"\d{1,6}").replace(r"\ ", r"\s?") for term in terms)
    mark = rf"(?:{BETWEEN.pattern}|\s/\s)"
    return re.compile(rf"(?<=\S)(?:\s*[(（](?:{page})[)）]|(?:{mark}|,\s)(?:{page}))(?=\s*$|{mark})", re.IGNORECASE)


def at_label(stated: Fact) -> tuple[tuple[str, ...], Fact]:
    """Part a title at what forum software says that it shows, if it does: "Site :: View topic - Title".

    Give the letters of what stands before that, names of the site and its boards, and what stands behind.
    """
    before, start = list[str](), 0
    for mark in BETWEEN.finditer(stated.value):
        part, start = stated.value[start : mark.start()].strip(), mark.end()
        if part.lower() in texts_of(TermRole.TITLE_LABEL):
            return tuple(before), Fact(stated.value[start:], stated.source)
        before.append(letters(part))
    return (), stated


def _last_of_trail(marks: list[re.Match[str]]) -> int:
    """Give the number of the last mark of a trail of the same marks."""
    return sum(1 for _ in takewhile(lambda mark: _TRAIL.match(mark[0]), marks)) - 1


def without_section(title: Fact, section: Fact | None) -> Fact:
    """Cut the name of the section off the end of a title, where it stands behind a mark as it is stated."""
    if section is None or not title.value.endswith(section.value):
        return title
    before = title.value[: -len(section.value)].rstrip()
    headline = before.rstrip(EDGE_SIGNS)
    return title if headline == before or len(letters(headline)) < LEAST_TITLE else Fact(headline, title.source)


def without_ticket(title: Fact, url: str | None) -> Fact:
    """Cut off what trackers write around the title of a ticket: "#412 (Title)", "4412 – Title", "Bug 4412 – Title".

    A number without its sign must stand in the address as well, alone behind the last stroke or as a value: others
    are years, or begin the title.
    """
    if (match := _TICKET.fullmatch(title.value)) is not None:
        return Fact(match[1], title.source)
    match = _NUMBERED.match(title.value) if url else None
    if match is None or re.search(rf"(?:[?&;][a-z_]+=|/){match[1]}(?:[?&;#]|$)", url or "") is None:
        return title
    return Fact(title.value[match.end() :], title.source)


def as_in_data(title: Fact, headlines: Iterable[str]) -> Fact:
    """Cut off the end of a title, behind a mark, what the headline of the page's data lacks, if that is the less."""
    for headline in headlines:
        rest = title.value.removeprefix(headline)
        if rest != title.value and len(rest) < len(headline) and MARK.match(rest):
            return Fact(headline, title.source)
    return title


def without_reply(title: Fact) -> Fact:
    """Cut off what programs write before the title of an answer, also several times: "[list] Re: AW[2]: ..."."""
    value = title.value
    while (match := _REPLY.match(value)) is not None and match[1].lower() in texts_of(TermRole.TITLE_REPLY):
        value = value[match.end() :]
    return title if value == title.value or not value else Fact(value, title.source)


def is_any_of(heading: str, names: tuple[str, ...]) -> bool:
    """Tell whether these letters are one of a site's names, with or without its domain."""
    return any(
        heading == name
        or (len(name) > _LEAST_NAME and heading.startswith(name) and len(heading) - len(name) <= _MOST_OF_DOMAIN)
        for name in names
        if name
    )
