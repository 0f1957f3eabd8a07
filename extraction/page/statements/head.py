"""What a page says of itself outside its text: titles, declared language, dates, addresses, structured data.

Only what is named here is read. Nothing that names a person is: no ``author``, no ``creator``, no profile.
"""

import re
from dataclasses import dataclass
from typing import Final

import numpy as np

from extraction.page import tags
from extraction.page.node_table import NodeTable, once_per_page
from extraction.page.statements.addresses import may_be_of_post, split
from extraction.page.texts import WordTable, unescaped
from native.library import array, lib, struct

_CODE: Final = re.compile(r"[a-z]{2,3}(?![a-z])")
_HANDLE: Final = r"(?: \(@([\w.@-]{1,80})\))"
_ON_NETWORK: Final = r"(?: [^\W\d_]{1,4} [^\W\d_]\w{0,15})"  # "on Mastodon"
_USER: Final = re.compile(rf"(.{{1,80}}?){_HANDLE}{_ON_NETWORK}?(?:: ?|$)")
"""The beginning of a title that names a user."""


@dataclass(frozen=True, slots=True)
class Head:
    """What the head of a page states, and the first ``h1`` of its body for a page that states no title."""

    titles: tuple[str, ...]
    """``og:title`` before ``title``, white space squeezed; else the first ``h1``; empty when there is neither."""
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
        "weibo:article:create_at",
        "weibo: article:create_at",
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
HEADLINE: Final = "headline"
SUMMARIES: Final = ("og:description", "description")
"""What a page says that it is about, for those who link to it."""
CONTENT_TIER: Final = "article:content_tier"
"""What readers pay for an article, in Open Graph: free, metered or locked."""
READ: Final = frozenset(
    (
        *(*PUBLISHED, *SECTION, *SITE_NAME, *CANONICAL, *SUMMARIES, HEADLINE, CONTENT_TIER),
        *("og:title", "og:type", "content-language", "generator"),
    )
)
"""The names that are read, and no others."""


@once_per_page
def head_of(page: NodeTable) -> Head:
    """Read the head of a page."""
    statements = _statements(page, _KNOWN)
    # In one go, parted by the one character that the parser leaves in no value.
    values = b"\0".join([page.source[start:stop] for _, start, stop in statements]).decode("utf-8", "replace")
    stated: dict[str, str] = {}
    titles = [""]
    for (name, _, _), value in zip(statements, unescaped(values).split("\0"), strict=False):
        if name == lib.TITLE_STATEMENT:
            titles.append(value)
        else:
            stated.setdefault(_NAMES[name], value.strip())
    titles[0] = stated.get("og:title", "")
    titles = _naming_nobody(
        [" ".join(title.split()) for title in titles], [stated[name] for name in CANONICAL if name in stated]
    )
    if not any(titles):
        titles = [" ".join(page.inner_text(row).split()) for row in (page.tag == _H1).nonzero()[0][:1].tolist()]
    return Head(tuple(filter(None, _with_quotations(titles))), stated)


def _naming_nobody(titles: list[str], addresses: list[str]) -> list[str]:
    """Cut who wrote off the titles of a post of a social network: "X (@x@example.org)", "X: “Good morning” - Site".

    Titles of articles about a user begin so, too: the ``addresses`` that the page states tell them from posts.
    """
    users = [match[1] for each in titles if (match := _USER.match(each)) and _is_of_user(match, addresses)]
    if not users:  # as on nearly all pages
        return titles
    beginning = re.compile(rf"{re.escape(users[0])}{_HANDLE}?{_ON_NETWORK}?(?:: ?|$)")
    return [beginning.sub("", each, count=1) if beginning.match(each) else each for each in titles]


def _is_of_user(title: re.Match[str], addresses: list[str]) -> bool:
    """Tell whether the page of a title that begins with a user is a post or the profile of that user.

    The address of a post has the user in its path, or a form that the table has. A page that states no address is
    taken for one, so that nobody is named.
    """
    names = {title[2].lower(), title[2].partition("@")[0].lower()}
    parts = [*map(split, addresses)]
    in_paths = {part.lstrip("@") for each in parts for part in each.path.lower().split("/")}
    return not parts or not names.isdisjoint(in_paths) or any(map(may_be_of_post, parts))


def _with_quotations(titles: list[str]) -> list[str]:
    """Leave out titles that end where a quotation mark in them ended the attribute: another title goes on with it."""
    return [
        each
        for each in titles
        if not any(other.startswith(each) and other[len(each) :].lstrip().startswith(_QUOTES) for other in titles)
    ]


def _statements(page: NodeTable, known: WordTable) -> list[list[int]]:
    """Find the titles in the head of a page, and what it states by names that are known.

    Gives, in document order, the number of the name, -1 for a title, and the bytes of the source where its value begins
    and ends; a name may come several times. Names are ASCII, in small letters.
    """
    rows = int(page.end[1]) if len(page.end) > 1 and page.end[1] > 2 else len(page.end)
    statements = np.empty((lib.MAX_STATEMENTS * rows, 3), dtype=np.int32)
    reading = struct(
        "HeadReading",
        page=page.columns,
        source=array(page.source, len(page.source)),
        known=known.struct,
        **_TAGS,
        statements=array(statements, statements.size, writable=True),
    )
    every: list[list[int]] = statements[: lib.mezmun_read_head(reading)].tolist()
    return every


@once_per_page
def language(page: NodeTable) -> str:
    """Give the code that ``html lang`` or ``Content-Language`` states, without region; ``und`` when there is none."""
    declared = page.attributes(0).get("lang", "") if len(page.tag) else ""
    stated = head_of(page).stated.get("content-language", "")
    codes = (_CODE.match(language.strip().lower()) for language in (declared, stated))
    return next((code[0] for code in codes if code), "und")


_QUOTES: Final = ('"', "'")
_H1: Final = tags.CODE["h1"]
_TAGS: Final = {name: tags.CODE[name] for name in ("head", "title", "meta", "link")}
_NAMES: Final = sorted(READ)
_KNOWN: Final = WordTable(_NAMES)
