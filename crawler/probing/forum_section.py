"""The forum of a portal: a folder of its host, or a host beside it, that shows threads or a forum program."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from crawler.fetching.one_off_fetch import OneOffFetcher
from crawler.links.discovery import parse_page
from crawler.links.thread_address import thread_page
from crawler.probing.link_trace import trace_links
from crawler.probing.platforms import platform_of
from mezmun.core.errors import MezmunError
from mezmun.core.sites.site_schema import Site, SiteKind
from mezmun.core.web.web_address import bare_host_of
from normalization import sniff

FEWEST_THREADS: Final = 3
"""Links with the address of a thread of a known program from which on a page is of a forum."""
_NAMES: Final = frozenset({"bbs", "forum", "forums", "munbar", "board", "community", "club", "discuz", "phpbb", "vb"})
"""What the folder or the host of a forum is mostly called."""


@dataclass(frozen=True, slots=True)
class ForumSection:
    """A forum beside the pages of another kind: where it begins, and how that is known."""

    url: str
    reason: str

    @property
    def pattern(self) -> str:
        """Give the expression that is found in its addresses alone."""
        parts = urlsplit(self.url)
        return f"^https?://{re.escape(parts.netloc)}{re.escape(parts.path)}"


def forum_section(
    url: str, links: Iterable[str], fetcher: OneOffFetcher, tell: Callable[[str], None]
) -> ForumSection | None:
    """Look for a forum among what a site's first page links to; it takes one request, and none where no link hints.

    Args:
        url: of the first page.
        links: addresses on it, also on other hosts.
        fetcher: gets the page.
        tell: is called with the address before it is asked for.
    """
    candidate = _candidate(url, links)
    if candidate is None:
        return None
    tell(candidate)
    try:
        page = fetcher.fetch(candidate)
        content = sniff(page.body, page.content_type)
    except MezmunError:  # it may not be asked for, or does not answer
        return None
    platform = platform_of(content.text, parse_page(content.text))
    if platform is not None and platform.platform.kind is SiteKind.FORUM:
        return ForumSection(candidate, f"{platform.platform.platform}: {platform.evidence}")
    threads = threads_among(content.text, page.url, content.decoded.encoding)
    return ForumSection(candidate, f"it links to {threads} threads") if threads >= FEWEST_THREADS else None


def threads_among(text: str, url: str, encoding: str | None) -> int:
    """Count the threads whose addresses a page has, taken as a page of a forum."""
    forum = Site.from_url(url, SiteKind.FORUM)
    links = trace_links(text, url, forum, encoding=encoding).links
    return len({place.thread for link in links if (place := thread_page(link.url, forum)) is not None})


def _candidate(url: str, links: Iterable[str]) -> str | None:
    """Give the root of the folder or host that most links to threads, or with a forum's name, lead to."""
    host, roots = bare_host_of(url), Counter[str]()
    for link in links:
        parts = urlsplit(link)
        folder, name = parts.path.split("/")[1:2], bare_host_of(link)
        is_folder = name == host and parts.path.count("/") > 1 and folder[0]
        is_host = name.endswith(f".{host}")
        if not (is_folder or is_host):
            continue
        root = f"{parts.scheme}://{parts.netloc}/{f'{folder[0]}/' if is_folder else ''}"
        called = folder[0] if is_folder else name.partition(".")[0]
        is_thread = thread_page(link, Site.from_url(link, SiteKind.FORUM)) is not None
        roots[root] += is_thread + FEWEST_THREADS * (called.lower() in _NAMES)
    best = max(roots, key=lambda root: roots[root], default=None)
    return best if best is not None and roots[best] >= FEWEST_THREADS else None
