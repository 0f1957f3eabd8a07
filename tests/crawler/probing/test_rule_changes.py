from crawler.probing.rule_changes import ChangeKind, rule_changes
from db.crawling.addresses import KnownAddress
from mezmun.core.sites.site_schema import Query, Rules, Site

BEFORE = Site.from_url("http://example.org/")
KNOWN = [
    KnownAddress("http://example.org/", has_document=False),
    KnownAddress("http://example.org/horoscope/a-lion-of-words.html", has_document=True),
    KnownAddress("http://example.org/word", has_document=True),
    KnownAddress("http://example.org/a?from=home", has_document=False),
    KnownAddress("http://example.org/a?from=list", has_document=True),
    KnownAddress("http://example.org/b?from=list", has_document=False),
]


def test_what_a_changed_file_skips_renames_joins_and_takes_for_something_else_is_counted():
    rules = Rules(skip=("/horoscope/",), listing=("/word$",))
    after = BEFORE.model_copy(update={"rules": rules, "query": Query(drop=("from",))})
    changes = {change.kind: change for change in rule_changes(KNOWN, BEFORE, after)}
    assert changes.keys() == set(ChangeKind)
    skipped = changes[ChangeKind.SKIPPED]
    assert (skipped.before, skipped.after, skipped.pages, skipped.documents) == ("content", "skip", 1, 1)
    assert skipped.samples == ("http://example.org/horoscope/a-lion-of-words.html",)
    assert (changes[ChangeKind.ROLE].before, changes[ChangeKind.ROLE].after) == ("unknown", "listing")
    assert changes[ChangeKind.MERGED].samples == ("http://example.org/a?from=list",)
    assert changes[ChangeKind.ADDRESS].samples == ("http://example.org/a?from=home", "http://example.org/b?from=list")


def test_the_same_file_changes_nothing():
    assert rule_changes(KNOWN, BEFORE, BEFORE) == []
