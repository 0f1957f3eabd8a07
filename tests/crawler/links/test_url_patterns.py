import re

import pytest

from crawler.links.url_patterns import PageRole, UrlPatterns, compiled, pattern_file, patterns_of
from mezmun.core.sites.site_schema import SiteKind
from tests.growth import MOST, growth

FILE = pattern_file()
PATTERNS = [(group, pattern) for group in FILE.groups for pattern in group.patterns]


@pytest.mark.parametrize(("group", "pattern"), PATTERNS, ids=[pattern.match[:60] for _, pattern in PATTERNS])
def test_every_pattern_is_found_in_its_examples(group, pattern):
    matcher = UrlPatterns([compiled(pattern, FILE.parts, group)])
    assert [example for example in pattern.examples if not matcher.found_in(f"http://example.org{example}")] == []


def test_every_part_is_used_and_no_other_is_named():
    text = " ".join(f"{pattern.match} {pattern.unless or ''}" for _, pattern in PATTERNS)
    named = set(re.findall(r"(?<!\\)<([a-z_]+)>", " ".join([text, *FILE.parts.values()])))
    assert named == set(FILE.parts)


@pytest.mark.parametrize("kind", SiteKind)
def test_every_kind_has_patterns_for_every_role_that_an_address_can_tell(kind):
    roles = {group.role for group in FILE.groups if kind in group.kinds}
    assert roles == set(PageRole) - {PageRole.UNKNOWN}


def test_an_unless_takes_a_pattern_back():
    [(group, front)] = (pair for pair in PATTERNS if pair[1].unless and "viewthread" in pair[1].unless)
    matcher = UrlPatterns([compiled(front, FILE.parts, group)])
    assert matcher.found_in("http://example.org/forum.php?x=1")
    assert not matcher.found_in("http://example.org/forum.php?mod=viewthread&tid=5")


def test_all_patterns_of_a_kind_are_read_at_once_and_the_first_of_each_role_counts():
    firsts = patterns_of(SiteKind.FORUM).found_in("http://example.org/forum.php?mod=viewthread&tid=5&goto=lastpost")
    each = [
        (group.role, compiled(pattern, FILE.parts, group))
        for group, pattern in PATTERNS
        if SiteKind.FORUM in group.kinds
    ]
    alone = {}
    for role, pattern in each:
        if UrlPatterns([pattern]).found_in("http://example.org/forum.php?mod=viewthread&tid=5&goto=lastpost"):
            alone.setdefault(role, pattern.match.pattern)
    assert {role: pattern.match.pattern for role, pattern in firsts.items()} == alone
    assert {PageRole.SKIP, PageRole.CONTENT} <= alone.keys()


@pytest.mark.slow
@pytest.mark.parametrize("text", ["1", "a-", "/a", "&page=1", "1-/", "?id=", "thread-1"])
@pytest.mark.parametrize("kind", SiteKind)
def test_no_address_is_slow_to_read(kind, text):
    """An address of 1,920 digits took seconds, and its page hung the site for ever."""

    def read(times: int) -> None:
        address = f"http://example.org/{text * times}x?"
        patterns_of(kind).found_in(address)

    assert growth(read, 2_500, 20_000) < MOST


@pytest.mark.parametrize("kind", SiteKind)
@pytest.mark.parametrize("address", ["/?p=12", "/?name=kettle", "/post?lang=ru", "/a/?uls=ul", "/?lang=ru&p=12"])
def test_what_has_more_than_a_language_is_no_front_page(kind, address):
    pattern = patterns_of(kind).found_in(f"http://example.org{address}").get(PageRole.LISTING)
    assert pattern is None or "language" not in pattern.about
