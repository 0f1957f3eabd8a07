"""What is known of a page beside its text, each with where it was found. Never who wrote it."""

import json
import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache, partial
from typing import Any, Final

import numpy as np

from extraction import dates, head, tags
from extraction.addresses import absolute, split
from extraction.native.dates import dated
from extraction.node_table import Mask, NodeTable


@dataclass(frozen=True, slots=True)
class Fact:
    """A value, and where on the page it was found."""

    value: str
    source: str
    """The name of a ``meta``, ``json-ld``, ``time``, ``itemprop``, ``title``, ``heading``, ``url`` or ``text``."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """The facts of a page; None is what it does not say."""

    title: Fact | None = None
    """Without the name of the site at its end or beginning."""
    whole_title: Fact | None = None
    """As the page has it."""
    published: Fact | None = None
    """ISO 8601 date."""
    canonical_url: Fact | None = None
    """Absolute."""
    site_name: Fact | None = None
    section: Fact | None = None
    language: Fact | None = None
    """ISO 639 code."""

    def as_dict(self) -> dict[str, dict[str, str]]:
        """Give what is known, ready for JSON: value and source by name."""
        facts = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: {"value": fact.value, "source": fact.source} for name, fact in facts.items() if fact}


def read(page: NodeTable, content: Mask, language: str, url: str | None) -> Metadata:
    """Gather what a page says of itself; ``language`` is its text's, ``und`` when it cannot be told."""
    data = list(_objects(page.json_ld))
    canonical = _canonical(page, url)
    site_name = _meta(page, head.SITE_NAME) or _of_data(data, _site_name)
    return Metadata(
        title=_title(page, site_name, url),
        whole_title=_whole_title(page),
        published=_published(page, content, language, url or (canonical.value if canonical else ""), data),
        canonical_url=canonical,
        site_name=site_name,
        section=_meta(page, head.SECTION) or _of_data(data, lambda each: _first_text(each.get("articleSection"))),
        language=_language(page, language),
    )


_SQUEEZED: Final = 300
"""Characters of a name or section beyond which it is none."""


def _clean(value: str) -> str:
    found = " ".join(value.split())
    return found if len(found) <= _SQUEEZED else ""


def _meta(page: NodeTable, names: tuple[str, ...]) -> Fact | None:
    for name in names:
        value = _clean(page.head.stated.get(name, ""))
        if value:
            return Fact(value, name)
    return None


def _canonical(page: NodeTable, url: str | None) -> Fact | None:
    for name in head.CANONICAL:
        stated = page.head.stated.get(name)
        whole = absolute(url, stated) if stated else None
        if whole:
            return Fact(whole, name)
    return None


def _language(page: NodeTable, language: str) -> Fact | None:
    if language == "und":
        return None
    return Fact(language, "declared" if language == page.head.language and not page.texts else "text")


# Titles.

_BETWEEN: Final = re.compile(r"\s+(?:[-–—·•:~]|--)\s+|\s*(?:[|｜»«_¦]|::|&raquo;| \\ )\s*")
_STRONG: Final = re.compile(r"[|｜»«¦]|::")
_LETTERS: Final = re.compile(r"[\W_]+")
_MARK: Final = re.compile(r"\s*[-–—·•:~|｜»«_¦]")
_HEADINGS: Final = tags.tag_set("h1 h2 h3")
_LONGEST_TITLE: Final = 1000
_LEAST_HEADING: Final = 2
"""Letters: in Chinese a word."""
_LEAST_TITLE: Final = 8
"""Letters that what is left of a title has at least, when nothing but a mark tells where the site's name begins."""


def _whole_title(page: NodeTable) -> Fact | None:
    if not page.head.titles:
        return None
    stated = page.head.stated.get("og:title", "")
    value = page.head.title
    return Fact(value, "og:title" if " ".join(stated.split()) == value else "title")


