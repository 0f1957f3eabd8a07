"""The facts that a page's JSON-LD states (schema.org)."""

import html
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from extraction.metadata.fact import Fact, squeezed
from extraction.page.node_table import NodeTable
from extraction.page.statements.json_ld import objects_of, text_in

_ARTICLE: Final = re.compile(r"Article|Posting|Report|Review|Recipe|Question|WebPage|VideoObject|Event|Book")
_ARTICLE_WITH_BODY: Final = re.compile(r"Article|BlogPosting|Report|Review")
_TITLED: Final = re.compile(rf"{_ARTICLE_WITH_BODY.pattern}|JobPosting")
_EVENT: Final = re.compile(r"Event\b")
_ORGANIZATION: Final = re.compile(r"Organization|WebSite|NewsMediaOrganization")
_DATE: Final = re.compile(r'"datePublished"\s*:\s*"([^"]{4,40})"')
_THREAD: Final = re.compile(r"Question\b|DiscussionForumPosting")


def objects(page: NodeTable) -> list[dict[str, Any]]:
    """Give the objects of a page's JSON-LD that are no part of another object, articles first."""
    return sorted(objects_of(page), key=lambda each: _ARTICLE.search(str(each.get("@type"))) is None)


def own_first(data: list[dict[str, Any]], address: str) -> list[dict[str, Any]]:
    """Put the articles first whose address is the page's: a page may also state the articles it links to."""
    if not address or len(data) < _FEWEST_TO_SORT:
        return data
    own = _place(address)
    return sorted(data, key=lambda each: own not in _places(each))


def _places(each: dict[str, Any]) -> set[str]:
    if not _is_article(each):
        return set()
    of_page = each.get("mainEntityOfPage")
    stated = (each.get("url"), each.get("@id"), of_page.get("@id") if isinstance(of_page, dict) else of_page)
    return {_place(value) for value in stated if isinstance(value, str)}


def _place(address: str) -> str:
    """Give an address without the parts that differ between addresses of one page."""
    return _NOT_OF_PLACE.sub("", address)


_NOT_OF_PLACE: Final = re.compile(r"^https?://(?:www\.)?|/?(?:[#].*)?$")
_FEWEST_TO_SORT: Final = 2  # one object is in order


def articles(data: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Give the objects that are articles, of the types that may hold the text of one."""
    return (each for each in data if _is_article(each))


def _is_article(each: dict[str, Any]) -> bool:
    return _ARTICLE_WITH_BODY.search(str(each.get("@type"))) is not None


def site_name(data: Iterable[dict[str, Any]]) -> Fact | None:
    """Give the name of the site, or of the organisation that publishes."""
    return _first_stated(data, _organization)


def section(data: Iterable[dict[str, Any]]) -> Fact | None:
    """Give the section of the site that an article stands in."""
    return _first_stated(data, lambda each: text_in(each.get("articleSection")))


def published(data: Iterable[dict[str, Any]], scripts: Iterable[str]) -> Iterator[str]:
    """Give the stated time of publication as written, also from a script that is invalid JSON by a comma too many.

    Advertisements for jobs and homes state it under a name of their own, and many threads as the day of their making.
    """
    yield from filter(None, map(_day_of_publication, data))
    yield from (match[1] for match in map(_DATE.search, scripts) if match)


def _day_of_publication(each: dict[str, Any]) -> str:
    """Give the day that an object states; an article's day of making may be that of a draft."""
    creation = each.get("dateCreated") if _THREAD.search(str(each.get("@type"))) else None
    return text_in(each.get("datePublished") or each.get("datePosted") or creation)


def days_of_events(data: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Give when the events of the data begin and end, as written."""
    events = (each for each in data if _EVENT.search(str(each.get("@type"))))
    yield from filter(None, (text_in(each.get(name)) for each in events for name in ("startDate", "endDate")))


def headlines(data: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    """Give the headline that the first article of the data states, or the first advertisement for a job its title."""
    titled = (each for each in data if _TITLED.search(str(each.get("@type"))))
    stated = (squeezed(html.unescape(text_in(each.get("headline") or each.get("title")))) for each in islice(titled, 1))
    return tuple(filter(None, stated))


def _first_stated(data: Iterable[dict[str, Any]], take: Callable[[dict[str, Any]], str]) -> Fact | None:
    value = next(filter(None, (squeezed(take(each)) for each in data)), "")
    return Fact(value, "json-ld") if value else None


def _organization(each: dict[str, Any]) -> str:
    if _ORGANIZATION.search(str(each.get("@type"))):
        return text_in(each.get("name"))
    publisher = each.get("publisher")  # a person may publish, too: only what calls itself an organisation is read
    return _organization(publisher) if isinstance(publisher, dict) else ""
