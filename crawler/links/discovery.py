"""Links of an HTML page, and the few signs that tell a listing from content. Markup is read, never text."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Final

from lxml import etree

from crawler.links.canonical_url import canonical_url
from crawler.links.index_rows import index_states
from crawler.links.thread_address import ThreadPageAddress, thread_page
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import is_next_page, role_of
from mezmun.core.sites.site_schema import Site, SiteKind
from normalization import fold_presentation_forms


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


_ARROWS: Final = " \t\n\r\xa0\u200e\u200f>»›→⇒▶►<«‹←⇐◀◄|[](){}.…·:-"
_MAX_BUTTON_CHARACTERS: Final = 60
"""More is a sentence, not a button."""
BUTTONS_KNOWN: Final = 10_000
"""Texts and names of links of which it is remembered what they say: the same menu stands on every page."""
_MAX_NAMES_CHARACTERS: Final = 500
"""More classes around a link are no sign of a button."""
_ARROW_ALONE: Final = frozenset({">", ">>", "»", "›", "→", "&gt;"})
_NEXT_CLASS: Final = re.compile(
    r"(?:^|[\s_-])(?:next|nxt|nextpage|next-page|nextpostslink|older)(?:$|[\s_-])|nav-previous", re.IGNORECASE
)
_PAGER_CLASS: Final = re.compile(
    r"pag(?:e|es|er|ing|inat\w*)(?:$|[\s_-])|(?:^|[\s_-])(?:pg|pgs|pages|pager|wp-pagenavi)(?:$|[\s_-])", re.IGNORECASE
)

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
        target = canonical_url(address, site, base, query_encoding)
        if target is None or target == own:
            continue
        link = _link(target, own, is_next, feed, role, site)
        if link is None:
            skipped[target] = None
            continue
        if link.thread is not None:
            to_threads.append((element, link.thread.thread))
        elif link.role is PageRole.LISTING and site.at(target).kind is SiteKind.FORUM:
            to_boards.append((element, target))
        if target not in links or (link.next_page and not links[target].next_page):
            links[target] = link
    if role is PageRole.LISTING:
        threads, boards = index_states(to_threads), index_states(to_boards, of_boards=True)
        for target, link in links.items():
            state = boards.get(target) if link.thread is None else threads.get(link.thread.thread)
            links[target] = replace(link, index_state=state)
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


def _link(target: str, own: str | None, is_next: bool, feed: bool, source: PageRole, site: Site) -> Link | None:
    target_role = role_of(target, site)
    if target_role is PageRole.SKIP:
        return None
    if feed or target_role is PageRole.FEED:
        # Feeds of single posts hold comments, which the posts' own pages have.
        return Link(target, PageRole.FEED) if site.feeds and source is not PageRole.CONTENT else None
    is_next = is_next or is_next_page(target, site)
    goes_on = target_role is PageRole.UNKNOWN or (_same_path(target, own) and not site.at(target).rules.listing)
    if is_next and goes_on and source in {PageRole.CONTENT, PageRole.LISTING}:
        target_role = source
    return Link(target, target_role, is_next, thread=thread_page(target, site))


def _same_path(target: str, own: str | None) -> bool:
    """Say whether two pages differ only in the query: ``title?page=2`` goes on with ``title``."""
    return own is not None and target.partition("?")[0] == own.partition("?")[0]


def _anchors(root: etree._Element) -> Iterator[tuple[etree._Element, str, bool, bool]]:
    """Give (element, address, leads to the next page, is a feed) of everything that links to a page."""
    for element in root.iter("a", "area", "link", "frame", "iframe", "meta"):
        address = element.get("href") or element.get("src") or ""
        named_relation = element.get("rel")
        relation = named_relation.lower().split() if named_relation else ()
        if element.tag == "link":
            kind = (element.get("type") or "").lower()
            if "alternate" in relation and ("rss" in kind or "atom" in kind):
                yield element, address, False, True
            elif "next" in relation:
                yield element, address, True, False
        elif element.tag == "meta":
            if (element.get("http-equiv") or "").lower() == "refresh" and (
                refresh := _REFRESH.search(element.get("content") or "")
            ):
                yield element, refresh[1], True, False
        elif element.tag in {"frame", "iframe"}:
            yield element, address, False, False
        elif address:
            yield element, address, "next" in relation or _says_next(element), False


def _says_next(element: etree._Element) -> bool:
    classes = element.get("class") or ""
    parent = element.getparent()
    around = (parent.get("class") or "") if parent is not None else ""
    names = f"{classes} {around} {element.get('id') or ''}"
    if len(names) <= _MAX_NAMES_CHARACTERS and _names_next(names):
        return True
    text = "".join(element.itertext()) if len(element) else element.text or ""
    if len(text) > _MAX_BUTTON_CHARACTERS:
        return False
    word = _word(text)
    title = (element.get("title") or "")[:_MAX_BUTTON_CHARACTERS]
    if word in next_words() or (title and _word(title) in next_words()):
        return True
    return (text.strip() in _ARROW_ALONE or word.isdecimal()) and _in_pager(element)


@lru_cache(BUTTONS_KNOWN)
def _names_next(names: str) -> bool:
    return _NEXT_CLASS.search(names) is not None


@lru_cache(BUTTONS_KNOWN)
def _word(text: str) -> str:
    """Give the word of a button without its arrows."""
    return _fold(text).strip(_ARROWS)


def _in_pager(element: etree._Element) -> bool:
    """Say whether a list of page numbers is around: one of the four nearest elements is named so."""
    for _ in range(4):
        parent = element.getparent()
        if parent is None:
            return False
        element = parent
        if _PAGER_CLASS.search(f"{element.get('class') or ''} {element.get('id') or ''}".strip()):
            return True
    return False


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


@lru_cache(maxsize=1)
def next_words() -> frozenset[str]:
    """Give the words on buttons that lead to the next page: rows of ``next_page_words.tsv``, each with its language."""
    rows = files("crawler.links").joinpath("next_page_words.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return frozenset(_fold(row.partition("\t")[0]).strip(_ARROWS) for row in rows)


def _fold(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", fold_presentation_forms(text)).lower().split())


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
