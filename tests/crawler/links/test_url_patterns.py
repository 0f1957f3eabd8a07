import re

import pytest

from crawler.links.url_patterns import PageRole, compiled, pattern_file, patterns_of
from mezmun.core.sites.site_schema import SiteKind
from tests.growth import MOST, growth

FILE = pattern_file()
PATTERNS = [(group, pattern) for group in FILE.groups for pattern in group.patterns]


@pytest.mark.parametrize(("group", "pattern"), PATTERNS, ids=[pattern.match[:60] for _, pattern in PATTERNS])
def test_every_pattern_is_found_in_its_examples(group, pattern):
    matcher = compiled(pattern, FILE.parts)
    assert [example for example in pattern.examples if not matcher.found_in(f"http://example.org{example}")] == []


def test_every_part_is_used_and_no_other_is_named():
    text = " ".join(f"{pattern.match} {pattern.unless or ''}" for _, pattern in PATTERNS)
    named = set(re.findall(r"(?<!\\)<([a-z_]+)>", " ".join([text, *FILE.parts.values()])))
    assert named == set(FILE.parts)


@pytest.mark.parametrize("kind", SiteKind)
def test_every_kind_has_patterns_for_every_role_that_an_address_can_tell(kind):
    assert all(patterns_of(kind, role) for role in PageRole if role is not PageRole.UNKNOWN)


def test_an_unless_takes_a_pattern_back():
    (front,) = (pattern for _, pattern in PATTERNS if pattern.unless and "viewthread" in pattern.unless)
    matcher = compiled(front, FILE.parts)
    assert matcher.found_in("http://example.org/forum.php?x=1")
    assert not matcher.found_in("http://example.org/forum.php?mod=viewthread&tid=5")


@pytest.mark.slow
@pytest.mark.parametrize("text", ["1", "a-", "/a", "&page=1", "1-/", "?id=", "thread-1"])
@pytest.mark.parametrize("kind", SiteKind)
def test_no_address_is_slow_to_read(kind, text):
    """An address of 1,920 digits took seconds, and its page hung the site for ever."""

    def read(times: int) -> None:
        address = f"http://example.org/{text * times}x?"
        for role in (PageRole.SKIP, PageRole.FEED, PageRole.LISTING, PageRole.CONTENT):
            any(pattern.found_in(address) for pattern in patterns_of(kind, role))

    assert growth(read, 5_000, 20_000) < MOST
