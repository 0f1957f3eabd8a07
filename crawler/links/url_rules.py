"""What a URL is to its site, by the site's rules and its kind's: a listing, content, or nothing to fetch."""

from functools import lru_cache
from urllib.parse import unquote, urlsplit

from crawler.links.canonical_url import identity
from crawler.links.url_patterns import Role, patterns_of
from crawler.links.url_shape import LINKS_KNOWN
from mezmun.core.linear_pattern import LinearPattern
from mezmun.core.sites.site_schema import Kind, Rules, Site


@lru_cache(LINKS_KNOWN)
def role_of(url: str, site: Site) -> Role:
    """Say what a page is by its URL alone.

    What the site skips is skipped, and what its kind skips, unless the site allows it: naming content switches no skip
    off. Then come the site's own patterns (content, then listing and next page, and the seeds), and for what they do
    not name the patterns of the kind; but a site that names its content is believed: nothing else of it is content.
    """
    text, own = unquote(url), site.rules
    if not site.allows(url) or _own(own.skip, text):
        return Role.SKIP
    is_seed = any(identity(seed, site) == url for seed in site.seeds)
    if not is_seed and _usual(site.kind, Role.SKIP, text) and not _own(own.allow, text):
        return Role.SKIP
    if _own(own.article + own.thread, text):
        return Role.CONTENT
    if is_seed or _own(own.listing + own.next_page, text):
        return Role.FEED if _usual(site.kind, Role.FEED, text) else Role.LISTING
    if _usual(site.kind, Role.FEED, text):
        return Role.FEED
    if urlsplit(url).path == "/" and not urlsplit(url).query:
        return Role.LISTING
    guess = _guess(text, site.kind)
    if has_content_rules(own):
        return Role.SKIP if own.listing and guess is not Role.LISTING else Role.LISTING
    return guess


def has_content_rules(rules: Rules) -> bool:
    """Say whether the site itself names its content."""
    return bool(rules.article or rules.thread)


def is_next_page(url: str, site: Site) -> bool:
    """Say whether the site's rules name this URL a further page of something."""
    return _own(site.rules.next_page, unquote(url))


def _guess(text: str, kind: Kind) -> Role:
    # On news sites a date alone is an archive, and only more than a date an article.
    order = (Role.CONTENT, Role.LISTING) if kind is Kind.FORUM else (Role.LISTING, Role.CONTENT)
    return next((role for role in order if _usual(kind, role, text)), Role.UNKNOWN)


@lru_cache(maxsize=256)
def _compiled(patterns: tuple[str, ...]) -> tuple[LinearPattern, ...]:
    return tuple(map(LinearPattern, patterns))


def _own(patterns: tuple[str, ...], text: str) -> bool:
    return any(pattern.found_in(text) for pattern in _compiled(patterns))


def _usual(kind: Kind, role: Role, text: str) -> bool:
    return any(pattern.found_in(text) for pattern in patterns_of(kind, role))
