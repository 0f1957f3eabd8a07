"""Links of an HTML page, and the few signs that tell a listing from content. Markup is read, never text."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Final
from urllib.parse import urljoin

from lxml import etree

from crawler.links.canonical_url import canonical_url
from crawler.links.index_rows import index_states
from crawler.links.next_page import leads_to_next_page
from crawler.links.thread_address import ThreadPageAddress, thread_page
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import is_next_page, role_of
from mezmun.core.sites.site_schema import Site, SiteKind


@dataclass(frozen=True, slots=True)
class Link:
    """One link worth following: the page's identity, its role, and whether it only goes on where this page ends.

    ``modified_at`` is when a feed says that the page was last changed; ``thread`` the page of a thread that it is, and
    ``index_state`` what the index of a forum shows of that thread.
    """

    url: str
    role: PageRole
    next_page: bool = False
    modified_at: datetime | None = None
    thread: ThreadPageAddress | None = None
    index_state: str | None = None


@dataclass(frozen=True, slots=True)
class Discovery:
    """What an HTML page says to a crawler: its links, each page once in document order, and its own role."""

    links: tuple[Link, ...]
    role: PageRole
    metas: tuple[tuple[str, str], ...] = ()
    """Name in small letters and content of the page's metas."""
    skipped: tuple[str, ...] = ()
    """Addresses of the page that are never fetched."""


LINKS_KNOWN: Final = 80_000
"""Addresses of which it is remembered what they are: the same menu, of 150 links and more, stands on every page of a
site, and a process has hundreds of sites. Some 40 MB."""
_FROM_THE_ROOT: Final = ("/", "http://", "https://")
"""How addresses begin that mean the same on all pages of a host."""
_LISTING_CLASS: Final = re.compile(
    r"(?:^|\s)(?:home|blog|archive|category|tag|search|search-results|date|author|index|forumindex|forumdisplay|viewforum)(?:$|\s)"
)
_CONTENT_CLASS: Final = re.compile(
    r"(?:^|\s)(?:single|single-post|singular|page|postid-\d+|viewthread|showthread|viewtopic|topic)(?:$|\s)"
)
_LINKING: Final = re.compile(r"<(?:a|area|link|meta|base|i?frame)\s[^<>]*>[^<]{0,100}", re.IGNORECASE)
_REFRESH: Final = re.compile(r"url\s*=\s*['\"]?([^'\"]+)", re.IGNORECASE)
_COMMENT_FORM: Final = (
    "//form[contains(@action, 'comment') or contains(@id, 'comment')] | //textarea[contains(@name, 'comment')]"
)
"""Readers comment on an article, never on a list of articles."""
_MANY_LINKS: Final = 0.6
"""Share of a page's letters inside links from which an undecided page is a listing. A page of news links lies above,
an article, even a short one among its site's menus, mostly below; in doubt the worker judges by the text it finds."""


def discover(text: str, url: str, site: Site, *, role: PageRole, encoding: str | None = None) -> Discovery:
    """Read the links of an HTML page.

    Args:
        text: the page's HTML, with any damage.
        url: where it came from in the end; relative links start here.
        site: its hosts and rules decide what is worth following.
        role: what the URL said of the page. ``UNKNOWN`` is decided here.
        encoding: of the page: browsers write the letters of a link's query in it.
    """
    # The output encoding of UTF-16 is UTF-8 (WHATWG Encoding Standard, 4.3).
    query_encoding = "utf-8" if encoding is None or encoding.startswith("utf-") else encoding
    root = parse_page(text)
    if root is None:
        return Discovery((), PageRole.CONTENT if role is PageRole.UNKNOWN else role)
    if role is PageRole.UNKNOWN:
        role = _judge(root, site.at(url).kind)
    base = root.xpath("string(//base/@href)").strip()
    base = canonical_url(base, site, url, query_encoding) or url if base else url
    links: dict[str, Link] = {}
    skipped: dict[str, None] = {}
    to_threads: list[tuple[etree._Element, str]] = []
    to_boards: list[tuple[etree._Element, str]] = []
    own = canonical_url(url, site)
    for element, address, is_next, feed in _anchors(root):
        target = link_to(address, base, site, query_encoding)
        if target is None or target.url == own:
            continue
        link = _link(target, own, is_next, feed, role, site)
        if link is None:
            skipped[target.url] = None
            continue
        if link.thread is not None:
            to_threads.append((element, link.thread.thread))
        elif link.role is PageRole.LISTING and site.at(link.url).kind is SiteKind.FORUM:
            to_boards.append((element, link.url))
        if link.url not in links or (link.next_page and not links[link.url].next_page):
            links[link.url] = link
    if role is PageRole.LISTING:
        threads, boards = index_states(to_threads), index_states(to_boards, of_boards=True)
        for url, link in links.items():
            state = boards.get(url) if link.thread is None else threads.get(link.thread.thread)
            links[url] = replace(link, index_state=state)
    metas = tuple(
        (meta.get("name", "").strip().lower(), meta.get("content", ""))
        for meta in root.iter("meta")
        if meta.get("name")
    )
    return Discovery(tuple(links.values()), role, metas, tuple(skipped))


