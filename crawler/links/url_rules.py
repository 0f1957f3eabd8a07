"""What a URL is to its site, by the site's rules and its kind's: a listing, content, or nothing to fetch."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import unquote, urlsplit

from crawler.links.canonical_url import canonical_url
from crawler.links.url_patterns import PageRole, UrlPattern, patterns_of
from crawler.links.url_shape import LINKS_KNOWN
from mezmun.core.linear_pattern import LinearPattern
from mezmun.core.sites.site_schema import Rules, Site, SiteKind


@dataclass(frozen=True, slots=True)
class RoleDecision:
    """The role of an address, the rule that gave it, in words, and the pattern of that rule, if it has one."""

    role: PageRole
    rule: str
    pattern: str | None = None


_OTHER_HOST: Final = RoleDecision(PageRole.SKIP, "no host of the site")
_SEED: Final = RoleDecision(PageRole.LISTING, "a seed")
_ROOT: Final = RoleDecision(PageRole.LISTING, "the root of the host")
_NOT_NAMED: Final = "not named by rules.article or rules.thread"
_READ_FOR_LINKS: Final = RoleDecision(PageRole.LISTING, _NOT_NAMED)
_LEFT_OUT: Final = RoleDecision(PageRole.SKIP, f"{_NOT_NAMED}, nor by rules.listing")
_UNDECIDED: Final = RoleDecision(PageRole.UNKNOWN, "no rule: the page itself will say")


def role_of(url: str, site: Site) -> PageRole:
    """Say what a page is by its URL alone; ``role_decision`` says why."""
    return role_decision(url, site).role


@lru_cache(LINKS_KNOWN)
def role_decision(url: str, site: Site) -> RoleDecision:
    """Say what a page is by its URL alone, and by which rule.

    What the site skips is skipped, and what its kind skips, unless the site allows it: naming content switches no skip
    off. Then come the site's own patterns (content, then listing and next page, and the seeds), and for what they do
    not name the patterns of the kind; but a site that names its content is believed: nothing else of it is content.
    """
    site = site.at(url)
    text, own, kind = unquote(url), site.rules, site.kind
    if not site.allows(url):
        return _OTHER_HOST
    if skip := _own(PageRole.SKIP, "rules.skip", own.skip, text):
        return skip
    is_seed = any(canonical_url(seed, site) == url for seed in site.all_seeds)
    if not is_seed and (skip := _usual(kind, PageRole.SKIP, text)) and not _first_in(own.allow, text):
        return skip
    if content := _own(PageRole.CONTENT, "rules.article", own.article, text) or _own(
        PageRole.CONTENT, "rules.thread", own.thread, text
    ):
        return content
    listing = _usual(kind, PageRole.FEED, text) or (_SEED if is_seed else None) or _own_listing(own, text)
    if listing:
        return listing
    if urlsplit(url).path == "/" and not urlsplit(url).query:
        return _ROOT
    guess = _guess(text, kind)
    if guess.role is PageRole.LISTING or not has_content_rules(own):
        return guess
    return _LEFT_OUT if own.listing else _READ_FOR_LINKS


def has_content_rules(rules: Rules) -> bool:
    """Say whether the site itself names its content."""
    return bool(rules.article or rules.thread)


def is_next_page(url: str, site: Site) -> bool:
    """Say whether the site's rules name this URL a further page of something."""
    patterns = site.at(url).rules.next_page
    return bool(patterns) and _first_in(patterns, unquote(url)) is not None


def _own_listing(own: Rules, text: str) -> RoleDecision | None:
    listing = _own(PageRole.LISTING, "rules.listing", own.listing, text)
    return listing or _own(PageRole.LISTING, "rules.next_page", own.next_page, text)


def _guess(text: str, kind: SiteKind) -> RoleDecision:
    # On news sites a date alone is an archive, and only more than a date an article.
    order = (PageRole.CONTENT, PageRole.LISTING) if kind is SiteKind.FORUM else (PageRole.LISTING, PageRole.CONTENT)
    return next((decision for role in order if (decision := _usual(kind, role, text))), _UNDECIDED)


@lru_cache(maxsize=256)
def _compiled(patterns: tuple[str, ...]) -> tuple[LinearPattern, ...]:
    return tuple(map(LinearPattern, patterns))


def _first_in(patterns: tuple[str, ...], text: str) -> LinearPattern | None:
    return next((pattern for pattern in _compiled(patterns) if pattern.found_in(text)), None)


def _own(role: PageRole, rule: str, patterns: tuple[str, ...], text: str) -> RoleDecision | None:
    pattern = _first_in(patterns, text)
    return None if pattern is None else RoleDecision(role, rule, pattern.pattern)


def _usual(kind: SiteKind, role: PageRole, text: str) -> RoleDecision | None:
    pattern = next((pattern for pattern in patterns_of(kind, role) if pattern.found_in(text)), None)
    return None if pattern is None else _decision_of(role, pattern)


@lru_cache(maxsize=1_000)
def _decision_of(role: PageRole, pattern: UrlPattern) -> RoleDecision:
    return RoleDecision(role, pattern.about, pattern.match.pattern)
