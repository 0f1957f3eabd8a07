"""What a page says of itself outside its text: titles, declared language, dates, addresses, structured data.

Only what is named here is read. Nothing that names a person is: no ``author``, no ``creator``, no profile.
"""

import re
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

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
    data: tuple[str, ...]
    """The page's JSON-LD, as written, wherever it stands."""

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


def read(parser: LexborHTMLParser) -> Head:
    """Read the head of a parsed page."""
    stated: dict[str, str] = {}
    titles: list[str] = []
    # A walk over the few children of the head: a selector would search the whole page.
    node = None if parser.head is None else parser.head.first_child
    while node is not None:
        if node.tag == "title":
            titles.append(node.text())
        elif node.tag in ("meta", "link"):
            for name, value in _said(node):
                stated.setdefault(name, value)
        node = node.next
    titles = [" ".join(title.split()) for title in (stated.get("og:title", ""), *titles)]
    if not any(titles):
        heading = parser.css_first("h1")
        titles = ["" if heading is None else " ".join(heading.text().split())]
    declared = [parser.root.attributes.get("lang")] if parser.root is not None else []
    codes = (_CODE.match((language or "").strip().lower()) for language in (*declared, stated.get("content-language")))
    data = tuple(node.text() for node in parser.css('script[type="application/ld+json"]'))
    return Head(tuple(filter(None, titles)), next((code[0] for code in codes if code), "und"), stated, data)


def _said(node: LexborNode) -> list[tuple[str, str]]:
    attributes = node.attributes
    value = attributes.get("content") if node.tag == "meta" else attributes.get("href")
    found = {(attributes.get(key) or "").strip().lower() for key in ("name", "itemprop", "http-equiv", "rel")}
    found = {name for name in found if not name.startswith("og:")} | {(attributes.get("property") or "").strip()}
    return [(name, value.strip()) for name in found & READ if value]
