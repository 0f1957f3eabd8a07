"""Hosts, robots.txt and pauses, as a web server sees them."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import pairwise

import pytest
from scrapy.http import Response

from crawler.politeness.throttle import retry_after
from tests.crawler.web import answer, first, make_site, redirect, reset, stall

ARTICLE = "<html><title>t</title><p>" + "words of an article " * 20


@pytest.mark.parametrize(
    "robots", [answer(503, b""), reset, stall(), redirect("/robots.txt")], ids=["503", "drop", "stall", "loop"]
)
def test_no_page_is_fetched_when_robots_txt_cannot_be_read(web, crawls, robots):
    web.pages = {"/robots.txt": robots, "/": ARTICLE}
    assert crawls.run(make_site(web)) == 0
    assert set(web.paths()) == {"/robots.txt"}
    assert crawls.outcomes() == {"/": "robots-denied"}
    assert crawls.rows("SELECT robots, status FROM fetches") == [("unreachable", None)]


def test_robots_txt_that_answers_at_the_second_try_is_obeyed(web, crawls):
    rules = answer(200, b"User-agent: *\nDisallow: /private", Content_Type="text/plain")
    web.pages = {"/robots.txt": first(answer(503, b""), rules), "/": '<a href="/private-private-a">x</a>'}
    assert crawls.run(make_site(web)) == 0
    assert crawls.outcomes() == {"/": "listing", "/private-private-a": "robots-denied"}
    assert "/private-private-a" not in web.paths()
    assert dict(crawls.rows("SELECT url, robots FROM fetches")) == {
        f"{web.url}/": "allowed",
        f"{web.url}/private-private-a": "denied",
    }


def test_robots_txt_behind_redirects_is_read(web, crawls):
    web.pages = {
        "/robots.txt": redirect("/r1", 301),
        "/r1": redirect("/r2", 307),
        "/r2": answer(200, b"User-agent: *\nDisallow: /", Content_Type="text/plain"),
        "/": ARTICLE,
    }
    assert crawls.run(make_site(web)) == 0
    assert web.paths() == ["/robots.txt", "/r1", "/r2"]
    assert crawls.outcomes() == {"/": "robots-denied"}


def test_robots_txt_on_another_host_is_read_unless_that_is_behind_the_door(web, other_web, crawls):
    other_web.pages["/r"] = answer(200, b"User-agent: *\nDisallow: /a-forbidden", Content_Type="text/plain")
    web.pages = {
        "/robots.txt": redirect(f"{other_web.url}/r", 301),
        "/": '<a href="/a-forbidden-page">x</a><a href="/a-public-page">x</a>',
        "/a-forbidden-page": ARTICLE,
        "/a-public-page": ARTICLE,
    }
    assert crawls.run(make_site(web)) == 0
    assert other_web.paths() == []
    assert crawls.outcomes() == {"/": "robots-denied"}
    crawls.pass_time(days=1)
    assert crawls.run(make_site(web), allow_local=True) == 0
    assert set(other_web.paths()) == {"/r"}
    assert crawls.outcomes() == {"/": "listing", "/a-forbidden-page": "robots-denied", "/a-public-page": None}


def test_a_redirect_to_a_forbidden_page_is_not_followed(web, crawls):
    web.pages = {
        "/robots.txt": "User-agent: *\nDisallow: /private",
        "/": '<a href="/a-public-page">x</a>',
        "/a-public-page": redirect("/private-private-a"),
    }
    assert crawls.run(make_site(web)) == 0
    assert crawls.outcomes() == {"/": "listing", "/a-public-page": "robots-denied"}
    assert "/private-private-a" not in web.paths()


def test_robots_txt_of_another_allowed_host_holds_there(web, other_web, crawls):
    other_web.pages = {"/robots.txt": "User-agent: *\nDisallow: /", "/a-page-of-words": ARTICLE}
    web.pages = {
        "/": '<a href="/a-way-over-there">x</a>',
        "/a-way-over-there": redirect(f"{other_web.url}/a-page-of-words"),
    }
    assert crawls.run(make_site(web, hosts=[web.url[7:], other_web.url[7:]])) == 0
    assert crawls.outcomes()["/a-way-over-there"] == "robots-denied"
    assert other_web.paths() == ["/robots.txt"]


def test_one_request_at_a_time_with_the_longer_of_both_delays(web, crawls):
    web.pages = {"/robots.txt": "User-agent: *\nCrawl-delay: 0.4"}
    web.pages["/"] = "".join(f'<a href="/page-{n}-of-words">x</a>' for n in range(5))
    web.pages |= {f"/page-{n}-of-words": ARTICLE for n in range(5)}
    site = make_site(web, limits={"delay": 0.1, "timeout": 2})
    assert crawls.run(site) == 0
    times = [at for at, _, _ in web.requests]
    assert len(times) == 7
    assert min(later - earlier for earlier, later in pairwise(times)) >= 0.39


def test_requests_say_who_asks_and_carry_no_cookie(web, crawls):
    web.pages = {
        "/": first(answer(200, b'<a href="/a-page-of-words">x</a>', Set_Cookie="session=1")),
        "/a-page-of-words": ARTICLE,
    }
    assert crawls.run(make_site(web)) == 0
    for _, _, headers in web.requests:
        assert headers["User-Agent"].startswith("Mezmun/")
        assert headers["User-Agent"].endswith("(+mailto:crawler@example.org)")
        assert "Cookie" not in headers
        assert "Referer" not in headers
    stored_headers = crawls.rows("SELECT headers FROM fetches")
    assert not any("set-cookie" in headers for (headers,) in stored_headers)


def test_sitemaps_of_robots_txt_and_feeds_of_listings_lead_to_pages(web, crawls):
    web.pages = {
        "/robots.txt": f"Sitemap: {web.url}/sitemap.xml\nSitemap: http://elsewhere.example/s.xml",
        "/sitemap.xml": f"<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{web.url}/from-the-sitemap-a</loc></url></urlset>",
        "/": '<link rel="alternate" type="application/rss+xml" href="/feed/">',
        "/feed/": f"<rss><channel><item><link>{web.url}/words</link></item></channel></rss>",
        "/from-the-sitemap-a": ARTICLE,
        "/words": ARTICLE,
    }
    assert crawls.run(make_site(web)) == 0
    assert crawls.outcomes() == {
        "/": "listing",
        "/sitemap.xml": "listing",
        "/feed/": "listing",
        "/from-the-sitemap-a": None,
        "/words": None,
    }


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("120", 120), ("0", 0), (None, None), ("soon", None), ("-5", None), ("Wed, 21 Oct 2015 07:28:00 GMT", 0)],
)
def test_retry_after_is_read(value, seconds):
    headers = {"Retry-After": value} if value is not None else {}
    assert retry_after(Response("http://x.org/", headers=headers), now=datetime(2033, 5, 18, tzinfo=UTC)) == seconds


def test_a_retry_after_with_a_date_is_read():
    now = datetime(2026, 5, 1, tzinfo=UTC)
    date = format_datetime(now + timedelta(seconds=90), usegmt=True)
    assert retry_after(Response("http://x.org/", headers={"Retry-After": date}), now) == 90
