import json
from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.links.canonical_url import canonical_url
from mezmun.core.sites.site_schema import Query, Site, SiteKind
from mezmun.core.web.web_address import MAX_URL_OCTETS

SITE = Site.from_url("http://example.org/", SiteKind.FORUM)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "http://example.org/read.php?tid-123",
        "http://example.org/read.php?tid-123-fpage-2.html",
        "http://example.org/read.php?tid=123",
        "http://example.org/index.php?topic=12.0",
        "http://example.org/viewtopic.php?f=2&t=34",
        "http://example.org/forum.php?mod=viewthread&tid=34",
        "http://example.org/t/slug/123?page=2",
        "http://example.org/list?sid=5",
        "http://example.org/?s=%D8%A6%DB%87",
        "http://example.org/a//b;c=1/d.html",
        "http://example.org:8080/x",
    ],
)
def test_what_names_a_page_is_kept(url):
    assert canonical_url(url, SITE) == url


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("HTTP://Example.ORG:80", "http://example.org/"),
        ("http://example.org/a/../b/./c#post5", "http://example.org/b/c"),
        ("http://example.org/?utm_source=x&id=5&fbclid=y", "http://example.org/?id=5"),
        ("http://example.org/x?b=2&a=1", "http://example.org/x?b=2&a=1"),  # in the order the site's rules expect
        ("http://example.org/viewtopic.php?t=1&sid=" + "0a" * 16, "http://example.org/viewtopic.php?t=1"),
        ("http://example.org/showthread.php?s=" + "0a" * 16 + "&t=1", "http://example.org/showthread.php?t=1"),
        ("http://example.org/x;jsessionid=ABC?PHPSESSID=1", "http://example.org/x"),
        ("http://example.org/ئۇ يغۇر", "http://example.org/%D8%A6%DB%87%20%D9%8A%D8%BA%DB%87%D8%B1"),
        ("http://example.org/%d8%a6%7euser%41", "http://example.org/%D8%A6~userA"),
        ("http://example.org/100%", "http://example.org/100%25"),
        ("http://ئۇيغۇر.example.org/", "http://xn--lgbw0a4d47ac.example.org/"),
        ("  /tid\n5 ", "http://example.org/tid5"),
        ("?page=2", "http://example.org/dir/page?page=2"),
        ("//example.org/x", "http://example.org/x"),
        ("http://example.org/x?", "http://example.org/x"),
        ("http://example.org/x?&&a=1&", "http://example.org/x?a=1"),
    ],
)
def test_spellings_of_one_page_become_one(url, expected):
    assert canonical_url(url, SITE, "http://example.org/dir/page") == expected


@pytest.mark.parametrize(
    "url",
    [
        "mailto:a@example.org",
        "javascript:void(0)",
        "tel:1",
        "http://",
        "http://[::1",
        "http://u:p@example.org/",
        "http://x:y/",
        "http://example.org/" + "a" * MAX_URL_OCTETS,
    ],
)
def test_what_is_no_page_has_no_identity(url):
    assert canonical_url(url, SITE) is None


def test_relative_links_start_from_the_base():
    assert canonical_url("../b.html", SITE, "http://example.org/a/x/c.html") == "http://example.org/a/b.html"


def test_a_host_seeded_with_https_is_always_spoken_to_in_https():
    site = Site.from_url("https://example.org/")
    assert canonical_url("http://example.org/x", site) == "https://example.org/x"
    assert canonical_url("http://www.example.org/x", site) == "http://www.example.org/x"


def test_a_query_is_written_in_the_pages_encoding_and_a_path_in_utf8():
    assert (
        canonical_url("http://example.org/中?q=中", SITE, encoding="gb18030") == "http://example.org/%E4%B8%AD?q=%D6%D0"
    )


def test_the_site_file_decides_on_parameters():
    keeping = SITE.model_copy(update={"query": Query(keep=("tid", "page"))})
    assert canonical_url("http://example.org/?tid=1&from=x&page=2", keeping) == "http://example.org/?tid=1&page=2"
    dropping = SITE.model_copy(update={"query": Query(drop=("from",))})
    assert canonical_url("http://example.org/?tid=1&from=x", dropping) == "http://example.org/?tid=1"


@given(st.text(max_size=60), st.text(max_size=30))
def test_an_identity_is_ascii_and_its_own_identity(path, query):
    canonical = canonical_url(f"http://example.org/{path}?{query}", SITE)
    if canonical is not None:
        assert canonical.isascii()
        assert canonical_url(canonical, SITE) == canonical


@pytest.mark.parametrize("base", ["http://a.example/x/y?z#f", "https://a.example:8080", "http://a.example/x/"])
@pytest.mark.parametrize(
    "link",
    [
        "/",
        "/a/../b?c#d",
        "//b.example/c",
        "http://b.example",
        "http:///c",
        "https://b.example/../c",
        "http:c",
        "c?d",
        "?e",
        "",
    ],
)
def test_a_link_is_joined_to_its_page_as_everywhere(base, link):
    hosts = ("a.example", "b.example", "a.example:8080")
    site = Site.from_url("http://a.example/").model_copy(update={"hosts": hosts})
    assert canonical_url(link, site, base) == canonical_url(urljoin(base, link), site)


def test_a_section_drops_parameters_of_its_own():
    forum = {"kind": "forum", "addresses": ["/bbs/"], "query": {"drop": ["from"]}}
    values = {"name": "x", "kind": "news", "seeds": ["http://x/"], "query": {"keep": []}, "sections": [forum]}
    site = Site.model_validate_json(json.dumps(values))
    assert canonical_url("http://x/a?id=5&from=home", site) == "http://x/a"
    assert canonical_url("/bbs/read.php?tid=5&from=home", site, "http://x/a") == "http://x/bbs/read.php?tid=5"
