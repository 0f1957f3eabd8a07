from crawler.links.url_patterns import PageRole
from crawler.probing.link_trace import trace_links
from mezmun.core.sites.site_schema import Rules, Site, SiteKind

PAGE = """<link rel=alternate type=application/rss+xml href=/news.rdf>
<a href=/2024/05/17/a-title/>a</a> <a href=/word>b</a> <a href=/author/x/>c</a> <a href=http://other.example/>d</a>
<a href=/2024/05/17/a-title/?replytocom=5>e</a> <a class=next href=/more/2>older</a> <a href=/horoscope/1>f</a>"""


def traced(kind=SiteKind.NEWS, **rules):
    site = Site.from_url("http://example.org/", kind).model_copy(update={"rules": Rules(**rules)})
    return {link.url.removeprefix("http://example.org"): link for link in trace_links(PAGE, site.seeds[0], site).links}


def test_each_link_has_its_role_and_the_rule_that_gave_it():
    links = traced(skip=("/horoscope/",))
    assert {url: (link.role, link.rule) for url, link in links.items()} == {
        "/news.rdf": (PageRole.FEED, "named as a feed"),
        "/2024/05/17/a-title/": (PageRole.CONTENT, "articles of news sites and blogs"),
        "/word": (PageRole.UNKNOWN, "no rule: the page itself will say"),
        "/more/2": (PageRole.LISTING, "goes on where this listing ends"),
        "/author/x/": (PageRole.SKIP, "pages about persons: Mezmun keeps what a page says, not who said it"),
        "http://other.example/": (PageRole.SKIP, "no host of the site"),
        "/2024/05/17/a-title/?replytocom=5": (
            PageRole.SKIP,
            "the machinery of a site, and the same page in another dress",
        ),
        "/horoscope/1": (PageRole.SKIP, "rules.skip"),
    }
    assert links["/horoscope/1"].pattern == "/horoscope/"
    assert "replytocom" in (links["/2024/05/17/a-title/?replytocom=5"].pattern or "")


def test_an_own_article_rule_switches_no_skip_off():
    links = traced(article=("/2024/",))
    assert links["/2024/05/17/a-title/"].rule == "rules.article"
    assert links["/2024/05/17/a-title/?replytocom=5"].role is PageRole.SKIP
    assert links["/author/x/"].role is PageRole.SKIP


def test_links_of_an_article_that_a_crawl_leaves_are_marked():
    page = f"<meta property=og:type content=article>{PAGE}"
    site = Site.from_url("http://example.org/", SiteKind.NEWS)
    trace = trace_links(page, "http://example.org/2024/05/17/another-title/", site)
    assert trace.role is PageRole.CONTENT
    followed = {link.url.rpartition(".org")[2]: link.followed for link in trace.links}
    assert (followed["/2024/05/17/a-title/"], followed["/word"], followed["/news.rdf"]) == (True, False, False)
