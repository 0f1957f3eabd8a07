"""The three kinds on the ways their sites are linked."""

from tests.crawler.web import make_site

POST = "<p>" + "words of a post " * 30


def test_a_forum_is_followed_from_index_to_threads_to_their_pages(web, crawls):
    web.pages = {
        "/": '<a href="forum-2-1.html">board</a><a href="home.php?mod=space&uid=1">somebody</a>',
        "/forum-2-1.html": '<a href="thread-5-1-1.html">t</a><a class="nxt" href="forum-2-2.html">next</a>',
        "/forum-2-2.html": '<a href="thread-6-1-1.html">t</a>',
        "/thread-5-1-1.html": POST + '<a href="thread-5-2-1.html">2</a><a href="whatever">a link in a post</a>',
        "/thread-5-2-1.html": POST + '<a href="forum.php?mod=post&action=reply&tid=5">reply</a>',
        "/thread-6-1-1.html": POST,
    }
    assert crawls.run(make_site(web, "forum")) == 0
    assert crawls.outcomes() == {
        "/": "listing",
        "/forum-2-1.html": "listing",
        "/forum-2-2.html": "listing",
        "/thread-5-1-1.html": None,
        "/thread-5-2-1.html": None,
        "/thread-6-1-1.html": None,
    }


def test_a_blog_is_followed_through_archives_and_from_post_to_post(web, crawls):
    web.pages = {
        "/": '<a href="/2024/05/">May</a><a rel="next" href="/page/2/">older</a>',
        "/page/2/": '<a href="/سالام">a post named by a word</a>',
        "/2024/05/": '<a href="/2024/05/a-post/">x</a>',
        "/2024/05/a-post/": POST + '<a href="/older">an older one</a>',
        "/%D8%B3%D8%A7%D9%84%D8%A7%D9%85": POST,
        "/older": POST,
    }
    assert crawls.run(make_site(web, "blog")) == 0
    listings = {"/", "/page/2/", "/2024/05/"}
    assert crawls.outcomes() == {path: "listing" if path in listings else None for path in web.pages}


def test_the_limits_of_depth_and_pages_hold_but_next_pages_are_free(web, crawls):
    for n in range(1, 9):
        web.pages[f"/page/{n}/"] = f'<a rel="next" href="/page/{n + 1}/">next</a><a href="/post-{n}-of-words">p</a>'
        web.pages[f"/post-{n}-of-words"] = POST + f'<a href="/deep-{n}-of-words">too deep</a>'
    web.pages["/"] = '<a rel="next" href="/page/1/">next</a>'
    limits = {"delay": 0, "timeout": 5, "depth": 1}
    assert crawls.run(make_site(web, "news", limits=limits)) == 0
    outcomes = crawls.outcomes()
    assert "/page/8/" in outcomes
    assert "/post-8-of-words" in outcomes
    assert not any(path.startswith("/deep") for path in outcomes)
    assert crawls.run(make_site(web, "news", limits=limits, name="again"), max_pages=4) == 0
    assert len(crawls.outcomes()) == 4


def test_a_site_with_too_little_content_is_told_loudly(web, crawls, capfd):
    web.pages = {"/": '<a href="/a-page-of-words">x</a>', "/a-page-of-words": POST}
    assert crawls.run(make_site(web, assertions={"min_content_pages": 5})) == 0
    assert "test: 1 content pages were fetched, the site file expects 5 or more" in capfd.readouterr().err
