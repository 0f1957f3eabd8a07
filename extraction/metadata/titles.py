"""The title of a page, whole and without the name of its site."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from extraction.addresses import split
from extraction.metadata.facts import Fact
from extraction.page import tags
from extraction.page.headline import letters
from extraction.page.node_table import NodeTable

_BETWEEN: Final = re.compile(r"\s+(?:[-–—·•:~]|--)\s+|\s*(?:[|｜»«_¦]|::|&raquo;| \\ )\s*")
_STRONG: Final = re.compile(r"[|｜»«¦]|::")
_MARK: Final = re.compile(r"\s*[-–—·•:~|｜»«_¦]")
_MARK_OR_STROKE: Final = re.compile(rf"{_MARK.pattern}|\s+/\s")
_HEADINGS: Final = tags.tag_set("h1 h2 h3")
MAX_TITLE_CHARS: Final = 1000
"""Characters beyond which a title or a heading is no more looked at."""
_MOST_HEADINGS: Final = 50
_LEAST_HEADING: Final = 2
"""Letters: in Chinese a word."""
_MOST_LABELLED: Final = 1.5
"""Letters of a heading to those of its last text alone; with more, what is before is a title, too."""
LEAST: Final = 8
"""Letters that what is left of a title has at least, when nothing but a mark tells where the site's name begins."""


def whole(page: NodeTable) -> Fact | None:
    """Give the title as the page has it; None when it has none."""
    if not page.head.titles:
        return None
    stated = page.head.stated.get("og:title", "")
    value = page.head.title
    return Fact(value, "og:title" if " ".join(stated.split()) == value else "title")


def title(page: NodeTable, site_name: Fact | None, url: str | None) -> Fact | None:
    """Give the title without the name of the site at its end or beginning; ``url`` is the page's."""
    found = whole(page)
    if found is None:
        return None
    if len(found.value) > MAX_TITLE_CHARS:
        return found
    name, host = letters(site_name.value if site_name else ""), _host(url)
    heading = _heading_in(page, found.value, (name, host))
    if heading is not None:
        return heading
    parts = _BETWEEN.split(found.value)
    marks = _BETWEEN.findall(found.value)
    while len(parts) > 1:
        last, first = letters(parts[-1]), letters(parts[0])
        if last and (last in (name, host) or (len(last) > 3 and (last in host or (host and host in last)))):
            parts.pop(), marks.pop()
        elif first and first == name:
            parts.pop(0), marks.pop(0)
        elif _STRONG.search(marks[-1]) and len(letters("".join(parts[:-1]))) >= max(LEAST, len(last)):
            parts.pop(), marks.pop()
        else:
            break
    kept = found.value[found.value.index(parts[0]) :]
    kept = kept[: kept.rindex(parts[-1]) + len(parts[-1])] if len(parts) > 1 else parts[0]
    return Fact(kept.strip(), found.source) if kept.strip() else found


def _heading_in(page: NodeTable, title: str, names: tuple[str, str]) -> Fact | None:
    """Give the longest heading, or last text of one, that is a part of the title (``_parted``)."""
    found = ""
    rows = np.flatnonzero(_HEADINGS.take(page.tag))
    first, last = page.first[rows], page.last[rows]
    held = last > first
    first, last = first[held][:_MOST_HEADINGS], last[held][:_MOST_HEADINGS]
    # Forum software writes the section of a thread before its title, as a label or link of its own.
    wholes, ends = (page.texts.spans(begin, last, MAX_TITLE_CHARS) for begin in (first, last - 1))
    for text, end in zip(wholes, ends, strict=True):
        whole, behind = (" ".join(each[:MAX_TITLE_CHARS].split()) for each in (text, end))
        for heading in (whole, behind):
            if len(heading) <= len(found) or not _parted(title, heading) or any(_alike(letters(heading), names)):
                continue
            if heading == whole or len(letters(whole)) <= _MOST_LABELLED * len(letters(behind)):
                found = heading
    return Fact(found, "heading") if found else None


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
