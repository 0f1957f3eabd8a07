import json

import pytest

from crawler.links.canonical_url import canonical_url
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import is_skipped, role_of
from mezmun.core.sites.site_schema import Rules, Site, SiteKind

BASE = "http://example.org/"


def role(kind: SiteKind, path: str, **rules: tuple[str, ...]) -> PageRole:
    site = Site.from_url(BASE, kind).model_copy(update={"rules": Rules(**rules)})
    url = canonical_url(path, site, BASE)
    assert url is not None
    return role_of(url, site)


@pytest.mark.parametrize(
    "path",
    [
        "read.php?tid-123.html",
        "read.php?tid=123&page=2",
        "read-htm-tid-123.html",
        "thread-123-1-1.html",
        "forum.php?mod=viewthread&tid=34",
        "viewtopic.php?f=2&t=34&start=15",
        "showthread.php?t=99&page=3",
        "index.php?topic=12.30",
        "index.php?showtopic=12",
        "threads/some-title.4711/page-2",
        "topic/123-some-title/",
        "t/some-title/123",
        "d/123-some-title",
        "discussion/123/some-title",
    ],
)
def test_the_usual_forum_programs_threads_are_content(path):
    assert role(SiteKind.FORUM, path) is PageRole.CONTENT


@pytest.mark.parametrize(
    "path",
    [
        "",
        "index.php",
        "forum.php",
        "forum-12-1.html",
        "thread.php?fid-5-page-2.html",
        "thread.php?fid=5",
        "thread-htm-fid-12.html",
        "forum.php?mod=forumdisplay&fid=2&page=2",
        "viewforum.php?f=2&start=50",
        "forumdisplay.php?f=2",
        "index.php?board=1.0",
        "forums/general.5/",
        "c/general/5",
        "category/2-news",
    ],
)
def test_the_usual_forum_programs_boards_are_listings(path):
    assert role(SiteKind.FORUM, path) is PageRole.LISTING


@pytest.mark.parametrize(
    "path",
    [
        "post.php?action=reply&fid=1&tid=5",
        "forum.php?mod=post&action=reply&tid=5",
        "forum.php?mod=viewthread&tid=5&action=printable",
        "forum.php?mod=redirect&tid=5&goto=lastpost",
        "home.php?mod=space&uid=5",
        "u.php?action=show&uid=5",
        "profile.php?action=show&uid=5",
        "memberlist.php?mode=viewprofile&u=2",
        "member.php?u=3",
        "login.php",
        "register.php?x=1",
        "search.php?keywords=x",
        "viewtopic.php?f=2&t=34&view=print",
        "viewtopic.php?p=999",
        "forum.php?mod=viewthread&tid=5&authorid=9",
        "forumdisplay.php?f=2&sort=lastpost&order=desc",
        "attachment.php?aid=5",
        "index.php?topic=12.msg99",
        "members/somebody.5/",
        "job.php?action=download",
        "ucp.php?mode=login",
        "faq.php",
    ],
)
def test_actions_and_persons_of_a_forum_are_never_fetched(path):
    assert role(SiteKind.FORUM, path) is PageRole.SKIP


@pytest.mark.parametrize("kind", [SiteKind.NEWS, SiteKind.BLOG])
@pytest.mark.parametrize(
    "path",
    [
        "2024/05/17/some-title/",
        "2024/05/some-title.html",
        "2024-05/17/c_1234567.htm",
        "?p=123",
        "article.php?id=5",
        "show.asp?newsid=77",
        "news/20240517123.html",
        "a-title-of-words/",
        "some-title.html",
        "gnome-3.html/2/",
        "ask/162/ياردەم-ubuntu-for-android",
    ],
)
def test_articles_are_content(kind, path):
    assert role(kind, path) is PageRole.CONTENT


@pytest.mark.parametrize("path", ["4711", "1234/", "2150/05/"])
def test_a_number_that_is_no_year_is_no_archive(path):
    assert role(SiteKind.NEWS, path) is PageRole.UNKNOWN


@pytest.mark.parametrize("kind", [SiteKind.NEWS, SiteKind.BLOG])
@pytest.mark.parametrize(
    "path",
    [
        "",
        "index.html",
        "index_2.html",
        "2024/",
        "2024/05/",
        "2024/05/17/",
        "2024/05/page/2/",
        "category/تور/page/2/",
        "tag/linux/",
        "page/3/",
        "?paged=2",
        "?cat=5",
        "archives/",
        "list.php?cid=3",
    ],
)
def test_archives_and_sections_are_listings(kind, path):
    assert role(kind, path) is PageRole.LISTING


@pytest.mark.parametrize(
    "path",
    [
        "logo.PNG",
        "a.pdf?x=1",
        "wp-login.php",
        "?replytocom=5",
        "a-b-c/trackback/",
        "author/somebody/",
        "user/x",
        "?s=word",
        "search?q=x",
        "a/print",
        "wp-json/oembed/1.0",
    ],
)
def test_files_actions_and_persons_are_never_fetched(path):
    assert role(SiteKind.BLOG, path) is PageRole.SKIP


@pytest.mark.parametrize(
    "path", ["how-to-change-your-password/", "2024/05/17/new-way-to-login.html", "why-people-register/"]
)
def test_titles_that_end_in_the_name_of_an_action_are_still_articles(path):
    assert role(SiteKind.NEWS, path) is PageRole.CONTENT


@pytest.mark.parametrize(
    "path", ["feed/", "rss.xml", "atom.xml", "sitemap.xml", "sitemap-posts-1.xml.gz", "?feed=rss2", "feed/atom"]
)
def test_feeds_are_feeds(path):
    assert role(SiteKind.NEWS, path) is PageRole.FEED