def follows(kind: SiteKind, source: PageRole, link: Link) -> bool:
    """Say whether a link of a page of this role is worth a fetch.

    On blogs each is: a post's address is often no more than a word, and old posts are linked from posts alone. Posts of
    a forum link to anything: from a thread it goes on to its further pages, other threads and boards. The body of an
    article links anywhere, too: it goes on to what its address shows to be an article or a section.
    """
    if source is not PageRole.CONTENT or link.next_page or kind is SiteKind.BLOG:
        return True
    return (
        link.role in {PageRole.CONTENT, PageRole.LISTING}
        if kind is SiteKind.FORUM
        else link.role is not PageRole.UNKNOWN
    )


def link_to(address: str, base: str, site: Site, encoding: str = "utf-8") -> Link | None:
    """Give what an address is to its site, wherever it stands; None when it is no web address.

    Args:
        address: as a page or a feed has it.
        base: where relative addresses start.
        site: its hosts and rules decide the role.
        encoding: that browsers write the letters of the query in.
    """
    # Most addresses mean the same on every page of a host, and are read once.
    return _target(address, _root(base) if address.startswith(_FROM_THE_ROOT) else base, site, encoding)


@lru_cache(maxsize=1_000)
def _root(base: str) -> str:
    return urljoin(base, "/")


@lru_cache(LINKS_KNOWN)
def _target(address: str, base: str, site: Site, encoding: str) -> Link | None:
    url = canonical_url(address, site, base, encoding)
    if url is None:
        return None
    role = role_of(url, site)
    if role is PageRole.SKIP:
        return Link(url, role)
    return Link(url, role, is_next_page(url, site), thread=thread_page(url, site))


def _link(target: Link, own: str | None, is_next: bool, feed: bool, source: PageRole, site: Site) -> Link | None:
    """Give the link that a page has to a target; None when that is never fetched, or not from there."""
    if target.role is PageRole.SKIP:
        return None
    if feed or target.role is PageRole.FEED:
        # Feeds of single posts hold comments, which the posts' own pages have.
        return Link(target.url, PageRole.FEED) if site.feeds and source is not PageRole.CONTENT else None
    if not (is_next or target.next_page):
        return target
    goes_on = target.role is PageRole.UNKNOWN or (_same_path(target.url, own) and not site.at(target.url).rules.listing)
    role = source if goes_on and source in {PageRole.CONTENT, PageRole.LISTING} else target.role
    return replace(target, role=role, next_page=True)


def _same_path(target: str, own: str | None) -> bool:
    """Say whether two pages differ only in the query: ``title?page=2`` goes on with ``title``."""
    return own is not None and target.partition("?")[0] == own.partition("?")[0]


def _anchors(root: etree._Element) -> Iterator[tuple[etree._Element, str, bool, bool]]:
    """Give (element, address, leads to the next page, is a feed) of everything that links to a page."""
    for element in root.iter("a", "area", "link", "frame", "iframe", "meta"):
        tag, attributes = element.tag, dict(element.items())
        address = attributes.get("href") or attributes.get("src") or ""
        if tag in {"a", "area"}:
            if address:
                yield element, address, leads_to_next_page(element, attributes), False
        elif tag == "link":
            relation, kind = attributes.get("rel", "").lower().split(), attributes.get("type", "").lower()
            if "alternate" in relation and ("rss" in kind or "atom" in kind):
                yield element, address, False, True
            elif "next" in relation:
                yield element, address, True, False
        elif tag == "meta":
            if attributes.get("http-equiv", "").lower() == "refresh" and (
                refresh := _REFRESH.search(attributes.get("content", ""))
            ):
                yield element, refresh[1], True, False
        else:
            yield element, address, False, False


def _judge(root: etree._Element, kind: SiteKind) -> PageRole:
    """Tell a listing from content by what the page says of itself, then by how much of it is links."""
    says = (root.xpath("string(//meta[@property='og:type']/@content)") or "").lower()
    if says == "article":
        return PageRole.CONTENT
    classes = root.xpath("string(//body/@class)").lower()
    if _LISTING_CLASS.search(classes):
        return PageRole.LISTING
    if _CONTENT_CLASS.search(classes) and kind is not SiteKind.FORUM:
        return PageRole.CONTENT
    if kind is not SiteKind.FORUM and root.xpath(_COMMENT_FORM):
        return PageRole.CONTENT
    everything = _letters(root.itertext())
    in_links = _letters(text for anchor in root.iter("a") for text in anchor.itertext())
    return PageRole.LISTING if everything and in_links / everything > _MANY_LINKS else PageRole.CONTENT


def _letters(texts: Iterable[str]) -> int:
    return sum(len(text.strip()) for text in texts)


def parse_page(text: str) -> etree._Element | None:
    """Parse a page, however damaged it is, without scripts, styles and comments; None when there is nothing in it."""
    root, whole = _tree(text)
    if not whole:
        # The parser stops where elements nest too deep (2,048), and real pages do that with unclosed tags. Their links
        # need no tree: the tags that link, each with the text behind it, are parsed again without the others.
        root, _ = _tree(" ".join(_LINKING.findall(text)))
    if root is None:
        return None
    etree.strip_elements(root, "script", "style", "noscript", etree.Comment, with_tail=False)
    return root


def _tree(text: str) -> tuple[etree._Element | None, bool]:
    parser = etree.HTMLParser(encoding="utf-8", recover=True, huge_tree=True)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (ValueError, etree.LxmlError):
        return None, False
    return root, not any(error.type_name == "ERR_RESOURCE_LIMIT" for error in parser.error_log)
