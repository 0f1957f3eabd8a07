"""What a page's data states: facts (JSON-LD, schema.org), and the text of the article."""

import html
import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

_ARTICLE: Final = re.compile(r"Article|Posting|Report|Review|Recipe|Question|WebPage|VideoObject|Event|Book")
_ARTICLE_WITH_BODY: Final = re.compile(r"Article|BlogPosting|Report|Review")
PAID: Final = re.compile(
    r'"isAccessibleForFree"\s*:\s*"?(?:https?:\\?/\\?/schema\.org\\?/)?(?:false|no|0)\b', re.IGNORECASE
)
BLOCK: Final = re.compile(r"</?(?:p|br|div|h[1-6]|ul|ol|li|blockquote|table)\b[^<>]*>", re.IGNORECASE)
"""A tag of HTML that ends a line."""
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


MAX_NAME_CHARS: Final = 300
"""Characters of a name or section beyond which it is none."""


def squeezed(value: str) -> str:
    """Give a name or section without needless white space; empty when it is too long to be one."""
    text = " ".join(value.split())
    return text if len(text) <= MAX_NAME_CHARS else ""


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


def own_first(data: list[dict[str, Any]], address: str) -> list[dict[str, Any]]:
    """Put the articles first that say they are at this address: a page may state those it leads to, too."""
    if not address or len(data) < _FEWEST_TO_SORT:
        return data
    own = _place(address)
    return sorted(data, key=lambda each: own not in _places(each))


def _places(each: dict[str, Any]) -> set[str]:
    if not _ARTICLE_WITH_BODY.search(str(each.get("@type"))):
        return set()
    of_page = each.get("mainEntityOfPage")
    stated = (each.get("url"), each.get("@id"), of_page.get("@id") if isinstance(of_page, dict) else of_page)
    return {_place(value) for value in stated if isinstance(value, str)}


def _place(address: str) -> str:
    """Give an address without what differs among those of one page."""
    return _NOT_OF_PLACE.sub("", address)


_NOT_OF_PLACE: Final = re.compile(r"^https?://(?:www\.)?|/?(?:[#].*)?$")
_FEWEST_TO_SORT: Final = 2


def site_name(data: Iterable[dict[str, Any]]) -> Fact | None:
    """Give the name of the site, or of the organisation that publishes."""
    return _first(data, _organization)


def section(data: Iterable[dict[str, Any]]) -> Fact | None:
    """Give the section of the site that an article stands in."""
    return _first(data, lambda each: _text(each.get("articleSection")))


def published(data: Iterable[dict[str, Any]], scripts: Iterable[str]) -> Iterator[str]:
    """Give what is stated as the time of publication; of a script that is no JSON, for a comma too many, as written."""
    yield from filter(None, (_text(each.get("datePublished")) for each in data))
    yield from (match[1] for match in map(_DATE.search, scripts) if match)


def headlines(data: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Give what the first article of the data, if there is one, is headed with."""
    articles = (each for each in data if _ARTICLE_WITH_BODY.search(str(each.get("@type"))))
    stated = (squeezed(html.unescape(_text(each.get("headline")))) for each in islice(articles, 1))
    return tuple(filter(None, stated))


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
    if any(map(PAID.search, scripts)):
        return None
    articles = (each for each in objects(scripts) if _ARTICLE_WITH_BODY.search(str(each.get("@type"))))
    bodies = {_text(each.get("articleBody")).strip() for each in articles} - {""}
    if len(bodies) != 1:
        return None
    body = bodies.pop()
    if not BLOCK.search(body):  # plain text, or markup that was escaped once more
        body = html.unescape(body)
    if not BLOCK.search(body):
        lines = filter(None, map(str.strip, body.splitlines()))
        body = "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines)
    return StatedArticle(body, html.unescape(_TAG.sub("", BLOCK.sub("\n", body))))


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
