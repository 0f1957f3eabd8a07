"""Facts, and what a page's structured data (JSON-LD, schema.org) states: facts, and the text of the article."""

import html
import json
import re
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final

from extraction.lexicon import dates

_ARTICLE: Final = re.compile(r"Article|Posting|Report|Review|Recipe|Question|WebPage|VideoObject|Event|Book")
_ARTICLE_WITH_BODY: Final = re.compile(r"Article|BlogPosting|Report|Review")
_PAID: Final = re.compile(r'"isAccessibleForFree"\s*:\s*"?(?:false|no|0)\b', re.IGNORECASE)
_BLOCK: Final = re.compile(r"</?(?:p|br|div|h[1-6]|ul|ol|li|blockquote|table)\b[^<>]*>", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^<>]*>")
_SENTENCE: Final = re.compile(r"[^.!?。！？؟۔\n]{20,}")
_MOST_SENTENCES: Final = 50
"""Of an article, that are looked for on its page."""
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


@dataclass(frozen=True, slots=True)
class StatedArticle:
    """The text of an article as the data of its page holds it (schema.org ``articleBody``)."""

    markup: str
    """HTML of paragraphs; not to be trusted more than the page."""
    text: str
    """Without markup."""

    def share_shown(self, page_text: str) -> float:
        """Give the share of its sentences that the text of a page has, 0 to 1, white space aside."""
        shown = "".join(page_text.split())
        sentences = ["".join(match[0].split()) for match in islice(_SENTENCE.finditer(self.text), _MOST_SENTENCES)]
        return sum(sentence in shown for sentence in sentences) / len(sentences) if sentences else 1.0


def stated_article(scripts: tuple[str, ...]) -> StatedArticle | None:
    """Read the text of the page's article from its JSON-LD.

    There is none where the data holds several, as on a front page, or where anything on the page is paid for
    (``isAccessibleForFree``).
    """
    if any(map(_PAID.search, scripts)):
        return None
    articles = (each for each in objects(scripts) if _ARTICLE_WITH_BODY.search(str(each.get("@type"))))
    bodies = {_text(each.get("articleBody")).strip() for each in articles} - {""}
    if len(bodies) != 1:
        return None
    body = bodies.pop()
    if not _BLOCK.search(body):  # plain text, or markup that was escaped once more
        body = html.unescape(body)
    if not _BLOCK.search(body):
        lines = filter(None, map(str.strip, body.splitlines()))
        body = "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines)
    return StatedArticle(body, html.unescape(_TAG.sub("", _BLOCK.sub("\n", body))))


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
