"""What a page says of itself outside its text: titles, declared language, dates, addresses, structured data.

Only what is named here is read. Nothing that names a person is: no ``author``, no ``creator``, no profile.
"""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from extraction import tags

if TYPE_CHECKING:
    from extraction.node_table import NodeTable

_CODE: Final = re.compile(r"[a-z]{2,3}(?![a-z])")


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a page states, and the first ``h1`` of its body for a page that states no title."""

    titles: tuple[str, ...]
    """``og:title`` before ``title``, white space squeezed; else the first ``h1``; empty when there is neither."""
    language: str
    """Code of ``html lang`` or ``Content-Language``, without region; ``und`` when there is none."""
    stated: dict[str, str]
    """By name, in small letters, the first value of each ``meta`` and ``link`` in ``READ``."""

    @property
    def title(self) -> str:
        """The page's title; empty when there is none."""
        return self.titles[0] if self.titles else ""

    @property
    def is_article(self) -> bool:
        """The page calls itself an article (Open Graph's ``og:type``)."""
        return self.stated.get("og:type", "").lower() == "article"


PUBLISHED: Final = (
    *("article:published_time", "og:published_time", "og:article:published_time", "article:published", "datepublished"),
    *("date_published", "published_date", "publisheddate", "publishdate", "publish_date", "publish-date", "published"),
    *("publication_date", "publicationdate", "publication-date", "pubdate", "pub_date", "article.published"),
    *("article_date_original", "article:post_date", "originalpublicationdate", "sailthru.date", "parsely-pub-date"),
    *(
        "cxenseparse:recs:publishtime",
        "bt:pubdate",
        "rnews:datepublished",
        "prism.publicationdate",
        "firstpublishedtime",
    ),
    *("dc.date.issued", "dcterms.issued", "dc.date.created", "dcterms.created", "dc.date", "dcterms.date"),
    *("citation_publication_date", "citation_date", "displaydate", "date.created", "created", "ptime", "date"),
)
"""Names of ``meta`` that state when a page was published, the surest first; ``date`` may be when it was served."""
SECTION: Final = (
    "article:section",
    "og:section",
    "section",
    "article.section",
    "parsely-section",
    "cxenseparse:section",
)
SITE_NAME: Final = ("og:site_name", "application-name")
CANONICAL: Final = ("canonical", "og:url")
READ: Final = frozenset(
    (*PUBLISHED, *SECTION, *SITE_NAME, *CANONICAL, "og:title", "og:type", "content-language", "generator")
)
"""The names that are read, and no others."""


def read(page: "NodeTable") -> Head:
    """Read the head of a page."""
    stated: dict[str, str] = {}
    titles: list[str] = []
    head = page.tag[1:2].tolist() == [_HEAD]  # the parser makes one in every page, behind the root
    inside = slice(2, int(page.end[1])) if head else slice(0)
    columns = (page.tag, page.parent, page.names, page.body)
    for row, (tag, parent, start, stop) in enumerate(zip(*(each[inside].tolist() for each in columns), strict=True), 2):
        if parent != 1:
            continue
        if tag == _TITLE:
            titles.append(page.inner_text(row))
        elif tag in (_META, _LINK) and _NAMED.search(page.source, start, stop):  # most are style sheets and icons
            for name, value in _said(tag == _META, page.attributes(row)):
                stated.setdefault(name, value)
    titles = [" ".join(title.split()) for title in (stated.get("og:title", ""), *titles)]
    if not any(titles):
        titles = [" ".join(page.inner_text(row).split()) for row in np.flatnonzero(page.tag == _H1)[:1].tolist()]
    declared = page.attributes(0).get("lang", "") if len(page.tag) else ""
    codes = (_CODE.match(language.strip().lower()) for language in (declared, stated.get("content-language", "")))
    return Head(tuple(filter(None, titles)), next((code[0] for code in codes if code), "und"), stated)


def json_ld(page: "NodeTable") -> tuple[str, ...]:
    """Give the page's JSON-LD, as written, wherever it stands."""
    scripts = np.flatnonzero(page.tag == _SCRIPT)
    attributes = zip(scripts.tolist(), page.names[scripts].tolist(), page.body[scripts].tolist(), strict=True)
    rows = [row for row, start, stop in attributes if page.source.find(_JSON_LD, start, stop) >= 0]
    return tuple(map(page.inner_html, rows))


_JSON_LD: Final = b' type="application/ld+json"'
_HEAD, _TITLE, _META, _LINK, _H1, _SCRIPT = (
    tags.CODE[name] for name in ("head", "title", "meta", "link", "h1", "script")
)
_NAMED: Final = re.compile(
    rb' (?:name|itemprop|http-equiv|rel|property)="\s*(?:%b)\s*"'
    % b"|".join(map(re.escape, map(str.encode, sorted(READ)))),
    re.IGNORECASE,
)
"""A tag that may be one of those read: looking at the bytes is quicker than reading every tag's attributes."""


def _said(is_meta: bool, attributes: dict[str, str]) -> list[tuple[str, str]]:
    value = attributes.get("content" if is_meta else "href")
    found = [attributes.get(key, "").strip().lower() for key in ("name", "itemprop", "http-equiv", "rel")]
    found = [name for name in found if not name.startswith("og:")] + [attributes.get("property", "").strip()]
    return [(name, value.strip()) for name in dict.fromkeys(found) if name in READ and value]