def _title(page: NodeTable, site_name: Fact | None, url: str | None) -> Fact | None:
    whole = _whole_title(page)
    if whole is None:
        return None
    if len(whole.value) > _LONGEST_TITLE:
        return whole
    name, host = _bare(site_name.value if site_name else ""), _host(url)
    heading = _heading_in(page, whole.value, (name, host))
    if heading is not None:
        return heading
    parts = _BETWEEN.split(whole.value)
    marks = _BETWEEN.findall(whole.value)
    while len(parts) > 1:
        last, first = _bare(parts[-1]), _bare(parts[0])
        if last and (last in (name, host) or (len(last) > 3 and (last in host or (host and host in last)))):
            parts.pop(), marks.pop()
        elif first and first == name:
            parts.pop(0), marks.pop(0)
        elif _STRONG.search(marks[-1]) and len(_bare("".join(parts[:-1]))) >= max(_LEAST_TITLE, len(last)):
            parts.pop(), marks.pop()
        else:
            break
    kept = whole.value[whole.value.index(parts[0]) :]
    kept = kept[: kept.rindex(parts[-1]) + len(parts[-1])] if len(parts) > 1 else parts[0]
    return Fact(kept.strip(), whole.source) if kept.strip() else whole


def _heading_in(page: NodeTable, title: str, names: tuple[str, str]) -> Fact | None:
    """Give the longest heading that is the title's beginning, or the greater part at its end, parted by a mark."""
    found = ""
    rows = np.flatnonzero(_HEADINGS[page.tag])
    for row in rows[page.last[rows] > page.first[rows]][:_MOST_TITLES].tolist():
        heading = " ".join(page.texts.between(page.first[row], page.last[row])[:_LONGEST_TITLE].split())
        if not len(found) < len(heading) < len(title):
            continue
        if title.startswith(heading):
            parted = _MARK.match(title[len(heading) :])
        elif title.endswith(heading) and 2 * len(heading) > len(title):
            parted = _MARK.match(title[: -len(heading)][::-1])
        else:
            continue
        bare = _bare(heading)
        if parted and len(bare) >= _LEAST_HEADING and not any(_alike(bare, names)):
            found = heading
    return Fact(found, "heading") if found else None


def _alike(bare: str, names: tuple[str, str]) -> Iterator[bool]:
    """Tell for each of a site's names whether these letters are that name, with or without its domain."""
    return (
        bool(name) and (bare == name or (len(name) > 3 and bare.startswith(name) and len(bare) - len(name) < 6))
        for name in names
    )


def _bare(text: str) -> str:
    return _LETTERS.sub("", text.lower())


def _host(url: str | None) -> str:
    names = (split(url).hostname or "").split(".")
    return _bare(max(names[:-1], key=len, default=""))


# Structured data.

_ARTICLE: Final = re.compile(r"Article|Posting|Report|Review|Recipe|Question|WebPage|VideoObject|Event|Book")
_ORGANIZATION: Final = re.compile(r"Organization|WebSite|NewsMediaOrganization")
_DATE_IN_DATA: Final = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_MOST_OBJECTS: Final = 200
"""Of one script, that are looked at."""


