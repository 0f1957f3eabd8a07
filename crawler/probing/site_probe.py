"""A look at a site from outside, by some polite requests: platform, kind, language, encoding, feeds and sitemaps."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urljoin

from crawler.fetching.one_off_fetch import OneOffFetcher, SinglePage
from crawler.links import feeds
from crawler.links.discovery import parse_page
from crawler.links.url_patterns import PageRole
from crawler.probing.forum_section import FEWEST_THREADS, ForumSection, forum_section, threads_among
from crawler.probing.link_trace import LinkTrace, TracedLink, trace_links
from crawler.probing.platforms import PlatformMatch, platform_of
from mezmun.core.errors import MezmunError, UnavailableError
from mezmun.core.sites.site_schema import Site, SiteKind
from normalization import Content, ContentKind, Language, identify, sniff

MOST_LISTS: Final = 3
"""Feeds, and as many sitemaps, that are asked for: more of them are of sections and of comments."""
MOST_LINKED: Final = 12
"""Pages that the first one links to and that are asked for when it shows nothing; in an archive most may be gone."""
MOST_ANSWERS: Final = 2
"""No more of these pages are read than so many that answer: one program makes the pages of a site."""
LARGEST_LIST: Final = 50_000_000
"""Octets that a packed sitemap may unpack to (sitemaps.org)."""


@dataclass(frozen=True, slots=True)
class ProbedList:
    """A feed or a sitemap that answers, with how many addresses it holds; ``named`` when the site itself names it."""

    url: str
    addresses: int
    named: bool


@dataclass(frozen=True, slots=True)
class ProbedSite:
    """What a site shows of itself; ``kind_reason`` and ``encoding_evidence`` say how it is known."""

    url: str
    kind: SiteKind
    kind_reason: str
    platform: PlatformMatch | None
    language: Language
    encoding: str | None
    encoding_evidence: str
    feeds: tuple[ProbedList, ...]
    sitemaps: tuple[ProbedList, ...]
    crawl_delay: float
    forum: ForumSection | None
    """Beside the pages of a site that is none itself."""
    trace: LinkTrace
    """What the default rules of the kind make of the first page's links."""

    @property
    def roles(self) -> Mapping[PageRole, int]:
        """Count the links of the first page by their roles."""
        return Counter(link.role for link in self.trace.links)


def probe(url: str, fetcher: OneOffFetcher, *, kind: SiteKind | None = None, tell: Callable[[str], None]) -> ProbedSite:
    """Look at a site.

    Args:
        url: of its first page.
        fetcher: gets the pages, by robots.txt and with pauses.
        kind: what the site is; told by its platform and its links when it is None.
        tell: is called with each address before it is asked for.

    Raises:
        UnavailableError: the first page cannot be had, or is no HTML.
    """
    tell(url)
    first = fetcher.fetch(url)
    content = sniff(first.body, first.content_type)
    if content.kind is not ContentKind.HTML:
        raise UnavailableError(f"{url} is no page: {content.reason}. Give the address of a site's front page.")
    root = parse_page(content.text)
    platform = platform_of(content.text, root)
    if kind is None:
        kind, reason, platform = _kind_of(first, content, platform, fetcher, tell)
    else:
        reason = "as it was given"
    site = Site.from_url(first.url, kind)
    trace = trace_links(content.text, first.url, site, encoding=content.decoded.encoding)
    text = "" if root is None else " ".join(root.itertext())
    named_feeds = [link.url for link in trace.links if link.role is PageRole.FEED]
    linked = [link.url for link in trace.links]
    return ProbedSite(
        url=first.url,
        kind=kind,
        kind_reason=reason,
        platform=platform,
        language=identify(text),
        encoding=content.decoded.encoding,
        encoding_evidence=content.decoded.evidence,
        feeds=_lists(named_feeds, platform.platform.feeds if platform else (), site, fetcher, tell),
        sitemaps=_lists(
            fetcher.sitemaps(first.url),
            platform.platform.sitemaps if platform else ("/sitemap.xml",),
            *(site, fetcher, tell),
        ),
        forum=None if kind is SiteKind.FORUM else forum_section(first.url, linked, fetcher, tell),
        crawl_delay=fetcher.crawl_delay(first.url),
        trace=trace,
    )


def _kind_of(
    page: SinglePage,
    content: Content,
    platform: PlatformMatch | None,
    fetcher: OneOffFetcher,
    tell: Callable[[str], None],
) -> tuple[SiteKind, str, PlatformMatch | None]:
    """Give the kind, why, and the platform, of the first page or, where it is not sure, of the pages it links to.

    One sign of a forum program, and no threads, is a link to a forum elsewhere.
    """
    if platform is None or not platform.sure:
        threads = threads_among(content.text, page.url, content.decoded.encoding)
        links = trace_links(content.text, page.url, Site.from_url(page.url), encoding=content.decoded.encoding).links
        articles = sum(link.role is PageRole.CONTENT for link in links)
        if threads >= max(FEWEST_THREADS, articles):
            return SiteKind.FORUM, f"{threads} links of its first page have the address of a thread", platform
        is_elsewhere = platform is None or platform.platform.kind is SiteKind.FORUM
        platform = _platform_of_linked(links, fetcher, tell) or (None if is_elsewhere else platform)
    if platform is not None:
        return platform.platform.kind, f"most sites made with {platform.platform.platform} are", platform
    return SiteKind.NEWS, "no platform and no threads show; write blog or forum if it is one", None


def _platform_of_linked(
    links: Iterable[TracedLink], fetcher: OneOffFetcher, tell: Callable[[str], None]
) -> PlatformMatch | None:
    """Tell the platform by pages spread over the links of the first one. One sign alone is not believed: an article
    may link to a forum elsewhere."""
    pages = [link.url for link in links if link.followed and link.role in {PageRole.CONTENT, PageRole.UNKNOWN}]
    answers = 0
    for url in pages[:: max(1, -(-len(pages) // MOST_LINKED))]:
        tell(url)
        try:
            page = fetcher.fetch(url)
        except MezmunError:  # it may not be asked for, or is gone
            continue
        content = sniff(page.body, page.content_type)
        match = platform_of(content.text, parse_page(content.text))
        if match is not None and match.sure:
            return replace(match, evidence=f"{match.evidence}; seen at {url}")
        answers += 1
        if answers == MOST_ANSWERS:
            break
    return None


def _lists(
    named: Iterable[str],
    usual: Iterable[str],
    site: Site,
    fetcher: OneOffFetcher,
    tell: Callable[[str], None],
) -> tuple[ProbedList, ...]:
    """Ask for the lists that the site names, or, when it names none, for those at the usual addresses."""
    addresses = [url for url in dict.fromkeys(named) if site.allows(url)]
    is_named = bool(addresses)
    addresses = addresses or [urljoin(site.seeds[0], path) for path in usual]
    lists = []
    for url in addresses[:MOST_LISTS]:
        tell(url)
        if count := _count(url, fetcher):
            lists.append(ProbedList(url, count, is_named))
    return tuple(lists)


def _count(url: str, fetcher: OneOffFetcher) -> int:
    """Count the addresses of a feed or a sitemap; 0 when it is none, or cannot be had."""
    try:
        page = fetcher.fetch(url)
        content = sniff(feeds.unpack(page.body, LARGEST_LIST), page.content_type)
    except (UnavailableError, feeds.FeedTooLargeError):
        return 0
    if content.kind not in {ContentKind.FEED, ContentKind.SITEMAP}:
        return 0
    feed = feeds.read(content.text)
    return len(feed.pages) + len(feed.feeds)