def test_what_no_rule_names_is_left_to_the_page():
    assert role(SiteKind.BLOG, "about") is PageRole.UNKNOWN
    assert role(SiteKind.FORUM, "diyarim123.html") is PageRole.UNKNOWN


def test_the_sites_own_rules_come_first():
    assert role(SiteKind.FORUM, "a/5", thread=(r"/a/\d+",)) is PageRole.CONTENT
    assert role(SiteKind.FORUM, "thread-1-1-1.html", skip=("thread-1-",)) is PageRole.SKIP
    assert role(SiteKind.NEWS, "2024/05/17/title", listing=(r"/2024/",)) is PageRole.LISTING


def test_a_site_that_names_its_content_has_no_other():
    assert role(SiteKind.NEWS, "2024/05/17/title", article=(r"/story\d+",)) is PageRole.LISTING
    assert role(SiteKind.NEWS, "2024/05/17/title", article=(r"/story\d+",), listing=("/section/",)) is PageRole.SKIP
    assert role(SiteKind.NEWS, "category/x", article=(r"/story\d+",), listing=("/section/",)) is PageRole.LISTING


def test_patterns_see_letters_not_escapes():
    assert role(SiteKind.NEWS, "خەۋەر/1", article=("/خەۋەر/",)) is PageRole.CONTENT


def test_patterns_may_bring_their_own_flags_and_groups():
    assert role(SiteKind.NEWS, "STORY/aa", article=("(?i)/story/", "/(x)(y)")) is PageRole.CONTENT


def test_naming_content_switches_no_skip_off():
    """A pattern for articles matched the reply links of each of them too: half of a site's requests."""
    assert role(SiteKind.NEWS, "2024/05/17/title?replytocom=5", article=(r"/\d{4}/\d{2}/",)) is PageRole.SKIP
    assert role(SiteKind.FORUM, "login/5", thread=(r"/login/\d+",)) is PageRole.SKIP
    assert role(SiteKind.NEWS, "user/list", listing=("/user/",)) is PageRole.SKIP


def test_what_a_site_allows_is_not_skipped_by_its_kind_but_by_its_own_rules():
    rules = {"thread": (r"/login/\d+",), "allow": ("/login/",)}
    assert role(SiteKind.FORUM, "login/5", **rules) is PageRole.CONTENT
    assert role(SiteKind.FORUM, "login/5", skip=("/5",), **rules) is PageRole.SKIP


def test_addresses_that_took_seconds_are_read_like_others():
    long = "for-hire-tony-tone-hire-far-left-a-vintage-modern-2466-2-x-1959-hw-stacks-1-x-jtm-45-100jh-stack.71"
    assert role(SiteKind.NEWS, f"media/{long}/x") is PageRole.UNKNOWN
    assert role(SiteKind.NEWS, "1" * 1920 + "x?") is PageRole.UNKNOWN


def test_a_seed_is_a_listing_whatever_it_looks_like():
    site = Site.from_url("http://example.org/user/list-of-the-best.html")
    assert role_of("http://example.org/user/list-of-the-best.html", site) is PageRole.LISTING


def test_each_section_of_a_site_has_rules_of_its_own_and_those_of_its_kind():
    sections = [{"kind": "forum", "addresses": ["^https?://[^/]+/bbs/"], "rules": {"skip": ["/bbs/old/"]}}]
    values = {"name": "x", "kind": "news", "seeds": ["http://x/"], "rules": {"article": ["/a/"]}, "sections": sections}
    site = Site.model_validate_json(json.dumps(values))
    roles = {
        "http://x/a/1": PageRole.CONTENT,
        "http://x/read.php?tid=5": PageRole.LISTING,
        "http://x/bbs/read.php?tid=5": PageRole.CONTENT,
        "http://x/bbs/a/1": PageRole.UNKNOWN,
        "http://x/bbs/thread.php?fid=5": PageRole.LISTING,
        "http://x/bbs/old/read.php?tid=5": PageRole.SKIP,
        "http://x/bbs/post.php?tid=5": PageRole.SKIP,
        "http://y/bbs/read.php?tid=5": PageRole.SKIP,
    }
    assert {url: role_of(url, site) for url in roles} == roles


@pytest.mark.parametrize(
    ("path", "known_as", "skipped"),
    [
        ("tag/words", PageRole.LISTING, True),
        ("tag/feed", PageRole.FEED, True),
        ("sitemap-news.txt", PageRole.FEED, False),  # which robots.txt names
        ("a.txt", PageRole.CONTENT, True),
        ("a-page-of-words", PageRole.CONTENT, False),
    ],
)
def test_a_known_page_is_skipped_by_the_rules_of_today_and_a_feed_only_by_those_of_its_site(path, known_as, skipped):
    site = Site.from_url(BASE, SiteKind.BLOG).model_copy(update={"rules": Rules(skip=("/tag/",))})
    assert is_skipped(BASE + path, known_as, site) is skipped
    assert is_skipped("http://other.example/", PageRole.LISTING, site)
    assert is_skipped("http://other.example/feed.xml", PageRole.FEED, site)


def test_a_seed_is_asked_for_whatever_the_rules_skip_and_no_more_when_it_is_none():
    site = Site.from_url(BASE, SiteKind.BLOG).model_copy(update={"rules": Rules(skip=("/old/",))})
    old = f"{BASE}old/"
    assert is_skipped(old, PageRole.LISTING, site)
    assert not is_skipped(old, PageRole.LISTING, site.model_copy(update={"seeds": (BASE, old)}))
