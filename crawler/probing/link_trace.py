"""The links of a page as a crawl takes them: the role of each, the rule that gave it, and whether it is followed."""

from dataclasses import dataclass

from crawler.links.discovery import Discovery, Link, discover, follows
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import role_decision
from mezmun.core.sites.site_schema import Site, SiteKind


@dataclass(frozen=True, slots=True)
class TracedLink:
    """One link of a page. ``rule`` says in words what gave the role, ``pattern`` is the expression behind it, and
    ``kind`` that of the site or of its section with the address."""

    url: str
    role: PageRole
    rule: str
    pattern: str | None
    followed: bool
    kind: SiteKind
    next_page: bool = False


@dataclass(frozen=True, slots=True)
class LinkTrace:
    """A page, its own role, and its links in document order, those that are never fetched behind the others."""

    url: str
    role: PageRole
    links: tuple[TracedLink, ...]


def trace_links(text: str, url: str, site: Site, *, encoding: str | None = None) -> LinkTrace:
    """Say what a crawl of the site makes of the page's links.

    Args:
        text: the page's HTML.
        url: its address after redirects.
        site: whose rules hold.
        encoding: of the page, as ``discover`` takes it.
    """
    discovery = discover(text, url, site, role=role_decision(url, site).role, encoding=encoding)
    kind = site.at(url).kind
    links = [_traced(link, discovery, site, kind) for link in discovery.links]
    links += [_skipped(address, discovery, site) for address in discovery.skipped]
    return LinkTrace(url, discovery.role, tuple(links))


def _traced(link: Link, discovery: Discovery, site: Site, kind: SiteKind) -> TracedLink:
    decision, followed = role_decision(link.url, site), follows(kind, discovery.role, link)
    rule, pattern = decision.rule, decision.pattern
    if decision.role is not link.role:
        rule = "named as a feed" if link.role is PageRole.FEED else f"goes on where this {discovery.role} ends"
        pattern = None
    if not followed:
        rule += "; not followed from content"
    return TracedLink(link.url, link.role, rule, pattern, followed, site.at(link.url).kind, link.next_page)


def _skipped(url: str, discovery: Discovery, site: Site) -> TracedLink:
    decision, kind = role_decision(url, site), site.at(url).kind
    if decision.role is PageRole.SKIP:
        return TracedLink(url, PageRole.SKIP, decision.rule, decision.pattern, followed=False, kind=kind)
    rule = "feeds of single pages are not read" if site.feeds else "the site file says feeds: false"
    return TracedLink(url, PageRole.SKIP, rule, None, followed=False, kind=kind)
