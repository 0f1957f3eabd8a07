"""A site file for a site that was looked at: what is sure as keys, what was seen as comments."""

import json
from collections.abc import Iterator
from datetime import date

from crawler.links.url_patterns import PageRole
from crawler.probing.site_probe import ProbedList, ProbedSite
from mezmun.core.sites.site_schema import CrawlLimits


def draft(probed: ProbedSite, name: str, *, today: date) -> str:
    """Write the file, in YAML.

    Args:
        probed: the site.
        name: of the site, as the file is called.
        today: when it was looked at.
    """
    return "\n".join(_lines(probed, name, today)) + "\n"


def _lines(probed: ProbedSite, name: str, today: date) -> Iterator[str]:
    match, language = probed.platform, probed.language
    yield f"# {probed.url}, looked at on {today}. docs/sites.md has every key; `mezmun sites check` reads the file, and"
    yield f"# `mezmun sites try {name}` shows what is made of each link of a page."
    yield f"# platform: {match.platform.platform} ({match.evidence})" if match else "# platform: none that is known"
    yield f"# language: {language.code}, script {language.script}; of the first page"
    yield f"# encoding: {probed.encoding} ({probed.encoding_evidence})"
    yield f"kind: {probed.kind} # {probed.kind_reason}"
    yield "seeds:"
    yield f"  - {json.dumps(probed.url)}"
    for each in (*probed.feeds, *probed.sitemaps):
        if not each.named:
            yield f"  - {json.dumps(each.url)} # {each.addresses} addresses; the site does not name it"
    yield "schedule: 1d # from one crawl to the next: 30m, 12h, 1d, 2w"
    if probed.crawl_delay > CrawlLimits().delay:
        yield f"# robots.txt asks for {probed.crawl_delay:g} seconds between two requests, and gets them"
    yield from _named("feeds", "read, because pages name them", probed.feeds)
    yield from _named("sitemaps", "read, because robots.txt names them", probed.sitemaps)
    yield from _rules(probed)
    if probed.forum is not None:
        yield "sections: # parts of the site of another kind"
        yield f"  - kind: forum # {probed.forum.reason}"
        yield f"    addresses: [{json.dumps(probed.forum.pattern)}]"
        yield f"    seeds: [{json.dumps(probed.forum.url)}]"


def _named(key: str, why: str, lists: tuple[ProbedList, ...]) -> Iterator[str]:
    named = [each for each in lists if each.named]
    if named:
        yield f"{key}: true # {why}:"
        yield from (f"# {each.url} ({each.addresses} addresses)" for each in named)


def _rules(probed: ProbedSite) -> Iterator[str]:
    roles = probed.roles
    yield (
        f"# Of the {len(probed.trace.links)} links of the first page {roles.get(PageRole.CONTENT, 0)} are content, "
        f"{roles.get(PageRole.LISTING, 0)} listings, {roles.get(PageRole.SKIP, 0)} are never fetched,"
    )
    yield f"# and of {roles.get(PageRole.UNKNOWN, 0)} the address says nothing: these pages themselves are looked at."
    if not roles.get(PageRole.CONTENT):
        yield "# No link is content by its address. If that is wrong, say what is:"
    yield "# rules:"
    yield "#   article: ['/article-\\d+\\.html$']" if probed.kind != "forum" else "#   thread: ['/topic\\d+\\.html$']"
    yield "#   skip: ['/horoscope/']"
