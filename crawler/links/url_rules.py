"""What a URL is to its site, by the site's rules and its kind's: a listing, content, or nothing to fetch."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final
from urllib.parse import unquote, urlsplit

from crawler.links.canonical_url import canonical_url
from crawler.links.url_patterns import PageRole, UrlPattern, UrlPatterns, patterns_of
from mezmun.core.linear_pattern import LinearPattern
from mezmun.core.sites.site_schema import Rules, Site, SiteKind


@dataclass(frozen=True, slots=True)
class RoleDecision:
    """The role of an address, the rule that gave it, in words, and the pattern of that rule, if it has one."""

    role: PageRole
    rule: str
    pattern: str | None = None


_OWN_SKIP: Final = "rules.skip"
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


def role_decision(url: str, site: Site) -> RoleDecision:
    """Say what a page is by its URL alone, and by which rule.

    What the site skips is skipped, and what its kind skips, unless the site allows it: naming content switches no skip
    off. Then come the site's own patterns (content, then listing and next page, and the seeds), and for what they do
    not name the patterns of the kind; but a site that names its content is believed: nothing else of it is content.
    """
    site = site.at(url)
    if not site.allows(url):
        return _OTHER_HOST
    own = _own(site.rules, url)
    if skip := own.get("skip"):
        return _decision_of(PageRole.SKIP, skip)
    usual = patterns_of(site.kind).found_in(unquote(url))
    is_seed = url in _seeds(site)
    if not is_seed and (skip := usual.get(PageRole.SKIP)) and "allow" not in own:
        return _decision_of(PageRole.SKIP, skip)
    if content := own.get("article") or own.get("thread"):
        return _decision_of(PageRole.CONTENT, content)
    if feed := usual.get(PageRole.FEED):
        return _decision_of(PageRole.FEED, feed)
    if is_seed:
        return _SEED
    if listing := own.get("listing") or own.get("next_page"):
        return _decision_of(PageRole.LISTING, listing)
    if urlsplit(url).path == "/" and not urlsplit(url).query:
        return _ROOT
    guess = _guess(usual, site.kind)
    if guess.role is PageRole.LISTING or not has_content_rules(site.rules):
        return guess
    return _LEFT_OUT if site.rules.listing else _READ_FOR_LINKS


def is_skipped(url: str, known_as: PageRole, site: Site) -> bool:
    """Say whether a page that was found before is never fetched any more, for the site's rules are others by now.

    A feed was named by the site itself, as a sitemap in its robots.txt, whatever its kind thinks of such addresses: it
    is skipped only by a rule of the site's own, or on a host that is none of the site's.
    """
    if url in _seeds(site):
        return False
    decision = role_decision(url, site)
    if decision.role is not PageRole.SKIP:
        return False
    return known_as is not PageRole.FEED or decision.rule == _OWN_SKIP or decision is _OTHER_HOST


def has_content_rules(rules: Rules) -> bool:
    """Say whether the site itself names its content."""
    return bool(rules.article or rules.thread)


def is_next_page(url: str, site: Site) -> bool:
    """Say whether the site's rules name this URL a further page of something."""
    rules = site.at(url).rules
    return bool(rules.next_page) and "next_page" in _own(rules, url)


def _guess(usual: Mapping[str, UrlPattern], kind: SiteKind) -> RoleDecision:
    # On news sites a date alone is an archive, and only more than a date an article.
    order = (PageRole.CONTENT, PageRole.LISTING) if kind is SiteKind.FORUM else (PageRole.LISTING, PageRole.CONTENT)
    return next((_decision_of(role, pattern) for role in order if (pattern := usual.get(role))), _UNDECIDED)


def _own(rules: Rules, url: str) -> Mapping[str, UrlPattern]:
    """Give the site's own patterns for an address, by the list that they stand in."""
    return _own_patterns(rules).found_in(unquote(url))


@lru_cache(maxsize=1_000)
def _own_patterns(rules: Rules) -> UrlPatterns:
    return UrlPatterns(
        [
            UrlPattern(name, f"rules.{name}", LinearPattern(pattern))
            for name in Rules.model_fields
            for pattern in getattr(rules, name)
        ]
    )


@lru_cache(maxsize=1_000)
def _seeds(site: Site) -> frozenset[str | None]:
    return frozenset(canonical_url(seed, site) for seed in site.all_seeds)


def _decision_of(role: PageRole, pattern: UrlPattern) -> RoleDecision:
    return RoleDecision(role, pattern.about, pattern.match.pattern)
