import pytest

from crawler.politeness.usage_signals import usage_signals
from tests.crawler.web import answer, make_site

NOINDEX = '<meta name="robots" content="noindex">'
NOFOLLOW = '<meta name="mezmun" content="nofollow">'
ARTICLE = "<p>" + "words of an article " * 20


@pytest.mark.parametrize(
    ("values", "directives"),
    [
        (["noindex, nofollow"], {"noindex", "nofollow"}),
        (["noarchive", "NoIndex"], {"noarchive", "noindex"}),
        (["otherbot: noindex, nofollow"], set()),
        (["mezmun: noindex"], {"noindex"}),
        (["max-snippet: 5, noai"], {"max-snippet: 5", "noai"}),
        (["unavailable_after: 25 Jun 2030 15:00:00 PST"], {"unavailable_after: 25 jun 2030 15:00:00 pst"}),
    ],
)
def test_a_header_speaks_for_everybody_or_for_the_robot_it_names(values, directives):
    assert usage_signals({"x-robots-tag": values}).directives == directives


def test_metas_for_all_robots_and_for_us_add_up_and_those_for_others_do_not():
    metas = [("robots", "NOINDEX"), ("mezmun", "noarchive"), ("googlebot", "nofollow"), ("tdm-reservation", " 1 ")]
    signals = usage_signals({"tdm-policy": ["http://a/policy.json"]}, metas, "ai-train=no")
    assert (signals.noindex, signals.noarchive, signals.nofollow) == (True, True, False)
    assert signals.recorded() == {
        "robots": ["noarchive", "noindex"],
        "tdm-reservation": "1",
        "tdm-policy": "http://a/policy.json",
        "content-signal": "ai-train=no",
    }


def test_none_is_noindex_and_nofollow():
    signals = usage_signals({}, [("robots", "none")])
    assert signals.noindex
    assert signals.nofollow


def test_what_pages_ask_of_robots_is_obeyed_and_recorded(web, crawls):
    web.pages = {
        "/robots.txt": "User-agent: *\nContent-Signal: ai-train=no\nAllow: /\n" + "# padding\n" * 600_000,
        "/": "".join(f'<a href="/{name}-this-page">x</a>' for name in ("noindex", "nofollow", "header", "noai", "list"))
        + '<a href="/category/hidden/">x</a>',
        "/noindex-this-page": f'{NOINDEX}{ARTICLE}<a href="/behind-the-noindex-page">x</a>',
        "/nofollow-this-page": f'{NOFOLLOW}{ARTICLE}<a href="/behind-the-nofollow-page">x</a>',
        "/header-this-page": answer(200, ARTICLE.encode(), X_Robots_Tag="noindex, nofollow"),
        "/noai-this-page": f'<meta name="robots" content="noai">{ARTICLE}',
        "/list-this-page": ARTICLE,
        "/category/hidden/": '<meta name="robots" content="noindex, follow"><a href="/behind-the-hidden-list">x</a>',
        "/behind-the-noindex-page": ARTICLE,
        "/behind-the-nofollow-page": ARTICLE,
        "/behind-the-hidden-list": ARTICLE,
    }
    assert crawls.run(make_site(web)) == 0
    outcomes = crawls.outcomes()
    assert outcomes == {
        "/": "listing",
        "/noindex-this-page": "robots-denied",
        "/nofollow-this-page": None,
        "/header-this-page": "robots-denied",
        "/noai-this-page": None,
        "/list-this-page": None,
        "/category/hidden/": "listing",
        "/behind-the-noindex-page": None,
        "/behind-the-hidden-list": None,
    }
    signals = {url.rpartition("/")[2]: signals for url, signals in crawls.rows("SELECT url, signals FROM fetches")}
    assert signals["noai-this-page"] == {"robots": ["noai"], "content-signal": "ai-train=no"}
    stored_urls = [path for (path,) in crawls.rows("SELECT url FROM fetches WHERE sha256 IS NOT NULL")]
    assert not any(path.endswith(("/noindex-this-page", "/header-this-page")) for path in stored_urls)
