"""What a site's addresses turn out to be: parameters that make no other page are learned, and pages become one that
differ in those alone, or that say themselves that they are one."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, TypeVar

from sqlalchemy import Connection

from crawler.links.canonical_url import canonical_url
from crawler.links.junk_parameters import junk_parameters
from crawler.links.thread_address import post_address, thread_page
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import role_of
from db.crawling import addresses
from db.crawling.found_pages import FoundPage
from db.sites import sites_on, stored_site
from db.threads.thread_posts import threads_of_post
from mezmun.core.counts import count_of
from mezmun.core.sites.site_schema import Section, Site
from mezmun.core.web.web_address import bare_host_of, spellings

MOST_PAGES: Final = 1000
"""Pages, the newest, that are compared after a crawl."""

_Part = TypeVar("_Part", Site, Section)

log = logging.getLogger(__name__)


def learn_junk_parameters(connection: Connection, site: Site) -> None:
    """Look for parameters that make no other page; from the next crawl on they are dropped."""
    digests = addresses.digests(connection, site.name, limit=MOST_PAGES)
    names = junk_parameters(digests) - set(site.query.drop)
    if not names:
        return
    log.info("%s: the parameters %s make no other page and are dropped", site.name, ", ".join(sorted(names)))
    addresses.add_junk_parameters(connection, site.name, names)
    wiser = without_parameters(site, names)
    targets = {url: canonical_url(url, wiser) for url in addresses.addresses_with_query(connection, site.name)}
    same = {url: target for url, target in targets.items() if target is not None and target != url}
    addresses.merge_pages(connection, site.name, same)


def join_pages_of_one_address(connection: Connection, site: Site) -> None:
    """Let pages be one that have the same text and state the same address (``rel=canonical``).

    What a page states is not believed alone: many state the front page, or the first of their pages.
    """
    ones: dict[tuple[str, str], list[str]] = defaultdict(list)
    for page in addresses.stated_addresses(connection, site.name, limit=MOST_PAGES):
        target = canonical_url(page.canonical_url, site, page.url)
        if target is not None and role_of(target, site) is not PageRole.SKIP:
            ones[target, page.digest].append(page.url)
    known = addresses.text_digests(connection, site.name, {target for target, _ in ones})
    same = {
        url: keeper
        for (target, digest), urls in ones.items()
        for keeper in [target if known.get(target) == digest else urls[0]]
        for url in urls
        if url != keeper
    }
    if same:
        count = count_of(len(same), "page has", "pages have")
        log.info("%s: %s the text of the address stated, and one document with it", site.name, count)
        addresses.merge_pages(connection, site.name, same)


def pages_at_sites(connection: Connection, url: str) -> list[FoundPage]:
    """Give the pages that a URL is, or would be, at each site that may ask for it.

    Their addresses are those of all its spellings (``mezmun.core.web.web_address.spellings``). The address of a post is
    given once for each thread that the address names, or that has the post: a crawl never asks for it.
    """
    pages = []
    for name in sites_on(connection, bare_host_of(url)):
        site = without_parameters(stored_site(connection, name), addresses.junk_parameters(connection, name))
        for each in dict.fromkeys(canonical_url(each, site) for each in spellings(url)):
            if each is not None and site.allows(each):
                role = PageRole.SKIP if role_of(each, site) is PageRole.SKIP else PageRole.CONTENT
                for thread, number in _threads_at(connection, each, site) or [(None, None)]:
                    pages.append(FoundPage(name, each, role, thread_key=thread, thread_page=number))
    return pages


def _threads_at(connection: Connection, url: str, site: Site) -> Sequence[tuple[str | None, int | None]]:
    """Give the threads that a URL is of, by the site's own ids, and its page's number there where it shows one."""
    if (page := thread_page(url, site)) is not None:
        return [(page.thread, page.number)]
    if (address := post_address(url, site)) is None:
        return []
    keys = [] if address.thread is None else [address.thread]
    if address.post is not None:  # it may have been moved since
        keys += threads_of_post(connection, site.name, address.post)
    return [(key, None) for key in dict.fromkeys(keys)]


def without_parameters(site: Site, names: Iterable[str]) -> Site:
    """Give a site of whose addresses these parameters are dropped, too."""
    names = set(names)
    sections = tuple(_without(section, names) for section in site.sections)
    return _without(site, names).model_copy(update={"sections": sections})


def _without(part: _Part, names: Iterable[str]) -> _Part:
    query = part.query.model_copy(update={"drop": tuple(sorted({*part.query.drop, *names}))})
    return part.model_copy(update={"query": query})
