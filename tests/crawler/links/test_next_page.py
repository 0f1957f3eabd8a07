import pytest

from crawler.links.discovery import discover
from crawler.links.next_page import next_words
from crawler.links.url_patterns import PageRole
from mezmun.core.sites.site_schema import Site, SiteKind

SITE = Site.from_url("http://example.org/", SiteKind.BLOG)


def next_pages(html):
    """Say of each link of a list whether it leads to the next page."""
    return [link.next_page for link in discover(html, "http://example.org/list/", SITE, role=PageRole.LISTING).links]


@pytest.mark.parametrize(
    "anchor",
    [
        '<a rel="next" href="/more">x</a>',
        '<a href="/more">Next »</a>',
        '<a href="/more">كېيىنكى بەت</a>',
        '<a href="/more">« ئاستىنقى بەت »</a>',
        '<a href="/more">\ufedb\ufbe7\ufef4\ufbe9\ufee8\ufedc\ufef0</a>',
        '<a href="/more">下一页&gt;</a>',
        '<a class="next page-numbers" href="/more">…</a>',
        '<div class="nav-previous"><a href="/more">x</a></div>',
        '<div class="pagination"><ul><li><a href="/more">2</a></li></ul></div>',
        '<div id="pager"><a href="/more">»</a></div>',
        '<a title="Next page" href="/more">▶</a>',
        '<link rel="next" href="/more">',
    ],
)
def test_next_pages_are_seen(anchor):
    assert next_pages(anchor) == [True]


@pytest.mark.parametrize(
    "anchor",
    ['<a href="/more">What comes next in this long sentence</a>', '<a href="/more">2</a>', '<a href="/more">»</a>'],
)
def test_other_links_are_no_next_pages(anchor):
    assert next_pages(anchor) == [False]


@pytest.mark.parametrize("word", ["Older posts", "كېيىنكى بەت", "下一页", "далее", "Sonraki Sayfa", "التالي"])
def test_next_pages_are_told_by_words_of_a_table(word):
    assert word.lower() in next_words()
    assert next_pages(f'<a href="/more">{word} »</a>') == [True]
