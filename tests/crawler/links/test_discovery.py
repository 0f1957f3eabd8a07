import pytest

from crawler.links.discovery import Discovery, discover
from crawler.links.url_patterns import PageRole
from mezmun.core.sites.site_schema import Rules, Site, SiteKind
from normalization import decode

BLOG = Site.from_url("http://example.org/", SiteKind.BLOG)
FORUM = Site.from_url("http://example.org/", SiteKind.FORUM)


def read(
    html: str | bytes,
    site: Site = BLOG,
    role: PageRole = PageRole.LISTING,
    url: str = "http://example.org/list/",
    content_type: str | None = None,
) -> Discovery:
    page = decode(html.encode() if isinstance(html, str) else html, content_type)
    return discover(page.text or "", url, site, role=role, encoding=page.encoding)


def urls(discovery: Discovery) -> list[str]:
    return [link.url for link in discovery.links]


def test_links_come_once_each_in_document_order():
    discovery = read('<a href="/b-b-b">1</a><a href="a-a-a#x">2</a><a href="/b-b-b?utm_source=x">3</a>')
    assert urls(discovery) == ["http://example.org/b-b-b", "http://example.org/list/a-a-a"]


def test_what_is_skipped_or_elsewhere_is_no_link():
    assert not read(
        '<a href="http://other.org/a-b-c">1</a><a href="/login">2</a><a href="x.jpg">3</a><a href="mailto:a@b">4</a>'
    ).links


def test_links_start_from_the_base_element():
    assert urls(read('<base href="http://example.org/deep/x"><a href="a-b-c">1</a>')) == [
        "http://example.org/deep/a-b-c"
    ]


def test_scripts_and_comments_hold_no_links():
    assert not read("<script>'<a href=\"/a-b-c\">'</script><!-- <a href='/d-e-f'></a> --><noscript></noscript>").links


def test_the_next_page_of_a_thread_is_content_and_of_a_list_a_list():
    assert read('<a rel="next" href="/odd">x</a>', FORUM, PageRole.CONTENT).links[0].role is PageRole.CONTENT
    assert read('<a rel="next" href="/odd">x</a>', FORUM, PageRole.LISTING).links[0].role is PageRole.LISTING


def test_a_next_page_named_like_a_listing_is_one_unless_only_the_query_differs():
    html = '<a rel="next" href="/tag/linux">x</a><a rel="next" href="/a-b-c?page=2">y</a>'
    discovery = read(html, role=PageRole.CONTENT, url="http://example.org/a-b-c")
    assert [link.role for link in discovery.links] == [PageRole.LISTING, PageRole.CONTENT]


def test_the_sites_own_rule_names_a_next_page():
    site = FORUM.model_copy(update={"rules": Rules(thread=(r"/x\d+",), next_page=(r"/x\d+_\d+",))})
    assert [link.next_page for link in read('<a href="/x5_2.html">x</a><a href="/x5.html">y</a>', site).links] == [
        True,
        False,
    ]


def test_an_address_means_what_it_does_from_each_page_and_host():
    pages = ["http://example.org/a/x", "http://example.org/b/x", "http://www.example.org/a/x"]
    html = (
        '<a href="b-b-b">1</a><a href="/c-c-c">2</a><a href="//www.example.org/d-d-d">3</a><a href="http-guide">4</a>'
    )
    assert [urls(read(html, url=page)) for page in pages] == [
        [
            f"http://{host}{folder}b-b-b",
            f"http://{host}/c-c-c",
            "http://www.example.org/d-d-d",
            f"http://{host}{folder}http-guide",
        ]
        for host, folder in (("example.org", "/a/"), ("example.org", "/b/"), ("www.example.org", "/a/"))
    ]


def test_a_link_that_is_a_next_page_on_one_page_is_a_usual_link_on_another():
    button, usual = '<a rel="next" href="/more">x</a>', '<a href="/more">x</a>'
    pages = [usual, button, usual, usual + button]
    assert [[link.next_page for link in read(page).links] for page in pages] == [[False], [True], [False], [True]]


def test_feeds_are_followed_from_listings_only():
    html = '<link rel="alternate" type="application/rss+xml" href="/posts?format=xml"><a href="/feed/">RSS</a>'
    assert [link.role for link in read(html).links] == [PageRole.FEED, PageRole.FEED]
    assert not read(html, role=PageRole.CONTENT).links
    assert not read(html, BLOG.model_copy(update={"feeds": False})).links


def test_valid_utf8_is_read_as_that_whatever_is_declared():
    html = '<meta charset="windows-1252"><a href="/ئالما-ئۈزۈم-نەشپۈت">x</a>'.encode()
    discovery = read(html, content_type="text/html; charset=windows-1252")
    assert urls(discovery)[0].startswith("http://example.org/%D8%A6%D8%A7%D9%84")


def test_a_declared_encoding_is_used_for_what_is_no_utf8():
    discovery = read('<a href="/list.php?q=中">下一页</a>'.encode("gb18030"), content_type="text/html; charset=gb2312")
    assert urls(discovery) == ["http://example.org/list.php?q=%D6%D0"]
    assert discovery.links[0].next_page


def test_a_query_of_a_utf16_page_is_written_in_utf8():
    discovery = read('<a href="/list.php?q=中">x</a>'.encode("utf-16"))
    assert urls(discovery) == ["http://example.org/list.php?q=%E4%B8%AD"]


@pytest.mark.parametrize(
    "body", [b"", b"\0\0\0", b"\x89PNG\r\n\x1a\n" + bytes(range(256)), b"<", b"<a href=", b"<div>" * 50_000]
)
def test_no_bytes_raise(body):
    assert read(body, role=PageRole.UNKNOWN).links == ()


@pytest.mark.parametrize("depth", [100, 3_000, 100_000])
def test_links_are_found_however_deep_a_page_nests(depth):
    discovery = read("<font>" * depth + '<a href="/a-b-c">Next</a></font><p>' + '<a href="/d-e-f">x</a>')
    assert urls(discovery) == ["http://example.org/a-b-c", "http://example.org/d-e-f"]
    assert discovery.links[0].next_page


MENU = "<ul>" + "".join(f'<li><a href="/s{n}">a section of the site</a></li>' for n in range(20)) + "</ul>"


@pytest.mark.parametrize(
    ("html", "role"),
    [
        ('<meta property="og:type" content="article">' + MENU, PageRole.CONTENT),
        ('<body class="archive category">' + "word " * 500 + "</body>", PageRole.LISTING),
        ('<body class="post-template single single-post">' + MENU, PageRole.CONTENT),
        (MENU + '<form action="/wp-comments-post.php"><textarea></textarea></form>', PageRole.CONTENT),
        (MENU, PageRole.LISTING),
        (MENU + "<p>" + "word " * 300, PageRole.CONTENT),
        ("", PageRole.CONTENT),
    ],
)
def test_an_undecided_page_is_judged_by_what_it_says(html, role):
    assert read(html, role=PageRole.UNKNOWN).role is role


def test_a_decided_page_stays_what_it_is():
    assert read(MENU, role=PageRole.CONTENT).role is PageRole.CONTENT