def _objects(data: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """Give the objects of a page's JSON-LD that are things of their own, articles first."""
    found: list[dict[str, Any]] = []
    for written in data:
        try:
            waiting = deque([json.loads(written, strict=False)])
        except (ValueError, RecursionError):
            continue
        for _ in range(_MOST_OBJECTS):
            if not waiting:
                break
            each = waiting.popleft()
            if isinstance(each, list):
                waiting.extendleft(reversed(each[:_MOST_OBJECTS]))
            elif isinstance(each, dict):
                found.append(each)
                waiting += [each[key] for key in ("@graph", "mainEntity") if key in each]
    yield from sorted(found, key=lambda each: _ARTICLE.search(str(each.get("@type"))) is None)


def _of_data(data: list[dict[str, Any]], take: Any) -> Fact | None:
    for each in data:
        value = _clean(take(each))
        if value:
            return Fact(value, "json-ld")
    return None


def _first_text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return value if isinstance(value, str) else ""


def _site_name(each: dict[str, Any]) -> str:
    if _ORGANIZATION.search(str(each.get("@type"))):
        return _first_text(each.get("name"))
    publisher = each.get("publisher")  # a person may publish, too: only what calls itself an organisation is read
    return _site_name(publisher) if isinstance(publisher, dict) else ""


# Dates.


def _published(page: NodeTable, content: Mask, language: str, url: str, data: list[dict[str, Any]]) -> Fact | None:
    for each in data:
        day = dates.stated(_first_text(each.get("datePublished")))
        if day:
            return Fact(day.isoformat(), "json-ld")
    for written in page.json_ld:  # JSON that is none, with a comma too many
        match = _DATE_IN_DATA.search(written)
        day = dates.stated(match[1]) if match else None
        if day:
            return Fact(day.isoformat(), "json-ld")
    stated = page.head.stated
    for name in head.PUBLISHED:
        day = dates.stated(stated[name]) if name in stated else None
        if day:
            return Fact(day.isoformat(), name)
    if not content.any():
        return _as_property(page) or _in_address(url)
    around = cache(partial(_around, page, content))
    marked = _as_property(page) or _nearest_time(page, around)
    return marked or _in_address(url) or _in_text(page, content, language, url, around)


_TIME: Final = tags.CODE["time"]
_LONGEST_TIME: Final = 2000
"""Bytes of an element that are searched for a date: left open, each of them holds the rest of the page."""
_PROPERTY: Final = b"datePublished"
_DATED: Final = re.compile(rb'<[^<>]* itemprop="(?:[^"]*\s)?%b[\s"]' % _PROPERTY)


def _as_property(page: NodeTable) -> Fact | None:
    """Find the date that the first element with such an ``itemprop`` states."""
    at = page.source.find(_PROPERTY)
    while at >= 0:
        row = int(np.searchsorted(page.names, at, side="right")) - 1
        start, stop = (page.source.rfind(b"<", 0, page.names[row]), page.body[row]) if row >= 0 else (0, 0)
        if at < stop and _DATED.search(page.source, start, stop):  # else it stands in a text or a comment
            stated = page.attributes(row)
            day = dates.stated(stated.get("content") or stated.get("datetime") or page.inner_text(row))
            return Fact(day.isoformat(), "itemprop") if day else None
        at = page.source.find(_PROPERTY, max(at + 1, stop, *page.names[row + 1 : row + 2].tolist()))
    return None


def _nearest_time(page: NodeTable, around: "Callable[[], _Around]") -> Fact | None:
    """Find the date of the ``time`` nearest to the headline."""
    rows = np.flatnonzero(page.tag == _TIME)
    best, fact = 0.0, None
    for row, at in zip(rows.tolist(), page.first[rows].tolist(), strict=True):
        likely = _by_place(at, around())
        if likely > best:
            day = dates.stated(page.attributes(row).get("datetime") or page.inner_text(row, _LONGEST_TIME))
            if day:
                best, fact = likely, Fact(day.isoformat(), "time")
    return fact


_ADDRESS: Final = re.compile(r"(?<!\d)((?:19|20)\d\d)([/_.-]?)(\d\d?)\2(\d\d?)(?!\d)")


def _in_address(url: str) -> Fact | None:
    for year, mark, month, day in _ADDRESS.findall(split(url).path):
        found = dates.stated(f"{year}-{month:0>2}-{day:0>2}") if mark or len(month + day) == 4 else None
        if found:
            return Fact(found.isoformat(), "url")
    return None


_DAY_FIRST_ENGLISH: Final = re.compile(r"\.(?:uk|au|nz|ie|in|za|sg|hk|ng|ke|pk)$")
_BEFORE: Final = 25
"""Texts before the headline that are looked at, ..."""
_WITHIN: Final = 45
"""... behind the beginning of the content, ..."""
_BEHIND: Final = 6
"""... and behind its end."""
_MOST_TITLES: Final = 50
_BYLINE: Final = 3
_LONG_TEXT: Final = 160
_LEAST_SCORE: Final = 0.9
_TITLES: Final = tags.tag_set("h1 h2")
_LABEL: Final = re.compile(
    r"(?i)publi|posted|\bdate\b|written|creat|issued|added|launched|发布|發布|发表|發表|时间|時間|日期|опубл|дата|δημοσ|ημερομ|\bdata\b"
    r"|dodan|erstellt|veröff|tarih|eklen|ۋاقتى|يوللان|يوللىغ|ئېلان|چېسلا|تەرىپىدىن"
)
_OTHER: Final = re.compile(
    r"(?i)updat|modif|edited|revised|更新|修改|обновл|ενημ|aktual|зменен|joined|regist|since|inscrit"
    r"|enregistr|注册|تىزىم|كىرگىنى|visit|today|login|valid|expire"
)
"""What a date beside these words tells is something else."""
_RIGHTS: Final = re.compile(r"(?i)copyright|©|\(c\)|all rights")
_CLOCK: Final = re.compile(r"\d\d?[:.]\d\d")


@dataclass(frozen=True, slots=True)
class _Around:
    """Where among the texts (S) headline and content stand."""

    title: int
    begin: int
    stop: int


def _around(page: NodeTable, content: Mask) -> _Around:
    begin = int(np.argmax(content))
    stop = len(content) - int(np.argmax(content[::-1]))
    rows = np.flatnonzero(_TITLES[page.tag])
    rows = rows[(page.last[rows] > page.first[rows]) & (page.first[rows] < stop)][-_MOST_TITLES:]
    stated = [_bare(each) for each in page.head.titles]
    agree = [row for row in rows.tolist() if _agrees(page, row, stated)]
    before = page.first[agree or rows[page.first[rows] <= begin]]
    title = int(before[-1] if len(before) else page.first[rows[0]] if len(rows) else begin)
    return _Around(title, max(begin, title), stop)


def _agrees(page: NodeTable, row: int, titles: list[str]) -> bool:
    """Tell whether a heading is a part of the page's title."""
    heading = _bare(page.texts.between(page.first[row], page.last[row])[:_LONGEST_TITLE])
    return len(heading) >= _LEAST_TITLE and any(heading in title for title in titles)


def _by_place(at: int, around: _Around) -> float:
    """Tell how likely a text is to hold the page's date by where it stands; 0 and less is too far away."""
    if at < around.title:
        return 2.0 - 2.0 * (around.title - at) / _BEFORE
    if at <= around.begin + _BYLINE:
        return 3.0
    if at < around.stop:
        return 1.8 - (at - around.begin) / 50
    return 1.5 - (at - around.stop) / _BEHIND


def _in_text(page: NodeTable, content: Mask, language: str, url: str, place: "Callable[[], _Around]") -> Fact | None:
    """Find the date written beside the headline, before the text, among it or right behind it."""
    around = place()
    day_first = language != "en" or _DAY_FIRST_ENGLISH.search(split(url).hostname or "") is not None
    within = range(max(0, around.title - _BEFORE), min(around.begin + _WITHIN, around.stop))
    behind = range(max(around.stop, within.stop), min(around.stop + _BEHIND, len(content)))
    best, fact = _LEAST_SCORE, None
    for at in (each for rows in (within, behind) for each in dated(page.texts, rows, _LONG_TEXT)):
        text = page.texts[at][:_LONG_TEXT].strip()
        each = next(dates.found(text, day_first=day_first), None)
        if each is not None:
            score = _score(page, content, at, each, around)
            if score > best:
                best, fact = score, Fact(each.date.isoformat(), "text")
    return fact


def _score(page: NodeTable, content: Mask, at: int, each: dates.Found, around: _Around) -> float:
    """Tell how likely the date of a text is the page's, by where it stands and what stands beside it."""
    text = page.texts[at].strip()
    beside = text if len(text) > _LONG_TEXT else " ".join((page.texts[max(0, at - 1)][-_LONG_TEXT:], text))
    if _RIGHTS.search(text):
        return 0.0
    labelled = _LABEL.search(beside[: len(beside) - len(text) + each.start + 1]) is not None
    most = each.stop - each.start > len(text) / 2
    clock = _CLOCK.search(text[each.stop : each.stop + 20]) is not None
    score = _by_place(at, around) + 1.5 * labelled + 0.5 * most + 0.7 * clock
    score -= 1.2 * (_OTHER.search(beside) is not None) + 0.5 * bool(page.in_link[at])
    if content[at] and at > around.begin + _BYLINE and not (labelled or most or clock):
        score -= 1.5
    return score
