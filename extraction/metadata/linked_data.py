"""Facts, and those that a page's structured data (JSON-LD, schema.org) states."""

import json
import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

from extraction.lexicon import dates

_ARTICLE: Final = re.compile(r"Article|Posting|Report|Review|Recipe|Question|WebPage|VideoObject|Event|Book")
_ORGANIZATION: Final = re.compile(r"Organization|WebSite|NewsMediaOrganization")
_DATE: Final = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_MOST_OBJECTS: Final = 200
"""Of one script, that are looked at."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a page says of itself: a value, and where on the page it stands."""

    value: str
    source: str
    """The name of a ``meta``, or ``json-ld``, ``rel=category``, ``time``, ``itemprop``, ``title``, ``heading``, ``url``
    or ``text``."""


_MAX_NAME_CHARS: Final = 300
"""Characters of a name or section beyond which it is none."""


def squeezed(value: str) -> str:
    """Give a name or section without needless white space; empty when it is too long to be one."""
    text = " ".join(value.split())
    return text if len(text) <= _MAX_NAME_CHARS else ""


def objects(scripts: tuple[str, ...]) -> list[dict[str, Any]]:
    """Give the objects of a page's JSON-LD that are things of their own, articles first."""
    items: list[dict[str, Any]] = []
    for script in scripts:
        try:
            waiting = deque([json.loads(script, strict=False)])
        except (ValueError, RecursionError):
            continue
        for _ in range(_MOST_OBJECTS):
            if not waiting:
                break
            each = waiting.popleft()
            if isinstance(each, list):
                waiting.extendleft(reversed(each[:_MOST_OBJECTS]))
            elif isinstance(each, dict):
                items.append(each)
                waiting += [each[key] for key in ("@graph", "mainEntity") if key in each]
    return sorted(items, key=lambda each: _ARTICLE.search(str(each.get("@type"))) is None)


def site_name(data: Iterable[dict[str, Any]]) -> Fact | None:
    """Give the name of the site, or of the organisation that publishes."""
    return _first(data, _organization)


def section(data: Iterable[dict[str, Any]]) -> Fact | None:
    """Give the section of the site that an article stands in."""
    return _first(data, lambda each: _text(each.get("articleSection")))


def published(data: Iterable[dict[str, Any]], scripts: Iterable[str]) -> Fact | None:
    """Give the day of publication; a script that is no JSON, for a comma too many, is read as it is written."""
    stated = (_text(each.get("datePublished")) for each in data)
    as_written = (match[1] for match in map(_DATE.search, scripts) if match)
    for value in chain(stated, as_written):
        day = dates.stated(value)
        if day:
            return Fact(day.isoformat(), "json-ld")
    return None


def _first(data: Iterable[dict[str, Any]], take: Callable[[dict[str, Any]], str]) -> Fact | None:
    value = next(filter(None, (squeezed(take(each)) for each in data)), "")
    return Fact(value, "json-ld") if value else None


def _text(value: Any) -> str:
    if isinstance(value, list):
        value = value[0] if value else ""
    return value if isinstance(value, str) else ""


def _organization(each: dict[str, Any]) -> str:
    if _ORGANIZATION.search(str(each.get("@type"))):
        return _text(each.get("name"))
    publisher = each.get("publisher")  # a person may publish, too: only what calls itself an organisation is read
    return _organization(publisher) if isinstance(publisher, dict) else ""
